"""Tables, seats and their keys, logs, sealed answers, chat, standing orders, the ids of moves already made."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def of_a_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(128), nullable=False),
        sa.Column("edition", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("start", sa.JSON),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("tables_changed", "tables", ["changed"])
    op.create_table(
        "seats",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("invitation", sa.Integer, nullable=False),
        sa.Column("invitation_hash", sa.String(64), nullable=False),
        sa.Column("stand_in", sa.String(32), nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "keys",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
    op.create_index("keys_hash", "keys", ["hash"])
    op.create_table(
        "entries",
        of_a_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("item", sa.JSON, nullable=False),
    )
    op.create_table(
        "drawer",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("actions", sa.JSON, nullable=False),
    )
    op.create_table(
        "chat",
        of_a_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "orders",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("orders", sa.JSON, nullable=False),
    )
    op.create_table(
        "client_moves",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("client_move", sa.String(64), primary_key=True),
        sa.Column("decision", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("client_moves", "orders", "chat", "drawer", "entries", "keys", "seats", "tables"):
        op.drop_table(name)
