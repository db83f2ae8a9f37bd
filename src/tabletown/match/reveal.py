"""Whether something came to light between two positions."""

from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import EVERYONE, NOBODY, Record


def reveals(rules: Namespace, players: int, before: Record, after: Record) -> bool:
    """Whether any viewer sees afterwards what was hidden from them before."""
    secret = [field for field in before.fields.values() if field.seen_by not in (EVERYONE, NOBODY)]
    if not secret:
        return False
    for seat in range(-1, players):
        old, new = rules.concealed(before, seat), rules.concealed(after, seat)
        for field in secret:
            then, since = getattr(old, field.name), getattr(new, field.name)
            if then == since:
                continue
            pairs = zip(field.flat(then), field.flat(since), strict=True)
            if any(was == field.low and now != field.low for was, now in pairs):
                return True
    return False
