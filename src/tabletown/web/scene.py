"""One position as one viewer sees it: everything that pages are drawn from, and nothing that he may not know."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from types import ModuleType

from markupsafe import Markup

from tabletown.match import Action, Match
from tabletown.match.match import SPECTATOR
from tabletown.match.plan import Plan, Step
from tabletown.rulekit.drawing import Box, Card, Target, ink_token, seat_letters, seat_token
from tabletown.rulekit.language import Say, capitalized
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.rulebooks import Stage

SUMS = {"amount", "price", "thousands"}
"""An argument of such a name is a sum, chosen with slider and number; other arguments name things and are listed."""
LONG_RUN = 2


def unit_of(argument: str) -> str:
    """What stands behind a number."""
    return "k" if argument == "thousands" else ""


@dataclass(frozen=True)
class Amounts:
    """Actions of one kind that differ only in a number: a bid."""

    kind: str
    argument: str
    actions: tuple[Action, ...]

    @property
    def low(self) -> int:
        return self.actions[0].args[self.argument]

    @property
    def high(self) -> int:
        return self.actions[-1].args[self.argument]

    @property
    def unit(self) -> str:
        return unit_of(self.argument)

    @property
    def quick(self) -> list[int]:
        """Sums to tap: the lowest ones, and some on the way to the highest."""
        span = self.high - self.low
        if span < 6:
            return list(range(self.low, self.high + 1))
        return sorted({self.low, self.low + 1, self.low + 2, self.low + span // 4, self.low + span // 2, self.high})

    @property
    def wording(self) -> str:
        """The action's text with {n} for the number, if it can be had that way, else nothing."""
        wording = self.actions[0].text.replace(str(self.low), "{n}", 1)
        return wording if wording.replace("{n}", str(self.high)) == self.actions[-1].text else ""


@dataclass(frozen=True)
class Choices:
    """What a seat can decide now, as a page offers it."""

    amounts: tuple[Amounts, ...]
    on_board: tuple[tuple[str, str], ...]
    """What can be clicked on the board, again as a list: the numbers of its actions, and what it says."""
    plain: tuple[Action, ...]


