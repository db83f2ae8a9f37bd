"""Self-play as Parquet: of every decision what was seen, allowed and done, and what came of it."""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.lab.playing import MOST_GAMES, Progress, Source, Span, Stopped, check_seed, spans_of
from tabletown.lab.runners import Here, Runner, check_number, in_order
from tabletown.lab.vector import Numbers, Vector
from tabletown.match import game as find_game
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import TabletownError

Policy = Callable[[Vector], Any]
"""An action for each game of a vector, from what it shows."""

MEMORY = 1 << 26
"""Bytes of observations that are held at once, about."""
USUAL_LENGTH = 500
MOST_SIDE_BY_SIDE = 256


class NoParquet(TabletownError, ImportError):
    """The package that writes the files is not installed."""


def write_dataset(
    game: str,
    file: Path | str,
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    edition: Source = None,
    policy: Policy | None = None,
    observations: str = "declared",
    threads: int = 1,
    progress: Progress | None = None,
    runner: Runner | None = None,
) -> int:
    """Play whole games, by the policy or at random, and write a row for each decision; answers how many there are.

    Games are written whole, in the order of their seeds. Ctrl-C ends the file after the last whole ones. Another runner
    than threads (see `on_ray`) plays the same games elsewhere and sends them here; a policy is sent there first, and
    gives the same games if it draws nothing from a generator of its own.
    """
    parquet = parquet_writer()
    check_number("games", games, 1, MOST_GAMES)
    rows = done = 0
    with Vector(game, 1, players, seed, options, edition, observations=observations) as first:
        row = 4 * first.observations.shape[1] + first.actions // 8
        side_by_side = max(1, min(games, MOST_SIDE_BY_SIDE, MEMORY // (row * USUAL_LENGTH)))
        schema = _schema(first, game, observations)
    wanted = Wanted(
        game, players, tuple((options or {}).items()), find_game(game).edition(edition), observations, policy,
        1 if runner else threads, check_seed(seed) << 32,
    )  # fmt: skip
    spans = spans_of(games, side_by_side)
    played = in_order(runner or Here(), partial(table_of, wanted, schema), spans)
    with parquet.ParquetWriter(str(file), schema, compression="zstd") as writer, closing(played):
        try:
            for span, table in played:
                writer.write_table(table)
                rows += len(table)
                done += span.games
                if progress is not None:
                    progress(done, games)
        except KeyboardInterrupt:
            raise Stopped(rows, done, games) from None
    return rows


@dataclass(frozen=True)
class Wanted:
    """All that the decisions of a game depend on."""

    game: str
    players: int | None
    options: tuple[tuple[str, object], ...]
    edition: Edition
    observations: str
    policy: Policy | None
    threads: int
    begin: int


def table_of(wanted: Wanted, schema: Any, span: Span) -> Any:
    """The decisions of these games, played side by side."""
    first = wanted.begin + span.first
    with Vector(
        wanted.game, span.games, wanted.players, 0, dict(wanted.options), wanted.edition,
        seeds=range(first, first + span.games), observations=wanted.observations,
        threads=min(wanted.threads, span.games),
    ) as vector:  # fmt: skip
        return _played(vector, schema, wanted.policy or Vector.random_actions)


def parquet_writer() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise NoParquet("Datasets need more than Tabletown itself: pip install 'tabletown[data]'.") from None
    return parquet


def _schema(vector: Vector, game: str, observations: str) -> Any:
    import pyarrow as pa

    layout = {name: [place.start, list(place.shape)] for name, place in vector.layout.items()}
    told = {
        "game": game,
        "players": vector.players,
        "actions": vector.actions,
        "observations": observations,
        "layout": layout,
    }
    width = vector.observations.shape[1]
    return pa.schema(
        [
            ("game", pa.int64()),
            ("step", pa.int32()),
            ("seat", pa.int8()),
            ("action", pa.int32()),
            ("observation", pa.list_(pa.float32(), width)),
            ("mask", pa.binary(-(-vector.actions // 8))),
            ("return", pa.float32()),
        ],
        {"tabletown": json.dumps(told)},
    )


def _played(vector: Vector, schema: Any, policy: Policy) -> Any:
    """The decisions of the games that the vector has begun, sorted by game; those that follow them are left out."""
    import pyarrow as pa

    first = vector.seeds.copy()
    returns = np.zeros((vector.n, vector.players), np.float32)
    parts: dict[str, list[Any]] = {name: [] for name in ("slot", "step", "seat", "action", "observation", "mask")}
    going = np.ones(vector.n, np.bool_)
    while going.any():
        slots: Numbers = np.flatnonzero(going)
        actions = np.asarray(policy(vector))
        parts["slot"].append(slots)
        parts["step"].append(np.where(vector.over, 0, vector.lengths)[slots])
        parts["seat"].append(vector.seats[slots])
        parts["action"].append(actions[slots])
        parts["observation"].append(vector.observations[slots])
        parts["mask"].append(np.packbits(vector.masks[slots], axis=1))
        vector.step(actions)
        ended = going & vector.over
        returns[ended] = vector.rewards[ended]
        going &= ~ended
    whole = {name: np.concatenate(part) for name, part in parts.items()}
    order = np.lexsort((whole["step"], whole["slot"]))
    whole = {name: part[order] for name, part in whole.items()}
    seen = pa.FixedSizeListArray.from_arrays(pa.array(whole["observation"].ravel()), whole["observation"].shape[1])
    width = whole["mask"].shape[1]
    masks = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(order), [None, pa.py_buffer(np.ascontiguousarray(whole["mask"]))]
    )
    columns = [
        pa.array(first[whole["slot"]]),
        pa.array(whole["step"].astype(np.int32)),
        pa.array(whole["seat"].astype(np.int8)),
        pa.array(whole["action"].astype(np.int32)),
        seen,
        masks,
        pa.array(returns[whole["slot"], whole["seat"]]),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def read_dataset(file: Path | str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The columns as NumPy arrays, observations and masks as rows; and what the file says about itself."""
    parquet = parquet_writer()
    table = parquet.read_table(str(file))
    told: dict[str, Any] = json.loads(table.schema.metadata[b"tabletown"])
    plain = {name: table[name].to_numpy() for name in ("game", "step", "seat", "action", "return")}
    seen = table["observation"].combine_chunks()
    observations = seen.flatten().to_numpy().reshape(len(table), -1)
    packed = np.frombuffer(b"".join(table["mask"].to_pylist()), np.uint8).reshape(len(table), -1)
    masks = np.unpackbits(packed, axis=1, count=told["actions"]).astype(np.bool_)
    return plain | {"observation": observations, "mask": masks}, told
