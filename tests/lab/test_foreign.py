"""Programs and classes of others in the arena: what they are told, and what becomes of those who fail."""

import json
import random
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletown.lab.tournament import NotReady, Outcome, Tournament, hold, plan_tournament, read_entrants
from tabletown.lab.tournament.foreign import Foreign, hello, question
from tabletown.laws.playing import Case, positions
from tabletown.match import game, games
from tabletown.rulekit.errors import TabletownError
from tests.installed import ROOT

PLAYERS = ROOT / "docs" / "players"
PYTHON = shlex.quote(sys.executable)
PATIENT = 100.0
"""Seconds for those who are not to be late, however busy the machine is."""

FAILING = """
import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"ready": True, "language": ""}), flush=True)
    elif told["type"] == "choose":
        %s
"""
DEEDS = {
    "crashed": ("sys.exit('no idea')", r"crashed: it ended with code 1: no idea"),
    "late": ("time.sleep(1000)", r"late: it had no answer after 0.2 s"),
    "nonsense": ("print('I think', flush=True)", r"nonsense: it answered 'I think', which is no JSON object"),
    "illegal": (
        "print(json.dumps({'action': min({0, 1, 2} - {each['id'] for each in told['legal']})}), flush=True)",
        r"illegal: \w+ \{.*\} \(number \d\) was not among its legal actions",
    ),
}


def program(folder: Path, text: str, name: str = "other") -> str:
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return f"{name}=process:{PYTHON} {shlex.quote(str(file))}"


def planned(*bots: str, **more: Any) -> Tournament:
    how = {"players": 2, "games": 2, "seconds": PATIENT, **more}
    return plan_tournament("the_estates", read_entrants(bots), **how)


def told(outcome: Outcome) -> tuple[object, ...]:
    return outcome.results, outcome.standings, outcome.ahead


# ---------------------------------------------------------------- the examples of the documents


def test_the_program_of_the_documents_plays_whole_games_and_the_same_again(tmp_path: Path) -> None:
    any_bot = f"process:{PYTHON} {shlex.quote(str(PLAYERS / 'any_bot.py'))}"
    plan = planned("visitor", any_bot)
    assert plan.names == ["visitor", "any_bot"]
    outcome = hold(plan, tmp_path / "one")
    assert outcome.games == 2
    assert not outcome.notes
    assert told(hold(plan, tmp_path / "other")) == told(outcome)


def test_the_class_of_the_documents_plays_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLAYERS))
    monkeypatch.setenv("PYTHONPATH", str(PLAYERS))
    outcome = hold(planned("visitor", "thrifty:Thrifty"), tmp_path / "journal")
    assert {each.bot for each in outcome.standings} == {"visitor", "Thrifty"}
    assert not outcome.notes


# ---------------------------------------------------------------- those who fail


@pytest.mark.parametrize("fault", DEEDS)
def test_whoever_fails_forfeits_the_game_which_others_play_to_its_end(fault: str, tmp_path: Path) -> None:
    deed, words = DEEDS[fault]
    seconds = 0.2 if fault == "late" else PATIENT
    plan = planned("visitor", program(tmp_path, FAILING % deed), seconds=seconds)
    outcome = hold(plan, tmp_path / "journal")
    by_name = {each.bot: each for each in outcome.standings}
    assert (by_name["other"].forfeits, by_name["other"].wins) == (2, 0)
    assert by_name["visitor"].wins == by_name["visitor"].points == 2
    assert {seat.fault for result in outcome.results for seat in result.seats if seat.bot == "other"} == {fault}
    assert all(result.ending != "unfinished" for result in outcome.results)
    assert len(outcome.notes) == 2
    for note in outcome.notes:
        assert note.startswith("round 1, other - visitor, game ")
        assert re.search(words, note)


NOT_READY = {
    "no such program": ("other=process:/no/such/program", "cannot be started: No such file"),
    "no word": ("import sys; sys.exit(3)", "it ended with code 3"),
    "another word": ("print('{}', flush=True); input()", "is not {\"ready\": true}"),
    "another language": ("print('{\"ready\": true, \"language\": \"fr\"}', flush=True); input()", "language 'fr'"),
}


