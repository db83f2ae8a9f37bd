"""What is kept of every table: one schema, brought about by the steps in `migrations/`."""

from typing import Any

from sqlalchemy import JSON, Boolean, Column, Connection, Float, ForeignKey, Index, Integer, MetaData, String, Table
from sqlalchemy.dialects import postgresql, sqlite

metadata = MetaData()


def _of_a_table() -> Column[str]:
    return Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", String(128), nullable=False),
    Column("edition", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("start", JSON),
    Column("phase", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("host", String(64), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("happened", Float, nullable=False, server_default="0"),
    Index("tables_changed", "changed"),
    Index("tables_phase", "phase"),
)

seats = Table(
    "seats",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("level", String(32), nullable=False),
    Column("invitation", Integer, nullable=False),
    Column("invitation_hash", String(64), nullable=False),
    Column("stand_in", String(32), nullable=False),
    Column("resigned", Boolean, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(64), primary_key=True),
    Index("keys_hash", "hash"),
)

entries = Table(
    "entries",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True),
    Column("item", JSON, nullable=False),
)

drawer = Table(
    "drawer",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("actions", JSON, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("name", String(64), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
)

analyses = Table("analyses", metadata, _of_a_table(), Column("content", JSON, nullable=False))

orders = Table(
    "orders",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("orders", JSON, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    _of_a_table(),
    Column("asker", String(16), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("deed", String(32), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("answer", Integer),
    sqlite_with_rowid=False,  # one tree to write to, not two
)

makings = Table(
    "makings",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("deed", String(32), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Index("makings_table", "table_id"),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("until", Float, nullable=False),
    Column("taken_by", String(64), nullable=False),
    Index("codes_table", "table_id"),
)

ways = Table(
    "ways",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("target", String(1000), nullable=False),
    Column("public", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("person", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("address", String(300), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("link", String(64), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("made", Float, nullable=False),
    Column("told", Integer, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    Index("ways_seat", "table_id", "seat"),
)

_PUT_IF_NEW: dict[str, dict[Table, Any]] = {
    name: {
        table: made(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        for table in metadata.sorted_tables
    }
    for name, made in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert))
}


def put_if_new(connection: Connection, table: Table, rows: Any) -> int:
    """Rows that are not there yet; answers how many those were, if it was one that was given."""
    return connection.execute(_PUT_IF_NEW[connection.dialect.name][table], rows).rowcount
