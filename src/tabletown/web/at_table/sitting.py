"""Who sits where: before the game, during it and after it; and which keys open a seat."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tabletown.match import Match, Refused
from tabletown.rulekit.language import message
from tabletown.web.at_table.standing import Standing
from tabletown.web.codes import LASTS, Offer, Taking
from tabletown.web.kept import ABANDONED, BOT, CANCELLED, OPEN, OVER, PERSON, PLAYING, WAITING, Change, Kept

# ---------------------------------------------------------------- before the game


def refuse_cancelled(at: Standing) -> None:
    if at.phase == CANCELLED:
        raise Refused("cancelled", message("This table was cancelled."))


def refuse_begun(at: Standing) -> None:
    refuse_cancelled(at)
    if at.phase != WAITING:
        raise Refused("begun", message("The game has begun already."))


def refuse_claim(at: Standing, seat: int) -> None:
    """Whoever comes too late with an invitation is told so."""
    refuse_cancelled(at)
    if at.phase != WAITING:
        raise Refused("begun", message("The game has begun; the seat is taken."))
    if at.seats[seat].kind != OPEN:
        raise Refused("taken", message("Somebody has taken that seat already. Ask for another link."))


def claim(at: Standing, seat: int, name: str, keys: Sequence[str]) -> Change:
    """A guest takes an open seat."""
    refuse_claim(at, seat)
    seats = at.with_seat(seat, kind=PERSON, name=free_name(at, name))
    return Change(seats=seats, keys=[(seat, key) for key in keys])


def set_seat(at: Standing, seat: int, who: str, invitation: Callable[[int], str], name: str = "") -> Change:
    """The host opens a seat, or puts a bot of a level in, which has a name; a guest who sat there has to go.

    `invitation` makes the hash of the link to the seat when it is renewed for the n-th time.
    """
    refuse_begun(at)
    kind, level = (OPEN, "") if who == OPEN else (BOT, who)
    name = free_name(at, name or level.capitalize()) if level else ""
    times = at.seats[seat].invitation + 1
    seats = at.with_seat(seat, kind=kind, level=level, name=name, invitation=times, invitation_hash=invitation(times))
    return Change(seats=seats, keys_gone=[seat])


def start(at: Standing) -> Change:
    refuse_begun(at)
    if any(seat.kind == OPEN for seat in at.seats):
        raise Refused("open_seat", message("A seat is still open: wait for a guest, or put a bot there."))
    return Change(phase=PLAYING)


def first_position(at: Standing) -> Match:
    """The match of a table whose game begins."""
    kept = at.kept
    options = at.game.declaration.read_options(kept.options)
    return Match(at.game, kept.players, kept.seed, options, at.game.edition(kept.edition), at.names)


def cancel(at: Standing) -> Change:
    refuse_begun(at)
    return Change(phase=CANCELLED)


# ---------------------------------------------------------------- names


def free_name(at: Standing, wanted: str) -> str:
    """The name, or with a number behind it where somebody has it already."""
    taken = set(at.names)
    names = [wanted, *(f"{wanted} {n}" for n in range(2, len(at.seats) + 2))]
    return next(name for name in names if name not in taken)


def rename(at: Standing, seat: int, name: str) -> Change | None:
    if name == at.seats[seat].name:
        return None
    return Change(seats=at.with_seat(seat, name=free_name(at, name)))


# ---------------------------------------------------------------- coming back, and playing again


def come_back(at: Standing, seat: int) -> Change:
    """A person takes the seat back from the bot that stood in."""
    if not at.seats[seat].stand_in or at.seats[seat].resigned:
        raise Refused("no_stand_in", message("No bot stands in for that seat."))
    return Change(seats=at.with_seat(seat, stand_in=""))


def rematch(at: Standing, laid: Callable[[Kept], Kept], taken: Callable[[], Change]) -> Change | None:
    """The same play again at a table that is `laid` once, with all that they have; asked for twice, it is the first."""
    if at.phase not in {OVER, ABANDONED}:
        raise Refused("not_over", message("A rematch begins when the game is over."))
    if at.settings.rematch:
        return None
    new = laid(at.kept)
    return Change(settings=replace(at.settings, rematch=new.id), founds=(new, taken()))


# ---------------------------------------------------------------- keys


def add_key(_at: Standing, seat: int, keys: Sequence[str]) -> Change:
    """Another browser may sit there too."""
    return Change(keys=[(seat, key) for key in keys])


def renew_link(at: Standing, seat: int, keys: Callable[[int], Sequence[str]]) -> Change:
    """From now on only these keys open the seat, for the link that is made now; every other one is gone."""
    times = at.settings.links.get(seat, 0) + 1
    new = [(seat, key) for key in keys(times)]
    return Change(settings=at.settings.with_link_renewed(seat, times), keys_gone=[seat], keys=new)


def offer_code(at: Standing, seat: int, code: str) -> Change:
    """For a while the seat has a code, given by its hash."""
    return Change(offer=Offer(seat, code, at.now + LASTS))


def take_code(_at: Standing, seat: int, taking: Taking, keys: Sequence[str]) -> Change:
    """Another browser may sit there too, if the code still holds."""
    return Change(taking=taking, keys=[(seat, key) for key in keys])
