"""Every request that changes something is remembered by its id, not only moves; when something last happened to see."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def of_a_table(*, is_key: bool) -> sa.Column[str]:
    column = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(24), column, primary_key=is_key, nullable=False)


def upgrade() -> None:
    op.add_column("tables", sa.Column("happened", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET happened = changed")
    op.create_table(
        "makings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        of_a_table(is_key=False),
        sa.Column("deed", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("makings_table", "makings", ["table_id"])
    requests = op.create_table(
        "requests",
        of_a_table(is_key=True),
        sa.Column("asker", sa.String(16), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("deed", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("answer", sa.Integer),
        sqlite_with_rowid=False,
    )
    moves = op.get_bind().execute(sa.text("SELECT table_id, seat, client_move, decision FROM client_moves")).all()
    rows = [
        {
            "table_id": move.table_id,
            "asker": str(move.seat),
            "id": hashlib.sha256(move.client_move.encode()).hexdigest()[:32],
            "number": move.decision,
            "deed": "play",
            "digest": "",
            "answer": move.decision,
        }
        for move in moves
    ]
    op.bulk_insert(requests, rows)
    op.drop_table("client_moves")


def downgrade() -> None:
    op.create_table(
        "client_moves",
        of_a_table(is_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("client_move", sa.String(64), primary_key=True),
        sa.Column("decision", sa.Integer, nullable=False),
    )
    for name in ("requests", "makings"):
        op.drop_table(name)
    op.drop_column("tables", "happened")
