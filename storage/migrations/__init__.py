"""The history of the tables, and how a database is brought to its end."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

FOLDER = Path(__file__).parent


def config() -> Config:
    """Returns Alembic's configuration; a connection goes into its ``attributes``."""
    made = Config()
    made.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return made


def upgrade(engine: Engine) -> None:
    """Brings a database to the newest tables. Two processes that start at once do it one after the other."""
    settings = config()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7261)")
        newest = ScriptDirectory.from_config(settings).get_current_head()
        if MigrationContext.configure(connection).get_current_revision() != newest:
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")
