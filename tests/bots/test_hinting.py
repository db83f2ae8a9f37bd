"""What would Tycoon do: the choice that Tycoon makes, others worth knowing beside it, and what is said of them."""

import random
from collections.abc import Callable
from types import ModuleType

import pytest

from tabletown import bots
from tabletown.bots.search import Budget, Considered, Search, Thought
from tabletown.bots.whole import chosen
from tabletown.explaining.hinting import Effort, Option, expected, few_of, hinted
from tabletown.explaining.telling import asked_in_words, scores_in_words, told_options
from tabletown.match import Game, Match, game
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.language import say
from tabletown.rulekit.looking_ahead import looking_ahead

LITTLE = Effort(Budget(200), Budget(40), Budget(8))
LEAST = Effort(Budget(24), Budget(6), Budget(4))


def played(name: str, decisions: int, players: int = 2) -> Match:
    match, rng = game(name).new(players=players, seed=7), random.Random(1)
    for _ in range(decisions):
        seat = match.pending[0]
        match.hand_in(seat, chosen(bots.level("neighbour"), match, seat, rng))
    return match


def test_whoever_has_to_block_is_told_so(solved: Callable[[str], ModuleType]) -> None:
    match = Game(solved("tic_tac_toe").GAME).new(players=2, seed=1)
    for square in (1, 5, 2):
        match.play(match.pending[0], {"kind": "mark", "args": {"square": square}})
    best, *others = hinted(match, 1, Effort(Budget(2000), Budget(1), Budget(400)), 1)
    assert match.game.declaration.actions.decode(best.actions[0])[1] == {"square": 3}
    assert all(best.chance > 0.2 + each.chance for each in others)
    scores = [each.score for each in (best, *others) if each.score is not None]
    assert len(scores) == 1 + len(others)
    assert scores[0] > max(scores[1:])


def test_only_what_ends_the_game_is_told_to_be_sure(solved: Callable[[str], ModuleType]) -> None:
    """The first player completes the upper row, or will complete one of two: the second one may miss nothing then."""
    match = Game(solved("tic_tac_toe").GAME).new(players=2, seed=1)
    for square in (1, 4, 2, 5):
        match.play(match.pending[0], {"kind": "mark", "args": {"square": square}})
    options = hinted(match, 0, Effort(Budget(2000), Budget(1), Budget(400)), 1)
    best, *others = told_options(match, 0, options, "en")
    assert (options[0].chance, best.chance) == (1.0, "100\N{NO-BREAK SPACE}%")
    assert all(0 < each.chance < 1 for each in options[1:])
    assert not {"0\N{NO-BREAK SPACE}%", "100\N{NO-BREAK SPACE}%"} & {each.chance for each in others}
    nearly = [Option(options[0].actions, chance, 0.0) for chance in (0.998, 0.002)]
    told = [each.chance.split("\N{NO-BREAK SPACE}")[0] for each in told_options(match, 0, nearly, "en")]
    assert told == ["99", "1"]


def test_the_first_is_what_tycoon_does_with_the_same_effort_and_the_same_number() -> None:
    match = played("the_estates", 20)
    seat = match.pending[0]
    view = match.perfect_memory(seat)
    thought = Search(match.rules).think(view, seat, LITTLE.choice, 5, engine=Compiled(match.rules))
    options = hinted(match, seat, LITTLE, 5)
    assert options[0].actions == (thought.best.action,)
    doubt = looking_ahead(match.game.declaration, 2).doubt
    assert options[0].chance == pytest.approx((1 - doubt) * thought.best.chances[seat] + doubt / 2)
    assert options == hinted(match, seat, LITTLE, 5)


def test_other_sums_of_the_same_bid_come_after_all_that_is_different() -> None:
    actions = game("the_estates").declaration.actions
    bids = [actions.encode("bid", {"amount": amount}) for amount in (4, 5, 6, 7)]
    drop = actions.encode("pass", {})
    considered = [Considered(each, 10, (0.5 - 0.01 * n, 0.5)) for n, each in enumerate([*bids, drop])]
    found = few_of(game("the_estates").declaration, Thought(tuple(considered), 50), 0)
    assert [action for action, _chance in found] == [bids[0], drop, *bids[1:]]


