"""Tables: the score sheet at the end of a game, and what a game shows beside its board."""

from collections.abc import Container, Iterable, Sequence

from rich.table import Table
from rich.text import Text

from tabletown.match import Match
from tabletown.rulekit.language import listed
from tabletown.rulekit.sheets import Listing
from tabletown.terminal.screen import Screen, cleaned


def show_result(screen: Screen, match: Match, viewer: int, language: str) -> None:
    declaration, look = match.game.declaration, match.look(viewer, None, language)
    words, _ = declaration.words, look._
    if match.ending is not None:
        screen.say(words.ending(look, declaration.endings.index(match.ending) + 1), "bold")
    show_sheet(screen, *words.score_sheet(look))
    winners = [match.names[seat] for seat, share in enumerate(match.returns) if share > 0]
    text = _("{names} wins.") if len(winners) == 1 else _("{names} share the win.")
    screen.say(text.format(names=listed(_, winners)), "bold")


def show_sheet(
    screen: Screen, headers: Sequence[str], rows: Iterable[Sequence[str]], wordy: Container[int] = ()
) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=bool(headers))
    for column, header in enumerate(headers):
        table.add_column(header, justify="left" if column == 0 or column in wordy else "right")
    for row in rows:
        table.add_row(*(Text(cleaned(cell)) for cell in row))
    screen.show(table)


def show_listings(screen: Screen, listings: Iterable[Listing]) -> None:
    for listing in listings:
        screen.say(listing.caption, "bold")
        show_sheet(screen, listing.headers, listing.rows, listing.wordy)
        if listing.note:
            screen.say(listing.note, "dim")
        screen.show("")
