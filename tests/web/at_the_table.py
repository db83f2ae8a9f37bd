"""What a person does at a table, for tests."""

from playwright.sync_api import Page

MINE = "#status[data-mine='1']"
PLAYS = "form[action$='/play'] button:not([type=button])"
OVER = "#phase[data-phase='over']"


def play_now(page: Page, game: str = "the_estates") -> str:
    """Two clicks from the lobby to a game; answers the table's path."""
    page.goto(f"/?game={game}")
    page.locator(".game.on form button").click()
    page.wait_for_url("**/t/*")
    return page.url.split("/", 3)[3]


def wait_for_my_move(page: Page) -> bool:
    """False if the game is over instead."""
    page.wait_for_selector(f"{MINE}, {OVER}", state="attached", timeout=60000)
    return page.locator(OVER).count() == 0


def decide(page: Page) -> None:
    """Make some decision and see it made: on the board if it can be, else in the panel."""
    decision = page.get_attribute("#status", "data-decision")
    targets = page.locator(".target")
    if targets.count():
        targets.first.click()
    else:
        page.locator(f"#decide {PLAYS}").last.click()
    page.wait_for_function(
        "d => { const s = document.getElementById('status'); return s.dataset.decision !== d }", arg=decision
    )
