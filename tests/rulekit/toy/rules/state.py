"""The position: a field of every size and every sight."""

from tabletown.rulekit.records import NOBODY, OWNER, RULED, Grid, Record, Row, i8, i16, i32, i64, record

MAX_SEATS = 3
UNSEALED = -1
STAYING = 0


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    start: int = i8()
    players: int = i8()
    points: Row = i16(MAX_SEATS)
    sealed: Row = i8(MAX_SEATS, seen_by=OWNER)
    steps: int = i32()
    luck: Grid = i8(MAX_SEATS, 2, seen_by=RULED)
    ended: int = i8()
