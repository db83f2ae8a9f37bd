"""Running tables are found without a look at all that are over."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("tables_phase", "tables", ["phase"])


def downgrade() -> None:
    op.drop_index("tables_phase", "tables")
