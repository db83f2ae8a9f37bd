"""What a table says to whoever plays a game for the first time: its goal, and what everything on it is."""

from typing import Any

from litestar import Request

from tabletown.rulekit.lessons import has_lesson
from tabletown.rulekit.look import SPECTATOR, Listener
from tabletown.rulekit.teaching import Goal, Kind
from tabletown.web.people import Page, cookie, seats_of, speaks
from tabletown.web.pushes import Audience
from tabletown.web.table import Table

KNOWS = "knows-{game}"
"""The cookie of a browser that has been told what a title is about."""


def taught(request: Request[Any, Any, Any], table: Table, audience: Audience) -> dict[str, Any]:
    """What the game says about itself, and whether this browser has yet to be told what it is about."""
    declared = table.game.declaration
    told = Listener(speaks(request, table), table.playing.rules, SPECTATOR, tuple(table.playing.names))
    goal = declared.teaching.goal(told)
    is_new = bool(audience.viewer.seats) and not knows(request, table)
    cover = f"/games/{declared.name}/cover.svg"
    return {
        "goal": goal,
        "goal_picture": f"/rules/{declared.name}/{goal.picture}.svg" if goal.picture else cover,
        "is_first": is_new and is_told(goal) and not table.playing.over,
        "phases": declared.teaching.phases(told),
        "kinds": [(kind, selector(kind)) for kind in declared.teaching.kinds(told)],
        "has_lesson": has_lesson(declared),
    }


def selector(kind: Kind) -> str:
    """What of the picture is of that kind, as a style sheet would name it; the page around it has ids, too."""
    named = ",".join(f'[id^="{mark}"],[href^="#{mark}"]' for mark in kind.marks)
    return f":is(svg, svg *):is({named})" if named else ""


def is_told(goal: Goal) -> bool:
    """Whether there is more to say than what the lobby says; else the card waits until somebody asks for it."""
    return len(goal.sentences) > 1


def knows(request: Request[Any, Any, Any], table: Table) -> bool:
    return KNOWS.format(game=table.game.name) in request.cookies


def remembered(request: Request[Any, Any, Any], table: Table, shown: Page) -> Page:
    """The goal comes by itself once a title in each browser."""
    if seats_of(request, table) and not knows(request, table):
        shown.set_cookie(cookie(request, KNOWS.format(game=table.game.name), "1"))
    return shown
