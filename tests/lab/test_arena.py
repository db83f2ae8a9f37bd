"""Bots against each other: seats rotate, shares add up, bad input gets a sentence."""

import json
from typing import Any

import pytest

from tabletown import lab
from tabletown.lab.arena import spans_of
from tabletown.lab.playing import Setting
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.loops import States
from tabletown.rulekit.thinking import MOST_TRIES


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


def test_a_random_player_declines_what_visitors_decline_in_both_modes() -> None:
    setting = Setting("the_estates", 2, "interpreted", None, None, ["bot_games"])
    rules = setting.rules
    declined = setting.numbers(spans_of(setting, ["bid"]))
    state = States([rules.new_state(setting.options)])[0]
    rules.setup(state, 2)
    rules.apply(state, state.seat, rules.SKIP_STOWING())
    rules.apply(state, state.seat, rules.CHOOSE_MAYOR())
    out = rules.runs(state, state.seat)
    picked = {rules.pick_undeclined(out, declined, rules.stirred(n)) for n in range(50)}
    assert picked == {rules.PASS()}
    everything = setting.numbers(spans_of(setting, ["bid", "pass"]))
    assert len({rules.pick_undeclined(out, everything, rules.stirred(n)) for n in range(50)}) > 5
    assert MOST_TRIES > 50


def test_a_game_cannot_decline_what_it_does_not_have() -> None:
    setting = Setting("the_estates", 2, "interpreted", None, None, ["bot_games"])
    with pytest.raises(TabletownError, match="The Estates has no action 'trade' for a visitor to decline"):
        spans_of(setting, ["trade"])


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
