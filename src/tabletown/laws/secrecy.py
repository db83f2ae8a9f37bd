"""Law 2: nobody can learn from the table what the rules hide from them."""

import random
from typing import Any

from tabletown.laws.beside_the_board import MEANINGS
from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions, some_actions
from tabletown.rulekit.language import say
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import EVERYONE, NOBODY, OWNER, Record

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
            assert case.rules.concealed(other_world(case, state, seat, n), seat) == view


@law
def a_redealt_world_is_a_sound_position(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            world = other_world(case, state, seat, n)
            assert case.rules.call.audit(world) == 0
            for pending in case.rules.pending_seats(world):
                assert case.rules.legal_actions(world, pending)


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
    assert hidden <= varied


@law
def fields_hide_what_they_declare(case: Case) -> None:
    for state in positions(case):
        for seat in viewers(case):
            view = case.rules.concealed(state, seat)
            for name, field in state.fields.items():
                true, seen = getattr(state, name), getattr(view, name)
                if field.seen_by is EVERYONE:
                    assert seen == true, name
                elif field.seen_by is NOBODY:
                    assert all(value == field.low for value in field.flat(seen)), name
                elif field.seen_by is OWNER and seat >= 0:
                    assert seen[seat] == true[seat], name


@law
def what_is_legal_comes_from_the_view_alone(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in range(case.players):
            view = case.rules.concealed(state, seat)
            legal = case.rules.legal_actions(state, seat)
            assert case.rules.legal_actions(view, seat) == legal
            assert case.rules.legal_actions(other_world(case, state, seat, n), seat) == legal


@law
def refusals_come_from_the_view_alone(case: Case) -> None:
    rng = random.Random(f"refusals {case}")
    for n, state in enumerate(positions(case)[::8]):
        for seat in range(case.players):
            view, world = case.rules.concealed(state, seat), other_world(case, state, seat, n)
            for action in some_actions(case, rng, 300):
                code = case.rules.call.why_not(state, seat, action)
                assert case.rules.call.why_not(view, seat, action) == code
                assert case.rules.call.why_not(world, seat, action) == code


@law
def pending_is_known_to_everybody(case: Case) -> None:
    for n, state in enumerate(positions(case)):
        for seat in viewers(case):
            assert case.rules.call.pending(case.rules.concealed(state, seat)) == case.rules.call.pending(state)
            assert case.rules.call.pending(other_world(case, state, seat, n)) == case.rules.call.pending(state)


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
                assert heard[0] == heard[1]


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
            assert shown[0] == shown[1]


def staged(case: Case, look: Look[Any]) -> list[object]:
    """What the stage says, with the meaning of some of what the viewer may do."""
    staging = case.declaration.staging
    shown: list[object] = [staging.now(look), staging.subject(look), staging.answers(look)]
    if look.viewer in look.deciding:
        legal = case.rules.legal_actions(look.view, look.viewer)
        shown += [staging.meaning(look, [action]) for action in legal[:: 1 + len(legal) // MEANINGS]]
    return shown
