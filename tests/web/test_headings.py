"""What happens now is said in two lines of the stage, in every language: nobody reads half a sentence."""

import unicodedata

import pytest

from tabletown.web import stage
from tabletown.web.scene import Scene
from tests.web.test_every_kind import occasions

WIDE = 36.5
"""Letters of Japanese in two lines, at the narrowest desk; two of another script take the room of one and a little."""
NARROW = 0.54
ROOM = {stage.MINE: WIDE, stage.THEIRS: WIDE * 16 / 14}
"""Those who wait read it in 14 pixels instead of 16."""


def width(text: str) -> float:
    return sum(1 if unicodedata.east_asian_width(each) in "WF" else NARROW for each in text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_asked_fits_in_two_lines(game: str, language: str) -> None:
    too_long = set()
    for kind, _numbers, match in occasions(game):
        asked = match.pending[0]
        others = [(seat, stage.THEIRS) for seat in range(match.players) if seat not in match.pending]
        for seat, mood in ((asked, stage.MINE), *others):
            now = stage.setting(Scene(match, seat, language), mood)["now"]
            text = f"{now.lead} {now.words}"
            if width(text) > ROOM[mood]:
                too_long.add((kind, text, round(width(text), 1)))
    assert not too_long
