"""Where a table stands, and how each event changes that."""

from collections.abc import Callable
from enum import StrEnum
from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from domain import wire
from domain.chance import Chance, Committed, Sealed
from domain.games import AnyGame, game
from domain.kernel import Event, Result, Seat, Value
from domain.table.events import (
    BotLevel,
    BotRemoved,
    BotSeated,
    Fork,
    GameForked,
    GameStarted,
    Pace,
    Past,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TableAbandoned,
    TableFinished,
    TableOpened,
)


class Status(StrEnum):
    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Place(Value):
    """A seat and who sits there: a player, a bot, a player whose bot plays on, or nobody."""

    player: str | None = None
    bot: BotLevel | None = None
    entropy: str = ""
    resigned: bool = False

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None


class State(Value):
    table: str = ""
    game: str = ""
    rules: int = 0
    status: Status = Status.OPEN
    public: bool = True
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    host: str = ""
    places: tuple[Place, ...] = ()
    commitment: str = ""
    seed: str = ""
    salt: str = ""
    invite: str = ""
    hints: bool = False
    pace: Pace = Pace.INSTANT
    substitute: BotLevel | None = None
    fork: Fork | None = None
    given: Any = None  # the state of the game that a fork plays on from
    play: Any = None  # the state of the game, once it has started
    result: Result | None = None

    @property
    def rules_of_play(self) -> AnyGame:
        return game(self.game, self.rules)

    @property
    def rated(self) -> bool:
        """Only people against people, from the start, without hints, counts for ratings."""
        people = all(place.player is not None for place in self.places)
        return people and len(self.places) > 1 and not self.hints and self.fork is None

    def seat_of(self, player: str) -> Seat | None:
        for seat, place in enumerate(self.places):
            if place.player == player:
                return seat
        return None

    def on_turn(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return self.rules_of_play.on_turn(self.play) if self.status is Status.PLAYING else ()

    def deserted(self, seat: Seat) -> bool:
        """Resigned, with no bot to play on."""
        place = self.places[seat]
        return place.resigned and place.bot is None

    def chance(self) -> Chance:
        """The table's luck: fixed by the seed, the table and what each seat added."""
        if not self.seed:
            return Sealed()
        return Committed(
            bytes.fromhex(self.seed),
            self.table.encode(),
            [place.entropy for place in self.places],
        )


def evolve(state: State, event: Event) -> State:
    """Total: no rules, no refusals. An event that nobody here knows belongs to the game."""
    fold = _FOLDS.get(type(event))
    if fold is not None:
        return fold(state, event)
    if state.play is None:
        return state
    return replace(state, play=state.rules_of_play.evolve(state.play, event))


def _opened(state: State, event: TableOpened) -> State:
    return State(
        table=event.table,
        game=event.game,
        rules=event.rules,
        public=event.public,
        options=event.options,
        host=event.host,
        places=(Place(),) * event.seats,
        commitment=event.commitment,
        seed=event.seed or "",
        salt=event.salt or "",
        invite=event.invite or "",
        hints=event.hints,
        pace=event.pace,
        substitute=event.substitute,
        fork=event.fork,
    )


def _forked(state: State, event: GameForked) -> State:
    return replace(state, given=continued(event.past).play)


def continued(past: Past) -> State:
    """Where a history that is handed over stands in the end."""
    secrets = {int(version): bytes.fromhex(text) for version, text in past.secrets.items()}
    entries = (
        wire.decode(line.encode(), secrets.get(version))
        for version, line in enumerate(past.lines, 1)
    )
    return reduce(evolve, (entry.event for entry in entries), State())


def _taken(state: State, event: SeatTaken) -> State:
    return _put(state, event.seat, Place(player=event.player, entropy=event.entropy))


def _left(state: State, event: SeatLeft) -> State:
    return replace(_put(state, event.seat, Place()), host=event.host or state.host)


def _bot_seated(state: State, event: BotSeated) -> State:
    return _put(state, event.seat, Place(bot=event.level))


def _bot_removed(state: State, event: BotRemoved) -> State:
    return _put(state, event.seat, Place())


def _started(state: State, event: GameStarted) -> State:
    return replace(
        state,
        status=Status.PLAYING,
        places=tuple(state.places[seat] for seat in event.seating),
        play=state.rules_of_play.initial if state.given is None else state.given,
    )


def _resigned(state: State, event: SeatResigned) -> State:
    place = replace(state.places[event.seat], resigned=True, bot=event.substitute)
    return _put(state, event.seat, place)


def _finished(state: State, event: TableFinished) -> State:
    return replace(state, status=Status.FINISHED, result=Result(event.ranks, event.scores))


def _abandoned(state: State, event: TableAbandoned) -> State:
    return replace(state, status=Status.ABANDONED)


_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    TableOpened: _opened,
    GameForked: _forked,
    SeatTaken: _taken,
    SeatLeft: _left,
    BotSeated: _bot_seated,
    BotRemoved: _bot_removed,
    GameStarted: _started,
    SeatResigned: _resigned,
    TableFinished: _finished,
    TableAbandoned: _abandoned,
}


def _put(state: State, seat: Seat, place: Place) -> State:
    places = (*state.places[:seat], place, *state.places[seat + 1 :])
    return replace(state, places=places)