def test_what_was_left_early_comes_after_what_was_looked_at_longer_however_lucky_it_was() -> None:
    actions = game("squad_car").declaration.actions
    steps = [actions.encode("ahead", {}), *(actions.encode("half_turn", {"side": side}) for side in (0, 1))]
    looked_at = zip(steps, (1320, 1320, 2), (0.52, 0.51, 0.75), strict=True)
    considered = [Considered(step, visits, (chance, 1 - chance)) for step, visits, chance in looked_at]
    lucky_first = Thought((considered[0], considered[2], considered[1]), 2642)
    assert [action for action, _chance in few_of(game("squad_car").declaration, lucky_first, 0)] == steps


def test_larger_choices_are_told_whole_and_each_once() -> None:
    match = played("milton_keynes", 40, 3)
    for _ in range(3):
        seat = match.pending[0]
        if len(match.legal(seat)) > 1:
            options = hinted(match, seat, LEAST, 3)
            assert len({tuple(sorted(each.actions)) for each in options}) == len(options) > 1
            for each in options:
                match.planned(seat, each.actions[:-1])
        match.hand_in(seat, chosen(bots.level("neighbour"), match, seat, random.Random(2)))


def test_two_ways_to_the_same_place_are_one_advice() -> None:
    match, several = played("squad_car", 4), 0
    while not match.over:
        seat = match.pending[0]
        if len(match.legal(seat)) > 3 and "ahead" in {each.kind for each in match.legal(seat)}:
            drives = [each.actions for each in hinted(match, seat, LEAST, 5) if len(each.actions) > 1]
            ends = {str(match.planned(seat, each).view.to_dict()) for each in drives}
            assert len(ends) == len(drives)
            several += len(drives) > 1
        match.hand_in(seat, chosen(bots.level("neighbour"), match, seat, random.Random(2)))
    assert several


def test_what_was_begun_is_gone_on_with() -> None:
    match = played("square_mile", 0, 3)
    rng = random.Random(4)
    while True:
        seat = match.pending[0]
        begun = [each.id for each in match.legal(seat) if each.kind in match.game.declaration.composed][:1]
        if begun and match.planned(seat, begun).goes_on:
            break
        match.hand_in(seat, chosen(bots.level("neighbour"), match, seat, rng))
    options = hinted(match, seat, LITTLE, 3, begun)
    assert options
    for each in options:
        match.planned(seat, [*begun, *each.actions[:-1]])
        assert begun[0] not in each.actions
    told = told_options(match, seat, options, "en", begun)
    assert all(each.words for each in told)


def test_a_sealed_answer_is_advised_without_the_others(solved: Callable[[str], ModuleType]) -> None:
    match = Game(solved("sealed_bids").GAME).new(players=2, seed=3)
    assert len(match.pending) == 2
    alone = hinted(match, 0, LEAST, 9)
    for bid in (match.legal(1)[0], match.legal(1)[-1]):
        match.hand_in(1, [bid])
        assert hinted(match, 0, LEAST, 9) == alone
        match.withdraw(1)


@pytest.mark.parametrize(
    ("language", "less", "often"), [("en", "−10\N{NO-BREAK SPACE}%", "asked Tycoon 2 times"), ("ja", "−10", "2回")]
)
def test_it_is_told_with_its_figures_and_reasons(language: str, less: str, often: str) -> None:
    match = played("the_estates", 0)
    seat = match.pending[0]
    legal = [each.id for each in match.legal(seat)]
    best, other = told_options(match, seat, [Option((legal[0],), 0.6, -3.4), Option((legal[1],), 0.5, 12.0)], language)
    assert best.less == ""
    assert best.expected.endswith("−3.4")
    assert other.less.startswith(less)
    assert best.reasons
    assert best.words != other.words
    assert often in asked_in_words(say(language), "Mori", 2)


def test_figures_of_a_hint_agree_with_each_other() -> None:
    """22.4 % is shown as 22 and 25.6 as 26: then it is 4 less, not 3."""
    match = played("the_estates", 0)
    seat = match.pending[0]
    legal = [each.id for each in match.legal(seat)]
    chances = (0.256, 0.224, 0.2525, 0.2494)
    told = told_options(match, seat, [Option((legal[n % 2],), each, 0.0) for n, each in enumerate(chances)], "en")
    space = "\N{NO-BREAK SPACE}"
    assert [(each.chance, each.less) for each in told] == [
        (f"26{space}%", ""),
        (f"22{space}%", f"−4{space}%"),
        (f"25{space}%", ""),
        (f"25{space}%", f"−1{space}%"),
    ]