class Scene:
    """A match at a step (None: now), seen from a seat (None: a spectator)."""

    def __init__(
        self,
        match: Match,
        seat: int | None,
        language: str,
        step: int | None = None,
        drafted: Sequence[Sequence[int]] = (),
    ) -> None:
        self.match = match
        self.seat = seat
        self.language = language
        self.step = step
        self.drafted = drafted
        """The parts of a larger choice that the seat has put together: the scene is the one that they would lead to."""
        self._: Say = match.say(language)

    @property
    def viewer(self) -> int:
        return SPECTATOR if self.seat is None else self.seat

    @cached_property
    def view(self) -> Record:
        return self.plan.view if self.plan else self.match.view(self.seat, self.step)

    @cached_property
    def plan(self) -> Plan | None:
        if not self.drafted or self.seat is None:
            return None
        return self.match.planned(self.seat, [action for part in self.drafted for action in part], self.language)

    @cached_property
    def picture(self) -> ModuleType:
        return self.match.game.declaration.module("drawing.picture")

    @cached_property
    def words(self) -> ModuleType:
        return self.match.game.declaration.module("telling.words")

    is_open = False
    """Whether nothing is hidden."""

    @property
    def is_live(self) -> bool:
        return self.step is None or self.step == self.match.steps

    # ------------------------------------------------------------ the picture

    @cached_property
    def parts(self) -> dict[str, str]:
        drawn: dict[str, str] = self.picture.parts(self._, self.match.rules, self.view, self.viewer, self.match.names)
        return drawn

    @property
    def board_size(self) -> tuple[float, float]:
        return board_size(self.picture, self.match.rules, self.view)

    @cached_property
    def panels(self) -> dict[str, Box]:
        """The parts that stand beside the board, with their place on the whole picture."""
        return panel_boxes(self.picture, self.parts)

    @property
    def board(self) -> dict[str, str]:
        return {name: svg for name, svg in self.parts.items() if name not in self.panels}

    @cached_property
    def cards(self) -> Sequence[Card] | None:
        """What the strip says about each player; None for a game that says no more than the name."""
        cards = getattr(self.picture, "cards", None)
        if cards is None:
            return None
        made: Sequence[Card] = cards(self._, self.match.rules, self.view, self.viewer, self.match.names)
        return made

    @cached_property
    def tokens(self) -> list[Markup]:
        """A token of 28 units for each seat."""
        letters = seat_letters(self.match.names)
        if 'id="pat-1"' in self.picture.defs(self.match.rules):
            return [Markup(seat_token(seat, letter, 0, 0)) for seat, letter in enumerate(letters)]
        return [Markup(ink_token(letter, 0, 0)) for letter in letters]

    # ------------------------------------------------------------ the decision

    @cached_property
    def is_asked(self) -> bool:
        return self.is_live and self.seat is not None and self.seat in self.match.pending

    @cached_property
    def legal(self) -> list[Action]:
        if not self.is_asked or self.seat is None or (self.plan and not self.plan.goes_on):
            return []
        numbers = self.match.rules.legal_actions(self.view, self.seat)
        return [self.match.action(number, self.seat, self.view, self.language) for number in numbers]

    @property
    def drafted_lines(self) -> list[Step]:
        """What each part of the draft is, and does."""
        steps = iter(self.plan.steps if self.plan else ())
        parts = [[next(steps) for _action in part] for part in self.drafted]
        return [
            Step(" · ".join(step.action for step in part), " ".join(step.effect for step in part)) for part in parts
        ]

    @property
    def can_play_draft(self) -> bool:
        """Whether the draft can stand without a further part."""
        kinds = {action.kind for action in self.legal}
        declared = self.match.game.declaration
        return not kinds or (kinds.isdisjoint(declared.closing) and not kinds <= set(declared.composed))

    def changed_figures(self, before: "Scene") -> list[tuple[str, str, str, str]]:
        """What differs on the score sheet from another scene: whose (nothing: one's own), what, and both figures."""
        if self.sheet is None or before.sheet is None:
            return []
        (titles, now), (_titles, then) = self.sheet, before.sheet
        return [
            ("" if seat == self.seat else self.match.names[seat], title, old, new)
            for seat, (row, rows) in enumerate(zip(then, now, strict=True))
            for title, old, new in zip(titles[1:], row[1:], rows[1:], strict=True)
            if old != new
        ]

    @cached_property
    def targets(self) -> list[Target]:
        """Where the legal actions sit."""
        return self._targets([action.id for action in self.legal])

    def _targets(self, actions: list[int]) -> list[Target]:
        if not actions:
            return []
        found: list[Target] = self.picture.targets(self._, self.match.rules, self.view, self.viewer, actions)
        return found

    @cached_property
    def barred(self) -> list[Target]:
        """Where actions of the same kinds sit that are not allowed: each can say why."""
        lit = {(target.x, target.y) for target in self.targets}
        legal = {action.id for action in self.legal}
        shown = {target.action for target in self.targets}
        actions = self.match.game.declaration.actions
        spots: dict[tuple[float, float], Target] = {}
        for kind in {action.kind for action in self.legal if action.id in shown}:
            block = actions.kinds[kind]
            others = [number for number in range(block.offset, block.offset + block.count) if number not in legal]
            for target in self._spots(others):
                if (target.x, target.y) not in lit and self._is_on_picture(target):
                    spots.setdefault((target.x, target.y), target)
        return list(spots.values())

    def _spots(self, impossible: list[int]) -> Iterator[Target]:
        """Where actions would sit that are not allowed. A game need not know a place for what cannot be."""
        for action in impossible:
            try:
                yield from self._targets([action])
            except (ArithmeticError, LookupError, StopIteration, ValueError):
                continue

    def _is_on_picture(self, target: Target) -> bool:
        width, height = self.picture.SIZE
        right, bottom = target.x + target.width, target.y + target.height
        return target.x >= 0 and target.y >= 0 and right <= width and bottom <= height

    @cached_property
    def choices(self) -> Choices:
        shown = {target.action for target in self.targets}
        amounts: list[Amounts] = []
        plain: list[Action] = []
        on_board = [(played_by(target), self.said_by(target)) for target in self.targets]
        listed = {value for value, _text in on_board}
        for kind, same in groupby(self.legal, key=lambda action: action.kind):
            group = tuple(same)
            argument = _number_of(group)
            if argument and group[0].id not in shown:
                amounts.append(Amounts(kind, argument, group))
                continue
            plain += [action for action in group if action.id not in shown]
            on_board += [(str(each.id), each.text) for each in group if each.id in shown and str(each.id) not in listed]
        return Choices(tuple(amounts), tuple(on_board), tuple(plain))

    def said_by(self, target: Target) -> str:
        """What a click would do: a whole composed move has words of its own."""
        return target.label if target.then else self._texts[target.action]

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {action.id: action.text for action in self.legal}

    # ------------------------------------------------------------ words

    @property
    def heading(self) -> str:
        """Where the game stands, in a line, without the game's name."""
        line = self.text.split("\n", 1)[0]
        return capitalized(line.removeprefix(self._(self.match.game.title)).lstrip(":： "))

    @cached_property
    def text(self) -> str:
        """The position in words."""
        said: str = self.words.position(self._, self.match.rules, self.view, self.viewer, self.match.names)
        return said

    @property
    def question(self) -> str:
        if self.seat is None:
            return ""
        asked: str = self.words.question(self._, self.match.rules, self.view, self.seat, self.match.names)
        return asked

    @cached_property
    def sheet(self) -> tuple[list[str], list[list[str]]] | None:
        """The score sheet as the position stands: headers, and a line a seat."""
        sheet = getattr(self.words, "score_sheet", None)
        if sheet is None:
            return None
        made: tuple[list[str], list[list[str]]] = sheet(
            self._, self.match.rules, self.view, self.viewer, self.match.names
        )
        return made

    @property
    def ending(self) -> str:
        if self.match.ending is None:
            return ""
        code = self.match.game.endings.index(self.match.ending) + 1
        said: str = self.words.ending(self._, self.match.rules, code)
        return said

    def waiting_for(self) -> list[str]:
        return [self.match.names[seat] for seat in self.match.pending]

    @cached_property
    def guide(self) -> ModuleType | None:
        return self.match.game.declaration.optional_module("telling.guide")

    @cached_property
    def stages(self) -> list[Stage]:
        """The parts of the turn or the year, with the one that is being played."""
        if self.guide is None:
            return []
        told: list[Stage] = self.guide.stages(self._, self.match.rules, self.view)
        return told

    def clauses(self) -> list[str]:
        """The clauses that the open choices stand on, or else what is being played."""
        known: dict[str, tuple[str, ...]] = self.guide.CLAUSES if self.guide is not None else {}
        named = list(dict.fromkeys(clause for action in self.legal for clause in known.get(action.kind, ())))
        return named or [stage.clause for stage in self.stages if stage.is_now]


