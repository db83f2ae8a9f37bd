"""A record shown step by step: by keys in a terminal, all at once into a pipe."""

import sys

from rich.text import Text

from tabletown.rulekit.language import Say, say
from tabletown.terminal.ending import show_result
from tabletown.terminal.inking import laid_out
from tabletown.terminal.screen import Screen, cleaned
from tabletown.terminal.watching import Film

KEYS = {
    "\x1b[C": 1, "\x1bOC": 1, " ": 1, "\r": 1, "\n": 1, "n": 1, "": 1, "j": 1,
    "\x1b[D": -1, "\x1bOD": -1, "p": -1, "\x7f": -1, "k": -1,
    "\x1b[6~": 10, "N": 10,
    "\x1b[5~": -10, "P": -10,
    "\x1b[F": sys.maxsize, "\x1bOF": sys.maxsize, "e": sys.maxsize,
    "\x1b[H": -sys.maxsize, "\x1bOH": -sys.maxsize, "b": -sys.maxsize,
}  # fmt: skip
"""A key, or what is typed before Enter on a terminal that sends no keys, and how many steps it goes."""


class Replay:
    """A film and where it stands."""

    def __init__(self, screen: Screen, film: Film, language: str) -> None:
        self.screen = screen
        self.film = film
        self.language = language

    def begin(self, step: int | None) -> None:
        """A person walks through it; a pipe gets that step or all of them."""
        if self.screen.answers_by_person and self.screen.console.is_terminal:
            self.walk(step or 0)
        elif step is not None:
            self.show(step)
        else:
            self.show_all()

    def show(self, step: int) -> None:
        film = self.film
        panels = film.rules.declaration.letters.panels(film.look(step, self.language))
        self.screen.show(Text(cleaned(self._heading(step)), "bold reverse"))
        self.screen.show(laid_out(panels, self.screen.width))
        for line in film.lines(step):
            self.screen.say(line)
        if step == film.steps and film.match is not None and film.match.over:
            show_result(self.screen, film.match, film.viewer, self.language)

    def _heading(self, step: int) -> str:
        film = self.film
        text = self._("Step {step} of {steps}, as a spectator sees it")
        if film.viewer >= 0:
            text = self._("Step {step} of {steps}, as {name} sees it")
        return text.format(step=step, steps=film.steps, name=film.names[film.viewer])

    @property
    def _(self) -> Say:
        return say(self.language, self.film.rules.declaration)

    def show_all(self) -> None:
        for step in range(self.film.steps + 1):
            self.show(step)
            self.screen.show("")

    def walk(self, step: int) -> None:
        """Step by keys until q."""
        while True:
            self.screen.clear()
            self.show(step)
            self.screen.say(self._("→ n next   ← p back   N P ten steps   b begin   e end   number   q quit"), "dim")
            key = self._key()
            if key in {"q", "\x1b"}:
                return
            if key.isdigit():
                step = min(int(key), self.film.steps)
            elif key in KEYS:
                step = max(0, min(self.film.steps, step + KEYS[key]))

    def _key(self) -> str:
        """A key; on a dumb terminal, and for numbers, what is typed before Enter."""
        if not self.screen.in_place:
            try:
                return self.screen.ask("> ")
            except EOFError:
                return "q"
        key = pressed_key()
        if key.isdigit():
            return key + self.screen.ask(key)
        return key


def pressed_key() -> str:
    """One key without Enter; arrows and their like are several letters long."""
    import os
    import select
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        key = os.read(terminal, 1)
        if key == b"\x1b" and select.select([terminal], [], [], 0.05)[0]:
            key += os.read(terminal, 8)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    return key.decode("utf-8", "replace") if key else "q"
