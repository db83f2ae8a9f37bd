"""The templates: what pages and their parts are written with."""

import re
from collections.abc import Hashable, Mapping, MutableMapping
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, nodes, select_autoescape
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

try:  # escapes plain text, and gives it back as it is where there is nothing to escape
    from markupsafe._speedups import _escape_inner as escaped_text
except ImportError:  # nobody has promised that it is there

    def escaped_text(text: str, /) -> str:
        return str(escape(text))



class Unindented(Extension):
    """Indentation is for whoever reads a template; browsers are not sent it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return re.sub(r"(?m)^[ ]+", "", source)


def escaped(value: object) -> str:
    """What a template writes of a value. Plain text is not made markup for it."""
    if type(value) is str:
        return escaped_text(value)
    if type(value) is int:
        return str(value)
    return value if isinstance(value, Markup) else escape(value)


as_markup = partial(str.__new__, Markup)
"""Text that is markup already, without asking it first."""


def nothing(_why: str) -> str:
    """What a choice without an else writes."""
    return ""


class Known(dict[str, Any]):
    """What a template is given: for what is not in it, it is told that that is missing."""

    def __missing__(self, name: str) -> Any:
        return missing


class Quick(Macro):
    """A macro is mostly given all that it takes, in order: then there is nothing to sort out."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._is_plain = not (self.caller or self.catch_kwargs or self.catch_varargs)

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self._is_plain and not named and len(given) == self._argument_count:
            return self._func(*given)
        return super().__call__(*given, **named)


class Straight(CodeGenerator):
    """Templates as code that says `a.b`, `a[b]` and `f(x)`, where Jinja's own asks each time what `a` and `f` are.

    Only of a dict `a.b` may also be `a["b"]`. Nothing that is called is given the context. A macro that leaves nothing
    open is a function: whoever calls it gives all that it takes, in order.
    """

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002
        """What a macro writes is markup, whoever asks for it."""
        super().return_buffer_contents(frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        is_open = macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs
        if is_open or macro_ref.node.defaults:
            super().macro_def(macro_ref, frame)
        else:
            self.write("macro")

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:  # noqa: N802
        self.modules.add(node.target)
        super().visit_Import(node, frame)

    def visit_Macro(self, node: nodes.Macro, frame: Frame) -> None:  # noqa: N802
        self.macros.add(node.name)
        super().visit_Macro(node, frame)

    @cached_property
    def modules(self) -> set[str]:
        """What is imported here: nothing in it is called but macros."""
        return set()

    @cached_property
    def macros(self) -> set[str]:
        return set()

    def _is_markup(self, node: nodes.Expr | None) -> bool:
        """What can be written as it is: macros, and choices between words of the template that need no escaping."""
        if isinstance(node, nodes.CondExpr):
            return self._is_markup(node.expr1) and (node.expr2 is None or self._is_markup(node.expr2))
        if isinstance(node, nodes.Const):
            return isinstance(node.value, str) and escaped_text(node.value) == node.value
        called = node.node if isinstance(node, nodes.Call) else None
        if isinstance(called, nodes.Getattr):
            return isinstance(called.node, nodes.Name) and called.node.name in self.modules
        return isinstance(called, nodes.Name) and called.name in self.macros

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_markup(node):
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_markup(node):
            super()._output_child_post(node, frame, finalize)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write(f"(the.{node.attr} if (the := ")
        self.visit(node.node, frame)
        self.write(f").__class__ is not dict else environment.getattr(the, {node.attr!r}))")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self.visit(node.node, frame)
        self.write(")[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Call(  # noqa: N802
        self,
        node: nodes.Call,
        frame: Frame,
        forward_caller: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        spread = (("*", node.dyn_args), ("**", node.dyn_kwargs))
        for sign, each in (*(("", each) for each in (*node.args, *node.kwargs)), *spread):
            if each is not None:
                self.write(sign)
                self.visit(each, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class Plain(Template):
    """Nothing is ever put into all templates at once, so what they share is made once and not looked for anew."""

    @classmethod
    def from_code(cls, environment: Environment, *given: Any, **more: Any) -> Template:
        made = super().from_code(environment, *given, **more)
        known = made.root_render_func.__globals__
        known.update(escape=escaped, Markup=as_markup, Macro=Quick, Undefined=nothing)
        return made

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        return super()._get_default_module()

    def render(self, *given: Any, **named: Any) -> str:
        """Macros know the context and it knows them: in such a circle a whole scene would wait for the sweeper."""
        context = self.new_context(dict(*given, **named))
        try:
            return self.environment.concat(self.root_render_func(context))
        except Exception:  # noqa: BLE001
            self.environment.handle_exception()
        finally:
            context.vars.clear()

    @cached_property
    def _common(self) -> tuple[dict[str, Any], Context]:
        """What every context of it holds."""
        return dict(self.globals), super().new_context()

    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,  # noqa: FBT001, FBT002
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> Context:
        if shared or locals is not None or self.blocks:
            return super().new_context(vars, shared, locals)
        known, model = self._common
        made = object.__new__(Context)
        given = Known(known)
        given.update(vars or {})
        resolve = given.__getitem__
        more = {"parent": given, "vars": {}, "exported_vars": set(), "resolve_or_missing": resolve}
        made.__dict__.update(model.__dict__, **more)
        return made


class Pages(Environment):
    """Where the templates come from."""

    template_class = Plain

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._read: dict[str, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> Template:
        """Read once."""
        if not isinstance(name, str) or parent is None or globals:
            return super().get_template(name, parent, globals)
        if name not in self._read:
            self._read[name] = super().get_template(name, parent)
        return self._read[name]

    code_generator_class = Straight


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
