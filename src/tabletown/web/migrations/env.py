"""Alembic's entry: runs the steps on the connection that the store hands over."""

from alembic import context

from tabletown.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
