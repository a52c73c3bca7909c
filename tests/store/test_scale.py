"""docs/scale.md says by which column each table can be distributed: the schema must allow it."""

import re
from pathlib import Path

import psycopg
import pytest

TEXT = Path("docs/scale.md").read_text()
LISTED = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", TEXT, re.M))
EVERYWHERE = "everywhere"
TABLES = """
    select relname from pg_class where relnamespace = 'howdah'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname <> 'alembic_version'
"""
UNIQUE = """
    select c.relname, i.indexrelid::regclass::text, array_agg(a.attname::text)
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisunique and c.relnamespace = 'howdah'::regnamespace and not c.relispartition
    group by 1, 2
"""
POINTING = """
    select a.relname, b.relname from pg_constraint
    join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
    where contype = 'f' and connamespace = 'howdah'::regnamespace and not a.relispartition
"""


@pytest.fixture
def connection(database):
    with psycopg.connect(database) as connection:
        yield connection


def test_every_table_has_its_line(connection):
    assert LISTED.keys() == {name for (name,) in connection.execute(TABLES)}


def test_every_unique_key_has_the_column_of_its_table(connection):
    for table, key, columns in connection.execute(UNIQUE):
        if table in LISTED and LISTED[table] != EVERYWHERE:
            assert LISTED[table] in columns, key


def test_what_is_pointed_to_is_everywhere_or_on_the_same_machine(connection):
    apart = [
        (one, other)
        for one, other in connection.execute(POINTING)
        if LISTED[other] not in (EVERYWHERE, LISTED[one])
    ]
    assert apart == [("keys", "players")], "the one that docs/scale.md tells of"
