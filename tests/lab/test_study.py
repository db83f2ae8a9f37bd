"""Studies: the same games whoever plays them, kept as they come, told in sentences with their intervals."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletown import bots
from tabletown.bots.bot import Bot
from tabletown.bots.games import play_game
from tabletown.lab import Stopped
from tabletown.lab.playing import Rows, Span
from tabletown.lab.runners import Chunk, Done, Runner, on_threads
from tabletown.lab.runners import Found as Result
from tabletown.lab.study import Found, Measure, Plan, Told, Variant, plan_of, study
from tabletown.lab.study.charts import scale_for
from tabletown.lab.study.findings import findings, in_short
from tabletown.lab.study.games import CHUNK, columns_of, rows_of, setting_of
from tabletown.lab.study.measures import measures_of, told_of
from tabletown.lab.study.plan import read_players, read_varied
from tabletown.lab.study.report import csv_of, html_of
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.loops import WHOLE_WIN
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs

GAMES = 2 * CHUNK + 100


def of_visitors(**more: Any) -> Plan:
    return plan_of("the_estates", levels=["visitor"], **{"players": (2, 3), **more})


class Counting(Runner):
    """A runner that plays here, the last span first, and stops after some."""

    def __init__(self, at_most: int = 100) -> None:
        self.played = 0
        self.at_most = at_most

    def __call__(self, work: Callable[[Chunk], Result], chunks: Iterable[Chunk]) -> Done[Chunk, Result]:
        for chunk in reversed(list(chunks)):
            if self.played == self.at_most:
                raise KeyboardInterrupt
            self.played += 1
            yield chunk, work(chunk)


def test_who_plays_and_in_which_order_makes_no_difference(tmp_path: Path) -> None:
    plan = of_visitors(vary={"money": ["hidden", "open"]}, players=(3,))
    one = study(plan, tmp_path / "one", games=GAMES, runner=on_threads(2))
    other = study(plan, tmp_path / "other", games=GAMES, runner=Counting())
    assert one.told == other.told
    assert [told.variant.label for told in one.told] == ["money=hidden", "money=open"]
    assert [told.games for told in one.told] == [GAMES, GAMES]


def test_an_interrupted_study_keeps_what_was_played_and_goes_on(tmp_path: Path) -> None:
    plan, file = of_visitors(), tmp_path / "games.csv.gz"
    with pytest.raises(Stopped) as stopped:
        study(plan, file, games=GAMES, runner=Counting(4))
    assert [told.games for told in stopped.value.so_far.told] == [GAMES, 100]
    assert "Interrupted after 1,160 of 2,120 games" in str(stopped.value)
    rest = Counting()
    found = study(plan, file, games=GAMES, runner=rest)
    assert rest.played == 2
    assert found.told == study(plan, tmp_path / "anew", games=GAMES).told


def test_a_file_that_was_cut_loses_its_last_chunk_only(tmp_path: Path) -> None:
    plan, file = of_visitors(players=(2,)), tmp_path / "games.csv.gz"
    whole = study(plan, file, games=2 * CHUNK)
    file.write_bytes(file.read_bytes()[:-5])
    rest = Counting()
    assert study(plan, file, games=2 * CHUNK, runner=rest).told == whole.told
    assert rest.played == 1
    table = np.genfromtxt(file, delimiter=",", names=True, dtype=None, encoding="utf-8")
    assert sorted(table["game"]) == list(range(2 * CHUNK))


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.csv.gz"
    study(of_visitors(players=(2,)), file, games=6)
    with pytest.raises(TabletownError, match="holds something else"):
        study(plan_of("square_mile", (2,), levels=["visitor"]), file, games=6)
    file.write_text("variant,game\n")
    with pytest.raises(TabletownError, match="no file of games"):
        study(of_visitors(players=(2,)), file, games=6)


def test_games_are_played_until_the_shares_of_wins_are_known_as_well_as_wanted(tmp_path: Path) -> None:
    rough, fine = (study(of_visitors(players=(2,)), tmp_path / "games", precision=points).told[0] for points in (4, 2))
    widths = [max(share.high - share.low for share in told.of("wins")) / 2 for told in (rough, fine)]
    assert widths[0] <= 0.04
    assert widths[1] <= 0.02
    assert rough.games == 2 * CHUNK
    assert 2300 <= fine.games <= 2401 + CHUNK


class Noting(Bot):
    """A player that notes the kinds of what it does."""

    def __init__(self, bot: Bot, noted: list[str]) -> None:
        super().__init__(bot.rules)
        self.bot = bot
        self.noted = noted

    def choose(self, view: Record, seat: int, budget: float, rng: Any, /) -> int:
        action = self.bot.choose(view, seat, budget, rng)
        self.noted.append(self.rules.declaration.actions.decode(action)[0])
        return action

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Any, /) -> int:
        raise NotImplementedError


def test_a_row_says_what_happened_in_its_game() -> None:
    name = "squad_car"
    (variant,) = plan_of(name, levels=["visitor"], seed=3).variants
    rows, columns = rows_of(setting_of(variant), variant, Span(7, 1)), columns_of(name)
    interpreted = rows_of(setting_of(variant, mode="interpreted"), variant, Span(7, 1))
    assert rows.tolist() == interpreted.tolist()
    rules: Namespace = setting_of(variant, mode="interpreted").rules
    noted: list[str] = []
    players = [Noting(bots.level("visitor").bot(rules), noted) for _ in range(variant.players)]
    end, _ = play_game(rules, players, dict(variant.options), (3 << 32) + 7, 1.0)
    for kind in rules.declaration.actions.kinds:
        assert columns.of(rows, f"uses_{kind}") == noted.count(kind)
    assert columns.of(rows, f"{rules.declaration.paced_by}s") == end.to_dict()[rules.declaration.paced_by]
    assert columns.of(rows, "decisions") == len(noted)


def test_wins_are_told_by_the_order_of_turns_where_chance_says_who_begins() -> None:
    """A table of three games: the seats that begin are 2, 0 and 2; the last game is shared by two."""
    (variant,) = plan_of("square_mile", (3,), levels=["visitor"]).variants
    setting, columns = setting_of(variant, mode="interpreted"), columns_of("square_mile")
    players = [bots.level("visitor").bot(setting.rules) for _ in range(3)]
    ends = [play_game(setting.rules, players, dict(variant.options), game, 1.0)[0] for game in range(3)]
    opener = columns.of(rows_of(setting, variant, Span(0, 3)), "opener").tolist()
    assert opener == [end.to_dict()["first"] for end in ends]
    rows = np.zeros((4, len(columns.names)), np.int32)
    columns.of(rows, "opener")[:] = (2, 0, 2, -1)
    columns.shares(rows, 3)[:] = ((0, 0, 60), (60, 0, 0), (30, 30, 0), (0, 60, 0))
    told = told_of(variant, rows)
    assert [each.name for each in told.of("order")] == ["first to play", "second to play", "third to play"]
    assert [each.value for each in told.of("order")] == pytest.approx([2 / 3, 0.5 / 3, 0.5 / 3])
    (said,) = findings("order", [told])
    assert said.startswith("In this study, whoever has the first turn wins 66.7 % (")
    assert said.endswith("which is no more and no less than fair (33.3 %); second 16.7 %, third 16.7 %.")
    assert not measures_about("order", "the_estates")


def measures_about(chapter: str, name: str) -> list[Measure]:
    (variant,) = plan_of(name, (3,), levels=["visitor"]).variants
    rows = rows_of(setting_of(variant, mode="interpreted"), variant, Span(0, 1))
    return [each for each in measures_of(variant, rows) if each.about == chapter]


def test_the_lead_is_counted_as_it_passes_from_one_to_another() -> None:
    """Followed by hand: the scores after each decision of one game, whenever somebody else is to decide."""
    (variant,) = plan_of("the_estates", (3,), levels=["visitor"]).variants
    rules = setting_of(variant, mode="interpreted").rules
    seen: list[tuple[int, list[int]]] = []

    class Watching(Noting):
        def choose(self, view: Record, seat: int, budget: float, rng: Any, /) -> int:
            scores = [0, 0, 0]
            rules.call.scores(view, scores)
            seen.append((seat, scores))
            return self.bot.choose(view, seat, budget, rng)

    players = [Watching(bots.level("visitor").bot(rules), []) for _ in range(3)]
    end, _ = play_game(rules, players, dict(variant.options), 0, 1.0)
    last = [0, 0, 0]
    rules.call.scores(end, last)
    looked = [scores for (before, _), (seat, scores) in zip([(-1, last), *seen], seen, strict=False) if seat != before]
    leader, changes = -1, 0
    for scores in [*looked, last]:
        best = scores.index(max(scores))
        if leader < 0:
            leader = best if min(scores) < max(scores) else -1
        elif scores[best] > scores[leader]:
            leader, changes = best, changes + 1
    assert changes > 0
    rows = rows_of(setting_of(variant), variant, Span(0, 1))
    assert columns_of("the_estates").of(rows, "lead_changes") == changes


def rows_with(name: str, players: int, **columns: list[int]) -> tuple[Variant, Rows]:
    (variant,) = plan_of(name, (players,), levels=["visitor"]).variants
    names = columns_of(name).names
    rows = np.zeros((len(next(iter(columns.values()))), len(names)), np.int32)
    for column, values in columns.items():
        rows[:, names.index(column)] = values
    return variant, rows


def test_sides_share_a_draw_and_a_clear_winner_is_a_whole_side() -> None:
    half, quarter = WHOLE_WIN // 2, WHOLE_WIN // 4
    shares = {f"share_{seat}": [half * (seat < 2), half * (seat >= 2), quarter, quarter] for seat in range(4)}
    told = told_of(*rows_with("squad_car", 4, decisions=[10] * 4, **shares))
    assert [(share.name, share.value) for share in told.of("wins")] == [("robbers", 0.5), ("police", 0.5)]
    assert told.measure("lead", "clear winner").value == 0.5


def test_scores_are_told_by_margin_and_spread() -> None:
    scores = {"score_0": [10, 4], "score_1": [7, 9], "score_2": [1, 5]}
    variant, rows = rows_with("the_estates", 3, decisions=[8, 8], led_since=[4, 6], **scores)
    found = {measure.name: measure.value for measure in measures_of(variant, rows)}
    assert found["winning margin"] == 3.5
    assert found["spread, best to worst"] == 7
    assert found["lead settled after"] == 0.625


def told_with(label: str, *wins: tuple[float, float], turns: tuple[float, float]) -> Told:
    (variant,) = plan_of("the_estates", (len(wins),), levels=["visitor"]).variants
    named = Variant(**{**vars(variant), "label": label})
    told = told_of(named, rows_with("the_estates", len(wins), decisions=[9] * 4)[1])
    others = [measure for measure in told.measures if measure.about not in ("wins", "length")]
    shares = [Measure("wins", f"seat {n + 1}", share, share - e, share + e, True) for n, (share, e) in enumerate(wins)]
    length = Measure("length", "turns", turns[0], turns[0] - turns[1], turns[0] + turns[1])
    return Told(named, 4, (*shares, length, *others), told.spread)


def test_a_difference_is_told_only_where_there_is_one() -> None:
    fair = told_with("A", (0.49, 0.02), (0.51, 0.02), turns=(30.0, 0.5))
    unfair = told_with("B", (0.57, 0.02), (0.43, 0.02), turns=(40.0, 0.5))
    alike = told_with("C", (0.5, 0.02), (0.5, 0.02), turns=(30.2, 0.5))
    assert "nobody is better off" in findings("wins", [fair])[0]
    assert "seat 1 wins 57.0 % (55.0 to 59.0 %), 7.0 points more" in findings("wins", [unfair])[0]
    assert findings("length", [fair, unfair])[0].startswith("A game lasts 40.0 (39.5 to 40.5) turns with “B”")
    assert "hardly depends" in findings("length", [fair, alike])[0]
    assert "30.0 to 30.2 turns" in findings("length", [fair, alike])[0]


class Page(HTMLParser):
    """What a page would fetch or run, and the words on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href")]
        self.fetched += [tag] * (tag in ("script", "link", "iframe"))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return study(of_visitors(), tmp_path_factory.mktemp("study") / "games", games=60)


