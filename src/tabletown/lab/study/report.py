"""A study as one page that needs nothing else, and its figures as a table for other programs."""

import csv
import io
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tabletown.lab.study.charts import foot, histogram, intervals, scale_for, stacked
from tabletown.lab.study.findings import findings, in_short, percent, quantiles, with_interval, written
from tabletown.lab.study.games import pace_of
from tabletown.lab.study.measures import Measure, Told
from tabletown.lab.study.running import Found
from tabletown.rulekit import drawing

SEATS = tuple(f"var(--seat-{number})" for number in range(1, 7))
SIDES = ("var(--seat-2)", "var(--seat-1)")
ONE = ("var(--seat-1)",)
PALETTE = ("var(--seat-2)", "var(--seat-1)", "var(--seat-3)", "var(--seat-4)", "var(--seat-5)", "var(--seat-6)")


@dataclass(frozen=True)
class Row:
    """One variant in a plot: what it is called, the drawing, and what is written behind it."""

    label: str
    plot: Markup
    figures: tuple[tuple[str, str], ...] = ()
    """Name and figure, in the order of the marks."""


@dataclass(frozen=True)
class Plot:
    title: str
    rows: tuple[Row, ...]
    foot: Markup | None = None
    legend: tuple[tuple[str, str], ...] = ()
    """Name and colour."""
    note: str = ""


@dataclass(frozen=True)
class Chapter:
    title: str
    sentences: tuple[str, ...]
    plots: tuple[Plot, ...]


def html_of(found: Found, made_by: str, title: str = "") -> str:
    told = found.told
    declaration = found.plan.game.declaration
    template = environment().get_template("report.html")
    return template.render(
        title=title or f"{declaration.title}: {', '.join(sorted({each.variant.bots for each in told}))}s at play",
        game=declaration.title,
        found=found,
        in_short=in_short(told),
        chapters=[chapter for chapter in chapters(told) if chapter.plots],
        figures=figures_of(told),
        actions=actions_of(told),
        action_sentences=findings("actions", told),
        sides=declaration.sides,
        made_by=made_by,
        version=version("tabletown"),
        tokens=Markup(files(drawing.__package__).joinpath("tokens.css").read_text(encoding="utf-8")),
        style=Markup(files(__package__).joinpath("report.css").read_text(encoding="utf-8")),
    )


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "sentence": sentence,
        "written": written,
        "with_interval": with_interval,
        "thousands": lambda number: f"{number:,}",
    }
    return made


def sentence(text: str) -> str:
    """With a capital, and no line that begins with the sign of a percentage."""
    return f"{text[:1].upper()}{text[1:]}".replace(" %", "\N{NO-BREAK SPACE}%")


def chapters(told: Sequence[Told]) -> list[Chapter]:
    return [
        Chapter("Who wins", tuple(findings("wins", told)), (wins_plot(told),)),
        Chapter("Whose turn is first", tuple(findings("order", told)), order_plots(told)),
        Chapter("How long it lasts", tuple(findings("length", told)), (length_plot(told),)),
        Chapter("How it ends", tuple(findings("endings", told)), (endings_plot(told),)),
        Chapter("Who leads", tuple(findings("lead", told)), lead_plots(told)),
        Chapter("Scores", tuple(findings("scores", told)), score_plots(told)),
    ]


# ---------------------------------------------------------------- plots


def wins_plot(told: Sequence[Told]) -> Plot:
    return shares_plot(told, "wins", "Share of the wins")


def order_plots(told: Sequence[Told]) -> tuple[Plot, ...]:
    if not told[0].of("order"):
        return ()
    return (shares_plot(told, "order", "Share of the wins by the order of turns"),)


def shares_plot(told: Sequence[Told], about: str, title: str) -> Plot:
    shares = [share for each in told for share in each.of(about)]
    scale = scale_for(min(share.low for share in shares), max(share.high for share in shares))
    rows = []
    for each in told:
        own = each.of(about)
        plot = intervals(own, scale, f"Shares of wins with {each.variant.label}", colours_for(each), 1 / len(own))
        rows.append(Row(each.variant.label, plot, tuple((share.name, percent(share.value)) for share in own)))
    return Plot(
        title,
        tuple(rows),
        foot(scale, percent_tick),
        note="The dashed line is a fair share; a bar holds the true share in 95 of 100 studies.",
    )


def colours_for(told: Told) -> Sequence[str]:
    return SIDES if told.of("wins")[0].name != "seat 1" else SEATS


