"""The games of a study, in chunks that anybody can play: a chunk needs nothing but itself, and gives the same again."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.lab.playing import COMPILED, Progress, Rows, Setting, Span
from tabletown.lab.study.plan import Variant
from tabletown.match import game
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, LENGTH
from tabletown.rulekit.thinking import FIRST_VERB, LEAD_CHANGES, LED_SINCE

CHUNK = 480
"""Games in a chunk; every number of players up to six divides it."""
LOOP = "bot_games"
OPENER = "opener"
"""The column of who had the first turn."""


@dataclass(frozen=True)
class Columns:
    """What stands where in a row, for games with so many seats."""

    names: tuple[str, ...]
    seats: int

    def of(self, rows: Rows, name: str) -> Any:
        return rows[:, self.names.index(name)]

    def shares(self, rows: Rows, players: int) -> Any:
        first = self.names.index("share_0")
        return rows[:, first : first + players]

    def scores(self, rows: Rows, players: int) -> Any:
        first = self.names.index("score_0")
        return rows[:, first : first + players]


@cache
def columns_of(name: str) -> Columns:
    """The same for every variant of a game, so that all stand in one file; seats that are not there have -1."""
    declaration = game(name).declaration
    seats = max(declaration.players)
    return Columns(
        (
            "game",
            "ending",
            "decisions",
            f"{declaration.paced_by or 'decision'}s",
            "lead_changes",
            "led_since",
            *(f"share_{seat}" for seat in range(seats)),
            *(f"score_{seat}" for seat in range(seats)),
            *(f"uses_{verb}" for verb in declaration.actions.kinds),
            *([OPENER] if declaration.opened_by else []),
        ),
        seats,
    )


def pace_of(name: str) -> str:
    """What the length of a game is counted in: the column of that name."""
    return columns_of(name).names[3]


def setting_of(variant: Variant, compiling: Progress | None = None, mode: str = COMPILED) -> Setting:
    return Setting(variant.game, variant.players, mode, dict(variant.options), variant.edition, [LOOP], compiling)


def rows_of(setting: Setting, variant: Variant, span: Span) -> Rows:
    """The rows of these games; who plays them, where and when makes no difference.

    Whoever has an instinct plays by it without slips: figures of an edition are tuned to the game, not to mistakes.
    """
    engine, players = setting.engine, variant.players
    first = (variant.seed << 32) + span.first
    kind = bots.level(variant.bots).kind
    assert kind is not None, "a plan has only bots that do not search"
    tally, watched, ends = engine.watched_games(
        engine.room_for_bots(setting.options),
        players,
        engine.numbers(range(first, first + span.games)),
        engine.numbers([kind] * players),
    )
    played, seen = np.asarray(tally, np.int32), np.asarray(watched, np.int32)
    declaration = setting.game.declaration
    paced_by, opened_by = declaration.paced_by, declaration.opened_by
    last = [engine.get(ends, k).to_dict() for k in range(span.games)] if paced_by or opened_by else []
    pace = [end[paced_by] for end in last] if paced_by else played[:, LENGTH]
    columns = columns_of(variant.game)
    rows = np.full((span.games, len(columns.names)), -1, np.int32)
    rows[:, 0] = range(span.first, span.first + span.games)
    rows[:, 1:6] = np.column_stack(
        [played[:, ENDING], played[:, LENGTH], pace, seen[:, LEAD_CHANGES], seen[:, LED_SINCE]]
    )
    rows[:, 6 : 6 + players] = played[:, FIRST_SHARE : FIRST_SHARE + players]
    rows[:, 6 + columns.seats : 6 + columns.seats + players] = played[:, FIRST_SHARE + players :]
    first_verb = 6 + 2 * columns.seats
    rows[:, first_verb : first_verb + len(declaration.actions.kinds)] = seen[:, FIRST_VERB:]
    if opened_by:
        rows[:, -1] = [end[opened_by] for end in last]
    return rows
