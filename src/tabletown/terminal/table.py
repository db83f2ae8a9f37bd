"""A game at this screen: people take turns before it, bots answer for themselves."""

import random
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from tabletown import bots
from tabletown.bots.temper import PLAIN, tempers_in_words, tempers_of
from tabletown.match import Match, Refused
from tabletown.match.action import Playable
from tabletown.match.between import has_secrets_from
from tabletown.rulekit.errors import BadState, TabletownError
from tabletown.rulekit.inked import Panel
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import SPECTATOR
from tabletown.rulekit.plainly import looked_up
from tabletown.rulekit.staging import in_words
from tabletown.rulekit.teaching import what_is_what
from tabletown.terminal.choices import (
    Answer,
    Choice,
    Command,
    Explain,
    Pick,
    Try,
    Unclear,
    choices_of,
    understood,
)
from tabletown.terminal.coaching import Coach
from tabletown.terminal.ending import show_listings, show_result
from tabletown.terminal.explaining import clauses_of, show_clauses, show_why_nots
from tabletown.terminal.hinting import Adviser
from tabletown.terminal.inking import YOUR_MOVE, height_of, in_columns, laid_out
from tabletown.terminal.keeper import Keeper
from tabletown.terminal.keeping import FileTrouble
from tabletown.terminal.screen import OutputClosed, Screen, cleaned
from tabletown.terminal.seats import Seat

MOST_NEWS = 12
SEALED_LINES = 3
"""What the commitment takes on a small screen."""
PATIENCE = 100
"""So many unclear answers in a row from a pipe, and nobody is there who learns."""
DONE, BAD, INTERRUPTED = 0, 2, 130
COACH = "yellow"


class Left(Exception):
    """The person has left the table."""


