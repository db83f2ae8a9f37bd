"""Editions with fewer rows, plots and squares are games like any other: the laws hold on them too."""

from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.cli import main
from tabletown.laws.law import fewer
from tabletown.laws.trying import Trial, trials_of, with_edition
from tabletown.rulekit.registry import declaration

EDITIONS = {
    "the_estates": "one_lot.toml",
    "milton_keynes": "hamlet.toml",
    "squad_car": "short_blocks.toml",
    "square_mile": "quarter_section.toml",
}
CHAPTERS = ("secrecy", "soundness", "legality", "custom", "sums", "places", "beside_the_board")
"""What hangs on sizes and needs no compiler. The rest is tried on the usual editions."""


def trials() -> list[Trial]:
    found = []
    for name, edition in EDITIONS.items():
        usual = declaration(name)
        small = replace(with_edition(usual, edition), players=usual.players[:1], default_players=usual.players[0])
        found += [trial for trial in trials_of(small) if trial.chapter in CHAPTERS]
    return found


@pytest.mark.parametrize("trial", trials(), ids=str)
def test_the_law_holds_on_a_small_edition(trial: Trial) -> None:
    trial.check()


def test_laws_are_tried_on_an_edition_of_the_game_or_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one_lot = declaration("the_estates").files / "one_lot.toml"
    own = one_lot.read_text(encoding="utf-8").replace("checks_each = { is = 1", "checks_each = { is = 2")
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    usual = fewer(100)
    for edition in ("one_lot", f"{tmp_path}/own.toml"):
        assert main(["check", "the_estates", "--edition", edition, "--quick", "--law", "soundness"]) == 0
        assert "trials passed" in capsys.readouterr().out
        assert fewer(100) == usual, "whatever is looked at next is looked at in a hurry too"
