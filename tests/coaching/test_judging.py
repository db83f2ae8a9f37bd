"""What a choice has cost: told where it was dear, from what the seat knew, in words that mean something."""

from pathlib import Path

import pytest

from tabletown.coaching import judged, lesson_of
from tabletown.coaching.judging import CARE, Judgement, judging
from tabletown.coaching.saying import cost_in_words
from tabletown.explaining.parts import carried_out
from tabletown.explaining.weighing import weighed
from tabletown.match import Match, game, load


def estates() -> Match:
    """Vesper 4 is to be placed: on a tower of eleven points, or on a lot by itself."""
    lesson = lesson_of(game("the_estates").declaration)
    assert lesson is not None
    return lesson.record.until(147)


def judged_after(lot: int, row: int) -> tuple[Match, Judgement | None]:
    match = estates()
    match.play(2, {"kind": "place_cube", "args": {"row": row, "lot": lot}})
    return match, judged(match.position(147), 2, match.entries[147])


def test_the_best_choice_costs_nothing() -> None:
    assert judged_after(3, 2)[1] is None


@pytest.mark.parametrize(("language", "said"), [("en", "cost you about {n} points"), ("ja", "{n}点ほど損をしました")])
def test_a_dear_choice_is_told_with_its_price_and_what_was_better(language: str, said: str) -> None:
    match, judgement = judged_after(6, 1)
    assert judgement is not None
    assert judgement.cost >= 6
    assert match.action(judgement.better[0], 2, match.perfect_memory(2, 147)).args == {"row": 2, "lot": 3}
    told = cost_in_words(match.look(2, 147, language), judgement)
    assert said.format(n=judgement.cost) in told


def test_a_choice_is_judged_by_the_view_alone() -> None:
    """In a world that the seat cannot tell from the true one, its rooftops in another order, the price is the same."""
    match, judgement = judged_after(6, 1)
    true = match.position(147)
    world = true.state
    match.rules.call.seed_dice(world, 99)
    match.rules.call.redeal(world, 2)
    assert world != true.state
    assert match.rules.concealed(world, 2) == true.perfect_memory(2)
    other = Match(true.game, 3, true.seed, true.options, true.rules.edition, true.names, world)
    assert judged(other, 2, match.entries[147]) == judgement is not None


def test_what_is_not_judged_costs_nothing() -> None:
    match = game("squad_car").new(seed=1)
    while match.legal(match.pending[0])[0].kind != "spin":
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    seat, step = match.pending[0], match.steps
    match.play(seat, match.legal(seat)[0])
    assert judged(match.position(step), seat, match.entries[step]) is None


def judged_by_search(lot: int, row: int, language: str = "en") -> str:
    match = estates()
    match.play(2, {"kind": "place_cube", "args": {"row": row, "lot": lot}})
    judgement = carried_out(judging(match.position(147), 2, match.entries[147]), match.rules, 2)
    return cost_in_words(match.look(2, 147, language), judgement) if judgement else ""


def test_looking_ahead_tells_what_a_dear_choice_cost_of_the_chance_to_win() -> None:
    assert judged_by_search(3, 2) == ""
    assert "points of your chance to win, compared with:" in judged_by_search(6, 1)
    assert "勝率が約" in judged_by_search(6, 1, "ja")


def test_what_would_have_been_better_by_looking_ahead_follows_from_the_view_alone() -> None:
    true = estates().position(147)
    world = true.state
    true.rules.call.seed_dice(world, 99)
    true.rules.call.redeal(world, 2)
    taken = true.game.declaration.actions.encode("place_cube", {"row": 1, "lot": 6})
    seen = [weighed(true.rules, true.rules.concealed(state, 2), 2, taken, CARE) for state in (true.state, world)]
    assert seen[0] == seen[1] is not None


@pytest.mark.parametrize(("language", "both"), [("en", "Getaway 1, Getaway 2"), ("ja", "逃走車 1、逃走車 2")])
def test_of_a_drive_the_whole_is_judged_not_its_first_step(language: str, both: str) -> None:
    """Ben's drive to move 36 arrests one robber; it begins as the one does that would have arrested both."""
    record = Path(__file__).parents[1] / "bots" / "one_of_two_arrested.json"
    match = load(record.read_text(encoding="utf-8"))
    past, entry = match.position(35), match.entries[35]
    judgement = carried_out(judging(past, 1, entry), past.rules, 1)
    assert judgement is not None
    assert judgement.better[:7] == tuple(move.action for move in entry.moves[:7])
    assert judgement.cost >= 4
    assert both in cost_in_words(match.look(1, 35, language), judgement)
