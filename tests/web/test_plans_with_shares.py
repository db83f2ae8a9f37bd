"""Roads of which some are to be shared are planned as one: the server holds the rest while somebody answers."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tabletown.match import Match, Refused, game
from tabletown.rulekit.language import say
from tabletown.web.at_table import moves
from tabletown.web.at_table.settings import Settings
from tabletown.web.scene import Scene
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import asked, awaited, nothing, see_it_made, sit_down_at
from tests.web.conftest import NewPerson
from tools.running import Server

SEED = 4


def at_the_roads() -> Match:
    """Seat 1 may build four sections for $100,000, and ask seat 2 for a share of two of them: 7 and 11."""
    match = game("square_mile").new(players=3, seed=SEED, options={"money": "open"}, names=["Ann", "Ben", "Cat"])
    rng = random.Random(SEED)
    while match.steps < 8:
        seat = match.pending[0]
        kinds: dict[str, list[Any]] = {}
        for action in match.legal(seat):
            kinds.setdefault(action.kind, []).append(action)
        match.play(seat, rng.choice(kinds[rng.choice(sorted(kinds))]))
    assert match.pending == (1,)
    return match


def number(kind: str, **args: int) -> int:
    return game("square_mile").declaration.actions.kinds[kind](*args.values())


LAY = {edge: number("lay_section", edge=edge) for edge in (7, 11, 28, 29)}
ASK = {edge: number("ask_for", edge=edge, player=2) for edge in (7, 11)}
SHARE = number("ask_share", thousands=4)
AGREE, DECLINE = number("agree"), number("decline")


async def planned(store: Store) -> Table:
    """Seat 1 plans 28, 7 with a share, 29, 11 with a share, and plays it."""
    match = at_the_roads()
    people = [Wish("me", name) for name in match.names]
    table = await Tables(store, nothing).adopt(match, people, "host", Settings())
    await table.do(None, moves.choose, 1, [LAY[28]])
    for edge, free in ((7, 29), (11, None)):
        await table.do(None, moves.choose, 1, [ASK[edge]])
        await table.do(None, moves.plan_on, 1, [SHARE])
        if free:
            await table.do(None, moves.choose, 1, [LAY[free]])
    return table


def laid(table: Table) -> set[int]:
    section = table.playing.view(1).to_dict()["section"]
    return {edge for edge in LAY if section[edge]}


def cash(table: Table) -> int:
    return int(table.playing.view(1).to_dict()["cash"][1])


def test_with_every_share_agreed_to_the_plan_is_played_to_its_end(store: Store) -> None:
    async def story() -> None:
        table = await planned(store)
        before = cash(table)
        await table.do(None, moves.confirm, 1)
        assert (laid(table), table.playing.pending) == ({28}, (2,))
        await table.do(None, moves.play, 2, [AGREE])
        assert (laid(table), table.playing.pending) == ({28, 7, 29}, (2,))
        await table.do(None, moves.play, 2, [AGREE])
        assert (laid(table), table.playing.pending) == ({28, 7, 29, 11}, (1,))
        assert before - cash(table) == 4 * 10 - 2 * 4
        assert table.draft(1).parts == ()

    awaited(story())


@pytest.mark.parametrize("is_skipped", [True, False])
def test_what_is_declined_is_built_all_the_same_or_skipped_and_the_plan_goes_on(store: Store, is_skipped: bool) -> None:
    async def story() -> None:
        table = await planned(store)
        await table.do(None, moves.confirm, 1)
        await table.do(None, moves.play, 2, [DECLINE])
        assert (laid(table), table.playing.pending) == ({28}, (1,))
        assert table.draft(1).is_declined
        assert [part[-1] for part in table.draft(1).parts] == [LAY[7], LAY[29], LAY[11]]
        if is_skipped:
            await table.do(None, moves.skip_first, 1)
        await table.do(None, moves.confirm, 1)
        assert (laid(table), table.playing.pending) == ({28, 29} | (set() if is_skipped else {7}), (2,))
        await table.do(None, moves.play, 2, [AGREE])
        assert 11 in laid(table)

    awaited(story())


def test_the_plan_says_who_is_asked_and_what_it_costs_at_most(store: Store) -> None:
    async def story() -> None:
        table = await planned(store)
        scene = Scene(table.playing, 1, "en", drafted=table.draft(1).parts)
        assert [line.action.count(" · ") for line in scene.drafted_lines] == [0, 1, 0, 1]
        assert scene.first_meaning.does == "Build 4 roads, at most $40,000"
        assert scene.first_meaning.ways[0].figure == "$32–40k"
        assert say("ja", table.game.declaration)("Skip it") != "Skip it"

    awaited(story())


def test_nobody_else_sees_the_plan_and_another_move_of_ones_own_drops_it(store: Store) -> None:
    async def story() -> None:
        table = await planned(store)
        version = table.kept.version
        assert table.draft(2).parts == ()
        await table.do(None, moves.confirm, 1)
        assert table.kept.version == version + 1
        await table.do(None, moves.play, 2, [DECLINE])
        await table.do(None, moves.play, 1, [number("stop_building")])
        assert table.draft(1).parts == ()

    awaited(story())


def test_without_a_question_there_is_nothing_to_plan_past(store: Store) -> None:
    async def story() -> None:
        table = await planned(store)
        with pytest.raises(Refused):
            await table.do(None, moves.plan_on, 1, [SHARE])

    awaited(story())


def test_a_plan_goes_on_past_a_question_in_the_browser(server: Server, person: NewPerson) -> None:
    page = person(width=1440, height=900, reduced_motion="reduce")
    sit_down_at(page, server, at_the_roads())
    page.locator(f"#decide .choice[value='{ASK[7]}']").click()
    expect(page.get_by_role("button", name="Plan on")).to_be_visible()
    before, question = asked(page), page.get_attribute("#decide", "data-question") or ""
    page.get_by_role("button", name="Plan on").click()
    see_it_made(page, before)
    expect(page.locator("#decide")).not_to_have_attribute("data-question", question)
    expect(page.locator("#decide .draft li")).to_have_count(1)
    page.locator(f"#decide .choice[value='{LAY[28]}']").click()
    expect(page.locator("#decide .draft li")).to_have_count(2)
    page.get_by_role("button", name="Build 2 roads, at most $20,000").click()
    expect(page.locator("#decide h2")).to_contain_text("Your answer.")
    page.get_by_role("button", name="Decline").click()
    expect(page.locator("#decide .draft")).to_contain_text("Build it all the same, or skip it.")
    page.get_by_role("button", name="Skip it").click()
    page.get_by_role("button", name="Build").first.click()
    expect(page.locator("#decide .draft")).to_have_count(0)
