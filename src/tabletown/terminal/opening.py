"""From what was asked for on the command line to a table at which the game can begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tabletown.bots import usual_level
from tabletown.match import Game, Match, game, games, load
from tabletown.rulekit.errors import BadOption, UnknownGame
from tabletown.rulekit.language import Say, say
from tabletown.terminal.coaching import Coach, lesson_for
from tabletown.terminal.keeping import FileTrouble, read_text
from tabletown.terminal.screen import Screen
from tabletown.terminal.seats import YOU, Seat, check_bots, read_seats, seats_of_record, usual_seats
from tabletown.terminal.speaking import language_of, read_options
from tabletown.terminal.table import Table


@dataclass(frozen=True)
class Wish:
    """A game that somebody wants to play."""

    game: str | None
    seats: str | None
    seed: int | None
    options: Sequence[str]
    edition: str | None
    resume: Path | None
    save: Path | None
    is_coached: bool = False
    hints: bool | None = None
    """Whether one may ask what Tycoon would do; None: as usual."""


def open_lesson(name: str, language: str | None) -> Table:
    """The coached game of a title: the person before the screen takes the pupil's seat."""
    spoken = language_of(language)
    lesson = lesson_for(game(name))
    match = lesson.opening()
    seats = [usual_level(match.game.declaration)] * match.players
    seats[lesson.course.seat] = YOU
    found = read_seats(",".join(seats), say(spoken))
    match.names = [seat.name for seat in found]
    return Table(Screen(), match, found, spoken, None, Coach(match, spoken, lesson))


def open_table(wish: Wish, language: str | None) -> Table:
    spoken = language_of(language)
    screen = Screen()
    if wish.save is not None and wish.save != wish.resume and wish.save.exists():
        raise FileTrouble(f"{wish.save} exists already; name another file for --save.")
    match, seats = resumed(wish) if wish.resume else begun(wish, screen, say(spoken))
    check_bots(match.game, seats)
    coach = Coach(match, spoken) if wish.is_coached else None
    return Table(screen, match, seats, spoken, wish.save or wish.resume, coach, hints=wish.hints)


def begun(wish: Wish, screen: Screen, _: Say) -> tuple[Match, list[Seat]]:
    chosen = game(wish.game) if wish.game else asked_game(screen)
    seats = read_seats(wish.seats or usual_seats(chosen), _)
    match = chosen.new(
        players=len(seats),
        seed=wish.seed,
        options=read_options(wish.options),
        edition=wish.edition,
        names=[seat.name for seat in seats],
    )
    return match, seats


def resumed(wish: Wish) -> tuple[Match, list[Seat]]:
    """A saved game brings its own deal, options and edition."""
    assert wish.resume is not None
    if wish.seed is not None or wish.options or wish.edition:
        raise BadOption("A saved game has its own seed, options and edition: leave them out with --resume.")
    match = load(read_text(wish.resume), str(wish.resume))
    if wish.game is not None and wish.game != match.game.name:
        raise BadOption(f"{wish.resume} is a game of {match.game.name}, not of {wish.game}.")
    return match, seats_of_record(match.names, wish.seats)


def asked_game(screen: Screen) -> Game:
    """The only game there is, or the one that the person chooses."""
    found = games()
    if len(found) == 1:
        return found[0]
    for number, each in enumerate(found, 1):
        screen.say(f"{number} {each.title}: {each.declaration.summary}")
    try:
        typed = screen.ask("Which game? ")
    except EOFError:
        raise UnknownGame(f"Say which game: {', '.join(each.name for each in found)}.") from None
    if typed.isdigit() and 1 <= int(typed) <= len(found):
        return found[int(typed) - 1]
    return game(typed)