def test_a_report_needs_nothing_else_and_says_everything(found: Found) -> None:
    page = Page(html_of(found, "tabletown study <the_estates>", "Fish & <b>chips</b>"))
    assert page.fetched == []
    assert "url(" not in re.sub(r"\s", "", page.words)
    for sentence in (*in_short(found.told), "Fish & <b>chips</b>", "tabletown study <the_estates>"):
        assert sentence.casefold() in page.words.replace("\N{NO-BREAK SPACE}", " ").casefold()
    for verb in found.plan.game.declaration.actions.kinds:
        assert verb.replace("_", " ") in page.words


def test_figures_come_as_a_table_too(found: Found) -> None:
    lines = csv_of(found).splitlines()
    assert len(lines) == 1 + sum(len(told.measures) for told in found.told)
    assert lines[1].startswith("2 players,2,visitor,")


@pytest.mark.parametrize(("low", "high"), [(0.48, 0.52), (0, 1), (3, 4711), (0.5, 0.5), (-40, 12)])
def test_a_scale_holds_its_figures_between_round_ends(low: float, high: float) -> None:
    scale = scale_for(low, high)
    assert scale.low <= low <= high <= scale.high
    assert 3 <= len(scale.ticks) <= 8


def test_numbers_of_players_are_read_as_one_several_or_a_range() -> None:
    assert read_players("4", (2, 4, 6)) == [4]
    assert read_players("2, 6", (2, 4, 6)) == [2, 6]
    assert read_players("2..5", (2, 4, 6)) == [2, 4]
    assert read_varied(["end=a,b", "money=open"]) == {"end": ["a", "b"], "money": ["open"]}


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "players": (partial(plan_of, "squad_car", (3,)), "is for 2, 4, 6 players"),
    "range": (partial(read_players, "7..9", (2, 4, 6)), "no number of players"),
    "nonsense": (partial(read_players, "many", (2, 4, 6)), "as 2..4"),
    "option": (partial(plan_of, "squad_car", vary={"colour": ["red"]}), "no option 'colour'"),
    "value": (partial(plan_of, "squad_car", vary={"round_limit": ["7"]}), "takes 25"),
    "twice": (partial(plan_of, "squad_car", vary={"round_limit": ["25", "25"]}), "twice"),
    "both": (partial(plan_of, "squad_car", vary={"round_limit": ["25"]}, options={"round_limit": "50"}), "both varied"),
    "searching": (partial(plan_of, "squad_car", levels=["tycoon"]), "do not search"),
    "unwritten": (partial(read_varied, ["end"]), "option=a,b"),
    "edition": (partial(plan_of, "squad_car", editions=["nowhere.toml"]), "cannot be read"),
    "precision": (lambda: study(of_visitors(), Path("never"), precision=0), "from 0.1"),
    "none": (lambda: study(of_visitors(), Path("never"), games=0), "The number of games"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_studied_is_refused_in_one_sentence(wrong: str) -> None:
    call, expected = WRONG[wrong]
    with pytest.raises(TabletownError) as refused:
        call()
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)
