"""What words and pictures are made from: one small object instead of a translator, rules, a view, a viewer and names.

A game's functions take a `Look[State]`, or a `Listener` where there is no position to look at: an event is told long
after it happened.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from tabletown.rulekit.language import headed
from tabletown.rulekit.reasons import Reason
from tabletown.rulekit.records import Event, Record

if TYPE_CHECKING:
    from tabletown.rulekit.actions import Actions
    from tabletown.rulekit.events import Events
    from tabletown.rulekit.language import Say
    from tabletown.rulekit.namespace import Namespace

S = TypeVar("S", bound=Record)
S_co = TypeVar("S_co", bound=Record, covariant=True)

SPECTATOR = -1
LETTERS = "QRTUWXYZABCDEFGHIJKLMNOPSV"
"""Those that boards use least come first."""


class Memory:
    """What was made from looks before, by the function that made it: of one match, or of all that have none."""

    __slots__ = ("_of",)

    def __init__(self) -> None:
        self._of: dict[Any, dict[Any, Any]] = {}

    def of(self, maker: object) -> dict[Any, Any]:
        """What that function has made."""
        try:
            return self._of[maker]
        except KeyError:
            return self._of.setdefault(maker, {})


EVERYWHERE = Memory()


@dataclass(frozen=True, eq=False)
class Listener:
    """Whom something is told: in which language, by which rules, at which seat (-1: a spectator's), among whom."""

    _: "Say"
    rules: "Namespace"
    viewer: int
    names: tuple[str, ...]

    def person(self, seat: int) -> str:
        """In a sentence."""
        return self._("you") if seat == self.viewer else self.names[seat]

    def player(self, seat: int) -> str:
        """In a list of all players."""
        return self._("{name} (you)").format(name=self.names[seat]) if seat == self.viewer else self.names[seat]

    @property
    def letters(self) -> tuple[str, ...]:
        """One letter a seat, no two alike."""
        return _letters(self.names, self.rules.declaration.picture.letters)

    def headed(self, words: str) -> str:
        """A line that begins with the game's name."""
        return headed(self._, self._(self.rules.declaration.title), words)

    def decoded(self, action: int) -> tuple[str, dict[str, int]]:
        """An action's kind and arguments, which nobody changes."""
        return _decoded(self.rules.declaration.actions, action)

    def in_words(self, action: int, same: Mapping[str, str], said_by: Mapping[str, Callable[..., str]]) -> str:
        """What an action would do: of some kinds it is always the same, of the others a function says it."""
        kind, args = self.decoded(action)
        return self._(same[kind]) if kind in same else said_by[kind](self, **args)

    def reason(self, code: int) -> Reason:
        """Why something is refused."""
        return self.rules.declaration.reasons.all[code]

    def told(self, event: Event) -> tuple[str, dict[str, int]]:
        """An event's kind and its numbers by name, which nobody changes."""
        return _told(self.rules.declaration.events, event)


@dataclass(frozen=True, eq=False)
class Look(Listener, Generic[S_co]):
    """What a viewer sees of a position."""

    view: S_co
    memory: ClassVar[Memory] = EVERYWHERE

    def kept_in(self, memory: Memory) -> Self:
        """The same look, and what is made from it is remembered there."""
        self.__dict__["memory"] = memory
        return self

    def at(self, view: S) -> "Look[S]":
        """Another position through the same eyes."""
        return Look(self._, self.rules, self.viewer, self.names, view)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.rules.declaration.picture.file(self, dark=False)

    @property
    def seats(self) -> range:
        return range(self.view.players)

    @property
    def is_open(self) -> bool:
        """Whether the options are such that custom hides nothing."""
        opening = self.rules.declaration.opening
        for name, value in opening.items():
            if getattr(self.view, name) != value:
                return False
        return bool(opening)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that owe a decision, as far as the viewer knows."""
        return self.rules.pending_seats(self.view)

    @property
    def shares(self) -> list[int]:
        """Each seat's share of the win, in sixtieths."""
        out = [0] * self.view.players
        self.rules.call.returns(self.view, out)
        return out


@dataclass(frozen=True, eq=False)
class Wish(Look[S_co]):
    """An action that the viewer wants and may not take, with all that its refusal is told from."""

    kind: str
    args: dict[str, int]
    text: str = ""
    """The action in words."""

    @classmethod
    def of(cls, look: Look[S_co], action: int, text: str = "") -> Self:
        return cls(look._, look.rules, look.viewer, look.names, look.view, *look.decoded(action), text)


@lru_cache(1 << 14)
def _decoded(actions: "Actions", action: int) -> tuple[str, dict[str, int]]:
    return actions.decode(action)


@lru_cache(1 << 14)
def _told(events: "Events", event: Event) -> tuple[str, dict[str, int]]:
    return events.named(event)


@lru_cache(256)
def _letters(names: tuple[str, ...], taken: str) -> tuple[str, ...]:
    return tuple(seat_letters(names, taken))


def seat_letters(names: Sequence[str], taken: str = "") -> list[str]:
    """One letter a seat, no two alike: of the name if it can be, else another; none that stands for something else."""
    chosen: dict[int, str] = {}
    for seat, name in enumerate(names):
        first = name[:1].upper()[:1]
        if first.isalpha() and first not in taken and first not in chosen.values():
            chosen[seat] = first
    for seat, name in enumerate(names):
        candidates = [letter.upper()[:1] for letter in name if letter.isalpha()] + list(LETTERS)
        free = (letter for letter in candidates if letter not in chosen.values() and letter not in taken)
        chosen.setdefault(seat, next(free))
    return [chosen[seat] for seat in range(len(names))]
