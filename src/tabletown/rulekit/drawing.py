"""What all pictures are made of: safe SVG, the design tokens, tokens for seats, and one self-contained file of it all.

A game draws with `var(--ink)` and the like; the browser serves `tokens.css` beside the page, `standalone` writes the
colours into the file.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache, partial
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup, escape

from tabletown.rulekit.remembering import remembered

Attribute = str | float | None


class Svg(Markup):
    """Markup that may be pasted as it is. Any other text is escaped."""

    __slots__ = ()


pasted: Callable[[str], Svg] = partial(str.__new__, Svg)
"""Plain text as markup, without asking it first whether it is some already."""


class Box(NamedTuple):
    """A place on the picture."""

    x: float
    y: float
    width: float
    height: float


class Layout(NamedTuple):
    """Where things lie on a picture."""

    size: tuple[float, float]
    """Of all of it."""
    board: tuple[float, float]
    """Of the board, which begins in the upper left corner."""
    panels: Mapping[str, Box]
    """The parts that stand beside the board, each an image of its own."""


class Target(NamedTuple):
    """Where on the picture a legal action sits."""

    action: int
    x: float
    y: float
    width: float
    height: float
    label: str
    then: tuple[int, ...] = ()
    """Further actions that a click plays along with the first, as one move."""
    sign: str = ""
    """The figure that stands on its place, as what it costs; without one, a plus."""
    is_whole: bool = False
    """Whether the label says what is done, also where there is but one action."""
    is_marked: bool = False
    """Whether what lies there, or its shadow, has a sign of its own: then another one would only cover it."""
    lifts: str = ""
    """The piece that it takes up, which can be dragged then to where it is put."""


Spot = tuple[Box, str]
"""Where an action sits, and what is said there."""


def targets_at(spots: Iterable[tuple[int, Spot | None]]) -> list[Target]:
    """Targets of the actions that sit somewhere."""
    return [Target(action, *spot[0], spot[1]) for action, spot in spots if spot is not None]


class Sum(NamedTuple):
    """A figure of a player's: its sign (a path of 16 units, or none), what is written, and in full what that means."""

    sign: str
    words: str
    meaning: str
    hidden: bool = False


class Card(NamedTuple):
    """What a page says about a player in two lines: their part in what goes on, their figures, and what they hold."""

    note: str
    sums: tuple[Sum, ...]
    badges: tuple[tuple[str, str], ...] = ()
    """Drawings of 20 units, each with its meaning; one without a meaning belongs to the one before."""
    counts: tuple[Sum, ...] = ()
    """Smaller figures beside the badges."""


LOCK = "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2"
"""The sign of what is hidden."""


# ---------------------------------------------------------------- elements

