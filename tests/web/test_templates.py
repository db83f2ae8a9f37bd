"""Templates are written faster than Jinja would, and to the same letter."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import say
from tabletown.web.templates import escaped, pages

PLAIN = (st.text(), st.integers(), st.floats(), st.booleans(), st.none())
VALUES = st.one_of(*PLAIN, st.text().map(Markup), st.text().map(Svg))
SOURCE = """
{% macro row(text, number=2) %}<b title="{{ text }}">{{ number }}{{ caller() if caller is defined }}</b>{% endmacro %}
{% for each in given %}
{{ row(each) }}
{% call row(each, number=loop.index) %}{{ _("Player") }} {{ each ~ "<" }}{% endcall %}
{% endfor %}
{{ row(row("<i>")) }}{{ given|join(", ") }}{{ row(*["&", 3]) }}{{ row(**{"text": "k", "number": 4}) }}
{{ named.number }}{{ named["text"] }}{{ given.__class__.__name__ }}{{ "yes" if named.items() }}{{ "no" if not named }}
"""
NAMED = {"number": 7, "text": "<a>"}


@given(VALUES)
def test_a_value_is_written_as_jinja_would_write_it(value: object) -> None:
    assert str(escaped(value)) == str(escape(value))


@cache
def both_ways() -> tuple[Template, Template]:
    plain = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return plain.from_string(SOURCE), pages().from_string(SOURCE)


@given(st.lists(VALUES, max_size=4))
def test_macros_calls_and_words_come_to_the_same(given: list[object]) -> None:
    plain, ours = (template.render(given=given, named=NAMED, _=say("en")) for template in both_ways())
    assert ours == plain
