"""Codes that bring a seat to another device, by their hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("taken_by", sa.String(64), nullable=False),
    )
    op.create_index("codes_table", "codes", ["table_id"])


def downgrade() -> None:
    op.drop_table("codes")
