"""Alembic's entry: migrates the connection it is handed, or for `alembic revision` the DATABASE_URL."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from storage.models import Base


def migrate(connection: Connection) -> None:
    """Runs what is missing; SQLite changes a table by copying it."""
    context.configure(
        connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_server_default=True
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    with create_engine(os.environ.get("DATABASE_URL", "sqlite:///data/tumbledown.sqlite3")).begin() as opened:
        migrate(opened)
