"""The history of the database schema, run by service.store.migrate."""
