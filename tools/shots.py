"""Screenshots of every page and game: at a desk and on a phone, by day and by night, in both languages; and motion."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tabletown.rulekit.registry import declarations
from tools.played import Played, play_table
from tools.running import CHROMIUM, Server, knows_every_title, running_browser, running_server
from tools.strips import MOTIONS, film

FOLDER = Path("shots")
FORM = "application/x-www-form-urlencoded"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
LANGUAGES = ("en", "ja")
MOST_DECISIONS = 400
LOADED = """() => [...document.images].every(
    e => e.complete || e.loading === 'lazy' || e.getBoundingClientRect().left > innerWidth)"""


@dataclass(frozen=True)
class Eyes:
    """A way of looking: a browser page of a size, a theme and a language."""

    size: str
    theme: str
    language: str
    page: Page

    def cookies(self, address: str, me: str) -> None:
        values = {"theme": self.theme, "language": self.language, "me": me}
        context = self.page.context
        context.clear_cookies()
        context.add_cookies([{"name": name, "value": value, "url": address} for name, value in values.items() if value])
        knows_every_title(context, address)

    def shoot(self, server: Server, path: str, me: str, name: str, click: str = "") -> None:
        self.cookies(server.address, me)
        self.page.goto(server.address + path)
        self.page.wait_for_function(LOADED)
        if click:
            self.page.click(click)
            self.page.wait_for_timeout(300)
        file = FOLDER / f"{name}.{self.size}.{self.theme}.{self.language}.png"
        self.page.screenshot(path=file, full_page="table" not in name)
        too_wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if too_wide > 0:
            print(f"{file.name}: {too_wide} px wider than the screen")  # noqa: T201


def all_eyes(browser: Browser, stack: ExitStack) -> Iterator[Eyes]:
    for size, theme, language in product(SIZES, THEMES, LANGUAGES):
        width, height = SIZES[size]
        context = stack.enter_context(
            browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=size == "phone",
                reduced_motion="reduce",
                locale=language,
            )
        )
        yield Eyes(size, theme, language, context.new_page())


class Studio:
    """Shoots a page with every pair of eyes."""

    def __init__(self, server: Server, eyes: list[Eyes]) -> None:
        self.server = server
        self.eyes = eyes

    def shoot(self, path: str, name: str, me: str = "", few: bool = False, click: str = "") -> None:  # noqa: FBT001, FBT002
        for each in self.eyes:
            if not few or (each.theme == "light") == (each.language == "en"):
                each.shoot(self.server, path, me, name, click)

    def seat(self, played: Played, name: str, few: bool = False, click: str = "") -> None:  # noqa: FBT001, FBT002
        self.shoot(played.path, name, played.tokens[0], few, click)

    def house(self, me: str) -> None:
        self.shoot("/", "lobby")
        self.shoot("/", "my-games", me)
        self.shoot("/t/nosuchtable", "error-unknown-table")
        self.shoot("/no/such/page", "error-unknown-page")

    def waiting(self, game: str) -> None:
        several = min(count for count in declarations()[game].players if count > 2)
        seats = [{"who": "me", "name": "Mika"}, *[{"who": "open"}] * (several - 1)]
        made = self.server.ask("/api/tables", {"game": game, "seats": seats}).json
        self.shoot(f"/t/{made['table']}", "room", made["token"])
        self.shoot(f"/t/{made['table']}", "room-seen-by-a-stranger")
        self.shoot(f"/join/{made['table']}/1/{made['invitations']['1']}", "join")
        self.shoot(f"/join/{made['table']}/1/nosuchinvitation", "error-invitation")

    def opened(self, game: str) -> None:
        """What opens over a table: the menu, what is not possible now, a proposal, a shared screen's curtain."""
        played = play_table(self.server, game, 2, declarations()[game].players[0])
        while 0 not in played.settled()["pending"]:
            played.step()
        self.seat(played, f"{game}.table-menu", few=True, click="#menu > summary")
        self.seat(played, f"{game}.table-not-possible", few=True, click="[data-whynot]")
        self._send(played, "propose", "seat=1&what=abandon", 1)
        self.seat(played, f"{game}.table-proposal", few=True)
        self._send(played, "resign", "seat=0")
        self.seat(played, f"{game}.table-given-up", few=True)
        seats = [{"who": "me"}] * declarations()[game].players[0]
        shared = self.server.ask("/api/tables", {"game": game, "seats": seats}).json
        self.shoot(f"/t/{shared['table']}", f"{game}.table-one-screen", shared["token"], few=True)

    def _send(self, played: Played, where: str, form: str, seat: int = 0) -> None:
        self.server.ask(f"{played.path}/{where}", form.encode(), played.tokens[seat], kind=FORM)

    def game(self, game: str) -> Played:
        self.opened(game)
        declared = declarations()[game]
        played = play_table(self.server, game, 2, declared.default_players)
        self._phases(played, game)
        played.to_the_end()
        self.seat(played, f"{game}.table-over")
        self.shoot(f"/m/{played.table}?step=0", f"{game}.table-replay-first", few=True)
        middle = len(self.server.ask(f"/m/{played.table}/record.json").json["log"]) // 2
        self.shoot(f"/m/{played.table}?step={middle}", f"{game}.table-replay")
        self.shoot(f"/rules/{game}", f"{game}.rules", few=True)
        return played

    def _phases(self, played: Played, game: str) -> None:
        """Each kind of decision when it first comes, somebody else's move, and a sealed answer of one's own."""
        seen: set[tuple[str, ...]] = set()
        for _ in range(MOST_DECISIONS):
            now = played.settled()
            if now["over"]:
                return
            if 0 in now["pending"]:
                legal = played.legal(0)
                self._plan(played, game, legal, seen)
                kinds = tuple(sorted({action["kind"] for action in legal}))
                if kinds not in seen:
                    seen.add(kinds)
                    self.seat(played, f"{game}.table-{len(seen)}-{'-'.join(kinds)}"[:90], few=len(seen) > 2)
            elif ("other",) not in seen:
                seen.add(("other",))
                self.seat(played, f"{game}.table-not-my-move")
                self.shoot(played.path, f"{game}.table-spectator", few=True)
            if 0 in now["changeable"] and ("sealed",) not in seen:
                seen.add(("sealed",))
                self.seat(played, f"{game}.table-sealed")
            played.step()


    def _plan(self, played: Played, game: str, legal: list[dict[str, Any]], seen: set[tuple[str, ...]]) -> None:
        """The first choice of several parts, with one of them put together."""
        parts = [action["id"] for action in legal if action["kind"] in declarations()[game].composed]
        if parts and ("plan",) not in seen:
            seen.add(("plan",))
            self._send(played, "play", f"seat=0&action={parts[0]}")
            self.seat(played, f"{game}.table-plan", few=True)
            self._send(played, "draft", "seat=0&keep=0")


def main() -> int:
    if not CHROMIUM:
        print("*** Chromium is missing on this machine: no screenshots. ***", file=sys.stderr)  # noqa: T201
        return 1
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    wanted = sys.argv[1:] or list(declarations())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(running_server(folder))
        browser = stack.enter_context(running_browser())
        studio = Studio(server, list(all_eyes(browser, stack)))
        studio.waiting(wanted[0])
        played = [studio.game(game) for game in wanted]
        studio.house(played[-1].tokens[0])
        for motion in MOTIONS:
            if motion.game in wanted:
                film(browser, server, motion, FOLDER)
    print(f"{len(list(FOLDER.glob('*.png')))} screenshots in {FOLDER}/")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