class Table:
    """One game from here to its end."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        seats: Sequence[Seat],
        language: str,
        file: Path | None,
        coach: Coach | None = None,
        *,
        hints: bool | None = None,
    ) -> None:
        """`hints` says whether one may ask what Tycoon would do; as usual that is so where one person plays."""
        self.screen = screen
        self.match = match
        self.seats = seats
        self.language = language
        self.coach = coach
        self._ = match.say(language)
        self.keeper = Keeper(screen, match, self._, file)
        self._read: dict[int, int] = {}
        """How many lines of the log each person has read."""
        self._before_screen: int | None = None
        """Whose view is on the screen."""
        self._refused: Refused | None = None
        self._unclear = 0
        self._levels = {seat: bots.level(each.player) for seat, each in enumerate(seats) if not each.is_person}
        tempers = tempers_of(match.game.declaration, match.seed, self._who_look_ahead)
        self._bots = {
            seat: level.bot_with(match.rules, tempers.get(seat, PLAIN)).seated()
            for seat, level in self._levels.items()
        }
        self._rng = random.Random(match.seed)
        allowed = len(self._people) == 1 if hints is None else hints
        self._adviser = Adviser(screen, match, language, is_allowed=allowed)

    # ------------------------------------------------------------ the course of the game

    def run(self) -> int:
        """Play on to the end; answers the exit code."""
        try:
            while not self.match.over:
                seat = self.match.pending[0]
                if seat in self._bots:
                    self._let_bot_play(seat)
                else:
                    self._let_person_play(seat)
            self._show_end()
        except Left:
            return DONE
        except KeyboardInterrupt:
            self.keeper.interrupted()
            return INTERRUPTED
        except EOFError:
            self.keeper.stopped(self._why_no_more())
            return BAD
        except FileTrouble as trouble:
            self.keeper.stopped(str(trouble))
            return BAD
        except OutputClosed:
            self.keeper.unread()
            raise
        return DONE

    def _why_no_more(self) -> str:
        if self._unclear >= PATIENCE:
            return f"The last {PATIENCE} answers meant nothing here, so the game stops."
        if self.screen.answered == 0:
            return (
                "Nobody answers: there is no terminal and no input. "
                "Play in a terminal, or give one answer a line on the standard input."
            )
        return "There are no more answers, and the game is not over."

    def _let_bot_play(self, seat: int) -> None:
        if self.coach is not None and (scripted := self.coach.scripted(seat)):
            self.match.hand_in(seat, scripted)
            return
        view = self.match.perfect_memory(seat)
        self.match.play(seat, self._bots[seat].choose(view, seat, bots.USUAL_BUDGET, self._rng))

    def _let_person_play(self, seat: int) -> None:
        """Ask until the seat has made its move."""
        self.keeper.begin()
        self._draw_curtain_for(seat)
        self._show_table(seat)
        before = self._standing(seat)
        while self._standing(seat) == before:
            self._ask(seat)
        self.keeper.keep()

    def _standing(self, seat: int) -> tuple[int, int]:
        """Changes with every move, with every part of a sealed answer, and with every undo."""
        return self.match.decision, len(self.match.drawer.get(seat, ()))

    @property
    def _people(self) -> list[int]:
        return [seat for seat, each in enumerate(self.seats) if each.is_person]

    # ------------------------------------------------------------ what the screen shows

    def _draw_curtain_for(self, seat: int) -> None:
        """Between two people who have secrets from each other, a screen that shows neither's."""
        others = [each for each in self._people if each != seat]
        is_handed_on = self._before_screen != seat and self.screen.answers_by_person
        if is_handed_on and has_secrets_from(self.match, seat, others):
            self.screen.draw_curtain()
            self._before_screen = None
            name = self.match.names[seat]
            self.screen.say(self._("The screen goes to {name}.").format(name=name), "bold")
            self.screen.ask(self._("{name}, press Enter when nobody else looks.").format(name=name) + " ")
            self.screen.draw_curtain()
        self._before_screen = seat

    def _show_table(self, seat: int) -> None:
        """The board, what happened since the seat looked last, the question and the choices."""
        screen, match = self.screen, self.match
        panels = self._panels(seat)
        choices = self._choices(seat)
        listed = in_columns([(str(choice.number), choice.text(self._)) for choice in choices], screen.width)
        question = match.question(seat, self.language)
        if len(self._people) > 1:
            question = f"{match.names[seat]}: {question}"
        asked = Text(cleaned(question), YOUR_MOVE)
        screen.clear()
        screen.show(laid_out(panels, screen.width))
        below = len(asked.wrap(screen.console, screen.width)) + listed.row_count + 1
        room = screen.height - height_of(panels, screen.width) - below
        if not self._read and (room > SEALED_LINES or not screen.in_place):
            self._show_commitment()
            room -= SEALED_LINES
        said = list(self.coach.lines(seat)) if self.coach is not None else []
        self._show_news(seat, room - sum(len(Text(line).wrap(screen.console, screen.width)) for line in said))
        for line in said:
            screen.say(self._coached(line), COACH)
        screen.show(asked)
        screen.show(listed)

    def _panels(self, viewer: int) -> list[Panel]:
        return self.match.game.declaration.letters.panels(self.match.look(viewer, None, self.language))

    def _show_news(self, seat: int, room: int) -> None:
        """What the seat has not read yet; on a small screen as much as fits, without pushing the board away."""
        lines = self.match.log(seat, self.language)
        news = lines[self._read.get(seat, 0) :]
        fitting = min(MOST_NEWS, room) if self.screen.in_place else len(news)
        if self.coach is not None and seat not in self._read:  # a lesson begins in the middle of a game
            fitting = min(MOST_NEWS, fitting)
        if fitting <= 0:
            return
        self._read[seat] = len(lines)
        if len(news) > fitting:
            hidden = len(news) - fitting + 1
            self.screen.say(self._("… {n} lines more: l shows the log").format(n=hidden), "dim")
            news = news[hidden:]
        elif self.screen.in_place and len(news) < fitting:
            self.screen.say("")
        for line in news:
            self.screen.say(line.text)

    def _choices(self, seat: int) -> list[Choice]:
        declared, legal = self.match.game.declaration, self.match.legal(seat, self.language)
        if not legal:
            name = self.match.names[seat]
            raise BadState(f"{name} is asked and nothing is allowed; see tabletown check {declared.name}.")
        return choices_of(declared.actions, legal)

    def _show_end(self) -> None:
        """The last position, how it ended, and the score sheet."""
        viewer = self._people[0] if len(self._people) == 1 else SPECTATOR
        if viewer == SPECTATOR and len(self._people) > 1 and self.screen.answers_by_person:
            self.screen.draw_curtain()
        panels = self._panels(viewer)
        self.screen.clear()
        self.screen.show(laid_out(panels, self.screen.width))
        self._read.setdefault(viewer, max(self._read.values(), default=0))
        self._show_news(viewer, self.screen.height - height_of(panels, self.screen.width) - len(self.seats) - 8)
        if self.coach is not None and (done := self.coach.farewell()):
            self.screen.say(self._coached(done), COACH)
        show_result(self.screen, self.match, viewer, self.language)
        for told in self._tempers():
            self.screen.show(told)
        for line in self._adviser.told_at_the_end():
            self.screen.say(line)
        self.keeper.close()

    def _tempers(self) -> list[str]:
        """What kind of players the bots were that looked ahead."""
        looked_ahead = {seat: self.match.names[seat] for seat in self._who_look_ahead}
        return tempers_in_words(self._, self.match.game.declaration, self.match.seed, looked_ahead)

    @property
    def _who_look_ahead(self) -> list[int]:
        return [seat for seat, level in self._levels.items() if level.searches]

    # ------------------------------------------------------------ one answer

    def _ask(self, seat: int) -> None:
        typed = self.screen.ask("> ")
        choices = self._choices(seat)
        try:
            if not typed:
                self._show_table(seat)
            else:
                kinds = tuple(self.match.game.declaration.actions.kinds)
                self._do(seat, understood(self._, typed, choices, kinds))
            self._unclear = 0
        except Unclear as error:
            self._not_understood(str(error))
        except Refused as refused:
            self._refused = refused
            rule = f" [{refused.rule}]" if refused.rule else ""
            text = self._("{refusal} Type ? to read the rule.") if refused.rule else "{refusal}"
            self._not_understood(text.format(refusal=refused.said(self._) + rule))
        except TabletownError as trouble:
            self.screen.complain(str(trouble))

    def _not_understood(self, sentence: str) -> None:
        self.screen.complain(sentence)
        self._unclear += 1
        if not self.screen.answers_by_person and self._unclear >= PATIENCE:
            raise EOFError

    def _do(self, seat: int, answer: Answer) -> None:
        if isinstance(answer, Pick):
            self._play(seat, self._picked(answer))
        elif isinstance(answer, Try):
            self._play(seat, {"kind": answer.kind, "args": answer.args})
        elif isinstance(answer, Explain):
            self._explain(seat, answer.choice)
        else:
            self._obey(seat, answer)

    def _picked(self, pick: Pick) -> Playable:
        """An amount that is not legal is refused by the rules, who know why."""
        choice, amount = pick.choice, pick.amount
        if amount is None and len(choice.actions) == 1:
            return choice.actions[0]
        if amount is None:
            typed = self.screen.ask(self._("How much, {low} to {high}?").format(low=choice.low, high=choice.high) + " ")
            if not typed.lstrip("-").isdigit():
                raise Unclear(self._("“{typed}” is no amount.").format(typed=typed))
            amount = int(typed)
        return {"kind": choice.kind, "args": {choice.money: amount}}

    def _play(self, seat: int, action: Playable) -> None:
        self.match.play(seat, action)
        self._refused = None
        self._get_ready()

    def _get_ready(self) -> None:
        """Whoever looks ahead at this table can do so as soon as it is compiled."""
        loops = self.coach.loops if self.coach is not None else ()
        bots.get_ready(self.match.rules, self._levels.values(), self.match.players, loops)

    def _explain(self, seat: int, choice: Choice | None) -> None:
        declaration = self.match.game.declaration
        if choice is not None:
            self.screen.say(choice.actions[0].text, "bold")
            self._show_meaning(seat, choice.actions[0].id)
            show_clauses(self.screen, declaration, clauses_of(declaration, choice.kind), self.language)
        elif self._refused is not None and self._refused.rule is not None:
            self.screen.say(self._refused.said(self._), "bold")
            show_clauses(self.screen, declaration, [self._refused.rule], self.language)
            self._refused = None
        else:
            self.screen.say(self._("What is not possible now, and why (? and a number explains a choice):"), "bold")
            show_why_nots(self._, self.screen, self.match, seat, self.language)

    def _show_meaning(self, seat: int, action: int) -> None:
        """What the choice would mean in figures, as the stage in the browser says it."""
        look = self.match.look(seat, None, self.language)
        for line in in_words(look, self.match.game.declaration.staging.meaning(look, [action])):
            self.screen.say(f"- {line}")

    def _obey(self, seat: int, command: Command) -> None:
        if command.name == "undo":
            self._undo(seat)
        elif command.name == "save":
            self.keeper.save(Path(command.rest) if command.rest else None)
        elif command.name in {"why", "coach"}:
            self._ask_coach(seat, command.name)
        elif command.name == "hint":
            self._adviser.advise(seat)
        elif command.name == "log":
            self._show_log(seat)
        elif command.name in {"forecast", "aid"}:
            self._show_sheets(seat, command.name)
        elif command.name == "help":
            self._show_help(seat)
        else:
            self.keeper.leave()
            raise Left

    def _ask_coach(self, seat: int, what: str) -> None:
        """Why, or to do what the coach would."""
        if self.coach is None:
            raise Unclear(self._("No coach sits here: begin with `tabletown learn`, or `play --coach`."))
        if what == "why":
            for line in self.coach.why(seat):
                self.screen.say(self._coached(line), COACH)
        else:
            self.match.hand_in(seat, self.coach.wish(seat))
            self._get_ready()

    def _show_log(self, seat: int) -> None:
        for line in self.match.log(seat, self.language):
            self.screen.say(line.text)

    def _show_sheets(self, seat: int, which: str) -> None:
        match = self.match
        look = match.look(seat, None, self.language)
        sheets = match.game.declaration.sheets
        listings = [*looked_up(look), *what_is_what(look)] if which == "aid" else sheets.forecast(look)
        show_listings(self.screen, listings)
        if not listings:
            self.screen.say(self._("This game has no tables to look at."))

    def _show_help(self, seat: int) -> None:
        self._show_goal(seat)
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for key, meaning in (
            ("1, 2, 3 …", self._("choose; Enter alone shows the table again")),
            ("? 3", self._("what choice 3 would mean, and which rules it stands on")),
            ("?", self._("the rule behind the last refusal; else what is not possible now, and why")),
            ("u", self._("take your last move back")),
            ("s, s FILE", self._("save the game")),
            ("l", self._("everything that has happened")),
            *(self._coach_keys() if self.coach is not None else ()),
            *([("t, hint", self._("what Tycoon would do here"))] if self._adviser.is_allowed else []),
            ("f", self._("what may come of the position")),
            ("a", self._("the figures to look up, and what is what")),
            ("q", self._("leave the table; you are asked whether to save")),
        ):
            grid.add_row(Text(key, "bold"), meaning)
        self.screen.show(grid)
        self._show_commitment()
        named = self._("An action can also be named, with its arguments as name=number: {kinds}.")
        self.screen.say(named.format(kinds=", ".join(self.match.game.declaration.actions.kinds)), "dim")

    def _show_goal(self, seat: int) -> None:
        """What the game is about, and what is being played."""
        look, declared = self.match.look(seat, None, self.language), self.match.game.declaration
        for sentence in declared.teaching.goal(look).sentences:
            self.screen.say(sentence)
        phases = declared.teaching.phases(look)
        for stage in declared.guide.stages(look):
            if stage.is_now and stage.phase in phases:
                self.screen.say(f"{phases[stage.phase].name}: {phases[stage.phase].words}", "bold")

    def _coached(self, line: str) -> str:
        return self._("Coach: {line}").format(line=line)

    def _coach_keys(self) -> Sequence[tuple[str, str]]:
        return (("w", self._("why the coach says so")), ("c", self._("do what the coach would")))

    def _show_commitment(self) -> None:
        sealed = self._("The deal is sealed by {commitment}: tabletown verify compares it with the record.")
        self.screen.say(sealed.format(commitment=self.match.commitment), "dim")

    # ------------------------------------------------------------ taking back

    def _undo(self, seat: int) -> None:
        """By the one rule; further back only if everybody agrees. Bots always do."""
        match = self.match
        refusal = match.can_undo(seat)
        if refusal is None:
            match.undo(seat)
        elif self._last_own_step(seat) is None:
            raise refusal
        elif self._others_agree(seat, refusal):
            steps = self._last_own_step(seat)
            while steps is not None and match.steps > steps:
                match.undo(seat, consent=True)
        else:
            raise refusal
        self._read = {reader: min(lines, len(match.log(reader))) for reader, lines in self._read.items()}

    def _last_own_step(self, seat: int) -> int | None:
        """How many steps there were before the seat's last decision."""
        for step, entry in reversed(list(enumerate(self.match.entries))):
            if any(move.seat == seat and not move.automatic for move in entry.moves):
                return step
        return None

    def _others_agree(self, seat: int, refusal: Refused) -> bool:
        others = [self.match.names[other] for other in self._people if other != seat]
        if not others:
            return True
        self.screen.say(refusal.said(self._))
        question = self._("{names}: do you all agree?").format(names=listed(self._, others))
        return self.screen.agrees(question, otherwise=False)
