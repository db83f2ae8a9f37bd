"""What was found, in sentences: one for whoever reads only the first lines of a report, more for each chapter."""

from collections.abc import Callable, Iterator, Sequence

from tabletown.lab.study.games import pace_of
from tabletown.lab.study.measures import Measure, Told
from tabletown.match import game

SELDOM = 0.05
"""What is done in fewer games than this hardly matters to the game."""
WORTH_TELLING = 0.05
"""Differences between shares of games that are smaller are left to the tables."""


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(share: float) -> str:
    return f"{100 * abs(share):.1f} points"


def figure(number: float) -> str:
    if abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) < 100 else f"{number:.0f}"


def written(measure: Measure) -> str:
    return percent(measure.value) if measure.is_share else figure(measure.value)


def with_interval(measure: Measure) -> str:
    write = percent if measure.is_share else figure
    low = write(measure.low).removesuffix(" %")
    return f"{write(measure.value)} ({low} to {write(measure.high)})"


def findings(chapter: str, told: Sequence[Told]) -> list[str]:
    """The sentences of a chapter, the one that matters most first."""
    return list(CHAPTERS[chapter](told))


# ---------------------------------------------------------------- who wins


def wins(told: Sequence[Told]) -> Iterator[str]:
    for each in sorted(told, key=lambda one: -unfairness(one)):
        yield f"{lead_in(each, told)}{who_wins(each)}"


def unfairness(told: Told) -> float:
    shares = told.of("wins")
    return max(abs(share.value - 1 / len(shares)) for share in shares)


def who_wins(told: Told) -> str:
    shares = told.of("wins")
    fair = 1 / len(shares)
    unfair = [share for share in shares if not share.low <= fair <= share.high]
    unfair.sort(key=lambda share: (-round(abs(share.value - fair), 4), -share.value))
    if not unfair:
        low, high = (choose(share.value for share in shares) for choose in (min, max))
        within = f"all win {percent(low)} to {percent(high)}, fair is {percent(fair)}"
        return f"nobody is better off by where they sit: {within}."
    sides = game(told.variant.game).declaration.sides
    verb, more = "win" if sides else "wins", "more" if unfair[0].value > fair else "less"
    first = (
        f"{unfair[0].name} {verb} {with_interval(unfair[0])}, {points(unfair[0].value - fair)} {more} than a fair part"
    )
    others = [f"{share.name} {percent(share.value)}" for share in shares if share is not unfair[0]]
    return f"{first}; {', '.join(others)}."


def order(told: Sequence[Told]) -> Iterator[str]:
    for each in told:
        if shares := each.of("order"):
            fair = 1 / len(shares)
            first, *later = shares
            others = ", ".join(f"{share.name.removesuffix(' to play')} {percent(share.value)}" for share in later)
            worth = f"{points(first.value - fair)} {'more' if first.value > fair else 'less'} than a fair part"
            if first.low <= fair <= first.high:
                worth = f"which is no more and no less than fair ({percent(fair)})"
            yield f"{lead_in(each, told)}whoever has the first turn wins {with_interval(first)}, {worth}; {others}."


# ---------------------------------------------------------------- one figure, compared


Phrase = Callable[[str], str]


def compared(told: Sequence[Told], about: str, name: str, phrase: Phrase, noun: str, unit: str = "") -> str:
    """One sentence about a figure: as it is, or where it is least and most; or that it makes no difference."""
    found = [(each.measure(about, name), each) for each in told]
    if len(found) == 1:
        return f"{phrase(with_interval(found[0][0]))}."
    (least, low), (most, high) = (choose(found, key=lambda pair: pair[0].value) for choose in (min, max))
    if not most.differs_from(least):
        return f"{noun} hardly depends on what was varied: {written(least)} to {written(most)}{unit}."
    if len(found) == 2:
        return f"{phrase(with_interval(most))} with {named(high)}, and {with_interval(least)} with {named(low)}."
    return (
        f"{phrase(with_interval(most))} with {named(high)} at most, {with_interval(least)} with {named(low)} at least."
    )


def named(told: Told) -> str:
    return f"“{told.variant.label}”"


def lead_in(told: Told, all_told: Sequence[Told]) -> str:
    return f"With {named(told)}, " if len(all_told) > 1 else "In this study, "


