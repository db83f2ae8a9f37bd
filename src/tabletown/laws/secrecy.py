"""Law 2: nobody can learn from the table what the rules hide from them."""

import random
from typing import Any

from tabletown.laws.beside_the_board import MEANINGS
from tabletown.laws.law import law
from tabletown.laws.playing import Case, named, positions, some_actions, told_apart
from tabletown.rulekit.language import say
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import EVERYONE, NOBODY, OWNER, RULED, Record

LANGUAGES = ("en", "ja")


def viewers(case: Case) -> range:
    return range(-1, case.players)


def other_world(case: Case, state: Record, seat: int, seed: int) -> Record:
    """A world that the seat cannot tell from the true one."""
    return case.rules.redealt(case.rules.concealed(state, seat), seat, seed)


@law
def a_redealt_world_looks_the_same_to_the_seat(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            view = case.rules.concealed(state, seat)
            other = case.rules.concealed(other_world(case, state, seat, n), seat)
            assert other == view, f"{told_apart(other, view)}, as seat {seat} sees it, once redealt"


@law
def a_redealt_world_is_a_sound_position(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            world = other_world(case, state, seat, n)
            assert case.rules.call.audit(world) == 0, f"the books do not balance as redealt for seat {seat}"
            for pending in case.rules.pending_seats(world):
                assert case.rules.legal_actions(world, pending), f"nothing is allowed as redealt for seat {seat}"


@law
def redeals_vary_everything_that_is_hidden(case: Case) -> None:
    hidden: set[str] = set()
    varied: set[str] = set()
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            view = case.rules.concealed(state, seat)
            worlds = [case.rules.redealt(view, seat, 3 * n + k) for k in range(3)]
            for name, field in state.fields.items():
                if any(value == field.low for value in field.flat(getattr(view, name))):
                    hidden.add(name)
                    if any(getattr(world, name) != getattr(worlds[0], name) for world in worlds):
                        varied.add(name)
    assert hidden <= varied, f"{', '.join(sorted(hidden - varied))}: redealt always alike where it is hidden"


@law
def fields_hide_what_they_declare(case: Case) -> None:
    never = {name for name, field in case.declaration.state.fields.items() if field.seen_by in (RULED, OWNER)}
    never -= names_in(case, "conceal")  # it may hide them in positions that seldom come about
    for state in positions(case):
        for seat in viewers(case):
            view = case.rules.concealed(state, seat)
            for name, field in state.fields.items():
                true, seen = getattr(state, name), getattr(view, name)
                if field.seen_by is EVERYONE:
                    assert seen == true, f"{name} is hidden from seat {seat}, and its field says that everybody sees it"
                elif field.seen_by is NOBODY:
                    hides = all(value == field.low for value in field.flat(seen))
                    assert hides, f"seat {seat} sees {name}, and its field says that nobody does"
                elif seen != true:
                    never.discard(name)
                if field.seen_by is OWNER and seat >= 0:
                    assert seen[seat] == true[seat], f"seat {seat} does not see its own {name}"
    assert not never, f"{', '.join(sorted(never))}: its field says that it is hidden, and conceal says nothing of it"


def names_in(case: Case, rule: str) -> set[str]:
    """What a rule function names, and those that it calls."""
    functions, found, new = case.rules.functions, set[str](), {rule}
    while new:
        found |= new
        new = {name for each in new & functions.keys() for name in functions[each].__code__.co_names} - found
    return found


@law
def what_is_legal_comes_from_the_view_alone(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in range(case.players):
            view = case.rules.concealed(state, seat)
            legal = case.rules.legal_actions(state, seat)
            seen = case.rules.legal_actions(view, seat)
            assert seen == legal, f"seat {seat} could do something else by what it sees{apart(case, seen, legal)}"
            redealt = case.rules.legal_actions(other_world(case, state, seat, n), seat)
            assert redealt == legal, f"what seat {seat} may do tells what is hidden{apart(case, redealt, legal)}"


def apart(case: Case, one: list[int], other: list[int]) -> str:
    """Such as the first action that is in one list alone; nothing where only the order differs."""
    differ = set(one) ^ set(other)
    return f", as {named(case, differ)}" if differ else ""


@law
def refusals_come_from_the_view_alone(case: Case) -> None:
    rng = random.Random(f"refusals {case}")
    for n, state in enumerate(positions(case)[::8]):
        for seat in range(case.players):
            view, world = case.rules.concealed(state, seat), other_world(case, state, seat, n)
            for action in some_actions(case, rng, 300):
                code = case.rules.call.why_not(state, seat, action)
                seen, redealt = (case.rules.call.why_not(each, seat, action) for each in (view, world))
                assert seen == redealt == code, (
                    f"why seat {seat} may not play {named(case, {action})} tells what is hidden from it"
                )


@law
def pending_is_known_to_everybody(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            seen, redealt = case.rules.concealed(state, seat), other_world(case, state, seat, n)
            asked = {case.rules.call.pending(each) for each in (state, seen, redealt)}
            assert len(asked) == 1, f"seat {seat} cannot tell by what it sees who has to decide"


@law
def an_event_tells_no_more_than_the_view(case: Case) -> None:
    rng = random.Random(f"events {case}")
    events = case.declaration.events
    for n, state in enumerate(positions(case)):
        pending = case.rules.pending_seats(state)
        if not pending:
            continue
        actor = rng.choice(pending)
        for seat in viewers(case):
            worlds = [state.copy(), other_world(case, state, seat, n)]
            legal = [case.rules.legal_actions(world, actor) for world in worlds]
            common = sorted(set(legal[0]) & set(legal[1]))
            if not common:
                continue
            action = rng.choice(common)
            for world in worlds:
                case.rules.call.seed_dice(world, n)
                case.rules.call.apply(world, actor, action)
            if case.rules.concealed(worlds[0], seat) == case.rules.concealed(worlds[1], seat):
                heard = [[event for event in world.told if events.seen_by(event, seat)] for world in worlds]
                told = {events.named(event)[0] for event in set(heard[0]) ^ set(heard[1])}
                assert heard[0] == heard[1], (
                    f"{named(case, {action})} tells seat {seat} by {', '.join(sorted(told))} what is hidden from it: "
                    "what all hear stays in a field that they see, and only_for=(...) names those who hear the rest"
                )


@law(spoken=True)
def words_and_pictures_are_the_same_in_worlds_that_look_the_same(case: Case, language: str) -> None:
    words, picture = case.declaration.words, case.declaration.picture
    _ = say(language, case.declaration)
    for n, state in enumerate(positions(case)[::15]):
        for seat in viewers(case):
            shown = []
            for world in (state, other_world(case, state, seat, n)):
                view = case.rules.concealed(world, seat)
                drawn = picture.whole(case.look(_, view, seat))
                said = [words.position(case.look(_, view, seat))]
                if seat >= 0 and case.rules.call.pending(view) >> seat & 1:
                    said.append(words.question(case.look(_, view, seat)))
                    legal = case.rules.legal_actions(view, seat)
                    said += [words.action(case.look(_, view, seat), action) for action in legal]
                shown.append((drawn, said, staged(case, case.look(_, view, seat))))
            assert shown[0] == shown[1], f"what seat {seat} is told or shown gives away what is hidden from it"


def staged(case: Case, look: Look[Any]) -> list[object]:
    """What the stage says, with the meaning of some of what the viewer may do."""
    staging = case.declaration.staging
    shown: list[object] = [staging.now(look), staging.subject(look), staging.answers(look)]
    if look.viewer in look.deciding:
        legal = case.rules.legal_actions(look.view, look.viewer)
        shown += [staging.meaning(look, [action]) for action in legal[:: 1 + len(legal) // MEANINGS]]
    return shown
