"""Playing: whose decision it is, what is refused and why, composed moves, automatic ones."""

import random
from typing import Any

import pytest

import tabletown
from tabletown.match import Action, Game, Match, Refused
from tabletown.match.action import Playable


def play_until(match: Match, kind: str, rng: random.Random) -> int:
    """Random play until a seat may play that kind of action; answers the seat."""
    while True:
        seat = match.pending[0]
        actions = match.legal(seat)
        if any(action.kind == kind for action in actions):
            return seat
        match.play(seat, rng.choice(actions))


def test_the_public_names_are_the_ones_promised(estates: Game) -> None:
    match = tabletown.game("the_estates").new(players=4, seed=7, options={"rounds": 1}, edition=None)
    assert estates in tabletown.games()
    assert estates.players == (2, 3, 4, 5)
    assert (len(match.pending), match.changeable, match.decision) == (1, (), 1)
    assert isinstance(match.legal(match.pending[0])[0], Action)
    assert (match.over, match.ending, match.returns) == (False, None, (0.0,) * 4)


def test_the_same_seed_gives_the_same_match_and_no_seed_another(estates: Game) -> None:
    assert estates.new(seed=7).digest == estates.new(seed=7).digest
    assert estates.new().digest != estates.new().digest


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": 6}, "2, 3, 4, 5 players, not 6"),
        ({"players": True}, "players, not True"),
        ({"options": {"speed": 1}}, "no option 'speed'"),
        ({"options": {"rounds": "many"}}, "takes 1, 2, 3, 4, 5, 6, 7, not 'many'"),
        ({"seed": "abc"}, "A seed is"),
        ({"players": 2, "names": ["Mara"]}, "2 players need 2 names"),
        ({"edition": "/nowhere/edition.toml"}, "cannot be read"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_a_sentence(estates: Game, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tabletown.TabletownError, match=sentence):
        estates.new(**given)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(tabletown.TabletownError, match=r"no game 'chess'; there are .*the_estates"):
        tabletown.game("chess")


def test_an_action_can_be_given_as_itself_its_number_or_its_name(estates: Game) -> None:
    digests = set()
    for form in ("action", "number", "name"):
        match = estates.new(seed=3)
        seat = match.pending[0]
        action = match.legal(seat)[-1]
        forms: dict[str, Playable] = {"action": action, "number": action.id, "name": action.to_dict()}
        match.play(seat, forms[form])
        digests.add(match.digest)
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (10_000, "unknown_action"),
        (-1, "unknown_action"),
        ("stow", "unknown_action"),
        ({"kind": "castle", "args": {}}, "unknown_action"),
        ({"kind": "bid", "args": {"amount": 0}}, "unknown_action"),
        ({"kind": "bid", "args": {"amount": "4"}}, "unknown_action"),
        ({"kind": "bid", "args": {}}, "unknown_action"),
        ({"kind": "bid", "args": {"amount": 4}}, "not_the_time"),
        ([], "no_action"),
    ],
)
def test_a_wrong_action_is_refused_and_changes_nothing(estates: Game, action: object, code: str) -> None:
    match = estates.new(seed=3)
    before = match.record()
    with pytest.raises(Refused) as refused:
        match.play(match.pending[0], action)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert match.record() == before


def test_a_refusal_names_its_rule(estates: Game) -> None:
    match = estates.new(seed=3)
    seat = match.pending[0]
    refusal = match.why_not(seat, {"kind": "bid", "args": {"amount": 1}})
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not_the_time", "TE-T1")
    assert str(refusal).endswith("[TE-T1]")
    assert match.why_not(seat, match.legal(seat)[0]) is None


def test_a_move_out_of_turn_names_whom_the_table_waits_for(estates: Game) -> None:
    match = estates.new(players=2, seed=3, names=["Mara", "Jun"])
    waiting = match.pending[0]
    with pytest.raises(Refused, match=match.names[waiting]) as refused:
        match.play(1 - waiting, 0)
    assert refused.value.code == "not_your_decision"
    assert match.legal(1 - waiting) == []


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None])
def test_there_are_no_other_seats(estates: Game, seat: object) -> None:
    with pytest.raises(Refused) as refused:
        estates.new(players=4, seed=1).play(seat, 0)  # type: ignore[arg-type]
    assert refused.value.code == "no_such_seat"


