"""The templates: what pages and their parts are written with."""

import re
from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from markupsafe import escape

from tabletown.rulekit.language import Say

needs_escaping = re.compile("[&<>\"']").search


class Unindented(Extension):
    """Indentation is for whoever reads a template; browsers are not sent it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return re.sub(r"(?m)^[ ]+", "", source)


def escaped(value: object) -> str:
    """What a template writes of a value. Most of it needs no escaping, which is seen sooner than it is done."""
    if type(value) is str:
        return value if needs_escaping(value) is None else escape(value)
    return str(value) if type(value) is int else escape(value)


class Quick(Context):
    """Macros and translations are called as what they are, without asking each time what they want to be given."""

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        if type(called) is Say:
            return called(*given)
        if type(called) is Macro:
            named.pop("_loop_vars", None)  # which Jinja gives to every call, for those that want the context
            named.pop("_block_vars", None)
            return Macro.__call__(called, self.eval_ctx, *given, **named)
        return super().call(called, *given, **named)


class Plain(Template):
    """Nothing is ever put into all templates at once, so what they share is made once and not looked for anew."""

    @classmethod
    def from_code(cls, environment: Environment, *given: Any, **more: Any) -> Template:
        made = super().from_code(environment, *given, **more)
        made.root_render_func.__globals__["escape"] = escaped
        return made

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        return super()._get_default_module()


class Pages(Environment):
    """Where the templates come from."""

    template_class = Plain
    context_class = Quick


@cache
def pages() -> Environment:
    """The templates."""
    made = Pages(
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
