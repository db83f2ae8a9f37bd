"""What can be told from outside between two positions: whether something came to light, or anything happened at all."""

from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import EVERYONE, NOBODY, Field, Record


def reveals(rules: Namespace, players: int, before: Record, after: Record) -> bool:
    """Whether any viewer sees afterwards what was hidden from them before."""
    secret = secret_fields(before)
    if not secret:
        return False
    for seat in range(-1, players):
        old = rules.concealed(before, seat)
        if all(getattr(old, field.name) == getattr(before, field.name) for field in secret):
            continue  # nothing was hidden from them
        new = rules.concealed(after, seat)
        for field in secret:
            then, since = getattr(old, field.name), getattr(new, field.name)
            if then == since:
                continue
            pairs = zip(field.flat(then), field.flat(since), strict=True)
            if any(was == field.low and now != field.low for was, now in pairs):
                return True
    return False


def goes_unnoticed(rules: Namespace, players: int, seat: int, before: Record, after: Record) -> bool:
    """Whether nobody but the seat sees, hears or can work out that anything is different afterwards."""
    others = [viewer for viewer in range(-1, players) if viewer != seat]
    heard = rules.declaration.events.seen_by
    if not secret_fields(before) or any(heard(event, viewer) for event in after.told for viewer in others):
        return False
    if any(getattr(before, field.name) != getattr(after, field.name) for field in open_fields(before)):
        return False
    return all(rules.concealed(before, viewer) == rules.concealed(after, viewer) for viewer in others)


def secret_fields(state: Record) -> list[Field]:
    """Those that some may see and others may not."""
    return [field for field in state.fields.values() if field.seen_by not in (EVERYONE, NOBODY)]


def open_fields(state: Record) -> list[Field]:
    return [field for field in state.fields.values() if field.seen_by is EVERYONE]
