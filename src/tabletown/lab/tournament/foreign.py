"""Somebody else's player at a table of ours: asked on its seat's view alone, and held to the rules of the arena."""

import hashlib
from collections.abc import Mapping
from typing import Any

from tabletown.bots import level, usual_level
from tabletown.bots.bot import Bot, Chance
from tabletown.lab.tournament.entrants import Entrant
from tabletown.lab.tournament.talking import FAULTS, ILLEGAL, NONSENSE, TIME_TO_GET_READY, Failed, Program
from tabletown.match import Refused
from tabletown.match.action import Action, number_of
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.look import Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs

PROTOCOL = 1
SILENT = ""
"""The language of one who wants no words."""


def hello(rules: Namespace, players: int, options: Mapping[str, int], seconds: float) -> dict[str, Any]:
    declaration = rules.declaration
    named = {option.name: option.values[options[option.name]] for option in declaration.options}
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": declaration.name,
        "title": declaration.title,
        "players": players,
        "options": named,
        "edition": rules.edition.content,
        "seconds": seconds,
    }


def question(rules: Namespace, view: Record, seat: int, seconds: float, language: str) -> dict[str, Any]:
    """What is sent when a seat has to decide. It is made from the seat's view, so it cannot hold more than that."""
    declaration = rules.declaration
    names = tuple(f"Player {each + 1}" for each in range(view.players))
    spoken = language or "en"
    look = Look[Any](say(spoken, declaration), rules, seat, names, view)
    actions = []
    for number in rules.legal_actions(view, seat):
        kind, args = declaration.actions.decode(number)
        text = declaration.words.action(look, number) if language else ""
        actions.append(Action(kind, args, number, text).to_dict())
    asked = {"type": "choose", "seat": seat, "seconds": seconds, "view": view.to_dict(), "legal": actions}
    return asked | {"question": declaration.words.question(look)} if language else asked


def seed_for(number: int, seat: int) -> int:
    """A player's own chance in a game; nobody can work out the deal from it."""
    drawn = hashlib.sha256(f"player {seat} of {number}".encode()).digest()
    return int.from_bytes(drawn[:4], "big")


class Foreign(Bot):
    """A program in a seat. When it fails, it has forfeited the game, and the usual bot plays on in its place."""

    def __init__(self, rules: Namespace, entrant: Entrant, told: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self.entrant = entrant
        self.failure: Failed | None = None
        self._told = told
        self._seconds = float(told["seconds"])
        self._program: Program | None = None
        self._language = "en"
        self._stand_in = level(usual_level(rules.declaration)).bot(rules)

    def get_ready(self) -> None:
        """Started, and greeted: it says that it is ready."""
        if self._program is not None:
            return
        self._program = Program(self.entrant.line)
        try:
            answer = self._program.ask(self._told, TIME_TO_GET_READY)
            if "error" in answer:
                raise Failed(NONSENSE, str(answer["error"])[:200])
            if answer.get("ready") is not True:
                raise Failed(NONSENSE, 'its answer to "hello" is not {"ready": true}')
            self._language = answer.get("language", "en")
            if self._language not in {*LANGUAGES, SILENT}:
                known = ", ".join(LANGUAGES)
                raise Failed(NONSENSE, f"it wants the language {str(self._language)[:20]!r}; there are {known}")
        except BaseException:
            self.leave()
            raise

    def begin(self, number: int, seat: int) -> None:
        """A new game, in which it has not failed yet."""
        self.failure = None
        try:
            self.get_ready()
            assert self._program is not None
            self._program.tell({"type": "begin", "seat": seat, "seed": seed_for(number, seat)})
        except Failed as failed:
            self._forfeit(failed)

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance, /) -> int:
        if self.failure is None:
            try:
                return self._asked(view, seat)
            except Failed as failed:
                self._forfeit(failed)
        return self._stand_in.prefer(view, seat, legal, budget, rng)

    def _asked(self, view: Record, seat: int) -> int:
        assert self._program is not None
        answer = self._program.ask(question(self.rules, view, seat, self._seconds, self._language), self._seconds)
        if "error" in answer:
            raise Failed(NONSENSE, str(answer["error"])[:200])
        try:
            number = number_of(self.rules.declaration.actions, answer.get("action"))
        except Refused as refused:
            raise Failed(NONSENSE, f"it answered {str(answer)[:60]}: {refused}") from None
        if number not in self.rules.legal_actions(view, seat):
            kind, args = self.rules.declaration.actions.decode(number)
            raise Failed(ILLEGAL, f"{kind} {args} (number {number}) was not among its legal actions")
        return number

    def _forfeit(self, failed: Failed) -> None:
        self.failure = failed
        self.leave()

    def finish(self, ending: str, shares: list[float], scores: list[int]) -> None:
        if self.failure is None and self._program is not None:
            self._program.tell({"type": "end", "ending": ending, "shares": shares, "scores": scores})

    def leave(self, *, grace: float = 0.0) -> None:
        if self._program is not None:
            self._program.end(grace=grace)
            self._program = None

    @property
    def told(self) -> str:
        assert self.failure is not None
        return f"{FAULTS[self.failure.fault]}: {self.failure}"
