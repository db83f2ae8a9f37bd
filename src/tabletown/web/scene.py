"""One position as one viewer sees it: everything that pages are drawn from, and nothing that they may not know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tabletown.match import Action, Match, Refused
from tabletown.match.plan import Plan, Step
from tabletown.rulekit.actions import Verb
from tabletown.rulekit.drawing import Box, Card, Layout, Svg, Target
from tabletown.rulekit.language import Say, capitalized
from tabletown.rulekit.look import SPECTATOR, Look
from tabletown.rulekit.plainly import ScoreSheet
from tabletown.rulekit.records import Record
from tabletown.rulekit.remembering import once
from tabletown.rulekit.rooms import Picture, Words
from tabletown.rulekit.sheets import Stage
from tabletown.rulekit.staging import Key, Label, Meaning, Tray
from tabletown.web.amounts import Amounts, is_run, kind_of_sum
from tabletown.web.at_table.drafts import alone, asking, is_added
from tabletown.web.faces import face, faces_of

MOST_PRICED = 24
"""Of so many choices each has its figure at once; of more, only the one that is pointed at."""


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
        *,
        is_declined: bool = False,
    ) -> None:
        self.match = match
        self.seat = seat
        self.language = language
        self.step = step
        self.drafted = drafted
        """The parts of a larger choice that the seat has put together: the scene is the one that they would lead to."""
        self.is_declined = is_declined
        """Whether somebody was asked for the first of them and said no."""
        self.wished: tuple[int, ...] = ()
        """What the coach would play: chosen before anybody has chosen."""
        self._: Say = match.say(language)
        self._meanings: dict[tuple[int, ...], Meaning] = {}

    @property
    def viewer(self) -> int:
        return SPECTATOR if self.seat is None else self.seat

    @once
    def view(self) -> Record:
        return self.plan.view if self.plan else self.match.perfect_memory(self.seat, self.step)

    @property
    def at_issue(self) -> str:
        """By which a page knows its question: the decision, and all that has been put together for it.

        A part may grow without another beside it, and others may be put together in the place of as many.
        """
        parts = ("-".join(map(str, part)) for part in self.drafted)
        return ".".join((str(self.match.decision), *parts))

    @once
    def plan(self) -> Plan | None:
        if not self.drafted or self.seat is None:
            return None
        return self.match.planned(self.seat, alone(self.match.game.declaration, self.drafted), self.language)

    @once
    def look(self) -> Look[Any]:
        """What words and pictures are made from."""
        made = Look(self._, self.match.rules, self.viewer, tuple(self.match.names), self.view)
        return made.kept_in(self.match.memory)

    @property
    def picture(self) -> Picture[Any]:
        return self.match.game.declaration.picture

    @property
    def words(self) -> Words[Any]:
        return self.match.game.declaration.words

    is_open = False
    """Whether nothing is hidden."""

    @property
    def is_live(self) -> bool:
        return self.step is None or self.step == self.match.steps

    # ------------------------------------------------------------ the picture

    @once
    def parts(self) -> dict[str, str]:
        return self.picture.parts(self.look)

    @once
    def layout(self) -> Layout:
        return self.picture.layout(self.look)

    @property
    def board_size(self) -> tuple[float, float]:
        return self.layout.board

    @property
    def panels(self) -> Mapping[str, Box]:
        """The parts that stand beside the board, with their place on the whole picture."""
        return self.layout.panels

    @property
    def board(self) -> dict[str, str]:
        panels = self.panels
        return {name: svg for name, svg in self.parts.items() if name not in panels}

    @once
    def cards(self) -> Sequence[Card]:
        """What the strip says about each player."""
        return self.picture.cards(self.look)

    @once
    def tokens(self) -> list[Svg]:
        """A token of 28 units for each seat."""
        return [self.picture.token(self.look, seat) for seat in range(self.match.players)]

    @once
    def faces(self) -> list[Svg]:
        """A face of 48 units for each seat."""
        coloured = self.picture.has_seat_colours
        return [
            face(which, self.look.letters[seat], seat if coloured else None)
            for seat, which in enumerate(faces_of(self.look.names))
        ]

    # ------------------------------------------------------------ the decision

    @once
    def is_asked(self) -> bool:
        return self.is_live and self.seat is not None and self.seat in self.match.pending

    @once
    def legal(self) -> list[Action]:
        if not self.is_asked or self.seat is None or (self.plan and not self.plan.goes_on):
            return []
        numbers = self.match.rules.legal_actions(self.view, self.seat)
        decode, words = self.match.game.declaration.actions.decode, self.words.action
        return [Action(*decode(number), number, words(self.look, number)) for number in numbers]

    @property
    def drafted_lines(self) -> list[Step]:
        """What each part of the draft is, and does; or what comes of them, where the game says it shorter."""
        if short := self._in_short:
            return [Step(line, "") for line in short]
        steps = iter(self.plan.steps if self.plan else ())
        lines = []
        for part in self.drafted:
            asked, done = asking(self.match.game.declaration, part)
            taken = [next(steps) for _action in done or asked]
            said = [*(step.action for step in taken), *(self._said_of(action) for action in asked[-1:] if done)]
            lines.append(Step(" · ".join(said), " ".join(step.effect for step in taken)))
        return lines

    @property
    def _in_short(self) -> Sequence[str]:
        begun = Scene(self.match, self.seat, self.language).look
        return self.match.game.declaration.staging.plan_lines(begun, [each for part in self.drafted for each in part])

    def _said_of(self, action: int) -> str:
        return self.match.action(action, self.viewer, self.view, self.language).text

    @property
    def can_plan_on(self) -> bool:
        """Whether somebody is about to be asked, and the plan can go on as if they declined."""
        if not self.drafted or self.seat is None or len(self.drafted[-1]) != 1 or self.plan is None:
            return False
        instead = self.match.game.declaration.staging.alone(self.look, self.drafted[-1][0])
        if instead is None:
            return False
        before = alone(self.match.game.declaration, [*self.drafted[:-1], (instead,)])
        try:
            return self.match.planned(self.seat, before).goes_on
        except Refused:
            return False

    @property
    def can_play_draft(self) -> bool:
        """Whether the draft can stand without a further part."""
        kinds = {action.kind for action in self.legal}
        declared = self.match.game.declaration
        return not kinds or (kinds.isdisjoint(declared.closing) and not kinds <= set(declared.composed))

    def changed_figures(self, before: "Scene") -> list[tuple[str, str, str, str]]:
        """What differs on the score sheet from another scene: whose (nothing: one's own), what, and both figures."""
        (titles, now), (_titles, then) = self.sheet, before.sheet
        return [
            ("" if seat == self.seat else self.match.names[seat], title, old, new)
            for seat, (row, rows) in enumerate(zip(then, now, strict=True))
            for title, old, new in zip(titles[1:], row[1:], rows[1:], strict=True)
            if old != new
        ]

    @once
    def targets(self) -> list[Target]:
        """Where the legal actions sit."""
        return self.picture.targets(self.look, [action.id for action in self.legal]) if self.legal else []

    @once
    def barred(self) -> list[Target]:
        """Where actions of the same kinds sit that are not allowed: each can say why."""
        lit = {(target.x, target.y) for target in self.targets}
        legal = {action.id for action in self.legal}
        shown = {target.action for target in self.targets}
        actions = self.match.game.declaration.actions
        spots: dict[tuple[float, float], Target] = {}
        for kind in dict.fromkeys(action.kind for action in self.legal if action.id in shown):
            others = [number for number in actions.kinds[kind].actions if number not in legal]
            for target in self.picture.targets(self.look, others):
                if (target.x, target.y) not in lit and self._is_on_picture(target):
                    spots.setdefault((target.x, target.y), target)
        return list(spots.values())

    def _is_on_picture(self, target: Target) -> bool:
        width, height = self.layout.size
        right, bottom = target.x + target.width, target.y + target.height
        return target.x >= 0 and target.y >= 0 and right <= width and bottom <= height

    @once
    def tray(self) -> Tray | None:
        """What a choice of two sides is made of; not beside a draft, which is the same in another way."""
        if not self.legal or self.drafted:
            return None
        return self.match.game.declaration.staging.tray(self.look)

    @once
    def pad(self) -> Sequence[Key]:
        """Steps with a button of their own."""
        return self.match.game.declaration.staging.pad(self.look) if self.legal else ()

    @once
    def choices(self) -> Choices:
        shown = {target.action for target in self.targets}
        stepped = {step.action for step in self.pad}
        amounts: list[Amounts] = []
        plain: list[Action] = []
        on_board = [(played_by(target), self.said_by(target)) for target in self.targets]
        listed = {value for value, _text in on_board}
        kinds = self.match.game.declaration.actions.kinds
        for (kind, *_others), same in groupby(self.legal, key=lambda action: kind_of_sum(action, kinds)):
            group = tuple(same)
            verb = kinds[kind]
            if group[0].id not in shown and is_run(group, verb):
                amounts.append(self._sums(verb, group))
                continue
            if self.tray and kind in self.tray.replaces:
                continue
            group = tuple(action for action in group if action.id not in stepped)
            plain += [action for action in group if action.id not in shown]
            on_board += [(str(each.id), each.text) for each in group if each.id in shown and str(each.id) not in listed]
        return Choices(tuple(amounts), tuple(on_board), tuple(plain))

    def _sums(self, verb: Verb, group: tuple[Action, ...]) -> Amounts:
        staging = self.match.game.declaration.staging
        suggested = tuple(staging.sums(self.look, verb.name))
        others = tuple(staging.ticks(self.look, verb.name))
        opening = staging.opening(self.look, [action.id for action in group])
        return Amounts(verb, tuple(map(self._in_brief, group)), suggested, others, opening)

    @once
    def first_choice(self) -> list[int]:
        """What is chosen before anybody has chosen: a sum to begin with, the first place, or the first answer.

        A choice that goes on step by step may end where it stands.
        """
        if found := self._wished_choice:
            return found
        if self.drafted:
            closing = self.match.game.declaration.closing
            ends = [action.id for action in self.legal if self.pad and action.kind in closing]
            return ends[:1] or [sums.first.id for sums in self._only_sums]
        if self.choices.amounts:
            return [self.choices.amounts[0].first.id]
        if (ordinary := self.match.game.declaration.staging.ordinary(self.look)) is not None:
            return [ordinary]
        if self.choices.on_board:
            return [int(each) for each in self.choices.on_board[0][0].split(",")]
        if self.tray and self.tray.folded:
            return [self.tray.first]
        return [action.id for action in self.choices.plain[:1]]

    @property
    def _only_sums(self) -> tuple[Amounts, ...]:
        """The sum that is asked for, where nothing else can be chosen."""
        only, *others = (self.choices.amounts, self.choices.on_board, self.choices.plain)
        return only if len(only) == 1 and not any(others) else ()

    @property
    def _wished_choice(self) -> list[int]:
        return self.at_one_go(self.wished)

    def at_one_go(self, actions: Sequence[int]) -> list[int]:
        """As much of a larger choice as can be chosen at once, with a place, a sum or a button."""
        places = [[int(each) for each in played.split(",")] for played, _text in self.choices.on_board]
        fitting = [place for place in places if place == list(actions[: len(place)])]
        others = {action.id for each in self.choices.amounts for action in each.actions}
        others |= {action.id for action in self.choices.plain}
        return max(fitting, key=len) if fitting else [each for each in actions[:1] if each in others]

    def first_of(self, amounts: Amounts) -> Action:
        """The sum that is named to begin with: the coach's, or the game's."""
        return next((action for action in amounts.actions if [action.id] == self._wished_choice), amounts.first)

    @once
    def first_meaning(self) -> Meaning:
        """What that, or what is drafted, would mean."""
        return self.meaning(self.first_choice) if self.first_choice or self.drafted else Meaning()

    def meaning(self, actions: Sequence[int]) -> Meaning:
        """Of actions that come after what is drafted; told from the view before all of them."""
        asked = self._after_the_draft(actions)
        if asked not in self._meanings:
            staging = self.match.game.declaration.staging
            self._meanings[asked] = staging.meaning(self._before_the_draft.look, [*asked])
        return self._meanings[asked]

    def _after_the_draft(self, actions: Sequence[int]) -> tuple[int, ...]:
        return (*(action for part in self.drafted for action in part), *actions)

    @property
    def _before_the_draft(self) -> "Scene":
        """Not kept where it is this one: what holds itself waits for the sweeper."""
        return self._without_the_draft if self.drafted else self

    @once
    def _without_the_draft(self) -> "Scene":
        return Scene(self.match, self.seat, self.language)

    @once
    def is_planned_out(self) -> bool:
        """Whether nothing can be added to what is drafted: it leads to where somebody else decides."""
        return bool(self.drafted) and self.viewer not in self.look.deciding

    @property
    def _so_far(self) -> "Scene":
        """Where the game stands: not where others decide after a plan that nobody has played yet."""
        return self._before_the_draft if self.is_planned_out else self

    def is_added(self, actions: Sequence[int]) -> bool:
        """Whether to choose these only adds them to the plan: another button plays it."""
        parts = tuple(tuple(part) for part in self.drafted)
        try:
            return self.seat is not None and bool(actions) and is_added(self.match, self.seat, parts, actions)
        except Refused:
            return False

    @once
    def priced(self) -> dict[str, Label]:
        """What stands on every choice that has a button or a place of its own, by the numbers that it plays."""
        played = [*map(played_by, self.targets), *(str(action.id) for action in self.choices.plain)]
        if len(played) > MOST_PRICED:
            return {}
        return {each: self._label([int(number) for number in each.split(",")]) for each in played}

    def _label(self, actions: Sequence[int]) -> Label:
        """Of actions that come after what is drafted."""
        asked = self._after_the_draft(actions)
        staging = self.match.game.declaration.staging
        label = None if asked in self._meanings else staging.label(self._before_the_draft.look, asked)
        return self.meaning(actions).label if label is None else label

    def _in_brief(self, action: Action) -> Action:
        """A sum with the game's shorter words for it, if there are any: beside it stands much else."""
        words = self.match.game.declaration.staging.brief(self.look, action.id)
        return replace(action, text=words) if words else action

    def said_by(self, target: Target) -> str:
        """What a click would do: a whole composed move has words of its own."""
        return target.label if target.then or target.is_whole else self._texts[target.action]

    @once
    def _texts(self) -> dict[int, str]:
        return {action.id: action.text for action in self.legal}

    # ------------------------------------------------------------ words

    @property
    def heading(self) -> str:
        """Where the game stands, in a line, without the game's name."""
        return capitalized(self.words.heading(self._so_far.look))

    @once
    def text(self) -> str:
        """The position in words."""
        return self.words.position(self.look)

    @property
    def question(self) -> str:
        return "" if self.seat is None else self.words.question(self.look)

    @once
    def sheet(self) -> ScoreSheet:
        """The score sheet as the position stands: headers, and a line a seat."""
        return self.words.score_sheet(self.look)

    @property
    def ending(self) -> str:
        if self.match.ending is None:
            return ""
        return self.words.ending(self.look, self.match.game.endings.index(self.match.ending) + 1)

    def waiting_for(self) -> list[str]:
        return [self.match.names[seat] for seat in self.match.pending]

    @once
    def stages(self) -> list[Stage]:
        """The parts of the turn or the year, with the one that is being played."""
        return self.match.game.declaration.guide.stages(self._so_far.look)

    def clauses(self) -> list[str]:
        """The clauses that the open choices stand on, or else what is being played."""
        known = self.match.game.declaration.guide.clauses
        named = list(dict.fromkeys(clause for action in self.legal for clause in known.get(action.kind, ())))
        return named or [stage.clause for stage in self.stages if stage.is_now]


def played_by(target: Target) -> str:
    """The numbers of the actions that a click plays, as one."""
    return ",".join(map(str, (target.action, *target.then)))


class OpenScene(Scene):
    """A finished game with all hands open."""

    is_open = True

    @once
    def view(self) -> Record:
        return self.match.opened(self.step)


def scene_of(match: Match, step: int, seat: int | None, language: str, *, is_open: bool) -> Scene:
    """A step of a game that somebody looks back at; whoever has no seat sees all of one that is open."""
    kind = OpenScene if seat is None and is_open else Scene
    return kind(match, seat, language, step)
