"""Why and how: refusals and choices with the clauses that they come from."""

from collections.abc import Iterable

from rich.markdown import Markdown

from tabletown.match import Match, Refused
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import Say
from tabletown.rulekit.rulebooks import Clause, rulebook
from tabletown.terminal.screen import Screen


def clauses_of(declaration: Declaration, kind: str) -> tuple[str, ...]:
    """The clauses that a kind of action stands on, as the game's guide has them."""
    return tuple(declaration.guide.clauses.get(kind, ()))


def show_clauses(screen: Screen, declaration: Declaration, ids: Iterable[str], language: str) -> None:
    book = rulebook(declaration, language)
    for name in ids:
        screen.show(Markdown(clause_text(book.clause(name))))
        screen.show("")


def clause_text(clause: Clause) -> str:
    return f"**[{clause.id}] {clause.title}**\n\n{clause.text}"


def why_nots(match: Match, seat: int, language: str) -> list[tuple[int, Refused]]:
    """What is not possible now: a refusal for each reason with the number of actions it stops, the rarest first.

    A reason that stops most kinds of action only says that something else is being decided, and is left out unless
    there is no other.
    """
    actions = match.game.declaration.actions
    found: dict[str, list[Refused]] = {}
    kinds: dict[str, set[str]] = {}
    for number in range(actions.count):
        if refusal := match.why_not(seat, number, language):
            found.setdefault(refusal.code, []).append(refusal)
            kinds.setdefault(refusal.code, set()).add(actions.decode(number)[0])
    telling = [refusals for code, refusals in found.items() if 2 * len(kinds[code]) <= len(actions.kinds)]
    return sorted(((len(refusals), refusals[0]) for refusals in telling or found.values()), key=lambda pair: pair[0])


def show_why_nots(_: Say, screen: Screen, match: Match, seat: int, language: str) -> None:
    """For the decision as a whole: what is barred just now, and by which clause."""
    for count, refusal in why_nots(match, seat, language):
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        more = _(" (and {n} like it)").format(n=count - 1) if count > 1 else ""
        screen.say(f"- {refusal.said(_)}{rule}{more}")
