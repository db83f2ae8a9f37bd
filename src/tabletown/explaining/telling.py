"""An analysis in words and lines, for a reader and a language; pages and reports are made of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.explaining.analysis import Analysis, Better, Outlook, Turn
from tabletown.explaining.hinting import Option
from tabletown.explaining.parts import own_choice, side_size
from tabletown.match import Match, Refused
from tabletown.rulekit.charting import Mark, Scale, line_chart
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import Say, capitalized, headed
from tabletown.rulekit.look import SPECTATOR, Listener, Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import in_words

CHANCES = Scale(0.0, 1.0, [(part / 4, f"{25 * part} %") for part in range(5)])
MOST_REASONS = 2
FEW_POINTS = 10
"""Of so few a fraction is told too."""
TWO = 2
"""What one of so few wins, the other one loses."""
AS_GOOD = 0.005
"""Of the whole win: a smaller difference means nothing."""


@dataclass(frozen=True)
class ToldTurn:
    """A turning point: where, whose chance, what happened."""

    step: int
    who: str
    change: str
    words: str


@dataclass(frozen=True)
class ToldBetter:
    """What would have been better: where, who, what they did and what they might have done, and why."""

    step: int
    who: str
    cost: str
    chosen: str
    best: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class ToldOption:
    """One of the best choices at a decision: what it is, what may come of it, and why."""

    actions: tuple[int, ...]
    words: str
    chance: str
    less: str
    """By how much the chance is lower than that of the best, as both are shown; nothing where it is about the same."""
    expected: str
    """The score that may come of it, in the words of the game; nothing where it is not known, or about the best's."""
    reasons: tuple[str, ...]
    brings_more: bool = False
    """Whether that score is higher than that of the best, though it wins less often."""


@dataclass(frozen=True)
class Told:
    """Everything that a page shows of an analysis."""

    truth: Svg
    known: Svg
    scores: Svg
    turns: tuple[ToldTurn, ...]
    better: tuple[ToldBetter, ...]
    summary: tuple[str, ...]


def percent(share: float) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


ALL_BUT_SURE = 0.99


def shown(chance: float) -> float:
    """Rounded, but what is not sure is not shown as sure."""
    return round(chance if chance in (0.0, 1.0) else min(ALL_BUT_SURE, max(1 - ALL_BUT_SURE, chance)), 2)


def chance_in_words(chance: float) -> str:
    return percent(shown(chance))


def in_figures(score: float, places: int = 0) -> str:
    """With a real minus."""
    return f"{score:,.{places}f}".replace("-", "−")


@dataclass(frozen=True)
class Camps:
    """Who wins together: everybody alone, or the sides of the game."""

    names: tuple[str, ...]
    seats: tuple[tuple[int, ...], ...]

    def of(self, seat: int) -> int:
        return next(number for number, seats in enumerate(self.seats) if seat in seats)

    def together(self, chances: Sequence[float]) -> list[float]:
        return [sum(chances[seat] for seat in seats) for seats in self.seats]


def camps_of(match: Match, _: Say) -> Camps:
    sides = match.game.declaration.sides
    if not sides:
        return Camps(tuple(match.names), tuple((seat,) for seat in range(match.players)))
    size = match.players // len(sides)
    seats = tuple(tuple(range(size * n, size * (n + 1))) for n in range(len(sides)))
    named = (_(side) for side in sides)
    return Camps(tuple(name[:1].upper() + name[1:] for name in named), seats)


