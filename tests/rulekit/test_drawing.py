"""The kit's drawing: what goes into the markup is safe, and a standalone picture needs nothing else."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from tabletown.rulekit.drawing import (
    SEAT_PATTERNS,
    Svg,
    design_tokens,
    fitted,
    ink_token,
    joined,
    lettering,
    seat_token,
    short,
    standalone,
    tag,
    width_of,
)
from tabletown.rulekit.look import seat_letters

NAMESPACE = "{http://www.w3.org/2000/svg}"


@given(st.text())
def test_any_text_stays_text(words: str) -> None:
    drawn = ET.fromstring(lettering(words, 1, 2, 12, aria_label=words))
    assert len(drawn) == 0
    assert drawn.tag == "text"
    assert set(drawn.attrib) == {"x", "y", "font-size", "aria-label"}


def test_text_is_shown_as_it_was_written() -> None:
    drawn = ET.fromstring(tag("text", '<b>Ann</b> & "Ben"', title='<&">'))
    assert drawn.text == '<b>Ann</b> & "Ben"'
    assert drawn.attrib["title"] == '<&">'


def test_markup_is_nested_and_not_escaped_again() -> None:
    assert tag("g", tag("path", d="M0 0"), "a<b") == '<g><path d="M0 0"/>a&lt;b</g>'


def test_attributes_are_named_as_svg_names_them_and_left_out_where_there_are_none() -> None:
    drawn = tag("g", stroke_width=1.5, class_="lit", viewBox="0 0 1 1", fill=None)
    assert drawn == '<g stroke-width="1.5" class="lit" viewBox="0 0 1 1"/>'


@pytest.mark.parametrize(
    ("number", "written"),
    [(12, "12"), (12.0, "12"), (0.5, ".5"), (-0.5, "-.5"), (1.239, "1.24"), (-0.001, "0"), (100, "100")],
)
def test_numbers_are_written_short(number: float, written: str) -> None:
    assert short(number) == written


@given(st.floats(-5000, 5000))
def test_a_short_number_is_still_the_number(number: float) -> None:
    assert abs(float(short(number)) - number) <= 0.0051


@given(st.text(min_size=1), st.floats(30, 200))
def test_fitted_words_fit(words: str, width: float) -> None:
    assert width_of(fitted(words, width, 13), 13) <= width


def test_words_that_fit_are_left_alone_and_others_say_that_they_go_on() -> None:
    assert fitted("Mara", 60, 13) == "Mara"
    assert fitted("Konstantin", 60, 13) == "Konsta…"


@given(st.lists(st.text(max_size=8), min_size=1, max_size=6))
def test_no_two_seats_have_the_same_letter(names: list[str]) -> None:
    letters = seat_letters(names)
    assert len(set(letters)) == len(names)
    assert all(len(letter) == 1 for letter in letters)


def test_a_seat_has_a_letter_of_its_name() -> None:
    assert seat_letters(["Mara", "Max", "まり"]) == ["M", "A", "ま"]


def test_a_seat_is_told_by_colour_pattern_and_letter() -> None:
    patterns = {pattern.attrib["id"] for pattern in ET.fromstring(f"<defs>{SEAT_PATTERNS}</defs>")}
    colours = set()
    for seat in range(6):
        token = ET.fromstring(seat_token(seat, "K", 0, 0))
        fills = [circle.attrib["fill"] for circle in token.iter("circle")]
        colour = re.fullmatch(r"var\(--(seat-\d)\)", fills[0])
        assert colour is not None
        colours.add(design_tokens(dark=False)[colour[1]])
        assert fills[1] == f"url(#pat-{seat + 1})"
        assert f"pat-{seat + 1}" in patterns
        assert [text.text for text in token.iter("text")] == ["K"]
    assert len(colours) == 6


def test_day_and_night_have_the_same_tokens_with_values_of_their_own() -> None:
    day, night = design_tokens(dark=False), design_tokens(dark=True)
    assert day.keys() == night.keys()
    assert (day["ink"], night["ink"]) == ("#15222a", "#e8eef0")
    assert day["seat-1"] == night["seat-1"] == "#0072b2"
    assert not any("light-dark" in value for value in [*day.values(), *night.values()])


PARTS = {
    "a": tag("rect", id="a", width=5, height=5, fill="var(--ink)"),
    "b": joined(ink_token("K", 0, 0)),
    "c": lettering("the river", 0, 0, 9, font_family="var(--font-map)"),
}
DEFS = Svg('<path id="star" d="M0 0" fill="var(--water)"/>')


@pytest.mark.parametrize("dark", [False, True])
def test_a_standalone_picture_holds_the_colours_of_its_theme(dark: bool) -> None:
    picture = standalone(PARTS, DEFS, (100, 50), "A & B", dark=dark)
    drawn = ET.fromstring(picture)
    assert "var(" not in picture
    assert drawn.find(f".//{NAMESPACE}rect[@id='a']").attrib["fill"] == design_tokens(dark=dark)["ink"]  # type: ignore[union-attr]
    assert drawn.find(f"{NAMESPACE}title").text == "A & B"  # type: ignore[union-attr]


def test_a_picture_for_either_theme_says_both_colours_of_every_token_it_uses() -> None:
    picture = standalone(PARTS, DEFS, (100, 50), "A", dark=None)
    style = ET.fromstring(picture).find(f"{NAMESPACE}style")
    assert style is not None
    assert style.text is not None
    day, night = style.text.split("@media(prefers-color-scheme:dark)")
    used = set(re.findall(r"var\(--([\w-]+)\)", picture))
    assert {"ink", "water", "table", "plate"} <= used
    assert set(re.findall(r"--([\w-]+):", day)) == used
    assert f"--ink:{design_tokens(dark=True)['ink']};" in night


@pytest.mark.parametrize("name", ["var(--ink)", "var(--nobody)", "var(--"])
@pytest.mark.parametrize("dark", [False, True, None])
def test_a_name_that_reads_like_a_token_is_written_as_it_is(name: str, dark: bool | None) -> None:
    named = tag("g", lettering(name, 0, 0, 9), aria_label=name)
    drawn = ET.fromstring(standalone({"a": named}, DEFS, (100, 50), name, dark=dark))
    assert [text.text for text in drawn.iter(f"{NAMESPACE}text")] == [name]
    assert drawn.find(f"{NAMESPACE}title").text == name  # type: ignore[union-attr]


def test_a_standalone_picture_leaves_a_rim_around_its_parts_and_keeps_their_order() -> None:
    drawn = ET.fromstring(standalone(PARTS, DEFS, (100, 50), "A"))
    assert drawn.attrib["viewBox"] == "-16 -16 132 82"
    assert [child.tag.removeprefix(NAMESPACE) for child in drawn] == ["title", "defs", "rect", "rect", "g", "text"]


def test_a_page_pastes_what_is_drawn_and_escapes_everything_else() -> None:
    drawn = tag("text", "<b>'&\"")
    assert drawn == "<text>&lt;b&gt;&#39;&amp;&#34;</text>"
    assert escape(drawn) == drawn
    assert escape(str(drawn)) != drawn