def length(told: Sequence[Told]) -> Iterator[str]:
    pace = pace_of(told[0].variant.game)
    yield compared(told, "length", pace, lambda many: f"A game lasts {many} {pace}", "The length of a game", f" {pace}")
    for each in told:
        low, middle, high = quantiles(each.spread[pace], (0.1, 0.5, 0.9))
        half = f"half of all games are over after {middle} {pace}"
        yield f"{lead_in(each, told)}{half}, and four of five last {low} to {high}."


def quantiles(spread: Sequence[tuple[int, int]], wanted: Sequence[float]) -> list[int]:
    whole = sum(count for _, count in spread)
    found = []
    for part in wanted:
        passed = 0
        for value, count in spread:
            passed += count
            if passed >= part * whole:
                found.append(value)
                break
    return found


def endings(told: Sequence[Told]) -> Iterator[str]:
    for each in told:
        ranked = sorted(each.of("endings"), key=lambda measure: -measure.value)
        shares = [f"{said(measure.name)} {percent(measure.value)}" for measure in ranked if measure.value > 0]
        yield f"{lead_in(each, told)}games end like this: {', '.join(shares)}."


def lead(told: Sequence[Told]) -> Iterator[str]:
    yield compared(
        told,
        "lead",
        "lead changes",
        lambda times: f"The lead changes {times} times a game",
        "How often the lead changes",
    )
    yield compared(
        told,
        "lead",
        "lead settled after",
        lambda part: f"Whoever leads in the end has led for good after {part} of the game",
        "When the lead is settled",
    )
    yield compared(
        told,
        "lead",
        "clear winner",
        lambda share: f"There is one clear winner in {share} of games",
        "How often one clearly wins",
    )


def scores(told: Sequence[Told]) -> Iterator[str]:
    if game(told[0].variant.game).declaration.sides:
        return
    yield compared(
        told,
        "scores",
        "winning margin",
        lambda by: f"The winner is ahead of the second by {by} on average",
        "The winning margin",
    )
    yield compared(
        told,
        "scores",
        "spread, best to worst",
        lambda by: f"Between the best and the worst lie {by} on average",
        "The distance from best to worst",
    )


# ---------------------------------------------------------------- what is done


def actions(told: Sequence[Told]) -> Iterator[str]:
    verbs = list(game(told[0].variant.game).declaration.actions.kinds)
    used = {verb: [(each.measure("actions", f"{verb}: games with it"), each) for each in told] for verb in verbs}
    never = [said(verb) for verb, found in used.items() if all(share.value == 0 for share, _ in found)]
    seldom = [
        f"{said(verb)} ({written(max(found, key=value_of)[0])})"
        for verb, found in used.items()
        if 0 < max(share.value for share, _ in found) < SELDOM
    ]
    differing = [
        (max(found, key=value_of), min(found, key=value_of), verb) for verb, found in used.items() if len(found) > 1
    ]
    differing.sort(key=lambda entry: entry[1][0].value - entry[0][0].value)
    told_of = [
        f"{said(verb)} happens in {with_interval(most[0])} of games with {named(most[1])}, and in"
        f" {written(least[0])} with {named(least[1])}."
        for most, least, verb in differing[:3]
        if most[0].value - least[0].value >= WORTH_TELLING and most[0].differs_from(least[0])
    ]
    yield from told_of
    if seldom:
        yield f"Seldom done, in fewer than {100 * SELDOM:.0f} % of games: {', '.join(seldom)}."
    if never:
        yield f"Never done by these bots: {', '.join(never)}."
    if not told_of and not never and not seldom:
        yield "Everything that can be done is done, about as often in every variant."


def value_of(pair: tuple[Measure, Told]) -> float:
    return pair[0].value


def said(name: str) -> str:
    return f"“{name.replace('_', ' ')}”"


CHAPTERS: dict[str, Callable[[Sequence[Told]], Iterator[str]]] = {
    "wins": wins,
    "order": order,
    "length": length,
    "endings": endings,
    "lead": lead,
    "scores": scores,
    "actions": actions,
}


def in_short(told: Sequence[Told]) -> list[str]:
    """One sentence a chapter; of the wins, all that are not fair."""
    unfair = [sentence for sentence in findings("wins", told) if "fair" in sentence][: max(3, len(told))]
    return [
        *unfair,
        *findings("order", told)[: max(3, len(told))],
        *(found[0] for chapter in ("length", "lead", "scores", "actions") if (found := findings(chapter, told))),
    ]
