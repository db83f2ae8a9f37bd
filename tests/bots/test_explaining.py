"""A game explained: what is said of a game whose answers are known, and of games that were really played."""

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from tabletown.bots import choose, level
from tabletown.cli import main
from tabletown.explaining import Analysis, Analyst, Effort
from tabletown.explaining.analysis import FEWEST_WORLDS, LEAST_COST, Better, Outlook, Turn, Unfinished, turns_in
from tabletown.explaining.foretold import chances_in
from tabletown.explaining.parts import carried_out, own_choice
from tabletown.explaining.report import html_of
from tabletown.explaining.telling import happened, told
from tabletown.explaining.weighing import Care, weighing, worth_a_word
from tabletown.match import Game, Match, game, load
from tabletown.rulekit.foretelling import TRUTH
from tabletown.rulekit.look import SPECTATOR

RECORDS = Path(__file__).parents[1] / "games"
LITTLE = Effort(worlds=16, closer=16, steps=12, thought=0.003)


def recorded(name: str, ending: str) -> Match:
    return load((RECORDS / name / "records" / f"{ending}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sold() -> tuple[Match, Analysis]:
    match = recorded("the_estates", "two_rows_complete")
    return match, Analyst(match, LITTLE).analyse()


def played_squares(solved: Callable[[str], ModuleType], *squares: int) -> Match:
    match = Game(solved("tic_tac_toe").GAME).new(players=2, seed=1)
    for square in squares:
        match.play(match.pending[0], {"kind": "mark", "args": {"square": square}})
    return match


@pytest.mark.parametrize("steps", [400, 3])
def test_whoever_does_not_block_is_told_so(solved: Callable[[str], ModuleType], steps: int) -> None:
    """Also where only every second position is looked at, as in games of more than 400 steps."""
    match = played_squares(solved, 1, 5, 2, 9, 3)  # the second player lets the first one fill the upper row
    analysis = Analyst(match, Effort(worlds=400, closer=400, thought=0.4, steps=steps)).analyse()
    (missed,) = [each for each in analysis.better if each.step == 4]
    kind, args = match.game.declaration.actions.decode(missed.best)
    assert (missed.seat, kind, args) == (1, "mark", {"square": 3})
    assert missed.cost > 0.2
    assert analysis.at(3).chances[1] > analysis.at(4).chances[1]
    assert analysis.outlooks[-1].chances == (1.0, 0.0)


def test_an_unfinished_game_is_not_explained(solved: Callable[[str], ModuleType]) -> None:
    with pytest.raises(Unfinished):
        Analyst(played_squares(solved, 1, 5))


def test_chances_are_shares_of_one_win_and_end_as_the_game_did(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    assert analysis.outlooks[0].step == 0
    for each in analysis.outlooks:
        assert sum(each.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in each.known)
    last = analysis.outlooks[-1]
    assert (last.step, last.chances, last.scores, last.known) == (
        match.steps,
        match.returns,
        tuple(map(float, match.scores)),
        match.returns,
    )


def test_nobody_is_sure_to_win_before_the_end() -> None:
    """As the last pouches of Milton Keynes are opened, all worlds that are played on end alike."""
    match = recorded("milton_keynes", "city")
    analyst, before = Analyst(match, LITTLE), match.steps - 1
    raw = chances_in(analyst.engine, match.opened(before), TRUTH, 16, 1, analyst.ahead)
    assert max(raw) == 1.0
    stood = analyst.outlook(before)
    assert 0.9 < max(stood.chances) < 1
    assert min(stood.chances) > 0
    assert sum(stood.chances) == pytest.approx(1)
    ended = analyst.outlook(match.steps)
    assert max(ended.chances) == max(ended.known) == 1.0
    line = Analysis((stood, ended), (Turn(match.steps, 0, 0.0, 1.0),), ())
    (turn,) = told(match, line, "en", "#{step}").turns
    first, last = turn.change.split(" · ")[0].split(" → ")
    assert first not in {SURE, NEVER}
    assert last in {SURE, NEVER}


SURE, NEVER = "100\N{NO-BREAK SPACE}%", "0\N{NO-BREAK SPACE}%"


def test_the_same_effort_comes_to_the_same(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    assert Analyst(match, LITTLE).outlook(analysis.outlooks[3].step) in analysis.outlooks or (
        Analyst(match, LITTLE).outlook(analysis.outlooks[3].step, LITTLE.closer) == analysis.outlooks[3]
    )


def test_what_a_seat_knew_is_all_that_its_own_chance_depends_on(sold: tuple[Match, Analysis]) -> None:
    """Another order of the unseen roofs is another truth, but nobody knew."""
    match, _analysis = sold
    analyst, other = Analyst(match, LITTLE), Analyst(match, LITTLE)
    seen = {seat: match.view(seat, 5) for seat in range(match.players)}
    other.match = Match.__new__(Match)
    other.match.__dict__ = match.__dict__ | {"opened": lambda _step: match.opened(match.steps)}
    assert analyst.outlook(5).known == other.outlook(5).known
    assert analyst.outlook(5).chances != other.outlook(5).chances
    assert seen == {seat: match.view(seat, 5) for seat in range(match.players)}


def test_sides_win_together() -> None:
    match = recorded("squad_car", "robbers_win")
    analysis = Analyst(match, LITTLE).analyse()
    said = told(match, analysis, "en", "#{step}")
    assert said.summary[0].startswith("Robbers won")
    assert analysis.outlooks[-1].chances == pytest.approx(match.returns)


def line_of(*chances: tuple[float, ...]) -> list[Outlook]:
    return [Outlook(step, each, tuple(0.0 for _ in each), each) for step, each in enumerate(chances)]


def test_a_chance_that_is_back_with_the_next_decision_has_not_turned() -> None:
    fell = line_of((0.55, 0.45), (0.55, 0.45), (0.27, 0.73), (0.52, 0.48), (0.52, 0.48))
    assert turns_in(fell) == turns_in(fell[:1]) == turns_in([]) == []
    (stayed,) = turns_in(line_of((0.5, 0.5), (0.5, 0.5), (0.8, 0.2), (0.78, 0.22), (0.8, 0.2)))
    assert (stayed.step, stayed.before, stayed.after) in {(2, 0.5, 0.8), (2, 0.5, 0.2)}
    assert [turn.step for turn in turns_in(line_of((0.3, 0.7), (0.3, 0.7), (1.0, 0.0)))] == [2]


def test_a_turn_names_whoever_decided_and_among_several_who_won_and_who_lost_most(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    names, space = match.names, "\N{NO-BREAK SPACE}"
    line = line_of((0.42, 0.24, 0.34), (0.2, 0.41, 0.39))
    both = replace(analysis, outlooks=tuple(line), turns=(Turn(1, 0, 0.42, 0.2),), better=())
    (turn,) = told(match, both, "en", "#{step}").turns
    assert turn.who == names[0]
    assert turn.change == f"42{space}% → 20{space}% · {names[1]} 24{space}% → 41{space}%"
    match = recorded("squad_car", "robbers_win")
    line = line_of((0.15, 0.15, 0.35, 0.35), (0.3, 0.3, 0.2, 0.2))
    sides = replace(analysis, outlooks=tuple(line), turns=(Turn(1, 2, 0.35, 0.2),), better=())
    (turn,) = told(match, sides, "en", "#{step}").turns
    assert (turn.who, turn.change) == ("Police", f"70{space}% → 40{space}%"), "they placed a roadblock badly"


@pytest.fixture(scope="module")
def arrested() -> Match:
    """Ben's drive to move 36 arrests one robber; the same eleven moves would have arrested both."""
    return load((Path(__file__).parent / "one_of_two_arrested.json").read_text(encoding="utf-8"))


def test_a_drive_is_looked_into_where_it_went_wrong_not_where_it_began(arrested: Match) -> None:
    better = Analyst(arrested, Effort(worlds=48, thought=0.05)).looked_into(36, 1)
    assert better is not None
    assert better.cost > 0.05
    assert better.best_whole[:7] == better.chosen_whole[:7]
    said = told(arrested, only(arrested, better), "en", "#{step}")
    assert [each.chosen for each in said.better] == ["Drive 11 and arrest Getaway 1"]
    assert [each.best for each in said.better] == ["Drive 11 and arrest Getaway 1, Getaway 2"]


def only(match: Match, *better: Better) -> Analysis:
    """The police lose by move 36 what was sure before."""
    line = line_of(*[(0.0, 1.0)] * 36, *[(0.14, 0.86)] * (match.steps - 35))
    return Analysis(tuple(line), tuple(turns_in(line)), better)


def test_a_swing_names_what_was_done_then_its_effect_and_what_it_cost_whoever_did_it(arrested: Match) -> None:
    missed = Better(36, 1, 3, 4, 0.9, 1.0, (1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1), (1, 1, 1, 1, 1, 1, 1, 3, 4, 2, 1))
    (turn,) = told(arrested, only(arrested, missed), "en", "#{step}").turns
    assert (turn.who, turn.change) == ("Police", "100\N{NO-BREAK SPACE}% → 86\N{NO-BREAK SPACE}%")
    both = "Better: Drive 11 and arrest Getaway 1, Getaway 2."
    assert turn.words == f"Ben: Drive 11 and arrest Getaway 1. {both}"
    (unexplained,) = told(arrested, only(arrested), "en", "#{step}").turns
    assert unexplained.words == (
        "Ben drove squad car 1 to Center Street between 2nd Avenue and 3rd Avenue (11 moves). "
        "Squad car 1 captured getaway car 1."
    )
    (yours,) = told(arrested, only(arrested, missed), "en", "#{step}", viewer=1).turns
    assert yours.words == turn.words.replace("Ben", "You"), "as the log says it"
    last = happened(arrested, arrested.steps, "en")
    assert last.startswith("Ben: Drive 15 and arrest Getaway 2. Squad car 1 captured getaway car 2.")


def test_a_turn_that_the_log_passes_over_says_what_was_decided(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    first, second, *_ = analysis.outlooks
    begun = replace(analysis, outlooks=(first, replace(second, step=1)), turns=(Turn(1, 1, 0.5, 0.3),), better=())
    (turn,) = told(match, begun, "en", "#{step}").turns
    assert turn.words == f"{match.names[1]}: Stow nothing"


def test_less_than_nothing_has_a_real_minus(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    assert match.scores[0] == -4
    assert f"{match.names[0]} −4," in html_of(match, analysis, "en")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_needs_nothing_else_and_its_links_lead_somewhere(sold: tuple[Match, Analysis], language: str) -> None:
    match, analysis = sold
    page = html_of(match, analysis, language)
    assert not re.search(r"<script|<link|(?:src|href|srcset)=\"(?!#|data:)", page)
    links = set(re.findall(r'href="#step-(\d+)"', page))
    assert links <= set(re.findall(r'id="step-(\d+)"', page))
    assert links or not (analysis.turns or analysis.better)
    for name in match.names:
        assert name in page


@pytest.mark.parametrize(("name", "ending"), [("squad_car", "police_win"), ("the_estates", "two_rows_complete")])
def test_an_analysis_plays_about_as_many_worlds_as_its_seconds_are_enough_for(
    name: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, closer looks included; a game of 800 moves had taken eight times as long as was asked for."""
    match = recorded(name, ending)
    analyst, played = Analyst(match), [0]

    def outlook(step: int, worlds: int | None = None) -> Outlook:
        played[0] += worlds or analyst.effort.worlds
        even = (1 / match.players,) * match.players
        return Outlook(step, even, even, even)

    clock = itertools.count(0, 2 * FEWEST_WORLDS)  # a world takes a second
    monkeypatch.setattr("tabletown.explaining.analysis.process_time", lambda: float(next(clock)))
    monkeypatch.setattr(analyst, "outlook", outlook)
    monkeypatch.setattr(analyst, "looked_into", lambda *_: None)
    for seconds in (2_000, 10_000, 100_000):
        analyst.effort = analyst.affordable(seconds)
        played[0] = 0
        analyst.analyse()
        assert 0.05 * min(seconds, 50_000) < played[0] < 0.75 * seconds


def test_the_command_writes_a_report_and_refuses_half_a_game(
    solved: Callable[[str], ModuleType], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = RECORDS / "squad_car" / "records" / "police_win.json"
    output = tmp_path / "report.html"
    assert main(["analyse", str(whole), "-o", str(output), "--seconds", "1"]) == 0
    assert "<svg" in output.read_text(encoding="utf-8")
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps(game("the_estates").new(players=2, seed=1).record()), encoding="utf-8")
    assert main(["analyse", str(begun), "-o", str(tmp_path / "none.html")]) == 2
    assert "not over" in capsys.readouterr().err


def test_moves_are_stopped_as_the_language_does(sold: tuple[Match, Analysis]) -> None:
    match, analysis = sold
    step, taken = next((n, own_choice(each, 1)[0]) for n, each in enumerate(match.entries, 1) if own_choice(each, 1))
    one = replace(analysis, better=(Better(step, 1, taken, taken, 0.2, 0.3),))
    who = match.names[1]
    assert f"Move {step}: {who}, −10" in html_of(match, one, "en")
    assert f"{step}手目：{who}、−10" in html_of(match, one, "ja")
    assert f"{who}：" in happened(match, step, "ja")


@pytest.mark.parametrize(("language", "seen"), [("en", "As {name} saw it: "), ("ja", "{name}から見ると：")])
def test_reasons_call_nobody_you_but_the_reader(sold: tuple[Match, Analysis], language: str, seen: str) -> None:
    """"Sold to you" was said to everybody who read it."""
    match, analysis = sold
    step, taken = next((n, own_choice(each, 1)[0]) for n, each in enumerate(match.entries, 1) if own_choice(each, 1))
    one = replace(analysis, better=(Better(step, 1, taken, taken, 0.2, 0.3),))
    (mine,) = told(match, one, language, "#{step}", viewer=1).better
    assert mine.reasons
    for other in (0, SPECTATOR):
        (theirs,) = told(match, one, language, "#{step}", viewer=other).better
        assert theirs.reasons == (seen.format(name=match.names[1]) + " ".join(mine.reasons),)


def test_among_five_players_a_choice_is_told_that_cost_a_tenth_of_an_even_chance() -> None:
    """To bid nearly all of one's money for the first piece: less than three points of twenty, and worth a word."""
    match, rng = game("the_estates").new(players=5, seed=4), Random(4)
    while not any(action.kind == "bid" for action in match.legal(match.pending[0])):
        seat = match.pending[0]
        match.play(seat, choose(level("neighbour"), match.rules, match.perfect_memory(seat), seat, rng))
    seat = match.pending[0]
    nearly_all = sorted(action.id for action in match.legal(seat) if action.kind == "bid")[-2]
    least = worth_a_word(match, LEAST_COST)
    dear = carried_out(weighing(match, seat, [nearly_all], Care(0.2), least), match.rules, seat)
    assert dear is not None
    assert 0.015 <= least <= dear.cost < 0.03
    assert worth_a_word(game("the_estates").new(players=2, seed=4), LEAST_COST) == 0.03
    assert worth_a_word(game("squad_car").new(players=6, seed=4), LEAST_COST) == 0.03, "of the side, not of a seat"
