"""The screen: where text goes and answers come from, be it a terminal, a dumb one, or pipes."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

CLEAR_WITH_HISTORY = "\x1b[H\x1b[2J\x1b[3J"
CURTAIN_LINES = 200
"""What a terminal without a way to clear it gets instead."""
SIMPLER = str.maketrans({"≈": "~", "✔": "*", "…": "~", "−": "-", "→": ">", "—": "-", "–": "-", "·": ".", "’": "'"})
"""Signs for a terminal that has only ASCII."""


def cleaned(text: str) -> str:
    """Without control codes: a name in a record must not steer the terminal. Spaces are all alike there."""
    text = text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{IDEOGRAPHIC SPACE}", "  ")
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


class OutputClosed(Exception):
    """Whoever read our output has gone away."""


class House(Console):
    """Rich's console; a closed pipe is for the caller to hear of."""

    def on_broken_pipe(self) -> None:
        raise OutputClosed


class Plain:
    """An output that can take only some letters: signs are simplified, what is left over becomes a question mark."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        fitting = text.translate(SIMPLER).encode(self.encoding, "replace").decode(self.encoding)
        return self._stream.write(fitting)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def fitting(stream: TextIO) -> TextIO:
    """The stream itself, if it can take all that we write."""
    try:
        "≈✔日本".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return Plain(stream)  # type: ignore[return-value]
    return stream


class Screen:
    """One screen, and the person or the pipe before it."""

    def __init__(self) -> None:
        self.console = House(file=fitting(sys.stdout), highlight=False, soft_wrap=False)
        self.answers_by_person = sys.stdin is not None and sys.stdin.isatty()
        self.in_place = self.console.is_terminal and not self.console.is_dumb_terminal
        """Whether the screen can be cleared and drawn anew."""
        self.answered = 0
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.answers_by_person:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  it gives `input` a line that can be edited, and remembers lines

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, *what: RenderableType, end: str = "\n") -> None:
        with closed_output():
            self.console.print(*what, end=end)

    def write(self, text: str) -> None:
        """Text for another program: no line is broken."""
        with closed_output():
            self.console.file.write(text)

    def say(self, text: str, style: str = "") -> None:
        """Words as they are: brackets in them mean nothing."""
        self.show(Text(cleaned(text), style))

    def complain(self, text: str) -> None:
        """One sentence about something that did not work."""
        if self.in_place and self.answers_by_person:
            self.say(text, "bold red")
        else:
            self.flush()
            say_on_stderr(text)

    def flush(self) -> None:
        with closed_output():
            self.console.file.flush()

    def ask(self, prompt: str) -> str:
        """An answer, as it was typed. EOFError when there are no more."""
        self.flush()
        if self.answers_by_person and self.console.is_terminal:
            answer = input(prompt)
        else:
            if sys.stdin is None:
                raise EOFError
            self.show(Text(prompt), end="")
            self.flush()
            answer = sys.stdin.readline()
            if not answer:
                self.show("")
                raise EOFError
            if not self.answers_by_person:
                self.say(answer.rstrip("\n"))
        self.answered += 1
        return answer.strip()

    def agrees(self, question: str, *, otherwise: bool) -> bool:
        """A yes or a no; an empty answer is the usual one."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if otherwise else 'y/N'}] ").lower()
            if not answer:
                return otherwise
            if answer[0] in "yn":
                return answer[0] == "y"

    def clear(self) -> None:
        if self.in_place:
            with closed_output():
                self.console.clear()

    def draw_curtain(self) -> None:
        """Nothing of what was shown or typed can be seen, scrolled back to or called up again."""
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        with closed_output():
            if self.in_place:
                self.console.file.write(CLEAR_WITH_HISTORY)
            else:
                self.console.file.write("\n" * CURTAIN_LINES)
        self.flush()


@contextlib.contextmanager
def closed_output() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise OutputClosed from None


def say_on_stderr(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(text, file=fitting(sys.stderr), flush=True)


def abandon_output() -> None:
    """Nobody reads it any more: keep Python from complaining about that when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
