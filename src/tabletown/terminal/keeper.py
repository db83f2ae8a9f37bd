"""What becomes of a game when its players get up: saved, given up, or kept because nobody could be asked."""

from pathlib import Path

from tabletown.match import Match
from tabletown.rulekit.language import Say
from tabletown.terminal.keeping import FileTrouble, Unfinished, record_text, stamped_name, write_text
from tabletown.terminal.screen import OutputClosed, Screen, say_on_stderr


class Keeper:
    """The game's file, and the copy that is kept until there is one."""

    def __init__(self, screen: Screen, match: Match, _: Say, file: Path | None) -> None:
        self.screen = screen
        self.match = match
        self.file = file
        self._ = _
        self._unfinished = Unfinished(match)
        self._kept_items: int | None = len(match.items) or None
        """How much of the log is in the file, or is no person's doing."""

    def begin(self) -> None:
        """Before a person is asked for the first time there is nothing worth keeping."""
        if self._kept_items is None:
            self._kept_items = len(self.match.items)

    @property
    def is_saved(self) -> bool:
        return len(self.match.items) <= (self._kept_items or 0)

    def keep(self) -> None:
        """After every decision of a person: nothing is lost with the terminal."""
        self._unfinished.keep(self.match)

    def save(self, to: Path | None = None) -> None:
        file = to or self.file or Path(stamped_name(self.match))
        if file != self.file and file.exists():
            raise FileTrouble(f"{file} exists already; name another file.")
        write_text(file, record_text(self.match))
        self.file = file
        self._kept_items = len(self.match.items)
        self._unfinished.forget()
        text = self._("Saved. To go on: tabletown play --resume {file}")
        if self.match.over:
            text = self._("Saved. To see it again: tabletown replay {file}")
        self.screen.say(text.format(file=file))

    def close(self) -> None:
        """The game is over: into its file if it has one, or if the person wants it."""
        if not self.is_saved and (self.file is not None or self._is_wanted()):
            self.save()
        self._unfinished.forget()

    def _is_wanted(self) -> bool:
        question = self._("Keep a record of the game?")
        return self.screen.answers_by_person and self.screen.agrees(question, otherwise=False)

    def leave(self) -> None:
        """In the middle of the game, on purpose."""
        if not self.is_saved and self.screen.agrees(self._("Save the game before you leave?"), otherwise=True):
            self.save()
        self._unfinished.forget()

    def interrupted(self) -> None:
        """By Ctrl-C: a person is still asked; a second Ctrl-C, and the copy stays."""
        try:
            self.screen.show("")
            if self.screen.answers_by_person and not self.is_saved:
                self.leave()
                return
        except (KeyboardInterrupt, EOFError, OutputClosed):
            pass
        except FileTrouble as trouble:
            say_on_stderr(str(trouble))
        self.stopped("Interrupted.")

    def stopped(self, why: str) -> None:
        """Say why the game stops when nobody can be asked, and where it is."""
        say_on_stderr(why + self._where_it_is())

    def unread(self) -> None:
        """Nobody reads the output any more, so there is nobody to tell anything: the copy is kept in silence."""
        if not self.is_saved:
            self._unfinished.keep(self.match)

    def _where_it_is(self) -> str:
        if self.is_saved:
            return f" To go on: tabletown play --resume {self.file}" if self.file and self.file.exists() else ""
        self._unfinished.keep(self.match)
        if self._unfinished.path is None:
            return " It could not be kept."
        return f" It is kept; to go on: tabletown play --resume {self._unfinished.path}"
