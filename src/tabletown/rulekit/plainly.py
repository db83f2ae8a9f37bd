"""Readable words for a game that brings none: its kinds, arguments, reasons, events and fields under their own names.

A game's catalogue may know better ones: every name is asked for as people would write it, `high_bid` as "high bid".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletown.rulekit.editions import Edition
from tabletown.rulekit.inked import Panel, Span
from tabletown.rulekit.language import Say, capitalized, headed, listed
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.records import Event, Field, Sight
from tabletown.rulekit.remembering import Watched
from tabletown.rulekit.sheets import Listing, Stage

ScoreSheet = tuple[list[str], list[list[str]]]
"""Headers, and a line a seat."""

SEAT = "seat"
"""An argument, a field or a number of an event of that name is somebody at the table."""
PLAYER = "player"
"""An argument of this name is a seat; the one who acts is called `seat` in rules."""
UNKNOWN = "?"
NOT_SHOWN = ("rng", "players")


def spelled(_: Say, name: str) -> str:
    return _(name.replace("_", " "))


def numbered(to: Listener, name: str, value: int, *, is_seat: bool) -> str:
    """An argument with its value, or just who sits there."""
    if is_seat and 0 <= value < len(to.names):
        return to.names[value]
    return to._("{name} {value}").format(name=spelled(to._, name), value=value)


def with_numbers(_: Say, words: str, numbers: Sequence[str]) -> str:
    return headed(_, words, listed(_, numbers)) if numbers else words


# ---------------------------------------------------------------- words


def action(look: Look[Any], action: int) -> str:
    kind, args = look.decoded(action)
    numbers = [numbered(look, name, value, is_seat=name == PLAYER) for name, value in args.items()]
    return with_numbers(look._, capitalized(spelled(look._, kind)), numbers)


def event(to: Listener, event: Event) -> str:
    name, told = to.told(event)
    seats = {SEAT, *to.rules.declaration.events.kinds[event[0]].only_for}
    numbers = [numbered(to, each, value, is_seat=each in seats) for each, value in told.items()]
    return sentence(to._, with_numbers(to._, capitalized(spelled(to._, name)), numbers))


def refusal(look: Look[Any], action: int, code: int) -> str:
    reason = spelled(look._, look.reason(code).name)
    wanted = look.rules.declaration.words.action(look, action)
    return look._("“{action}” is not possible now: {reason}.").format(action=wanted, reason=reason)


def question(look: Look[Any]) -> str:
    return look._("What do you do?")


def ending(to: Listener, code: int) -> str:
    return sentence(to._, capitalized(spelled(to._, to.rules.declaration.endings[code - 1])))


def expected(look: Look[Any], score: str) -> str:
    return look._("expected score {score}").format(score=score)


def sentence(_: Say, words: str) -> str:
    return _("{sentence}.").format(sentence=words)


def heading(look: Look[Any]) -> str:
    deciding = [look.player(seat) for seat in look.deciding]
    if not deciding:
        return look._("the game is over")
    if len(deciding) > 1:  # some of whom may have handed in what the rules do not know yet
        return look._("deciding at once: {seats}").format(seats=listed(look._, deciding))
    return look._("to decide: {seats}").format(seats=listed(look._, deciding))


def position(look: Look[Any]) -> str:
    words = look.rules.declaration.words
    headers, lines = words.score_sheet(look)
    parts = [
        [look.headed(words.heading(look))],
        [with_numbers(look._, label, [figures]) for label, figures in fields(look)],
        [with_numbers(look._, line[0], list(map(" ".join, zip(headers[1:], line[1:], strict=True)))) for line in lines],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def score_sheet(look: Look[Any]) -> ScoreSheet:
    """The scores, unless they are made up of something that the viewer does not know."""
    known = scores(look)
    lines = [[look.player(seat), str(known[seat]) if known else UNKNOWN] for seat in look.seats]
    return [look._("Player"), look._("Score")], lines


def scores(look: Look[Any]) -> list[int]:
    watched, out = Watched(look.view), [0] * look.view.players
    look.rules.call.scores(watched, out)
    fields: dict[str, Field] = look.view.fields
    hidden = any(fields[name].low in fields[name].flat(value) for name, value in watched.seen(is_kept=True).items())
    return [] if hidden else out


# ---------------------------------------------------------------- the fields of a view


def fields(look: Look[Any]) -> Iterator[tuple[str, str]]:
    """What the viewer knows of the position: a name and figures a line, a table in several lines."""
    declared: dict[str, Field] = look.view.fields
    chosen = {option.name: option for option in look.rules.declaration.options}
    for name, field in declared.items():
        if field.seen_by is not Sight.NOBODY and name not in NOT_SHOWN:
            value = getattr(look.view, name)
            label = capitalized(spelled(look._, name))
            if field.seen_by is Sight.OWNER:
                text = look._("{field} of {seat}")
                for seat in look.seats:
                    yield text.format(field=label, seat=look.player(seat)), figures(field, value[seat])
            elif len(field.shape) > 1:
                for number, part in enumerate(value, 1):
                    yield f"{label} {number}", figures(field, part)
            elif name == SEAT and value in look.seats:
                yield label, look.player(value)
            elif name in chosen:
                yield look._(chosen[name].label), spelled(look._, chosen[name].values[value])
            else:
                yield label, figures(field, value)


def figures(field: Field, value: Any) -> str:
    if isinstance(value, list):
        between = " / " if value and isinstance(value[0], list) else " "
        return between.join(figures(field, part) for part in value)
    return UNKNOWN if value == field.low else str(value)


# ---------------------------------------------------------------- letters, sheets, guide


def panels(look: Look[Any]) -> list[Panel]:
    title, *lines = look.rules.declaration.words.position(look).splitlines()
    return [Panel(title, [[Span(line)] for line in lines])]


def forecast(look: Look[Any]) -> list[Listing]:
    return [score_listing(look)]


def score_listing(look: Look[Any]) -> Listing:
    headers, lines = look.rules.declaration.words.score_sheet(look)
    return Listing("", tuple(headers), tuple(map(tuple, lines)), seats=tuple(look.seats))


def aid(_to: Listener) -> list[Listing]:
    return []


def looked_up(to: Listener) -> list[Listing]:
    """The game's player aid, and what its edition has otherwise than the rulebook."""
    declared = to.rules.declaration
    changes = edition_listing(to._, declared.sheets.figures, declared.edition(), to.rules.edition)
    return [*declared.sheets.aid(to), *([changes] if changes.rows else [])]


