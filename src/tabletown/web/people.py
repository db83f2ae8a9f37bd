"""Who is asking: the browser's secret, the language, day or night. And the answers that all pages share."""

import hashlib
import re
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import quote, unquote

from babel.core import negotiate_locale
from litestar import MediaType, Request, Response, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.datastructures.state import State

from tabletown.coaching import script_of
from tabletown.rulekit.language import LANGUAGES, Say, say
from tabletown.web import keys
from tabletown.web.bundling import alone, bundle, styles
from tabletown.web.coached import ALWAYS, COACH, NEVER, is_coached
from tabletown.web.house import House
from tabletown.web.kept import WAITING
from tabletown.web.table import Table
from tabletown.web.templates import pages
from tabletown.web.viewers import Viewer

Asking = ASGIConnection[Any, Any, Any, Any]
Page = Response[Any]
YEAR = 365 * 86400
READY_TO_SEND = "is_ready_to_send"
"""Marks what is not to be compressed on its way, because it is already, or because it must not wait for more."""
ACCEPTED = re.compile(r"(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*[qQ]=(?P<q>[01](?:\.\d{0,3})?))?")
ONLY_HERE = re.compile(r"localhost\b|127\.|\[::1\]")


def house(asking: Asking) -> House:
    state: State = asking.app.state
    found: House = state.house
    return found


# ---------------------------------------------------------------- who


def secret_of(asking: Asking) -> keys.Secret:
    """What the browser, or a program, proves itself with; nothing for a newcomer."""
    bearer = asking.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return keys.Secret(bearer[7:].strip())
    return keys.Secret("" if is_for_programs(asking) else asking.cookies.get("me", ""))


def is_for_programs(asking: Asking) -> bool:
    """Whether it is the JSON door, which knows no cookies: no page elsewhere can ask there in somebody's name."""
    return str(asking.scope["path"]).startswith("/api/")


def client_of(asking: Asking) -> str:
    """Where somebody asks from, to share fairly."""
    return asking.client.host if asking.client is not None else ""


def name_of(asking: Asking) -> str:
    return unquote(asking.cookies.get("name", ""))[:24]


def language_of(asking: Asking) -> str:
    """That of the page whose connection it is, the chosen one, or the one that the browser likes best of ours.

    A browser need not say over a connection which languages it likes, though it did so when it asked for the page.
    """
    of_page = asking.query_params.get("language", "") if isinstance(asking, WebSocket) else ""
    for chosen in (of_page, asking.cookies.get("language", "")):
        if chosen in LANGUAGES:
            return chosen
    wanted = liked(asking.headers.get("accept-language", ""))
    return negotiate_locale(wanted, list(LANGUAGES), sep="-") or "en"


def liked(languages: str) -> list[str]:
    """The languages of an Accept-Language header, the best liked first; those that are not wanted are left out."""
    found = [(ACCEPTED.fullmatch(each.strip()), place) for place, each in enumerate(languages.split(","))]
    rated = [(-float(match["q"] or 1), place, match["tag"].lower()) for match, place in found if match]
    return [tag for rate, _place, tag in sorted(rated) if rate < 0]


def theme_of(asking: Asking) -> str:
    chosen = asking.cookies.get("theme", "")
    return chosen if chosen in {"light", "dark"} else ""


def address_of(asking: Asking) -> str:
    """How links that are sent to others begin: as the asker came, but not at an address of their machine alone."""
    scheme = {"ws": "http", "wss": "https"}.get(asking.url.scheme, asking.url.scheme)
    host = asking.headers.get("host", asking.url.netloc)
    elsewhere: str = asking.app.state.address
    return elsewhere if elsewhere and ONLY_HERE.match(host) else f"{scheme}://{host}"


def seats_of(asking: Asking, table: Table) -> tuple[int, ...]:
    secret = secret_of(asking)
    return table.opened_by(keys.hashed(secret)) if secret else ()


def link_key(secret: str, table: Table, seat: int) -> keys.Secret:
    """The key in the private link of a seat."""
    return keys.seat_secret(secret, table.id, seat, table.links_renewed(seat))


def viewer_of(asking: Asking, table: Table) -> Viewer:
    secret = secret_of(asking)
    is_host = bool(secret) and keys.same(keys.hashed(secret), table.kept.host)
    shows_links = is_host and table.phase == WAITING
    return Viewer(
        seats_of(asking, table),
        language_of(asking),
        is_host,
        secret if shows_links else keys.NO_SECRET,
        address_of(asking) if shows_links else "",
        *coach_of(asking, table),
    )


