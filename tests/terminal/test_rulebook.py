"""The rulebook in the terminal."""

from tabletown.rulekit.registry import declaration
from tabletown.rulekit.rulebooks import rulebook
from tabletown.terminal.rulebook import in_words, whole_text


def test_a_picture_is_told_in_words_where_none_can_be_drawn() -> None:
    text = whole_text(rulebook(declaration("square_mile")))
    assert "![The map before the turn" in text
    told = in_words(text)
    assert "*The map before the turn: Rita's pawns, marked R, on A and P, the side of A towards E open.*" in told
    assert ".svg" not in told
