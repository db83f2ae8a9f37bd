"""The position."""

from tabletown.rulekit.records import NOBODY, OWNER, Record, Row, i8, i64, record


@record
class State(Record):
    """Bids are sealed: only their owners see them."""

    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    round: int = i8()
    number: Row = i8(3, seen_by=OWNER)
    bid: Row = i8(3, seen_by=OWNER)
    done: Row = i8(3)
    points: Row = i8(3)