def told(match: Match, analysis: Analysis, language: str, link: str, viewer: int = SPECTATOR) -> Told:
    """`link` is where a step is shown, with {step} in it; whoever reads it at their seat is "you"."""
    _, to = match.say(language), listener(match, language, viewer)
    camps = camps_of(match, _)
    steps = [each.step for each in analysis.outlooks]
    truth = [camps.together(each.chances) for each in analysis.outlooks]
    stood = dict(zip(steps, truth, strict=True))
    told_apart = [(each, _whom_it_moved(match, each, stood, camps)) for each in analysis.turns]
    better = {each.step: each for each in analysis.better}
    turns = tuple(
        _told_turn(match, each.step, moved, camps, better.get(each.step), language, viewer)
        for each, moved in told_apart
    )
    marks = [
        Mark(said.step, moved[0].camp, link.format(step=said.step), said.words)
        for said, (_turn, moved) in zip(turns, told_apart, strict=True)
    ]
    known = [[_known(each, seats) for seats in camps.seats] for each in analysis.outlooks]

    def drawn(rows: Sequence[Sequence[float]], label: str, marked: Sequence[Mark]) -> Svg:
        return line_chart(steps, rows, camps.names, CHANCES, marked, label, coloured=True)

    return Told(
        truth=drawn(truth, _("Everybody's chance to win, as things really stood"), marks),
        known=drawn(known, _("Everybody's chance to win, by what each knew"), ()),
        scores=_scores(match, analysis, _),
        turns=turns,
        better=tuple(_told_better(match, each, language, to) for each in analysis.better),
        summary=tuple(_summary(match, analysis, camps, _)),
    )


def _known(outlook: Outlook, seats: Sequence[int]) -> float:
    """What a camp could hope for: the mean of what its seats knew, each for the whole camp."""
    return min(1.0, sum(outlook.known[seat] for seat in seats))


def _scores(match: Match, analysis: Analysis, _: Say) -> Svg:
    rows = [each.scores for each in analysis.outlooks]
    low, high = min(map(min, rows)), max(map(max, rows))
    ticks = [(figure, in_figures(figure)) for figure in sorted({low, (low + high) / 2, high})]
    steps = [each.step for each in analysis.outlooks]
    label = _("The score that everybody could expect")
    return line_chart(steps, rows, match.names, Scale(low, high, ticks), (), label, coloured=True)


def listener(match: Match, language: str, viewer: int) -> Listener:
    return Listener(match.say(language), match.rules, viewer, tuple(match.names))


def happened(match: Match, step: int, language: str, viewer: int = SPECTATOR) -> str:
    """What the log says of the step; of a decision that it passes over in silence what was decided."""
    _, told = match.say(language), match.entries[step - 1].events
    if any(map(match.game.declaration.events.is_final, told)):
        return " ".join(_causes_first(match, step, language, viewer))
    return " ".join(match.sentences(_, told, viewer, opened=True) or _decided(match, step, language, viewer))


def _causes_first(match: Match, step: int, language: str, viewer: int) -> Iterator[str]:
    """What cannot be taken back, such as a capture, is the effect of something: what was done stands before it."""
    _, entry = match.say(language), match.entries[step - 1]
    causes = [each for each in entry.events if _is_done_by(match, each, entry.moves[0].seat)]
    effects = [each for each in entry.events if each not in causes]
    if not causes:
        yield from (_("{sentence}.").format(sentence=each) for each in _decided(match, step, language, viewer))
    yield from match.sentences(_, [*causes, *effects], viewer, opened=True)


def _is_done_by(match: Match, event: Event, seat: int) -> bool:
    events = match.game.declaration.events
    return not events.is_final(event) and events.named(event)[1].get("seat") == seat


def _decided(match: Match, step: int, language: str, viewer: int) -> Iterator[str]:
    """What everybody decided who did, each as a whole."""
    entry, to = match.entries[step - 1], listener(match, language, viewer)
    for seat in dict.fromkeys(move.seat for move in entry.moves):
        look = match.look(seat, step - 1, language)
        actions = own_choice(entry, seat) or [move.action for move in entry.moves if move.seat == seat]
        who = capitalized(to.person(seat)) if seat == viewer else match.names[seat]
        yield headed(look._, who, choice_in_words(look, actions))


