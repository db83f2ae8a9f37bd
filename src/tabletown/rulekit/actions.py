"""Kinds of action, declared once: arguments, the phases in which they are due, and all else that is true of the kind.

    ACTIONS = Actions()
    PASS = ACTIONS.verb("pass", during=BID, automatic=True, gives_up=True)
    BID_AMOUNT = ACTIONS.verb("bid", amount=range(1, 61), during=BID, money="amount", bids=True)
    CHOOSE_CUBE = ACTIONS.verb("choose_cube", row=range(3), end=range(2), during=CHOOSE)

An action is a small int for machines, `CHOOSE_CUBE(1, 0)`, and a kind with arguments for people. What the rules define
for a verb, and what the kit writes from it, is in `verbs.py`.
"""

import bisect
import keyword
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tabletown.rulekit.errors import BadDeclaration, TabletownError

RESERVED = ("s", "seat", "out", "action", "runs", "range", "pending", "clear", "offer", "offered_if", "count_offered")
"""Names that the functions of a verb use for something else."""
MOST_ACTIONS = 1 << 20
"""A row of 0 and 1 over all of them is made for every decision of a program that learns."""


class BadAction(TabletownError):
    """An action that is not in the game's action space."""


@dataclass(frozen=True, eq=False)
class Verb:
    """One kind of action: a block of the action space, and what is true of all of it."""

    name: str
    offset: int
    arguments: dict[str, range]
    during: tuple[int, ...] = ()
    """The phases in which it is due; none: whenever somebody decides."""
    offered_by: str = ""
    """Verbs that name the same are offered together, by `offer_<name>`: for an order of their own."""
    offered_last: bool = False
    """It is offered after everything else that is due, wherever it is declared."""
    timed_by: str = ""
    """Verbs that name the same are refused out of time for the same reason, by `untimely_<name>(s, seat)`."""
    money: str = ""
    """The argument that is a sum of money."""
    unit: str = ""
    """What is written behind such a sum: k for thousands."""
    automatic: bool = False
    """The match plays it by itself where a seat has no other choice."""
    composed: bool = False
    """Part of a larger choice: a page collects and previews such actions, and plays them as one."""
    closing: bool = False
    """Completes such a choice; while it is possible, the parts are not played without it."""
    declined: bool = False
    """A random player never takes it if there is something else: accepted trades, shares of a cost."""
    unasked: str = ""
    """*Never ask me* answers with it; this is the label, a message for translation."""
    unasked_in: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The same in some phases only: label -> phases, or values of another field of the state."""
    unasked_at: str = "phase"
    """Which field that is."""
    repeated_until: str = ""
    """Said once, it goes without saying until an event of this kind, where nobody but bots waits for the answer."""
    repeated_over: tuple[str, ...] = ()
    """Answers of the same seat that leave it said."""
    refuses: str = ""
    """It says no to that kind of action with the same arguments. Where nobody but bots waits for the answer it goes
    without asking, if there is no yes, or if the same or better was refused since `repeated_until`."""
    bids: bool = False
    """It bids in an auction, a sum of money, for the standing orders *bid up to* and *pass this auction*."""
    gives_up: bool = False
    """It gives such an auction up."""
    count: int = field(init=False)

    def __post_init__(self) -> None:
        _check(self)
        total = 1
        for values in self.arguments.values():
            total *= len(values)
        object.__setattr__(self, "count", total)

    def __call__(self, *values: int) -> int:
        """The number of the action with these arguments."""
        if len(values) != len(self.arguments):
            raise TypeError(f"{self} takes {len(self.arguments)} arguments, not {len(values)}.")
        action = 0
        for value, (argument, known) in zip(values, self.arguments.items(), strict=True):
            if value not in known:
                raise ValueError(out_of_range(self.name, argument, known, value))
            action = action * len(known) + known.index(value)
        return self.offset + action

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.arguments)})"

    @property
    def actions(self) -> range:
        """The numbers of all its actions."""
        return range(self.offset, self.offset + self.count)

    @property
    def is_sum(self) -> bool:
        """Whether nothing but a sum of money is chosen with it: people type it, other arguments name things."""
        return bool(self.money) and list(self.arguments) == [self.money]

    @property
    def player(self) -> str:
        """The rule function that plays it; a name that Python keeps for itself gets a stroke."""
        return f"{self.name}_" if keyword.iskeyword(self.name) else self.name


class Actions:
    """A game's action space: small ints for machines, kinds with arguments for people."""

    def __init__(self) -> None:
        self.kinds: dict[str, Verb] = {}
        self.count = 0
        self._offsets: list[int] = []
        self._ordered: list[Verb] = []

    def verb(
        self,
        name: str,
        /,
        *,
        during: int | tuple[int, ...] = (),
        offered_by: str = "",
        offered_last: bool = False,
        timed_by: str = "",
        money: str = "",
        unit: str = "",
        automatic: bool = False,
        composed: bool = False,
        closing: bool = False,
        declined: bool = False,
        unasked: str = "",
        unasked_in: Mapping[str, tuple[int, ...]] | None = None,
        unasked_at: str = "phase",
        repeated_until: str = "",
        repeated_over: tuple[str, ...] = (),
        refuses: str = "",
        bids: bool = False,
        gives_up: bool = False,
        **arguments: range,
    ) -> Verb:
        """Declare a kind of action. Of its arguments the last runs fastest."""
        if name in self.kinds:
            raise BadDeclaration(f"The action {name!r} is declared twice.")
        verb = Verb(
            name,
            self.count,
            arguments,
            during if isinstance(during, tuple) else (during,),
            offered_by,
            offered_last,
            timed_by,
            money,
            unit,
            automatic,
            composed,
            closing,
            declined,
            unasked,
            unasked_in or {},
            unasked_at,
            repeated_until,
            repeated_over,
            refuses,
            bids,
            gives_up,
        )
        if self.count + verb.count > MOST_ACTIONS:
            raise BadDeclaration(f"With {verb} there are more than {MOST_ACTIONS:,} actions; give it smaller ranges.")
        self.kinds[name] = verb
        self._offsets.append(verb.offset)
        self._ordered.append(verb)
        self.count += verb.count
        return verb

    def decode(self, action: int) -> tuple[str, dict[str, int]]:
        if not 0 <= action < self.count:
            raise BadAction(f"There is no action {action}; the game has the actions 0 to {self.count - 1}.")
        kind = self._ordered[bisect.bisect_right(self._offsets, action) - 1]
        rest = action - kind.offset
        args: dict[str, int] = {}
        for name, values in reversed(kind.arguments.items()):
            rest, index = divmod(rest, len(values))
            args[name] = values[index]
        return kind.name, {name: args[name] for name in kind.arguments}

    def encode(self, name: str, args: Mapping[str, Any]) -> int:
        kind = self.kinds.get(name)
        if kind is None:
            raise BadAction(f"There is no action {name[:40]!r}; there are {', '.join(self.kinds)}.")
        if args.keys() != kind.arguments.keys():
            wanted = ", ".join(kind.arguments) or "no arguments"
            found = ", ".join(map(str, args))[:80] or "none"
            raise BadAction(f"The action {name!r} takes {wanted}, not {found}.")
        for argument, values in kind.arguments.items():
            value = args[argument]
            if not isinstance(value, int) or isinstance(value, bool) or value not in values:
                raise BadAction(out_of_range(name, argument, values, value))
        return kind(*(args[argument] for argument in kind.arguments))


