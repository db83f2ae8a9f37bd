"""The games of a table, in chunks that anybody can play: a chunk needs nothing but itself, and gives the same again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.bots.bot import Bot
from tabletown.bots.games import play_game
from tabletown.bots.neighbour import slips_of_neighbours
from tabletown.bots.searcher import Searcher
from tabletown.lab.arena import Stoppable
from tabletown.lab.playing import UNFINISHED, Rows, Setting, Span, spans_of
from tabletown.lab.tournament.foreign import Foreign, hello
from tabletown.lab.tournament.pairing import seating
from tabletown.lab.tournament.plan import Table
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, LENGTH, WHOLE_WIN

QUICK_CHUNK, USUAL_CHUNK = 480, 60
"""Games of a chunk: every number of players up to six divides them."""
GRACE = 2.0
"""Seconds that a program has to end by itself, when all is played."""


@dataclass(frozen=True)
class Chunk:
    """Some games of a table, one after the other. Programs are started for it, and ended after it."""

    table: Table
    span: Span


@dataclass(frozen=True)
class Played:
    """The games of a chunk, and what was wrong with whom."""

    rows: Rows
    notes: tuple[str, ...] = ()


def columns_for(seats: int) -> tuple[str, ...]:
    """What stands in a game's row: `bot_0` is who sat in seat 0, by place in the table's company."""
    by_seat = [f"{what}_{seat}" for what in ("bot", "share", "score", "fault") for seat in range(seats)]
    return ("game", "ending", "decisions", *by_seat)


def chunks_of(table: Table, games: int) -> Iterator[Chunk]:
    players = len(table.entrants)
    size = QUICK_CHUNK if table.is_quick else players if table.thinks_long else USUAL_CHUNK // players * players
    return (Chunk(table, span) for span in spans_of(games, size))


def play_chunk(setting: Setting, chunk: Chunk) -> Played:
    """Who plays them, where and when makes no difference, as far as programs keep to their time."""
    table, span = chunk.table, chunk.span
    results = _by_loop(setting, table, span) if table.is_quick else None
    notes: list[str] = []
    faults = np.zeros((span.games, setting.players), np.int32)
    if results is None:
        results = _one_by_one(setting, table, span, faults, notes)
    return Played(_rows_of(setting, table, span, results, faults), tuple(notes))


def _rows_of(setting: Setting, table: Table, span: Span, results: Rows, faults: Rows) -> Rows:
    players, seats = setting.players, max(setting.game.players)
    numbers = range(span.first, span.first + span.games)
    places = {name: place for place, name in enumerate(table.company)}
    rows = np.full((span.games, len(columns_for(seats))), -1, np.int32)
    rows[:, 0] = numbers
    rows[:, 1], rows[:, 2] = results[:, ENDING], results[:, LENGTH]
    shares, scores = results[:, FIRST_SHARE : FIRST_SHARE + players], results[:, FIRST_SHARE + players :]
    for place, number in enumerate(numbers):
        seated = [places[name] for name in seating(table.company, number)]
        rows[place, 3 : 3 + players] = seated
        share = _shared_out(setting, shares[place], scores[place], faults[place], ended=results[place, ENDING] > 0)
        rows[place, 3 + seats : 3 + seats + players] = share
    rows[:, 3 + 2 * seats : 3 + 2 * seats + players] = scores
    rows[:, 3 + 3 * seats : 3 + 3 * seats + players] = faults
    return rows


def sides_of(setting_sides: Sequence[str], players: int) -> list[list[int]]:
    """The seats that win and lose together."""
    count = len(setting_sides) or players
    each = players // count
    return [list(range(side * each, (side + 1) * each)) for side in range(count)]


def _shared_out(setting: Setting, shares: Any, scores: Any, faults: Any, *, ended: bool) -> list[int]:
    """Of a game that did not end nobody has won. Who forfeited has won nothing, nor has their side; if they would have,
    the best of the others have won."""
    sides = sides_of(setting.game.declaration.sides, setting.players)
    if not ended:
        return [0] * setting.players
    innocent = [side for side in sides if not any(faults[seat] for seat in side)]
    guilty = [side for side in sides if side not in innocent]
    if not any(shares[seat] for side in guilty for seat in side):
        return [int(share) for share in shares]
    best = max((tuple(sorted((int(scores[seat]) for seat in side), reverse=True)) for side in innocent), default=None)
    won = [side for side in innocent if tuple(sorted((int(scores[seat]) for seat in side), reverse=True)) == best]
    out = [0] * setting.players
    for side in won:
        for seat in side:
            out[seat] = WHOLE_WIN // (len(won) * len(side))
    return out


def _by_loop(setting: Setting, table: Table, span: Span) -> Rows:
    """All games that are played in the same order of seats in one compiled loop."""
    engine, players = setting.engine, setting.players
    room = engine.room_for_bots(setting.options)
    kinds = {entrant.name: bots.level(entrant.level).kind or 0 for entrant in table.entrants}
    slips = [slips_of_neighbours(setting.game.declaration, players)] * players
    rows: list[Any] = []
    numbers = range(span.first, span.first + span.games)
    for _, block in groupby(numbers, lambda number: number // players):
        games = list(block)
        order = [kinds[name] for name in seating(table.company, games[0])]
        seeds = engine.numbers([table.first_seed + number for number in games])
        rows += list(engine.bot_games(room, players, seeds, engine.numbers(order), rotating=True, slips=slips))
    return np.asarray(rows, np.int32)


def _one_by_one(setting: Setting, table: Table, span: Span, faults: Rows, notes: list[str]) -> Rows:
    rules, players = setting.rules, setting.players
    told = hello(rules, players, setting.options, table.seconds)
    company = {entrant.name: _player(setting, table, place, told) for place, entrant in enumerate(table.entrants)}
    rows = []
    try:
        for place, number in enumerate(range(span.first, span.first + span.games)):
            seated = [company[name] for name in seating(table.company, number)]
            seed = table.first_seed + number
            foreign = {seat: player for seat, player in enumerate(seated) if isinstance(player, Foreign)}
            for seat, player in foreign.items():
                player.begin(seed, seat)
            _, row = play_game(rules, [Stoppable(player) for player in seated], setting.options, seed, inf)
            rows.append(row)
            for seat, player in foreign.items():
                player.finish(_ending(setting, row), _parts(row, players), row[FIRST_SHARE + players :])
                if player.failure is not None:
                    faults[place, seat] = player.failure.fault
                    where = f"round {table.round}, {' - '.join(table.company)}, game {number}, seat {seat}"
                    notes.append(f"{where}: {player.entrant.name}, {player.told}")
    except BaseException:
        _send_home(company.values(), 0.0)
        raise
    _send_home(company.values(), GRACE)
    return np.asarray(rows, np.int32)


def _send_home(company: Any, grace: float) -> None:
    for player in company:
        if isinstance(player, Foreign):
            player.leave(grace=grace)


def _player(setting: Setting, table: Table, place: int, told: dict[str, Any]) -> Bot:
    entrant = table.entrants[place]
    if not entrant.is_ours:
        return Foreign(setting.rules, entrant, told)
    bot = bots.level(entrant.level).patient_bot(setting.rules)
    if isinstance(bot, Searcher):
        bot.part = table.thinking
    return bot


def _ending(setting: Setting, row: Sequence[int]) -> str:
    return (UNFINISHED, *setting.game.endings)[row[ENDING]]


def _parts(row: Sequence[int], players: int) -> list[float]:
    whole = WHOLE_WIN if row[ENDING] else inf
    return [share / whole for share in row[FIRST_SHARE : FIRST_SHARE + players]]