def coach_of(asking: Asking, table: Table) -> tuple[str, tuple[str, ...]]:
    """Whether the browser wants a coach, and of what it has heard already."""
    wanted = asking.cookies.get(COACH, "")
    if wanted not in {ALWAYS, NEVER} or not seats_of(asking, table):
        wanted = ""
    if not is_coached(table, wanted):
        return wanted, ()
    heard = set(asking.cookies.get(f"{COACH}-{table.game.name}", "").split("."))
    known = [each.name for each in script_of(table.game.declaration).decision]
    return wanted, tuple(name for name in known if name in heard)


# ---------------------------------------------------------------- answers


def wants_json(asking: Asking) -> bool:
    return is_for_programs(asking) or "application/json" in asking.headers.get("accept", "")


def page(request: Request[Any, Any, Any], name: str, /, status: int = 200, **context: Any) -> Page:
    """A whole page."""
    language = language_of(request)
    common = {
        "_": context.pop("_", None) or say(language),
        "language": language,
        "languages": LANGUAGES,
        "theme": theme_of(request),
        "asset": asset,
        "back": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
    }
    text = pages().get_template(f"{name}.html").render({**common, **context})
    return Response(text, media_type=MediaType.HTML, status_code=status)


def go(request: Request[Any, Any, Any], to: str, cookies: dict[str, str] | None = None) -> Page:
    """On to another page: by a redirect, or told to the script that asked."""
    if wants_json(request):
        answer: Page = Response({"go": to}, status_code=200)
    else:
        answer = Response(None, status_code=303, headers={"location": to})
    for name, value in (cookies or {}).items():
        answer.set_cookie(cookie(request, name, value))
    return answer


def done(request: Request[Any, Any, Any], table: Table) -> Page:
    """It has happened; a script sees it come over its connection."""
    if wants_json(request):
        return Response({"done": True}, status_code=200)
    return go(request, f"/t/{table.id}")


def cookie(asking: Asking, name: str, value: str) -> Cookie:
    return Cookie(
        key=name,
        value=quote(value) if name == "name" else value,
        max_age=YEAR,
        path="/",
        httponly=name == "me",
        samesite="lax",
        secure=asking.url.scheme in {"https", "wss"},
    )


def speaks(request: Request[Any, Any, Any], table: Table | None = None) -> Say:
    return say(language_of(request), *([table.game.declaration] if table else []))


# ---------------------------------------------------------------- files that pages need


WORKER = "worker.js"
SCRIPT = "table.js"
"""The page's own script: the module of that name and all that it needs."""
STATIC = {
    SCRIPT: ("tabletown.web", "static/script/table.js", "text/javascript"),
    "table.css": ("tabletown.web", "static/table.css", "text/css"),
    "together.css": ("tabletown.web", "static/together.css", "text/css"),
    "teaching.css": ("tabletown.web", "static/teaching.css", "text/css"),
    "stage.css": ("tabletown.web", "static/stage.css", "text/css"),
    "idiomorph.min.js": ("tabletown.web", "static/idiomorph.min.js", "text/javascript"),
    "ding.wav": ("tabletown.web", "static/ding.wav", "audio/wav"),
    "mark.svg": ("tabletown.web", "static/mark.svg", "image/svg+xml"),
    WORKER: ("tabletown.web", "static/worker.js", "text/javascript"),
    "tokens.css": ("tabletown.rulekit", "tokens.css", "text/css"),
    "explained.css": ("tabletown.explaining", "explained.css", "text/css"),
}

@cache
def static(name: str) -> tuple[bytes, str]:
    package, path, kind = STATIC[name]
    if name == SCRIPT:
        return bundle("table", _module).encode(), kind
    found = resources.files(package).joinpath(path).read_bytes()
    made = styles if kind == "text/css" else alone if name == WORKER else None
    return (made(found.decode()).encode() if made else found), kind


def _module(name: str) -> str:
    return resources.files("tabletown.web").joinpath(f"static/script/{name}.js").read_text(encoding="utf-8")


@cache
def asset(name: str) -> str:
    """Where a file is; another place when it changes, so that it can be kept for ever."""
    return f"/static/{hashlib.sha256(static(name)[0]).hexdigest()[:10]}/{name}"
