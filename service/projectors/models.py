"""The read models in Postgres: the lobby, players' tables, standings and usage of each tenant."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import LiteralString
from uuid import UUID

import msgspec
from msgspec.structs import asdict, astuple
from psycopg import AsyncConnection

from domain.kernel import Result, Value
from domain.table.events import TableFinished
from projections import standings, usage
from projections.standings import Standing
from projections.tables import TableRow, row
from projections.usage import Usage
from service.projectors.fold import Folder
from service.store import Followed

# All rows of a batch come as one JSON text: a parameter for each column of each row would cost the
# event loop more than all the rest of the projector.
TABLES: LiteralString = """
    insert into howdah.tables (build, shard, tenant_id, table_id, game, status, public, seats,
      taken, host, players, on_turn, version, opened_at, changed_at,
      forked_from)
    select %(build)s, %(shard)s, tenant, "table", game, status, public, seats, taken, host,
      players, on_turn, version, opened, changed, forked_from
    from jsonb_to_recordset(%(rows)s::jsonb) r (tenant uuid, "table" uuid, game text, status text,
      public boolean, seats smallint, taken smallint, host uuid, players uuid[], on_turn uuid[],
      version int, opened timestamptz, changed timestamptz, forked_from uuid)
    on conflict (build, tenant_id, table_id) do update set status = excluded.status,
      seats = excluded.seats, taken = excluded.taken, host = excluded.host,
      players = excluded.players, on_turn = excluded.on_turn, version = excluded.version,
      changed_at = excluded.changed_at
"""
LEFT: LiteralString = """
    delete from howdah.sittings s using howdah.tables t
    where t.build = %(build)s and t.tenant_id = any (%(tenants)s)
      and t.table_id = any (%(seated)s) and s.build = t.build
      and s.tenant_id = t.tenant_id and s.table_id = t.table_id and s.player_id <> all (t.players)
"""
SAT: LiteralString = """
    insert into howdah.sittings (build, shard, tenant_id, table_id, player_id, opened_at)
    select build, shard, tenant_id, table_id, unnest(players), opened_at
    from howdah.tables
    where build = %(build)s and tenant_id = any (%(tenants)s) and table_id = any (%(seated)s)
    on conflict do nothing
"""
RANKED: LiteralString = """
    select player_id, mu, sigma, played, won from howdah.standings
    where build = %s and tenant_id = %s and game = %s and player_id = any (%s)
"""
RANK: LiteralString = """
    insert into howdah.standings (build, shard, tenant_id, game, player_id, mu, sigma, rating,
      played, won)
    values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    on conflict (build, tenant_id, game, player_id) do update set mu = excluded.mu,
      sigma = excluded.sigma, rating = excluded.rating, played = excluded.played,
      won = excluded.won
"""
USED: LiteralString = """
    insert into howdah.usage as u values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    on conflict (build, tenant_id, day) do update set commands = u.commands + excluded.commands,
      events = u.events + excluded.events, bytes = u.bytes + excluded.bytes,
      tables_opened = u.tables_opened + excluded.tables_opened,
      games_started = u.games_started + excluded.games_started,
      games_finished = u.games_finished + excluded.games_finished
"""


class Game(Value):
    """A finished game that counts."""

    position: int
    name: str
    players: tuple[UUID, ...]
    result: Result


class Meal(Value):
    """What a stream's events of one batch come to."""

    tenant: UUID
    row: TableRow
    seated: bool  # whether somebody sat down or left
    games: tuple[Game, ...]
    used: tuple[tuple[str, Usage], ...]  # by day


class Models:
    name = "models"
    eager = True  # lists wait for it

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def use(self, build: int) -> None:
        """Every row carries its build; nothing to do."""

    async def prepare(self, streams: Sequence[tuple[UUID, UUID]]) -> None:
        """What is needed of a stream is read when it is digested."""

    async def digest(self, shard: int, events: Sequence[Followed]) -> Meal:
        """The events of one stream. Raises whatever it cannot digest."""
        games: list[Game] = []
        used: dict[str, Usage] = defaultdict(Usage)
        opened, command, places = "", None, None
        seated = False
        table = await self._folder.before(shard, events[0])
        for event in events:
            table, entry = self._folder.step(table, event)
            opened = opened or entry.at
            seated |= table.state.places is not places
            places = table.state.places
            used[entry.at[:10]] += usage.of(entry.event, len(event.line), event.command != command)
            command = event.command
            if isinstance(entry.event, TableFinished):
                result = standings.rated(table.state)
                if result is not None:
                    people = tuple(UUID(place.player or "") for place in places)
                    games.append(Game(event.position, table.state.game, people, result))
        self._folder.keep(event, table)
        latest = row(table.state, table.version, opened, table.at)
        return Meal(event.tenant, latest, seated, tuple(games), tuple(used.items()))

    async def store(
        self, connection: AsyncConnection, build: int, shard: int, meals: Sequence[Meal]
    ) -> None:
        """What a batch came to. Whatever depends on order is put into that of the log."""
        rows = msgspec.json.encode([{"tenant": meal.tenant, **asdict(meal.row)} for meal in meals])
        seated = [meal for meal in meals if meal.seated]
        values = {
            "build": build,
            "shard": shard,
            "rows": rows.decode(),
            "tenants": list({meal.tenant for meal in seated}),
            "seated": [meal.row.table for meal in seated],
        }
        async with connection.pipeline():
            await connection.execute(TABLES, values)
            if seated:
                await connection.execute(LEFT, values)
                await connection.execute(SAT, values)
            for (tenant, day), used in total(meals).items():
                await connection.execute(USED, (build, shard, tenant, day, *astuple(used)))
        games = [(meal.tenant, game) for meal in meals for game in meal.games]
        for tenant, game in sorted(games, key=lambda each: each[1].position):
            await self._store_game(connection, build, shard, tenant, game)

    async def _store_game(
        self, connection: AsyncConnection, build: int, shard: int, tenant: UUID, game: Game
    ) -> None:
        rows = await connection.execute(RANKED, (build, tenant, game.name, list(game.players)))
        known = {each[0]: Standing(*each) async for each in rows}
        before = [known.get(player, Standing(player)) for player in game.players]
        async with connection.pipeline():
            for after in standings.after_game(before, game.result):
                columns = (after.player, after.mu, after.sigma, after.rating)
                await connection.execute(
                    RANK, (build, shard, tenant, game.name, *columns, after.played, after.won)
                )


def total(meals: Iterable[Meal]) -> dict[tuple[UUID, str], Usage]:
    """What each tenant used on each day."""
    days: dict[tuple[UUID, str], Usage] = defaultdict(Usage)
    for meal in meals:
        for day, used in meal.used:
            days[meal.tenant, day] += used
    return days
