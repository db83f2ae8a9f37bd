"""Motion that is filmed is the motion that it says it is."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import server, shared
from tools.running import Server
from tools.strips import MOTIONS, Motion, advance, happening, occasion

__all__ = ["server", "shared"]
BY_NAME = {motion.name: motion for motion in MOTIONS}


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_every_motion_has_a_position_from_which_it_follows(motion: Motion) -> None:
    found = occasion(motion)
    steps = found.match.steps
    for seat, actions in found.plays:
        found.match.hand_in(seat, actions)
    told = {found.match.look().told(event)[0] for entry in found.match.entries[steps:] for event in entry.events}
    assert motion.events <= told


def test_the_needle_of_the_dial_turns_while_a_spin_is_told(browser: Browser, server: Server) -> None:
    with happening(browser, server, BY_NAME["spin"]) as page:
        where = []
        for _ in range(3):
            advance(page, 200)
            where.append(page.evaluate("getComputedStyle(document.querySelector('#moment .needle')).transform"))
    assert len(set(where)) == 3, where


def test_a_cube_is_placed_while_that_is_told_and_not_with_what_follows(browser: Browser, server: Server) -> None:
    with happening(browser, server, BY_NAME["placement"]) as page:
        assert page.get_attribute("#moment", "data-kind") == "cube-placed"
        advance(page, 1)  # the board is written with the next task
        expect(page.locator("#log-list > li").first).to_contain_text("placed")
        advance(page, 900)
        assert page.get_attribute("#moment", "data-kind") == "certificate-taken"


def test_what_is_told_without_a_picture_leaves_no_empty_frame(browser: Browser, server: Server) -> None:
    with happening(browser, server, BY_NAME["completed-row"]) as page:
        advance(page, 1000)
        expect(page.locator("#moment")).to_contain_text("finished")
        assert page.locator("#moment .stage-subject").count() == 0


def test_the_board_does_not_give_the_result_away_while_the_last_move_is_told(browser: Browser, server: Server) -> None:
    with happening(browser, server, BY_NAME["end-of-game"]) as page:
        expect(page.locator("#moment")).to_contain_text("rooftop")
        assert page.get_attribute("#phase", "data-phase") == "playing"
        advance(page, 5000)
        assert page.get_attribute("#phase", "data-phase") == "over"
