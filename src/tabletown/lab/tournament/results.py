"""Results as tables for other programs: CSV, or Parquet where it is installed."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tabletown.lab.dataset import parquet_writer
from tabletown.lab.tournament.standings import Outcome

Columns = Mapping[str, Sequence[Any]]


def tables_of(outcome: Outcome) -> dict[str, Columns]:
    """By name: a line a seat of every game, a line a bot, a line a pair of bots."""
    games = [
        {
            "round": result.round,
            "table": result.table,
            "game": result.number,
            "seed": result.seed,
            "ending": result.ending,
            "decisions": result.decisions,
            **asdict(seat),
        }
        for result in outcome.results
        for seat in result.seats
    ]
    pairs = [
        {"bot": one, "against": other, "games": times, "ahead": won}
        for (one, other), (won, times) in sorted(outcome.ahead.items())
    ]
    return {
        "games": _columns(games),
        "standings": _columns([asdict(each) for each in outcome.standings]),
        "pairs": _columns(pairs),
    }


def _columns(lines: Sequence[Mapping[str, Any]]) -> Columns:
    return {name: [line[name] for line in lines] for name in lines[0]} if lines else {}


def csv_of(columns: Columns) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def write_parquet(columns: Columns, file: Path) -> None:
    parquet = parquet_writer()
    import pyarrow as pa

    parquet.write_table(pa.table(dict(columns)), str(file), compression="zstd")
