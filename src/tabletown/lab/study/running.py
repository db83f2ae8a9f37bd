"""A study is played: as many games of every variant as the wanted precision needs, or as many as were asked for."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from math import ceil
from pathlib import Path

from markupsafe import escape

from tabletown.lab.keeping import Journal
from tabletown.lab.playing import Progress, Setting, Stopped, spans_of
from tabletown.lab.runners import Runner, check_number, on_threads
from tabletown.lab.study.games import CHUNK, columns_of, rows_of, setting_of
from tabletown.lab.study.measures import Told, told_of, wins_of
from tabletown.lab.study.plan import Plan, Variant
from tabletown.rulekit.errors import BadOption

FIRST_LOOK = 960
"""Games after which it is reckoned how many more the precision needs."""
MOST = 10_000_000
"""Games of a variant."""
FINEST, ROUGHEST = 0.1, 50
Bar = Callable[[str], Progress]


@dataclass(frozen=True)
class Found:
    """What came out of a study."""

    plan: Plan
    told: tuple[Told, ...]
    precision: float
    """Wanted, in points; 0 if a number of games was."""

    @property
    def games(self) -> int:
        return sum(each.games for each in self.told)

    def _repr_html_(self) -> str:
        """The report, in a notebook: in a frame, so that its styles stay its own."""
        from tabletown.lab.study.report import html_of

        page = escape(html_of(self, "a notebook"))
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 48rem; border: 0"></iframe>'


def study(
    plan: Plan,
    journal: Path,
    *,
    precision: float = 1.0,
    games: int | None = None,
    runner: Runner | None = None,
    bar: Bar | None = None,
) -> Found:
    """Play what the journal does not hold yet. The same plan gives the same games, whoever plays them.

    Without a number of games, each variant is played until every share of wins is known to `precision` points on
    either side (95 % confidence).
    """
    check_precision(precision, games)
    kept = Journal(journal, columns_of(plan.game.name).names, "variant")
    run = runner or on_threads(1)
    done: list[tuple[Variant, int]] = []
    variant = plan.variants[0]
    try:
        for variant in plan.variants:
            done.append((variant, _play_variant(variant, kept, run, precision, games, bar)))
    except KeyboardInterrupt:
        so_far = [*done, (variant, MOST)] if not any(variant is each for each, _ in done) else done
        found = _found(plan, kept, so_far, precision, games)
        raise Stopped(
            found if found.told else None, found.games, games * len(plan.variants) if games else None
        ) from None
    return _found(plan, kept, done, precision, games)


def _found(plan: Plan, kept: Journal, done: list[tuple[Variant, int]], precision: float, games: int | None) -> Found:
    told = [(each, kept.rows(each, count)) for each, count in done]
    return Found(plan, tuple(told_of(each, rows) for each, rows in told if len(rows)), 0 if games else precision)


def check_precision(precision: float, games: int | None) -> None:
    if not FINEST <= precision <= ROUGHEST:
        raise BadOption(f"The precision is given in points, from {FINEST} to {ROUGHEST}, not {precision!r}.")
    if games is not None:
        check_number("games", games, 1, MOST + 1)


def _play_variant(
    variant: Variant, kept: Journal, run: Runner, precision: float, games: int | None, bar: Bar | None
) -> int:
    """Answers how many games it took; of those that the journal holds, no more are used."""
    wanted = games or FIRST_LOOK
    progress = bar(variant.label) if bar else None
    if progress is not None:
        progress(len(kept.rows(variant, wanted)), wanted)
    setting = cache(lambda: setting_of(variant, bar(f"{variant.label}: compiling") if bar else None))
    while True:
        _play_up_to(variant, wanted, kept, run, setting, progress)
        needed = games or games_needed(variant, kept, wanted, precision)
        if needed <= wanted:
            return wanted
        wanted = needed


def _play_up_to(
    variant: Variant,
    wanted: int,
    kept: Journal,
    run: Runner,
    setting: Callable[[], Setting],
    progress: Progress | None,
) -> None:
    missing = [span for span in spans_of(wanted, CHUNK) if not kept.has(variant, span)]
    if not missing:
        return
    done = wanted - sum(span.games for span in missing)
    with closing(run(partial(rows_of, setting(), variant), missing)) as played:
        for span, rows in played:
            kept.add(variant, rows)
            done += span.games
            if progress is not None:
                progress(done, wanted)


def games_needed(variant: Variant, kept: Journal, played: int, precision: float) -> int:
    """In whole chunks; from the widest interval so far, which narrows with the square root of the games."""
    measures = list(wins_of(variant, kept.rows(variant, played)))
    widest = max((each.high - each.low) / 2 for each in measures)
    if 100 * widest <= precision:
        return played
    return min(MOST, max(played + CHUNK, ceil(played * (100 * widest / precision) ** 2 / CHUNK) * CHUNK))