@pytest.mark.parametrize("case", NOT_READY)
def test_who_is_not_ready_is_named_before_the_first_game(case: str, tmp_path: Path) -> None:
    text, sentence = NOT_READY[case]
    bot = text if text.startswith("other=") else program(tmp_path, text)
    with pytest.raises(NotReady, match="other is not ready to play") as refused:
        hold(planned("visitor", bot), tmp_path / "journal")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [("json:Nothing", "There is no Nothing in json"), ("json:JSONDecoder", "is no bot: it has no choose")],
)
def test_a_class_that_is_no_bot_is_refused(spec: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(TabletownError, match=sentence):
        hold(planned("visitor", spec), tmp_path / "journal")


def test_a_program_that_was_changed_is_another_one(tmp_path: Path) -> None:
    before = planned("visitor", program(tmp_path, "old")).table(1, ("other", "visitor")).digest
    same = planned("visitor", program(tmp_path, "old")).table(1, ("other", "visitor")).digest
    after = planned("visitor", program(tmp_path, "new")).table(1, ("other", "visitor")).digest
    assert before == same != after


# ---------------------------------------------------------------- what they may know

LISTENING = """
import json, random, sys
with open(%r, "a", encoding="utf-8") as heard:
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        told = json.loads(line)
        if told["type"] == "hello":
            print('{"ready": true}', flush=True)
        elif told["type"] == "choose":
            print(json.dumps({"action": told["legal"][0]["id"]}), flush=True)
"""


def listener(folder: Path, case: Case) -> tuple[Foreign, Path]:
    heard = folder / "heard.jsonl"
    (entrant,) = read_entrants([program(folder, LISTENING % str(heard))])
    greeting = hello(case.rules, case.players, case.declaration.read_options({}), PATIENT)
    return Foreign(case.rules, entrant, greeting), heard


@pytest.mark.parametrize("name", [each.name for each in games()])
def test_two_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(name: str, tmp_path: Path) -> None:
    case = Case(game(name).declaration, min(game(name).players))
    rules, chance = case.rules, random.Random(5)
    player, heard = listener(tmp_path, case)
    asked = [(state, seat) for state in positions(case) for seat in rules.pending_seats(state)]
    differed = 0
    try:
        player.begin(1, 0)
        for state, seat in chance.sample(asked, 12):
            other = rules.redealt(rules.concealed(state, seat), seat, chance.getrandbits(30))
            differed += state != other
            for world in (state, other):
                view = rules.concealed(world, seat)
                legal = rules.runs(view, seat)
                player.prefer(view, seat, legal, 1.0, random.Random(1))
        assert player.failure is None
    finally:
        player.leave()
    lines = [line for line in heard.read_bytes().splitlines() if b'"type":"choose"' in line]
    assert len(lines) == 24
    assert differed >= 6
    assert lines[::2] == lines[1::2]


def test_in_a_whole_game_nothing_is_sent_that_would_have_to_be_concealed(tmp_path: Path) -> None:
    """Of Square Mile, with its sealed bids."""
    heard = tmp_path / "heard.jsonl"
    bot = program(tmp_path, LISTENING % str(heard))
    plan = plan_tournament("square_mile", read_entrants([bot, "visitor"]), 2, games=2, seconds=PATIENT)
    outcome = hold(plan, tmp_path / "journal")
    messages = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert {each["type"] for each in messages} == {"hello", "begin", "choose", "end"}
    seeds = {result.seed for result in outcome.results}
    rules, hidden = plan.game.rules(), 0
    asked = [each for each in messages if each["type"] == "choose"]
    assert len(asked) > 20
    for each in asked:
        view, seat = rules.declaration.state.from_dict(each["view"]), each["seat"]
        assert rules.concealed(view, seat) == view
        assert each["view"]["rng"] is None
        hidden += rules.concealed(view, 1 - seat) != view
        assert each["legal"]
        assert all({"id", "kind", "args", "text"} == action.keys() for action in each["legal"])
    assert hidden > 0
    assert not seeds & {each["seed"] for each in messages if each["type"] == "begin"}


def test_words_come_in_the_language_that_was_asked_for() -> None:
    case = Case(game("the_estates").declaration, 2)
    state = positions(case)[0]
    (seat,) = case.rules.pending_seats(state)
    view = case.rules.concealed(state, seat)
    english, japanese, silent = (question(case.rules, view, seat, 5.0, language) for language in ("en", "ja", ""))
    assert english["legal"][0]["text"]
    assert english["legal"][0]["text"] != japanese["legal"][0]["text"]
    assert [each["id"] for each in silent["legal"]] == [each["id"] for each in english["legal"]]
    assert not silent["legal"][0]["text"]
    assert english["question"] != japanese["question"]
    assert "question" not in silent
