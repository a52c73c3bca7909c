"""How alembic runs the migrations: on the connection that service.store.migrate hands it."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table_schema="howdah",
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
