"""What stands on the places of a board, what is chosen first, and where a moment happens."""

import random

import tabletown
from tabletown.match import Match
from tabletown.rulekit.drawing import Box
from tabletown.rulekit.staging import Moment
from tabletown.web.amounts import Amounts
from tabletown.web.places import places
from tabletown.web.scene import Scene
from tabletown.web.templates import written


def at_the_sealed_bids() -> Match:
    return tabletown.game("square_mile").new(players=4, seed=11)


def kinds(match: Match) -> set[str]:
    return {action.kind for action in match.legal(match.pending[0])}


def test_a_place_shows_its_figure_and_a_whole_move_plays_with_one_click() -> None:
    match = at_the_sealed_bids()
    scene = Scene(match, match.pending[0], "en")
    drawn = places(scene, "targets", Box(0, 0, *scene.board_size), {})
    whole = [target for target in scene.targets if target.then]
    assert whole
    for target in whole:
        assert f'data-play="{target.action},{target.then[0]}"' in drawn
        assert f">{target.sign}</text>" in drawn


def test_an_answer_without_a_place_has_its_meaning_before_it_is_pointed_at() -> None:
    match = at_the_sealed_bids()
    rng = random.Random(1)
    while not kinds(match) <= {"agree", "decline"}:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.legal(seat)).id)
    scene = Scene(match, match.pending[0], "en")
    assert scene.first_choice == [scene.choices.plain[0].id]
    assert not scene.first_meaning.is_empty
    share = f"${scene.look.view.share},000"
    assert {told.does for told in scene.priced.values()} <= {f"Pay {share}", "Decline"}


def test_a_moment_says_where_on_the_board_it_happens() -> None:
    match = at_the_sealed_bids()
    scene = Scene(match, None, "en")
    html = written("moments", number=1, told=[Moment("It happens.", light=Box(1, 2, 30, 40))], scene=scene, _=scene._)
    assert 'data-light="1 2 30 40"' in html
    assert "data-light" not in written("moments", number=1, told=[Moment("Nowhere.")], scene=scene, _=scene._)


def test_sums_to_tap_are_those_that_the_game_has_in_mind_where_they_are_possible() -> None:
    match = at_the_sealed_bids()
    seat = match.pending[0]
    bid = next(each for each in match.legal(seat) if each.kind == "bid_for")
    scene = Scene(match, seat, "en", drafted=[[bid.id]])
    [amounts] = scene.choices.amounts
    worth = match.rules.market_value(scene.view, bid.args["tract"])
    assert amounts.quick == [1, worth, worth + 3, worth + 6, worth + 12, 100]
    few = Amounts(amounts.verb, amounts.actions[:20], (5, 50))
    assert few.quick == [1, 5, 20]