def decider(match: Match, step: int) -> int | None:
    """Who alone decided what led to the step."""
    seats = {move.seat for move in match.entries[step - 1].moves if not move.automatic}
    return seats.pop() if len(seats) == 1 else None


@dataclass(frozen=True)
class _Moved:
    """Whose chance a step has changed, from what to what."""

    camp: int
    before: float
    after: float

    @property
    def gain(self) -> float:
        return self.after - self.before

    @property
    def change(self) -> str:
        return f"{chance_in_words(self.before)} → {chance_in_words(self.after)}"


def _whom_it_moved(match: Match, turn: Turn, stood: Mapping[int, Sequence[float]], camps: Camps) -> list[_Moved]:
    """Of two whoever decided: it is told of what they did.

    Of more who won most by it; where that is another tale than who lost most by it, both, the greater change first.
    """
    before = stood[max(step for step in stood if step < turn.step)]
    moved = [_Moved(*each) for each in zip(range(len(camps.names)), before, stood[turn.step], strict=True)]
    lost, *_between, won = sorted(moved, key=lambda each: each.gain)
    if len(moved) <= TWO:
        return [_of_the_decider(match, turn.step, camps, moved) or won]
    return sorted((won, lost), key=lambda each: -round(abs(each.gain), 2))


def _of_the_decider(match: Match, step: int, camps: Camps, moved: Sequence[_Moved]) -> _Moved | None:
    seat = decider(match, step)
    return None if seat is None else moved[camps.of(seat)]


def _told_turn(
    match: Match, step: int, moved: Sequence[_Moved], camps: Camps, better: Better | None, language: str, viewer: int
) -> ToldTurn:
    first, *second = moved
    change = " · ".join([first.change, *(f"{camps.names[each.camp]} {each.change}" for each in second)])
    if better is not None and first.gain < 0 and camps.of(better.seat) == first.camp:
        words = _missed(match, better, language, viewer)
    else:
        words = happened(match, step, language, viewer)
    return ToldTurn(step, camps.names[first.camp], change, words)


def _missed(match: Match, better: Better, language: str, viewer: int) -> str:
    """What was decided, and what would have been better, both in the words of buttons: so they can be compared."""
    _ = match.say(language)
    done = (_("{sentence}.").format(sentence=each) for each in _decided(match, better.step, language, viewer))
    instead = _("Better: {choice}.").format(choice=_better_in_words(match, better, language)[1])
    return " ".join([*done, instead])


def _better_in_words(match: Match, better: Better, language: str) -> tuple[str, str]:
    """What was done, and what would have been better; a larger choice as a whole."""
    look = match.look(better.seat, better.step - 1, language)
    chosen, best = better.chosen_whole or (better.chosen,), better.best_whole or (better.best,)
    return choice_in_words(look, chosen), choice_in_words(look, best)


def _told_better(match: Match, better: Better, language: str, to: Listener) -> ToldBetter:
    look = match.look(better.seat, better.step - 1, language)
    chosen, best = _better_in_words(match, better, language)
    reasons = reasons_for(look, better.best_whole or (better.best,))
    if reasons and better.seat != to.viewer:  # they are told to whoever decides: "you" is somebody else there
        reasons = (_as_seen_by(to._, match.names[better.seat], reasons),)
    cost = f"−{percent(better.cost * side_size(match))}"
    return ToldBetter(better.step, to.player(better.seat), cost, chosen, best, reasons)


def _as_seen_by(_: Say, name: str, reasons: Sequence[str]) -> str:
    return _("As {name} saw it: {reasons}").format(name=name, reasons=" ".join(reasons))


def reasons_for(look: Look[Any], actions: Sequence[int]) -> tuple[str, ...]:
    """What speaks for a choice: what it means in figures, as the stage says it."""
    meaning = look.rules.declaration.staging.meaning(look, actions)
    return tuple(in_words(look, meaning.of_this_choice()))[:MOST_REASONS]


