"""What a link says of itself where somebody shares it: title, words and a picture, all that a stranger may know."""

from dataclasses import dataclass
from typing import Any

from litestar import Request

from tabletown.match import games
from tabletown.rulekit.language import Say, headed, listed, say
from tabletown.web.inviting import host_of, seats_in_words
from tabletown.web.people import address_of, language_of, speaks
from tabletown.web.scene import Scene
from tabletown.web.stage import podium, result
from tabletown.web.table import Table

LOCALES = {"en": "en_GB", "ja": "ja_JP"}
"""As previews know languages: with a country."""


@dataclass(frozen=True)
class Preview:
    """In the language of whoever asks, which is the program that makes the preview."""

    title: str
    about: str
    image: str
    """A PNG, with the whole address: programs that show previews take nothing else."""
    locale: str


def of_lobby(request: Request[Any, Any, Any], chosen: str) -> Preview:
    _ = speaks(request)
    titles = [say(language_of(request), each.declaration)(each.title) for each in games()]
    about = _("{games}: in the browser, with friends by a link or against bots. No account.")
    title = f"Tabletown · {_('City games at one table')}"
    return _preview(request, title, about.format(games=_(", ").join(titles)), f"/games/{chosen}/cover.png")


def of_invitation(request: Request[Any, Any, Any], table: Table) -> Preview:
    _ = speaks(request, table)
    about = f"{_(table.game.declaration.summary)} {seats_in_words(table, _)}"
    return _preview(request, invites(table, _), about, _cover(table))


def invites(table: Table, _: Say) -> str:
    """Who invites to what."""
    host, title = host_of(table), _(table.game.title)
    if not host:
        return _("You are invited to {game}").format(game=title)
    return _("{host} invites you to {game}").format(host=host, game=title)


def of_table(request: Request[Any, Any, Any], table: Table) -> Preview:
    """Of a game that goes on: who plays. Of one that is over: how it ended."""
    _ = speaks(request, table)
    match, names = table.match, listed(_, filter(None, table.names))
    title = headed(_, _(table.game.title), names)
    if match is None:
        return _preview(request, title, seats_in_words(table, _), _cover(table))
    if not match.over:
        return _preview(request, title, _(table.game.declaration.summary), _cover(table))
    places = [f"{match.names[place.seat]} {place.score}" for place in podium(match.scores, match.returns)]
    about = f"{result(Scene(match, None, language_of(request)))} {_(', ').join(places)}"
    return _preview(request, title, about, f"/m/{table.id}/preview.png")


def _cover(table: Table) -> str:
    return f"/games/{table.game.name}/cover.png"


def _preview(request: Request[Any, Any, Any], title: str, about: str, image: str) -> Preview:
    return Preview(title, about, address_of(request) + image, LOCALES[language_of(request)])