def length_plot(told: Sequence[Told]) -> Plot:
    pace = pace_of(told[0].variant.game)
    middles = [quantiles(each.spread[pace], (0.002, 0.5, 0.99)) for each in told]
    scale = scale_for(min(low for low, _, _ in middles), max(high for _, _, high in middles) + 1, from_zero=True)
    rows = tuple(
        Row(
            each.variant.label,
            histogram(each.spread[pace], scale, middle, f"{pace} with {each.variant.label}"),
            (("mean", written(each.measure("length", pace))), ("median", str(middle))),
        )
        for each, (_, middle, _) in zip(told, middles, strict=True)
    )
    note = "Each bar counts games; the line is the median. Games beyond the last bar are counted in it."
    return Plot(pace.capitalize(), rows, foot(scale, figure_tick), note=note)


def endings_plot(told: Sequence[Told]) -> Plot:
    names = [measure.name for measure in told[0].of("endings")]
    seen = {measure.name for each in told for measure in each.of("endings") if measure.value > 0}
    rows = tuple(
        Row(each.variant.label, stacked(each.of("endings"), PALETTE, f"Endings with {each.variant.label}"))
        for each in told
    )
    coloured = zip(names, itertools.cycle(PALETTE), strict=False)
    legend = tuple((name.replace("_", " "), colour) for name, colour in coloured if name in seen)
    return Plot("Share of the games", rows, legend=legend)


def lead_plots(told: Sequence[Told]) -> tuple[Plot, ...]:
    return (
        measure_plot(told, "lead", "lead changes", "Changes of the lead in a game", from_zero=True),
        measure_plot(told, "lead", "lead settled after", "Part of the game after which the lead is settled"),
    )


def score_plots(told: Sequence[Told]) -> tuple[Plot, ...]:
    if not told[0].of("scores"):
        return ()
    return (
        measure_plot(told, "scores", "winning margin", "How far the winner is ahead of the second", from_zero=True),
        measure_plot(told, "scores", "spread, best to worst", "From the best to the worst", from_zero=True),
    )


def measure_plot(told: Sequence[Told], about: str, name: str, title: str, *, from_zero: bool = False) -> Plot:
    found = [each.measure(about, name) for each in told]
    scale = scale_for(min(each.low for each in found), max(each.high for each in found), from_zero=from_zero)
    rows = tuple(
        Row(
            each.variant.label,
            intervals([measure], scale, f"{title} with {each.variant.label}", ONE),
            (("", written(measure)),),
        )
        for each, measure in zip(told, found, strict=True)
    )
    return Plot(title, rows, foot(scale, percent_tick if found[0].is_share else figure_tick))


def percent_tick(value: float) -> str:
    return f"{100 * value:.10g} %"


def figure_tick(value: float) -> str:
    return f"{value:,.10g}"


# ---------------------------------------------------------------- tables


def figures_of(told: Sequence[Told]) -> list[tuple[str, list[Measure]]]:
    """Every figure but those of actions: its name, and what it is in each variant."""
    names = [(each.about, each.name) for one in told for each in one.measures if each.about != "actions"]
    table: list[tuple[str, list[Any]]] = []
    for about, name in dict.fromkeys(names):
        found = [next((each for each in one.of(about) if each.name == name), None) for one in told]
        table.append((f"{name} wins" if about == "wins" else name.replace("_", " "), found))
    return table


def actions_of(told: Sequence[Told]) -> list[tuple[str, list[tuple[Measure, Measure]]]]:
    verbs = [each.name.partition(":")[0] for each in told[0].of("actions")][::2]
    return [
        (
            verb.replace("_", " "),
            [
                (one.measure("actions", f"{verb}: games with it"), one.measure("actions", f"{verb}: uses a game"))
                for one in told
            ],
        )
        for verb in verbs
    ]


def csv_of(found: Found) -> str:
    """Every figure of every variant, one a line."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        (
            "variant",
            "players",
            "bots",
            "edition",
            "options",
            "seed",
            "games",
            "about",
            "measure",
            "value",
            "low",
            "high",
        )
    )
    for each in found.told:
        variant = each.variant
        options = " ".join(f"{name}={value}" for name, value in variant.options)
        for measure in each.measures:
            table.writerow(
                (
                    variant.label,
                    variant.players,
                    variant.bots,
                    variant.edition.name,
                    options,
                    variant.seed,
                    each.games,
                    measure.about,
                    measure.name,
                    *(f"{number:.6g}" for number in (measure.value, measure.low, measure.high)),
                )
            )
    return text.getvalue()
