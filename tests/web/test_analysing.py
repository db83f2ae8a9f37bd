"""A finished game explained on a server: started by a button, kept with the game, told to nobody before the end."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletown.match import load
from tabletown.web import analysing
from tabletown.web.analysing import MOST_TURNS, Analysts
from tabletown.web.at_table.settings import Settings
from tabletown.web.errands import in_writing
from tabletown.web.server import make_app
from tabletown.web.tables import Wish
from tests.web.at_the_table import awaited, until
from tests.web.wire import Wire
from tools.played import play_table
from tools.running import Server

RECORD = Path(__file__).parents[1] / "games" / "squad_car" / "records" / "police_win.json"
SLEEPY = 60.0
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


class Inline:
    """Work is done at once, in this process."""

    async def run(self, _client: str, work: Callable[..., Any], *args: Any) -> Any:
        await asyncio.sleep(0)
        return work(*args)

    async def close(self) -> None: ...


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "SECONDS", 0.2)
    monkeypatch.setattr(analysing, "Workers", lambda *_more: Inline())
    monkeypatch.setattr(analysing, "NICENESS", 0)


@pytest.mark.usefixtures("quickly")
def test_a_game_is_explained_once_and_kept(tmp_path: Path) -> None:
    async def explained() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", SLEEPY, make_ready=tuple)
        async with app.lifespan():
            match = load(RECORD.read_text(encoding="utf-8"))
            wishes = [Wish("me", name) for name in match.names]
            made = await app.state.house.tables.adopt(in_writing(match), wishes, "somebody-with-a-secret", Settings())
            wire, path = Wire(app), f"/m/{made.id}/analysis"
            standings = f"/m/{made.id}/standings"
            assert b"of-chances" not in (await wire.ask(standings, {})).body
            before = await wire.ask(path, {})
            assert b"Explain this game" in before.body
            started = await wire.ask(path, {"origin": "http://127.0.0.1:8321"}, form={})
            assert started.status == 303
            waiting = await wire.ask(path, {})
            assert b"<progress" in waiting.body
            assert (b"refresh", b"2") in waiting.headers
            analysts: Analysts = app.state.house.analysts
            await until(lambda: analysts.progress(made.id) is None)
            assert analysts.failure(made.id) == ""
            kept = analysts.kept(made.id)
            assert kept is not None
            assert kept.outlooks[-1].chances == pytest.approx(match.returns)
            for language, words in (("en", "As things really stood"), ("ja", "実際の局面")):
                shown = await wire.ask(path, {"accept-language": language})
                assert words.lower() in shown.body.decode().lower()
                assert b"refresh" not in dict(shown.headers)
                end = (await wire.ask(standings, {"accept-language": language})).body.decode()
                chances, _of, scores = end.partition('<div class="of-scores"')
                assert chances.count('class="chart"') == scores.count('class="chart"') == 1
                assert {"en": "Chance to win", "ja": "勝率"}[language] in chances
                most = sorted(kept.turns, key=lambda turn: -abs(turn.after - turn.before))[:MOST_TURNS]
                links = [f"/m/{made.id}?step={turn.step}" for turn in most]
                assert [link for link in links if link not in chances] == []

    awaited(explained())


def test_nothing_is_explained_before_the_end(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    answer = server.ask(f"/m/{played.table}/analysis", token=played.tokens[0], accept="application/json")
    assert answer.status == 403
    assert "after its end" in json.loads(answer.body)["title"]