def board_size(picture: ModuleType, rules: Namespace, view: Record) -> tuple[float, float]:
    """Of the picture without its panels; it may depend on how many play."""
    made = getattr(picture, "board_size", None)
    size: tuple[float, float] = made(rules, view) if made else getattr(picture, "BOARD", picture.SIZE)
    return size


def _number_of(group: tuple[Action, ...]) -> str:
    """The argument that is a sum, if the actions of a kind differ only in it and without a gap; else nothing."""
    argument = next(iter(group[0].args), "")
    if len(group) < LONG_RUN or len(group[0].args) != 1 or argument not in SUMS:
        return ""
    numbers = [action.args[argument] for action in group]
    return argument if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else ""


_PLACE = re.compile(r'<svg [^>]*?\bx="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"')


def panel_boxes(picture: ModuleType, parts: Mapping[str, str]) -> dict[str, Box]:
    """Where the picture's panels lie, as they say themselves."""
    found: dict[str, Box] = {}
    for name in getattr(picture, "PANELS", ()):
        place = _PLACE.match(parts.get(name, ""))
        if place is not None:
            found[name] = Box(*map(float, place.groups()))
    return found


def played_by(target: Target) -> str:
    """The numbers of the actions that a click plays, as one."""
    return ",".join(map(str, (target.action, *target.then)))
