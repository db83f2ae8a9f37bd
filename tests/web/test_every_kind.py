"""Every kind of decision that a game knows is made by hand, in a position in which it comes up."""

import random
from collections.abc import Iterator, Mapping
from itertools import count

import tabletown
from tabletown import bots
from tabletown.rulekit.engine import INSTINCT
from tests.web.at_the_table import asked, see_it_made, sit_down_at
from tests.web.conftest import NewPerson
from tools.running import Server

OPTIONS: dict[str, list[tuple[Mapping[str, object], int]]] = {
    "square_mile": [({}, 200), *[({"tract_cards": "on"}, 16)] * 20],
    "milton_keynes": [({"advanced": "advanced"}, 1000), ({}, 1000)],
    "squad_car": [({}, 200)],
    "the_estates": [({"rounds": 2}, 200)],
}
"""Options under which the kinds come up, and within how many steps."""
CHOOSE = """([kind, numbers]) => {
    const first = (text) => numbers.includes(+text.split(',')[0]);
    const by = [...document.querySelectorAll('[data-play]')].find((e) => first(e.dataset.play))
        ?? [...document.querySelectorAll('#decide [name=action]')].find((e) => first(e.value))
        ?? document.querySelector(`form.bid:has([name=kind][value=${kind}]) .go`);
    by?.setAttribute('data-chosen', '');
    return !!by;
}"""

FILL_THE_TRAY = """() => {
    const form = document.querySelector('form.swap');
    const fold = form?.closest('details');
    if (fold) fold.open = true;
    for (const side of form ? ['mine', 'theirs'] : []) {
        const [chip, list, sum] = ['input[type=checkbox]', 'select', '[data-first]'].map(
            (query) => form.querySelector(`[data-side=${side}] ${query}`));
        if (chip) chip.checked = true;
        else if (list) list.selectedIndex = 1;
        else sum.value = 1;
        (chip ?? list ?? sum).dispatchEvent(new Event('input', { bubbles: true }));
    }
    const button = form?.querySelector('.go');
    button?.setAttribute('data-chosen', '');
    return !!button && !button.disabled;
}"""
"""Where a choice of two sides begins with that kind, both sides are chosen at once."""


def occasions(name: str) -> Iterator[tuple[str, list[int], tabletown.Match]]:
    """For each kind of action a match in which it can be taken now, and its numbers there."""
    game = tabletown.game(name)
    game.rules().twin.compile(loops=[INSTINCT])  # neighbours choose the same interpreted, and later
    kind_of = game.declaration.actions.decode
    wanted = set(game.declaration.actions.kinds)
    rng, neighbour = random.Random(1), bots.level("neighbour")
    for _ in count():
        for options, longest in OPTIONS[name]:
            match = game.new(players=game.players[0], seed=rng.getrandbits(32), options=options)
            wisdom = rng.random()
            while not match.over and match.steps < longest:
                seat = match.pending[0]
                view = match.perfect_memory(seat)
                kinds: dict[str, list[int]] = {}
                for number in match.rules.legal_actions(view, seat):
                    kinds.setdefault(kind_of(number)[0], []).append(number)
                for kind in sorted(wanted & kinds.keys()):
                    yield kind, kinds[kind], match
                wanted -= kinds.keys()
                if not wanted:
                    return
                chance = rng.choice(kinds[rng.choice(sorted(kinds))])
                wise = rng.random() < wisdom
                match.play(seat, bots.choose(neighbour, match.rules, view, seat, rng) if wise else chance)


def test_every_kind_of_decision_is_made_by_hand(person: NewPerson, server: Server, game: str) -> None:
    page = person(reduced_motion="reduce")
    for kind, numbers, match in occasions(game):
        sit_down_at(page, server, match)
        before = asked(page)
        can_choose = page.evaluate(CHOOSE, [kind, numbers]) or page.evaluate(FILL_THE_TRAY)
        assert can_choose, f"{kind} cannot be chosen"
        page.locator("[data-chosen]").first.dispatch_event("click")
        see_it_made(page, before)
