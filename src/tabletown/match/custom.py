"""What custom hides: totals that everybody could have counted, and nobody is shown."""

from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


def veiled(rules: Namespace, view: Record, viewer: int) -> Record:
    """The view as the table shows it to that seat (-1: a spectator), not as a perfect memory knows it. Changes it."""
    if rules.call.ending(view):
        return view
    for option in rules.declaration.options:
        if getattr(view, option.name) != option.opens:
            for name in option.hides:
                _hide(view, name, viewer)
    return view


def _hide(view: Record, name: str, viewer: int) -> None:
    field = view.fields[name]
    if not field.shape:
        setattr(view, name, field.low)
        return
    rows = getattr(view, name)
    for seat in range(view.players):
        if seat != viewer:
            rows[seat] = field.low if len(field.shape) == 1 else [field.low] * field.shape[1]