def test_what_is_shown_as_equal_is_not_said_to_be_less() -> None:
    """19.4 and 18.6 % are both shown as 19."""
    match = played("the_estates", 0)
    seat = match.pending[0]
    legal = [each.id for each in match.legal(seat)]
    best, other = told_options(match, seat, [Option((legal[0],), 0.194, 0.0), Option((legal[1],), 0.186, 0.0)], "en")
    assert best.chance == other.chance == "19\N{NO-BREAK SPACE}%"
    assert other.less == ""


def test_selling_and_keeping_are_each_told_by_what_they_alone_mean() -> None:
    match, rng = game("the_estates").new(players=2, seed=7), random.Random(1)
    while [each.kind for each in match.legal(match.pending[0])] != ["sell", "keep"]:
        match.hand_in(match.pending[0], chosen(bots.level("neighbour"), match, match.pending[0], rng))
    seat = match.pending[0]
    sell, keep = told_options(match, seat, [Option((each.id,), 0.5, 0.0) for each in match.legal(seat)], "en")
    assert sell.reasons[0].startswith("If you sell:")
    assert keep.reasons[0].startswith("If you keep it:")
    assert not any("If you keep" in each for each in sell.reasons)
    assert not any("If you sell" in each for each in keep.reasons)


def test_sides_win_together() -> None:
    match = played("squad_car", 0, 4)
    seat = match.pending[0]
    (told,) = told_options(match, seat, [Option((match.legal(seat)[0].id,), 0.3, 1.0)], "en")
    assert told.chance == "60\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("language", "robbers", "police"),
    [
        ("en", "cars escaped: about 0.3", "cars captured: about 0.3"),
        ("ja", "逃走する車：約0.3台", "逮捕する車：約0.3台"),
    ],
)
def test_what_may_be_expected_is_told_in_the_words_of_the_game(language: str, robbers: str, police: str) -> None:
    """Nobody scores points in Squad Car: a score of 0.3 is of cars, and of which depends on the side."""
    match = played("squad_car", 5)
    words = match.game.declaration.words
    assert [words.expected(match.look(seat, None, language), "0.3") for seat in range(2)] == [robbers, police]
    seat = match.pending[0]
    (told,) = told_options(match, seat, [Option((match.legal(seat)[0].id,), 0.6, 0.31)], language)
    assert told.expected == (robbers, police)[seat]


@pytest.mark.parametrize(("language", "said"), [("en", "need not win more often"), ("ja", "勝ちやすいとは限りません")])
def test_a_score_that_differs_by_chance_is_left_out_and_one_against_the_chance_is_explained(
    language: str, said: str
) -> None:
    match = played("the_estates", 0)
    seat = match.pending[0]
    one, other = [each.id for each in match.legal(seat)][:2]

    def told(score: float, chance: float = 0.5, *, is_apart: bool = True) -> tuple[bool, str]:
        found = [Option((one,), 0.6, 10.0, is_apart=False), Option((other,), chance, score, is_apart=is_apart)]
        best, second = told_options(match, seat, found, language)
        assert best.expected.endswith("10")
        return bool(second.expected), scores_in_words(say(language), [best, second])

    assert told(12.0, is_apart=False) == (False, "")
    assert told(8.0) == (True, "")
    assert told(12.0, 0.6) == (True, ""), "it is as good"
    shows, aside = told(12.0)
    assert shows
    assert said in aside


def test_scores_are_apart_if_their_difference_is_more_than_worlds_that_differ_anyhow() -> None:
    match = played("the_estates", 20)
    seat = match.pending[0]
    view = match.perfect_memory(seat)
    first, *_others, last = (each.id for each in match.legal(seat))
    effort = Effort(Budget(1), Budget(1), Budget(64))
    same, again, other = expected(match.rules, view, seat, effort, 1, [[first], [first], [last]])
    assert same == again == (same[0], False)
    assert other[1] == (other[0] != same[0])
    few = Effort(Budget(1), Budget(1), Budget(8))
    assert not any(apart for _score, apart in expected(match.rules, view, seat, few, 1, [[first], [last]])), "too few"


@pytest.mark.parametrize(("name", "tells"), [("the_estates", False), ("square_mile", False), ("squad_car", True)])
def test_where_the_instinct_plays_one_world_on_no_score_is_expected_of_it(name: str, tells: bool) -> None:
    """Two dollars more led another way through The Estates, and were said to cost sixty points."""
    match = played(name, 12)
    while len(match.legal(match.pending[0])) < 2:
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    seat = match.pending[0]
    options = hinted(match, seat, LEAST, 1)
    assert [each.score is not None for each in options] == [tells] * len(options)
    assert bool(told_options(match, seat, options, "en")[0].expected) == tells
