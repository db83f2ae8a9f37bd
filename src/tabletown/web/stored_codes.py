"""Codes of seats in the store. (Processes that work for a server know codes, and have no store.)"""

from sqlalchemy import Connection, bindparam, delete, select, update

from tabletown.match import Refused
from tabletown.rulekit.language import message
from tabletown.web import schema
from tabletown.web.codes import NO_SUCH_CODE, Offer, Taking

_HOLDS = (
    (schema.codes.c.hash == bindparam("code"))
    & (schema.codes.c.until > bindparam("now"))
    & schema.codes.c.taken_by.in_(["", bindparam("device")])
)


def find(connection: Connection, taking: Taking) -> tuple[str, int] | None:
    """The table and the seat that the code would bring."""
    given = {"code": taking.hash, "now": taking.at, "device": taking.by}
    row = connection.execute(select(schema.codes.c.table_id, schema.codes.c.seat).where(_HOLDS), given).one_or_none()
    return None if row is None else (row.table_id, row.seat)


def put(connection: Connection, table: str, offer: Offer, now: float) -> None:
    """With the seat's former codes go all that have lapsed."""
    codes = schema.codes
    drop(connection, table, offer.seat)
    connection.execute(delete(codes).where(codes.c.until <= now))
    row = {"hash": offer.hash, "table_id": table, "seat": offer.seat, "until": offer.until, "taken_by": ""}
    if schema.put_if_new(connection, codes, row) != 1:
        raise Refused("code_is_taken", message("Another seat has the same code just now. Ask for another one."))


def take(connection: Connection, taking: Taking) -> None:
    given = {"code": taking.hash, "now": taking.at, "device": taking.by}
    taken = update(schema.codes).where(_HOLDS).values(taken_by=taking.by)
    if connection.execute(taken, given).rowcount != 1:
        raise Refused("no_such_code", NO_SUCH_CODE)


def drop(connection: Connection, table: str, seat: int) -> None:
    """Where a seat's keys are taken away, its codes are too."""
    connection.execute(delete(schema.codes).where(schema.codes.c.table_id == table, schema.codes.c.seat == seat))