USE = "var(--"
"""How the use of a token begins."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(8192)
def safe(words: str) -> str:
    """Text that can neither break nor enter the markup."""
    return str(escape(_NOT_XML.sub("\ufffd", words)))


@lru_cache(8192)
def short(number: float) -> str:
    """Two decimals at most, and no zero that says nothing."""
    written = f"{number:.2f}".rstrip("0").rstrip(".")
    written = re.sub(r"^(-?)0\.", r"\1.", written)
    return "0" if written == "-0" else written


@lru_cache(8192)
def lettered(words: str) -> str:
    """What is read is no token, whatever somebody is called."""
    return safe(words).replace(USE, "var(-&#45;")


def joined(*children: str) -> Svg:
    return pasted("".join([child if isinstance(child, Svg) else lettered(child) for child in children]))


@remembered
def tag(name: str, *children: str, **attributes: Attribute) -> Svg:
    """An element. `font_size` is written font-size, `class_` class; None leaves an attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{safe(value) if isinstance(value, str) else short(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = joined(*children)
    return pasted(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


@remembered
def at(x: float, y: float, *children: str, scale: float = 1, **attributes: Attribute) -> Svg:
    """A group moved to a place."""
    move = f"translate({short(x)} {short(y)})" + (f" scale({short(scale)})" if scale != 1 else "")
    return tag("g", *children, transform=move, **attributes)


def use(name: str, **attributes: Attribute) -> Svg:
    return tag("use", href=f"#{name}", **attributes)


def path(d: str, **attributes: Attribute) -> Svg:
    return tag("path", d=d, **attributes)


def lettering(words: str, x: float, y: float, size: float, **attributes: Attribute) -> Svg:
    return tag("text", words, x=x, y=y, font_size=size, **attributes)


def panel(name: str, box: Box, label: str, *children: str) -> Svg:
    """A part that also stands by itself: its inner coordinates begin at its own corner."""
    card = tag("rect", x=0.5, y=0.5, width=box.width - 1, height=box.height - 1, rx=10, fill="var(--panel)")
    return tag(
        "svg",
        card,
        *children,
        id=name,
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        viewBox=f"0 0 {short(box.width)} {short(box.height)}",
        role="img",
        aria_label=label,
    )


def plate(words: str, x: float, y: float) -> Svg:
    """A figure that stands on the board around (x, y); a style sheet gives it the colour of what can be chosen."""
    width = plate_width(words)
    back = tag("rect", x=-width / 2, y=-11.5, width=width, height=23, rx=11.5)
    return at(x, y, back, lettering(words, 0, 5.2, 15), class_="pin-do")


def plate_width(words: str) -> float:
    return 12 + width_of(words, 15)


# ---------------------------------------------------------------- words that must fit


def width_of(words: str, size: float) -> float:
    """About how wide the words are; fonts differ, so rather too wide."""
    ems = sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.6 for letter in words)
    return ems * size


@remembered
def fitted(words: str, width: float, size: float) -> str:
    """The words, shortened with an ellipsis where they would not fit."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


# ---------------------------------------------------------------- seats

SEAT_PATTERNS = Svg(
    '<pattern id="pat-1" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" stroke="#fff" stroke-width="1.3" stroke-opacity=".75"/></pattern>'
    '<pattern id="pat-2" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M1.5 1.5h0M4.5 4.5h0" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></pattern>'
    '<pattern id="pat-3" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M0 4 3 1 6 4" fill="none" stroke="#fff" stroke-width="1.2" stroke-opacity=".8"/></pattern>'
    '<pattern id="pat-4" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M0 0H6V6" fill="none" stroke="#3a2600" stroke-width="1.4" stroke-opacity=".7"/></pattern>'
    '<pattern id="pat-5" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M1.5 0V6M4.5 0V6" stroke="#00324d" stroke-width="1.1" stroke-opacity=".65"/></pattern>'
    '<pattern id="pat-6" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle cx="3" cy="3" r="1.8" fill="none" stroke="#fff" stroke-opacity=".8"/></pattern>'
)
"""Goes into the `defs` of a game whose seats have colours."""


@remembered
def seat_token(seat: int, letter: str, x: float, y: float, size: float = 28) -> Svg:
    """A person: colour, pattern, and the letter on a plate."""
    return at(
        x,
        y,
        tag("circle", cx=14, cy=14, r=13.5, fill=f"var(--seat-{seat + 1})"),
        tag("circle", cx=14, cy=14, r=13.5, fill=f"url(#pat-{seat + 1})"),
        tag("circle", cx=14, cy=14, r=8.6, fill="var(--plate)"),
        _token_letter(letter, 18.4, 12),
        scale=size / 28,
    )


@remembered
def ink_token(letter: str, x: float, y: float, size: float = 28) -> Svg:
    """A person in a game whose colours belong to something else."""
    return at(
        x,
        y,
        tag("circle", cx=14, cy=14, r=13, fill="var(--ink)"),
        tag("circle", cx=14, cy=14, r=10.6, fill="var(--plate)"),
        _token_letter(letter, 18.6, 13),
        scale=size / 28,
    )


def _token_letter(letter: str, y: float, size: float) -> Svg:
    return lettering(letter, 14, y, size, text_anchor="middle", font_weight=700, fill="var(--plate-ink)")


# ---------------------------------------------------------------- tokens, and the whole file

_TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
_DAY_AND_NIGHT = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)")


@cache
def design_tokens(*, dark: bool) -> Mapping[str, str]:
    """Every token of `tokens.css` by name, by day or by night."""
    css = resources.files(__package__).joinpath("tokens.css").read_text(encoding="utf-8")
    css = re.sub(r"/\*.*?\*/|@media.*", "", css, flags=re.DOTALL)
    chosen = r"\2" if dark else r"\1"
    return {name: _DAY_AND_NIGHT.sub(chosen, value).strip() for name, value in _TOKEN.findall(css)}


def standalone(
    parts: Mapping[str, str],
    defs: str,
    size: tuple[float, float],
    title: str,
    *,
    dark: bool | None = False,
    fills: tuple[float, float] | None = None,
    shows: Box | None = None,
) -> str:
    """One SVG file that needs nothing else. `dark=None` leaves day or night to the reader's system.

    A picture that `fills` another size is as large as it can be there, and cut off where it does not fit. One that
    `shows` a place has nothing around it.
    """
    rim = 16
    width, height = size[0] + 2 * rim, size[1] + 2 * rim
    seen = shows or Box(-rim, -rim, width, height)
    font = design_tokens(dark=False)["font-ui"].replace('"', "'")
    body = joined(
        tag("title", title),
        tag("defs", Svg(defs)),
        tag("rect", x=-rim, y=-rim, width=width, height=height, rx=18, fill="var(--table)"),
        *map(Svg, parts.values()),
    )
    before, *used = str.split(body, USE)
    return tag(
        "svg",
        _style({part.partition(")")[0] for part in used}) if dark is None else Svg(),
        body if dark is None else _coloured(before, used, design_tokens(dark=dark)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(short, seen)),
        width=fills[0] if fills else seen.width,
        height=fills[1] if fills else seen.height,
        preserveAspectRatio="xMidYMid slice" if fills else None,
        font_family=font,
        role="img",
    )


def _coloured(before: str, used: Sequence[str], values: Mapping[str, str]) -> Svg:
    """With values in the place of tokens, for programs that know none; what is no token stays as it is."""
    written = [before]
    for part in used:
        name, _closed, after = part.partition(")")
        written += [values[name].replace('"', "'"), after] if name in values else [USE, part]
    return Svg("".join(written))


def _style(used: Set[str]) -> Svg:
    """The tokens that the picture uses, for day and night, without newer functions of CSS."""
    day, night = design_tokens(dark=False), design_tokens(dark=True)
    names = sorted(used & day.keys())
    by_day = "".join(f"--{name}:{day[name]};" for name in names)
    by_night = "".join(f"--{name}:{night[name]};" for name in names if night[name] != day[name])
    return tag("style", f":root{{{by_day}}}@media(prefers-color-scheme:dark){{:root{{{by_night}}}}}")
