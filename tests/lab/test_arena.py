"""Bots against each other: seats rotate, shares add up, bad input gets a sentence."""

import io
import json
from typing import Any

import pytest
from rich.console import Console

from tabletown import lab
from tabletown.lab.showing import standings_shown
from tabletown.rulekit.errors import TabletownError


def test_the_bots_stand_in_the_order_in_which_they_were_named() -> None:
    one = lab.arena("the_estates", ["neighbour", "visitor", "visitor"], 300)
    other = lab.arena("the_estates", ["visitor", "neighbour", "visitor"], 300)
    assert [bot.bot for bot in one.bots] == ["neighbour", "visitor", "visitor"]
    assert one.bots[0].share > 0.8
    assert other.bots[1].share > 0.8
    assert sum(bot.wins for bot in one.bots) == pytest.approx(300)
    assert all(bot.low <= bot.share <= bot.high for bot in one.bots)


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    """Seat advantage cancels out: whichever bot is the good one, it does equally well."""
    shares = []
    for place in range(2):
        seats = ["visitor", "visitor"]
        seats[place] = "neighbour"
        shares.append(lab.arena("the_estates", seats, 600, seed=place).bots[place].share)
    assert shares[0] == pytest.approx(shares[1], abs=0.03)


def test_threads_and_modes_make_no_difference() -> None:
    def result(**how: Any) -> tuple[object, ...]:
        standings = lab.arena("the_estates", ["neighbour", "visitor", "neighbour"], 25, seed=3, **how)
        return standings.bots, standings.mean_length, standings.endings

    assert result() == result(threads=2) == result(mode="interpreted")


def test_standings_are_one_json_object() -> None:
    standings = lab.arena("the_estates", ["neighbour", "visitor"], 20)
    read = json.loads(json.dumps(standings.to_dict()))
    assert read["games"] == 20
    assert {"bot", "wins", "share", "low", "high"} <= read["bots"][0].keys()


def test_it_is_said_whether_seats_were_rotated() -> None:
    kept, rotated = (lab.arena("the_estates", ["visitor", "visitor"], 4, rotate=rotate) for rotate in (False, True))
    assert (kept.rotated, rotated.rotated) == (False, True)
    assert "the seats kept" in shown(kept)
    assert "the seats rotated" in shown(rotated)


def shown(standings: lab.Standings) -> str:
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        console.print(standings_shown(standings))
    return capture.get()


def test_who_keeps_the_first_seat_plays_the_games_that_a_rotating_player_plays_there() -> None:
    """Of two equal players the one who keeps seat 0 wins what is won in seat 0."""
    kept = lab.arena("the_estates", ["neighbour", "neighbour"], 40, seed=5, rotate=False)
    rotated = lab.arena("the_estates", ["neighbour", "neighbour"], 40, seed=5)
    assert (kept.mean_length, kept.endings) == (rotated.mean_length, rotated.endings)
    assert kept.bots[0].wins != rotated.bots[0].wins


def test_sealed_bids_favour_no_seat() -> None:
    """Whoever hands in last knows no more than the first, so in Square Mile equal players win equally often."""
    first, _ = lab.arena("square_mile", ["neighbour", "neighbour"], 300, rotate=False).bots
    assert first.low < 0.5 < first.high


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (["neighbour", "wizard"], "There is no bot 'wizard'; there are visitor, neighbour"),
        (["neighbour"], "is for 2, 3, 4, 5 players, not 1"),
    ],
)
def test_bad_seats_get_a_sentence(seats: list[str], sentence: str) -> None:
    with pytest.raises(TabletownError, match=sentence):
        lab.arena("the_estates", seats, 10)
