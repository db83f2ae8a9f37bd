"""A database of running tables with known keys, and moves that are legal at each: what a load is made of."""

import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from tabletown.match import game
from tabletown.match.record import written
from tabletown.web import keys, schema
from tabletown.web.database import open_database
from tabletown.web.kept import PERSON, PLAYING

GAME = "the_estates"
PLAYERS = 2
DEALS = 24
FILLED = (schema.tables, schema.seats, schema.keys, schema.entries)
LONGEST = 3000
"""Decisions of a prepared game."""


@dataclass(frozen=True)
class Turn:
    """A decision of a prepared game: whose, and what they play."""

    seat: int
    action: int


@dataclass(frozen=True)
class Stock:
    """Running tables among people. There are several deals, so that what is made for one table helps few others."""

    tables: list[str]
    secrets: list[str]
    """Of each seat, at every table."""
    deals: list[list[Turn]]

    def turns(self, place: int) -> list[Turn]:
        """The prepared game of the table at that place."""
        return self.deals[place % len(self.deals)]


def seed_of(deal: int) -> bytes:
    return deal.to_bytes(32, "big")


def prepared(deal: int, title: str = GAME, players: int = PLAYERS) -> list[Turn]:
    """A game in which everybody chooses at random: kinds first, so that a bid of 1 to 60 does not drown a pass."""
    match, rng = game(title).new(players, seed=seed_of(deal)), random.Random(deal)
    turns: list[Turn] = []
    while not match.over and len(turns) < LONGEST:
        seat = match.pending[0]
        legal = match.legal(seat)
        kind = rng.choice(sorted({each.kind for each in legal}))
        action = rng.choice([each.id for each in legal if each.kind == kind])
        match.hand_in(seat, [action])
        turns.append(Turn(seat, action))
    return turns


def undone(deal: int, times: int) -> list[dict[str, Any]]:
    """A log in which the first move was taken back over and over."""
    match = game(GAME).new(PLAYERS, seed=seed_of(deal))
    turn = prepared(deal)[0]
    for _ in range(times):
        match.play(turn.seat, turn.action)
        match.undo(turn.seat, consent=True)
    return [written(item, match.game.declaration.actions) for item in match.items]


def stock(
    file: Path, count: int, deals: int = DEALS, title: str = GAME, players: int = PLAYERS, undos: int = 0
) -> Stock:
    """So many running tables, made in one transaction."""
    deals = min(deals, count)
    rules = game(title).rules()
    now = time.time()
    names = [keys.new_table_id() for _ in range(count)]
    secrets = [str(keys.new_secret()) for _ in range(players)]
    common = {
        "game": title, "rules": rules.version, "edition": rules.edition.content, "players": players, "start": None,
        "options": game(title).declaration.read_options(None), "phase": PLAYING, "version": 0,
        "host": keys.hashed(secrets[0]), "settings": {}, "created": now, "changed": now, "happened": now,
    }  # fmt: skip
    sitting = {"kind": PERSON, "level": "", "invitation": 0, "invitation_hash": "", "stand_in": "", "resigned": False}
    tables = [{"id": name, "seed": seed_of(place % deals).hex(), **common} for place, name in enumerate(names)]
    seats = [
        {"table_id": name, "seat": seat, "name": f"Player {seat + 1}", **sitting}
        for name in names
        for seat in range(players)
    ]
    held = [
        {"table_id": name, "seat": seat, "hash": keys.hashed(secret)}
        for name in names
        for seat, secret in enumerate(secrets)
    ]
    entries = [
        {"table_id": name, "number": number, "item": item}
        for place, name in enumerate(names)
        for number, item in enumerate(undone(place % deals, undos), 1)
    ]
    engine = open_database(f"sqlite:///{file}")
    with engine.begin() as connection:
        for into, rows in zip(FILLED, (tables, seats, held, entries), strict=True):
            if rows:
                connection.execute(insert(into), rows)
    engine.dispose()
    return Stock(names, secrets, [prepared(deal, title, players) for deal in range(deals)])
