"""python -m tools.shots FOLDER: every page and game, at desk and phone width, light and dark, in both languages."""

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tabletown.match import games

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
CHROMIUM = "/usr/bin/chromium"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
LANGUAGES = {"en": "en-GB", "ja": "ja-JP"}
MINE, OVER = "#status[data-mine='1']", "#phase[data-phase='over']"
PLAYS = ".target, #decide form[action$='/play'] button:not([type=button])"


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "shots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--pace", "0.02"]
        command += ["--database", f"sqlite:///{data}/t.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].rstrip("/")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            shoot_all(browser, address, folder)
        finally:
            browser.close()
            server.terminate()
            server.wait(20)
            server.stdout.close()
    return 0


def shoot_all(browser: Browser, address: str, folder: Path) -> None:
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            for language, locale in LANGUAGES.items():
                context = browser.new_context(
                    base_url=address,
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                    locale=locale,
                    reduced_motion="reduce",
                )
                shoot(context.new_page(), folder, f"{size}-{scheme}-{language}")
                context.close()


def shoot(page: Page, folder: Path, kind: str) -> None:
    """One look at everything."""

    def keep(name: str) -> None:
        page.screenshot(path=folder / f"{name}-{kind}.png")

    for game in games():
        page.goto(f"/?game={game.name}")
        page.wait_for_load_state("networkidle")
        keep(f"lobby-{game.name}")
        page.locator(".game.on form button").click()
        page.wait_for_selector("#board")
        for step in range(16):
            page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
            if page.locator(OVER).count():
                break
            if step % 5 == 0:
                keep(f"table-{game.name}-{step}")
            decision = page.get_attribute("#status", "data-decision")
            page.locator(PLAYS).last.click(force=True)
            page.wait_for_function("d => document.getElementById('status').dataset.decision !== d", arg=decision)
        keep(f"table-{game.name}-16")
        page.goto(page.url.replace("/t/", "/m/") + "?step=9")
        keep(f"replay-{game.name}")
        page.goto(f"/rules/{game.name}")
        keep(f"rules-{game.name}")
    page.goto("/?game=the_estates")
    page.select_option("select[name=seat-1]", "open")
    page.click("#new .acts button")
    page.wait_for_selector("#room")
    keep("room")
    page.goto("/t/nowhere")
    keep("missing")


if __name__ == "__main__":
    raise SystemExit(main())
