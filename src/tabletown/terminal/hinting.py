"""What would Tycoon do, asked at a terminal: the best few choices as lines of text, and who has asked how often."""

from collections import Counter
from collections.abc import Iterator

from rich.progress import BarColumn, Progress, TextColumn

from tabletown.explaining.analysis import loops_for
from tabletown.explaining.hinting import Effort, hinted
from tabletown.explaining.telling import ToldOption, asked_in_words, scores_in_words, told_options
from tabletown.match import Match, Refused
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.language import listed, message
from tabletown.terminal.screen import Screen

NOT_ALLOWED = message("This table plays without hints; begin with --hints to have them.")
NOTHING_TO_CHOOSE = message("There is only one thing to do here, so there is nothing to advise.")


class Adviser:
    """Sits beside the people at this screen, if the table allows it."""

    def __init__(self, screen: Screen, match: Match, language: str, *, is_allowed: bool) -> None:
        self.is_allowed = is_allowed
        self._screen, self._match, self._language = screen, match, language
        self._ = match.say(language)
        self._asked: Counter[int] = Counter()
        self._known: dict[tuple[int, int, int], list[ToldOption]] = {}
        """What was said at a decision is said again, and counted once."""

    def advise(self, seat: int) -> None:
        if not self.is_allowed:
            raise Refused("no_hints", NOT_ALLOWED)
        if len(self._match.legal(seat)) < 2:
            raise Refused("nothing_to_choose", NOTHING_TO_CHOOSE)
        question = seat, self._match.decision, len(self._match.drawer.get(seat, ()))
        if question not in self._known:
            self._asked[seat] += 1
            self._known[question] = self._found(seat)
        for option in self._known[question]:
            self._show(option)
        if aside := scores_in_words(self._, self._known[question]):
            self._screen.say(aside, "dim")

    def _found(self, seat: int) -> list[ToldOption]:
        match, _ = self._match, self._
        columns, console = (TextColumn("{task.description}"), BarColumn()), self._screen.console
        with Progress(*columns, console=console, transient=True, disable=not self._screen.in_place) as progress:
            ready = _("Tycoon gets ready; the first time on a machine this takes a while …")
            task = progress.add_task(ready, total=None)

            def report(done: int, whole: int) -> None:
                progress.update(task, completed=done, total=whole)

            Compiled(match.rules).prepare(loops_for(match.game.declaration, match.players), report)
            progress.update(task, description=_("Tycoon thinks …"))
            options = hinted(match, seat, Effort.of(match.rules, match.players), match.decision, report=report)
        return told_options(match, seat, options, self._language)

    def _show(self, option: ToldOption) -> None:
        _ = self._
        self._screen.say(f"* {option.words}", "bold")
        chance = _("chance to win {chance}").format(chance=option.chance)
        figures = listed(_, filter(None, (chance, option.expected)))
        self._screen.say("  " + " ".join(filter(None, (figures, f"({option.less})" if option.less else ""))))
        for reason in option.reasons:
            self._screen.say(f"  {reason}", "dim")

    def told_at_the_end(self) -> Iterator[str]:
        for seat, count in sorted(self._asked.items()):
            yield asked_in_words(self._, self._match.names[seat], count)