def out_of_range(name: str, argument: str, values: range, value: object) -> str:
    return f"{name}: {argument} takes {values[0]} to {values[-1]}, not {repr(value)[:40]}."


# ---------------------------------------------------------------- what cannot be declared


def _check(verb: Verb) -> None:
    if not _is(str, verb.name) or not verb.name.isidentifier() or verb.name in RESERVED:
        raise BadDeclaration(f"The action {verb.name!r} cannot be the name of a rule function.")
    for argument, values in verb.arguments.items():
        _check_argument(verb.name, argument, values)
    _check_types(verb)
    _check_together(verb)


def _check_argument(name: str, argument: str, values: object) -> None:
    if argument in RESERVED or keyword.iskeyword(argument) or not argument.isidentifier():
        raise BadDeclaration(f"An argument of {name} is called {argument}, which means something else in rules.")
    if not isinstance(values, range):
        raise BadDeclaration(
            f"{name}: {argument} takes a range of whole numbers, not {values!r}; nor has a verb such an option."
        )
    if values.step != 1 or not values:
        raise BadDeclaration(f"{name}: {argument} takes a range of whole numbers, not {values!r}.")


WANTED = {bool: "True or False", str: "a name or a text", tuple[str, ...]: "names in a tuple"}
"""What an option is, by its type."""


def _check_types(verb: Verb) -> None:
    for option in fields(verb):
        if option.type in WANTED and not _is(option.type, value := getattr(verb, option.name)):
            raise BadDeclaration(f"{verb.name}: {option.name} is {WANTED[option.type]}, not {value!r}.")
    if not _are_numbers(verb.during):
        given = verb.during if len(verb.during) > 1 else verb.during[0]
        raise BadDeclaration(f"{verb.name}: during is a phase, or several in a tuple, not {given!r}.")
    narrow = verb.unasked_in
    if not _is(Mapping, narrow) or not all(_is(str, each) and _are_numbers(narrow[each]) for each in narrow):
        raise BadDeclaration(f"{verb.name}: unasked_in is labels, each with its phases in a tuple, not {narrow!r}.")


def _is(wanted: object, value: object) -> bool:
    if isinstance(wanted, type):
        return isinstance(value, wanted)
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


def _are_numbers(phases: object) -> bool:
    return isinstance(phases, tuple) and all(isinstance(each, int) and not isinstance(each, bool) for each in phases)


def _check_together(verb: Verb) -> None:
    name = verb.name
    if verb.money and verb.money not in verb.arguments:
        raise BadDeclaration(f"{name} has no argument {verb.money!r} that could be a sum of money.")
    if verb.unit and not verb.money:
        raise BadDeclaration(f"{name} has the unit {verb.unit!r}, so it needs an argument that is a sum of money.")
    if verb.bids and not verb.money:
        raise BadDeclaration(f"{name} bids, so it needs an argument that is a sum of money.")
    if verb.bids and verb.gives_up:
        raise BadDeclaration(f"{name} bids in an auction, so it cannot give it up.")
    if verb.composed and verb.closing:
        raise BadDeclaration(f"{name} is a part of a larger choice, so it cannot complete it.")
