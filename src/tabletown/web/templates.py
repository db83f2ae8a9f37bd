"""The templates: what pages and their parts are written with."""

import re
from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from jinja2.ext import Extension


class Unindented(Extension):
    """Indentation is for whoever reads a template; browsers are not sent it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return re.sub(r"(?m)^[ ]+", "", source)


@cache
def pages() -> Environment:
    """The templates."""
    made = Environment(
        extensions=[Unindented],
        loader=PackageLoader("tabletown.web", "pages"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.filters["grouped"] = lambda text: " ".join(text[i : i + 4] for i in range(0, len(text), 4))
    return made


@cache
def template(name: str) -> Template:
    return pages().get_template(f"parts/{name}.html")


def written(name: str, /, **context: Any) -> str:
    return template(name).render(context)


def staged(name: str, *given: object) -> str:
    """A piece of a stage by itself."""
    return str(getattr(pages().get_template("staged.html").module, name)(*given))


@lru_cache(1024)
def rewritten(name: str, /, **context: Hashable) -> str:
    """A part that is often what it was, or the same for several viewers."""
    return written(name, **context)
