"""Records in and out: what is damaged, foreign, truncated or newer is refused, naming the place."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import tabletown
from tabletown.match import BadRecord, Game, Match, Refused, from_state, load, verify
from tabletown.match.chance import commitment, dice_for

Record = dict[str, Any]


@pytest.fixture
def played(estates: Game) -> Match:
    rng = random.Random(4)
    match = estates.new(players=3, seed=4, names=["Mara", "Jun", "Elif"])
    while not match.over:
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    return match


def changed(record: Record, change: Callable[[Record], None]) -> Record:
    other = copy.deepcopy(record)
    change(other)
    return other


def test_a_record_says_everything_that_the_format_promises(played: Match) -> None:
    record = played.record()
    assert record["format"] == "tabletown-record/1"
    assert (record["game"], record["seats"]) == ("the_estates", ["Mara", "Jun", "Elif"])
    assert record["options"] == {"rounds": "1", "money": "hidden", "lowest_requirement": "0"}
    assert record["log"][0].keys() == {"seat", "kind", "args"}
    assert record["ending"] == played.ending
    assert record["result"] == {"scores": list(played.scores), "returns": list(played.returns)}
    assert tabletown.load(json.dumps(record)).record() == record


DAMAGE: list[tuple[Callable[[Record], None], str]] = [
    (lambda r: r.update(format="tabletown-record/2"), "newer format"),
    (lambda r: r.update(format="pgn"), "foreign format"),
    (lambda r: r.pop("format"), "no format"),
    (lambda r: r.update(game="chess"), "not installed"),
    (lambda r: r.update(rules="2+" + r["rules"][2:]), "version 2"),
    (lambda r: r.pop("log"), "damaged at its top: .*log"),
    (lambda r: r.update(surprise=1), "surprise"),
    (lambda r: r["log"][3].pop("kind"), r"damaged at log\[3\]"),
    (lambda r: r["log"][3].update(seat="1"), r"damaged at log\[3\]"),
    (lambda r: r["log"][3].update(kind="castle"), r"log\[3\].*no action 'castle'"),
    (lambda r: r["log"][0].update(seat=(r["log"][0]["seat"] + 1) % 3), r"log\[0\].*nothing to decide"),
    (lambda r: r["log"][0].update(seat=7), r"log\[0\].*no seat 7"),
    (lambda r: r["log"].insert(0, {"kind": "pass", "args": {}, "seat": r["log"][0]["seat"]}), r"log\[0\].*TE-T1"),
    (lambda r: r["log"].insert(0, {"undo": 1, "seat": 0, "consent": False}), r"log\[0\].*nothing to take back"),
    (lambda r: r["log"].pop(), "changed or cut off"),
    (lambda r: r.update(seed="00" * 32), "does not fit the commitment"),
    (lambda r: r["result"]["scores"].reverse(), "result is not the one"),
    (lambda r: r.update(ending=None), "result is not the one"),
    (lambda r: r["options"].update(rounds="99"), "takes 1, 2, 3"),
    (lambda r: r["seats"].extend(["a", "b", "c"]), "2, 3, 4, 5 players, not 6"),
    (lambda r: r["edition"]["money"]["checks_each"].update({"is": 99}), "edition that cannot be played"),
]


@pytest.mark.parametrize(("change", "sentence"), DAMAGE, ids=range(len(DAMAGE)))
def test_a_bad_record_is_refused_with_its_place(played: Match, change: Callable[[Record], None], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        load(changed(played.record(), change))


@pytest.mark.parametrize("text", ["", "{", '{"format": "tabletown-record/1", "ga', "[]", "null", '"text"', b"\xff\xfe"])
def test_text_that_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord, match=r"The file x\.json"):
        load(text, "The file x.json")


def test_a_record_cut_off_anywhere_is_refused(played: Match) -> None:
    text = json.dumps(played.record())
    for length in range(0, len(text), len(text) // 23):
        with pytest.raises(BadRecord):
            load(text[:length])


def test_what_a_seat_saw_holds_no_secret_and_is_not_a_match(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    for _ in range(2):
        for seat in (0, 1):
            match.play(seat, [0, 6])
    seen = match.record(0)
    assert "seed" not in seen
    assert all(step["number"][1] is None and step["number"][0] is not None for step in seen["steps"])
    assert match.record("spectator")["steps"][0]["number"][:2] == [None, None]
    with pytest.raises(BadRecord, match="looked at, not loaded"):
        load(seen)


def test_a_seat_record_needs_a_seat(estates: Game) -> None:
    with pytest.raises(Refused):
        estates.new(seed=1).record(9)


def test_verify_proves_that_the_deal_was_not_changed(played: Match) -> None:
    verified = verify(played.record(), played.commitment)
    assert verified.digest == played.digest
    assert verified.over
    with pytest.raises(BadRecord, match="not the one committed to"):
        verify(played.record(), commitment(b"x" * 32))


def test_a_seed_swapped_together_with_its_commitment_is_found_out(played: Match) -> None:
    seed = b"x" * 32
    swapped = changed(played.record(), lambda r: r.update(seed=seed.hex(), commitment=commitment(seed)))
    with pytest.raises(BadRecord):
        verify(swapped, played.commitment)


def test_chance_cannot_be_told_from_earlier_chance() -> None:
    dice = {dice_for(b"s" * 32, entry, move) for entry in range(100) for move in range(10)}
    assert len(dice) == 1000
    assert dice_for(b"s" * 32, 11, 1) != dice_for(b"s" * 32, 1, 11)


def test_a_match_can_start_at_a_given_position(played: Match, estates: Game) -> None:
    state = played.fork(at=40).state
    match = from_state(estates, {**state.to_dict(), "rng": None}, seed=1)
    assert match.players == 3
    assert match.view(None).to_dict() == played.view(None, step=40).to_dict()
    match.play(match.pending[0], match.legal(match.pending[0])[0])
    assert load(match.record()).digest == match.digest


NONSENSE: list[tuple[Callable[[Record], None], str]] = [
    (lambda s: s.pop("cash"), "no field 'cash'"),
    (lambda s: s.update(weather=1), "'weather' that the game does not know"),
    (lambda s: s.update(phase="bid"), "phase takes a whole number"),
    (lambda s: s["cash"].append(3), "cash takes a list of 5 entries"),
    (lambda s: s["cash"].__setitem__(0, 500), r"cash\[0\] takes -128 to 127"),
    (lambda s: s["cash"].__setitem__(0, None), "cash is hidden"),
    (lambda s: s["cash"].__setitem__(0, s["cash"][0] + 1), "does not add up: book 1"),
    (lambda s: s.update(players=9), "players, not 9"),
    (lambda s: s.update(money=4), "'money' takes hidden, open"),
]


@pytest.mark.parametrize(("change", "sentence"), NONSENSE, ids=range(len(NONSENSE)))
def test_a_position_that_cannot_be_is_refused(
    estates: Game, change: Callable[[Record], None], sentence: str
) -> None:
    state = estates.new(players=3, seed=1).state.to_dict()
    with pytest.raises(tabletown.TabletownError, match=sentence):
        from_state(estates, changed(state, change))