def test_an_answer_to_an_old_decision_is_refused(estates: Game) -> None:
    match = estates.new(seed=3)
    seat = match.pending[0]
    match.play(seat, 0, decision=1)
    with pytest.raises(Refused) as refused:
        match.play(match.pending[0], match.legal(match.pending[0])[0], decision=1)
    assert refused.value.code == "stale_decision"


def test_nothing_can_be_played_after_the_end(estates: Game) -> None:
    rng = random.Random(5)
    match = estates.new(players=2, seed=5)
    while not match.over:
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    with pytest.raises(Refused) as refused:
        match.play(0, 0)
    assert refused.value.code == "game_is_over"
    assert sum(match.returns) == 1
    assert match.ending in estates.endings


def test_a_composed_move_is_one_entry_and_one_undo(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    cube = {"kind": "choose_cube", "args": {"row": 0, "end": 0}}
    match.play(seat, [{"kind": "stow_check", "args": {}}, cube])
    assert match.steps == 1
    match.undo(seat)
    assert match.steps == 0
    assert match.view(seat).to_dict() == estates.new(players=3, seed=3).view(seat).to_dict()


def test_a_composed_move_is_played_whole_or_not_at_all(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    before = match.record()
    with pytest.raises(Refused) as refused:
        match.play(match.pending[0], [{"kind": "stow_check", "args": {}}, {"kind": "choose_roof", "args": {}}])
    assert refused.value.code == "nothing_to_roof"
    assert match.record() == before


def test_a_composed_move_ends_where_another_player_decides(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    cube = {"kind": "choose_cube", "args": {"row": 0, "end": 0}}
    with pytest.raises(Refused) as refused:
        match.play(match.pending[0], [{"kind": "stow_check", "args": {}}, cube, {"kind": "pass", "args": {}}])
    assert refused.value.code == "not_your_decision"


def test_a_player_who_cannot_outbid_is_passed_by_himself_and_the_log_says_so(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    match.play(seat, [{"kind": "skip_stowing", "args": {}}, {"kind": "choose_cube", "args": {"row": 0, "end": 0}}])
    bidder = match.pending[0]
    match.play(bidder, {"kind": "bid", "args": {"amount": 12}})
    assert match.pending == (seat,)
    automatic = [move for move in match.entries[-1].moves if move.automatic]
    assert [move.seat for move in automatic] == [(bidder + 1) % 3]
    assert len(match.log(seat, since=match.decision - 2)) == 2


def test_the_log_is_told_to_each_viewer_as_far_as_they_may_know(sealed: Game) -> None:
    match = sealed.new(players=3, seed=1)
    for seat in range(3):
        number = match.state.number[seat]  # type: ignore[attr-defined]
        assert [line.text for line in match.log(seat)] == [f"('secret', {{'seat': {seat}, 'number': {number}}})"]
    assert match.log(None) == []


def test_the_view_of_a_spectator_hides_every_secret(sealed: Game) -> None:
    view = sealed.new(players=2, seed=1).view(None).to_dict()
    assert view["rng"] is None
    assert view["number"][:2] == [None, None]


def test_play_until_helper_reaches_a_roof(estates: Game) -> None:
    match = estates.new(players=2, seed=9)
    seat = play_until(match, "choose_roof", random.Random(1))
    left = match.state.roofs_left  # type: ignore[attr-defined]
    match.play(seat, {"kind": "choose_roof", "args": {}})
    assert match.state.roofs_left == left - 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["the_estates", "square_mile", "milton_keynes"])
def test_hidden_money_is_in_nobody_elses_view_and_in_a_perfect_memory(name: str) -> None:
    match = tabletown.game(name).new(players=3, seed=3)
    for viewer in (0, 1, None):
        shown, known = match.view(viewer).to_dict()["cash"], match.perfect_memory(viewer).to_dict()["cash"]
        assert [seat for seat in range(3) if shown[seat] is not None] == ([] if viewer is None else [viewer])
        assert all(known[seat] is not None for seat in range(3))
    opened = tabletown.game(name).new(players=3, seed=3, options={"money": "open"})
    assert opened.view(0) == opened.perfect_memory(0)
