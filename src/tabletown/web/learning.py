"""The rulebook of each game as a page with an anchor for every clause; language, day and night; static files."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from tabletown.match import game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import LANGUAGES, message, say
from tabletown.rulekit.lessons import has_lesson, lesson
from tabletown.rulekit.plainly import edition_listing
from tabletown.rulekit.rulebooks import CLAUSE_ID, rulebook
from tabletown.rulekit.sheets import Listing
from tabletown.web.doors import Unreadable, form_of
from tabletown.web.people import STATIC, Page, asset, go, language_of, page, static
from tabletown.web.seating import game_in_words

Tokens = Sequence[Token]


class Book(RendererHTML):
    """A clause that is named is a link to it, a table can be scrolled, and below a picture stands what it shows."""

    def text(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return _NAMED.sub(r'<a href="#\1">\1</a>', super().text(tokens, idx, options, env))

    def table_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<div class="scroll" tabindex="0">{self.renderToken(tokens, idx, options, env)}'

    def table_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"{self.renderToken(tokens, idx, options, env).rstrip()}</div>\n"

    def paragraph_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        if not tokens[idx].hidden and _are_pictures(tokens[idx + 1].children):
            return '<div class="pictures">'
        return self.renderToken(tokens, idx, options, env)

    def paragraph_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        if not tokens[idx].hidden and _are_pictures(tokens[idx - 1].children):
            return "</div>\n"
        return self.renderToken(tokens, idx, options, env)

    def image(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """What is said below a picture need not be said in its place."""
        if not _are_pictures(tokens):
            return super().image(tokens, idx, options, env)
        source = escape(tokens[idx].attrGet("src"))
        shown = self.renderInline(tokens[idx].children or [], options, env)
        return f'<figure><img src="{source}" alt=""><figcaption>{shown}</figcaption></figure>'


def _are_pictures(parts: Tokens | None) -> bool:
    """Whether a paragraph of these parts holds nothing but pictures."""
    return all(each.type == "image" or not each.content.strip() for each in parts or ())


_NAMED = re.compile(rf"\[?({CLAUSE_ID.pattern})\]?")
_markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=Book).enable("table")


@lru_cache(4096)
def in_html(text: str) -> Markup:
    """Markdown as HTML."""
    return Markup(_markdown.render(text))


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: Request[Any, Any, Any], name: str) -> Page:
    declared = game(name).declaration
    language = language_of(request)
    learn = f"/learn/{declared.name}" if has_lesson(declared) else ""
    book, editions = rulebook(declared, language), others(declared, language)
    return page(request, "rules", book=book, md=in_html, editions=editions, learn=learn)


@get("/learn/{name:str}", include_in_schema=False)
async def learn(request: Request[Any, Any, Any], name: str) -> Page:
    """The game in two minutes."""
    declared = game(name).declaration
    if not has_lesson(declared):
        raise NotFoundException("This game brings no such page.")
    language = language_of(request)
    shown = game_in_words(game(name), language)
    return page(request, "learn", lesson=lesson(declared, language), game=shown, md=in_html)


def others(declared: Declaration, language: str) -> list[Listing]:
    """What the game's other editions have otherwise than the rulebook says."""
    usual, *more = map(declared.edition, declared.editions)
    _, names = say(language, declared), declared.sheets.figures
    return [edition_listing(_, names, usual, each) for each in more]


@post("/language", include_in_schema=False)
async def set_language(request: Request[Any, Any, Any]) -> Page:
    form = await form_of(request)
    if form.get("language") not in LANGUAGES:
        raise Unreadable(message("There is no such language; there are {known}."), known=tuple(LANGUAGES.values()))
    return go(request, _local(form.get("back", "/")), {"language": form["language"]})


@post("/theme", include_in_schema=False)
async def set_theme(request: Request[Any, Any, Any]) -> Page:
    form = await form_of(request)
    if form.get("theme") not in {"light", "dark"}:
        raise Unreadable(message("It is either light or dark."))
    return go(request, _local(form.get("back", "/")), {"theme": form["theme"]})


def _local(path: str) -> str:
    """Back to a page of ours, never to another house."""
    return path if re.fullmatch(r"/(?![/\\])[\w/?=&.-]*", path) else "/"


@get("/static/{version:str}/{path:path}", include_in_schema=False)
async def static_file(version: str, path: str) -> Page:
    name = path.removeprefix("/")
    if name not in STATIC or asset(name) != f"/static/{version}/{name}":
        raise NotFoundException("There is no such file.")
    content, kind = static(name)
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=headers)


HANDLERS = [rules, learn, set_language, set_theme, static_file]