def choice_in_words(look: Look[Any], actions: Sequence[int]) -> str:
    """What actions do, as their buttons say it."""
    declared = look.rules.declaration
    means = declared.staging.meaning(look, actions)
    does = [means.begins, means.does] if means.begins else [means.does] if means.does else []
    return " · ".join(does or [declared.words.action(look, action) for action in actions])


def told_options(
    match: Match, seat: int, options: Sequence[Option], language: str, begun: Sequence[int] = ()
) -> list[ToldOption]:
    """A hint for whoever sits there, who has put together what is `begun` of a larger choice."""
    return [_told_option(match, seat, each, options[0], language, begun) for each in options]


def _told_option(
    match: Match, seat: int, option: Option, best: Option, language: str, begun: Sequence[int]
) -> ToldOption:
    look, size, whole = match.look(seat, None, language), side_size(match), [*begun, *option.actions]
    chance, most = (min(1.0, size * each.chance) for each in (option, best))
    less = round(shown(most) - shown(chance), 2) if most - chance >= AS_GOOD else 0.0
    return ToldOption(
        option.actions,
        _option_in_words(match, seat, option.actions, language, begun) if begun else choice_in_words(look, whole),
        chance_in_words(chance),
        f"−{percent(less)}" if less else "",
        _expected(look, option.score) if option.is_apart or option is best else "",
        reasons_for(look, whole) or _effects(match, seat, whole, language),
        option.is_apart and bool(less) and (option.score or 0.0) > (best.score or 0.0),
    )


def _expected(look: Look[Any], score: float | None) -> str:
    if score is None:
        return ""
    return look.rules.declaration.words.expected(look, in_figures(score, int(abs(score) < FEW_POINTS)))


def scores_in_words(_: Say, options: Sequence[ToldOption]) -> str:
    """Said beside choices of which one has the higher score and another one the better chance."""
    return _("More on average need not win more often.") if any(each.brings_more for each in options) else ""


def _option_in_words(match: Match, seat: int, actions: Sequence[int], language: str, begun: Sequence[int]) -> str:
    """What comes after that which was begun."""
    _ = match.say(language)
    if not actions:
        return _("Play your plan as it stands")
    steps = match.planned(seat, [*begun, *actions[:-1]], language).steps[len(begun) :]
    view = match.planned(seat, [*begun, *actions[:-1]], language).view
    return " · ".join([*(step.action for step in steps), match.action(actions[-1], seat, view, language).text])


def _effects(match: Match, seat: int, actions: Sequence[int], language: str) -> tuple[str, ...]:
    """Of a game that tells no meaning: what the log would say, where that is known beforehand."""
    try:
        return tuple(step.effect for step in match.planned(seat, actions, language).steps if step.effect)[:MOST_REASONS]
    except Refused:
        return ()


def asked_in_words(_: Say, name: str, count: int) -> str:
    """What everybody is told at the end of somebody who has asked for hints."""
    if count == 1:
        return _("{name} asked Tycoon once.").format(name=name)
    return _("{name} asked Tycoon {count} times.").format(name=name, count=count)


def _summary(match: Match, analysis: Analysis, camps: Camps, _: Say) -> list[str]:
    """The game in a sentence or two: when it was decided, and who was ahead for most of it."""
    lines = [camps.together(each.chances) for each in analysis.outlooks]
    shares = camps.together(match.returns)
    best = max(shares)
    if shares.count(best) > 1:
        return [_("Nobody won alone.")]
    winner = shares.index(best)
    ahead = sum(1 for row in lines if row[winner] == max(row)) / len(lines)
    decided = next(
        (each.step for n, each in enumerate(analysis.outlooks) if all(row[winner] >= 0.75 for row in lines[n:])),
        analysis.outlooks[-1].step,
    )
    return [
        _("{who} won and led for {share} of the game.").format(who=camps.names[winner], share=percent(ahead)),
        _("From move {step} of {steps} on it was as good as decided.").format(step=decided, steps=match.steps),
    ]
