"""Templates are written faster than Jinja would, and to the same letter."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

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


HOUSE = Path(str(files("tabletown")))
IN_TEMPLATES = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
"""What Jinja reads; quotes in it are not those of the page."""
BLOCKS = "dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|li|main|nav|ol|p|section|table|ul"
CROWDED = re.compile(rf"<\w.*<(?:{BLOCKS})\b|(?:</\w+>|<input[^>]*>)<(?!br)\w")
"""A block that does not begin its line, or two things side by side."""


def crowded_lines() -> Iterator[str]:
    for template in sorted(HOUSE.rglob("*.html")):
        given = template.read_text(encoding="utf-8")
        plain = IN_TEMPLATES.sub(lambda found: "x" + "\n" * found[0].count("\n"), given)
        found = (number for number, line in enumerate(plain.splitlines(), 1) if CROWDED.search(line))
        yield from (f"{template.relative_to(HOUSE)}, line {number}" for number in found)


def test_a_block_begins_its_line_and_nothing_stands_side_by_side_in_one() -> None:
    """Words in a sentence may be set otherwise, and a link may fill its paragraph."""
    assert list(crowded_lines()) == []