def edition_listing(_: Say, names: Mapping[str, str], usual: Edition, edition: Edition) -> Listing:
    """Rulebooks state the figures of the usual edition; this says where another one differs."""
    rows = tuple((figure_name(_, names, key), *in_cells(_, old, new)) for key, old, new in edition.changed_from(usual))
    caption = _("Otherwise than in the rulebook: {edition}").format(edition=_(edition.name))
    return Listing(caption, (_("Figure"), _("Rulebook"), _("Here")), rows)


def figure_name(_: Say, names: Mapping[str, str], key: str) -> str:
    """As the game calls it, else its key as people would write it."""
    section, _dot, name = key.partition(".")
    return _(names[key]) if key in names else headed(_, spelled(_, section), spelled(_, name))


def in_cells(_: Say, old: Any, new: Any) -> tuple[str, str]:
    """Two figures or lists of them; of maps and tables only that they differ."""
    if is_table(old) or is_table(new):
        return _("as usual"), _("different")
    return in_a_cell(_, old), in_a_cell(_, new)


def is_table(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(isinstance(part, tuple) for part in value)
    return isinstance(value, str) and "\n" in value


def in_a_cell(_: Say, value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return listed(_, (_(part) if isinstance(part, str) else str(part) for part in value)) or _("none")


def stages(_look: Look[Any]) -> list[Stage]:
    return []


def turn(look: Look[Any]) -> str:
    """It is the turn of whoever has to decide, and has a name too when nobody has."""
    asked = look.rules.call.pending(look.view)
    if asked == 0:
        return look._("the game is over")
    return listed(look._, [name for seat, name in enumerate(look.names) if asked >> seat & 1])
