"""Who sits where: `you,neighbour,visitor`, `you:Mara,you:Ben`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tabletown.bots import LEVELS, check_level, usual_level
from tabletown.match import Game
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import LANGUAGES, Say, say

YOU = "you"


@dataclass(frozen=True)
class Seat:
    """A person before this screen, or a bot of a level."""

    player: str
    name: str

    @property
    def is_person(self) -> bool:
        return self.player == YOU


def usual_seats(game: Game) -> str:
    """You against as many bots as the game likes best."""
    return ",".join([YOU, *[usual_level(game.declaration)] * (game.declaration.default_players - 1)])


def check_bots(game: Game, seats: Iterable[Seat]) -> None:
    for seat in seats:
        check_level(game.declaration, seat.player)


def read_seats(text: str, _: Say) -> list[Seat]:
    """The seats in order, each with a name of its own, in the language of the table where nobody gave one."""
    players, names = [], []
    for part in text.split(","):
        player, _colon, name = part.strip().partition(":")
        check_player(player)
        if name and player != YOU:
            raise BadOption(f"Only people have names: write {player} instead of {part.strip()!r}.")
        players.append(player)
        names.append(check_name(name.strip()))
    for seat, (player, name) in enumerate(zip(players, names, strict=True)):
        if not name:
            names[seat] = _("Player {n}").format(n=seat + 1) if player == YOU else _bot_name(_, players, seat)
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise BadOption(f"Two seats have the name {twice[0]!r}; name people as in you:Mara,you:Ben.")
    return [Seat(player, name) for player, name in zip(players, names, strict=True)]


def check_player(player: str) -> None:
    if player != YOU and player not in LEVELS:
        raise BadOption(f"Nobody is called {player!r}: a seat is {YOU} or a bot ({', '.join(LEVELS)}).")


def check_name(name: str) -> str:
    if bot_called(name):
        raise BadOption(f"{name!r} is a bot's name; choose another.")
    if not name.isprintable() or len(name) > 24:
        raise BadOption("A name is up to 24 printable letters.")
    return name


def _bot_name(_: Say, players: Sequence[str], seat: int) -> str:
    """Neighbour; where there are several, Neighbour 2 for the second."""
    earlier = players[:seat].count(players[seat])
    return _(players[seat].capitalize()) + (f" {earlier + 1}" if earlier else "")


@cache
def _names_of_bots() -> dict[str, str]:
    """In any language, for a game may be saved in one and resumed in another."""
    return {say(language)(level.capitalize()): level for language in LANGUAGES for level in LEVELS}


def bot_called(name: str) -> str | None:
    """The level of the bot that has the name."""
    first, _space, number = name.partition(" ")
    return _names_of_bots().get(first) if not number or number.isdigit() else None


def seats_of_record(names: Sequence[str], given: str | None) -> list[Seat]:
    """The seats of a saved game: whoever has a bot's name is that bot, unless the seats are given anew."""
    if given is None:
        return [Seat(bot_called(name) or YOU, name) for name in names]
    players = [seat.player for seat in read_seats(given, say("en"))]
    if len(players) != len(names):
        raise BadOption(f"The game has {len(names)} seats ({', '.join(names)}), not {len(players)}.")
    return [Seat(player, name) for player, name in zip(players, names, strict=True)]


def read_seat(text: str, names: Sequence[str]) -> int:
    """A seat by its number (from 0) or its player's name."""
    if text.isdigit() and int(text) < len(names):
        return int(text)
    if text in names:
        return names.index(text)
    seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise BadOption(f"There is no seat {text!r}; there are {seats}.")
