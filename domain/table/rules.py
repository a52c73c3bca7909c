"""Who may do what at a table, and what follows from it."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

from domain import wire
from domain.chance import Committed, commitment
from domain.games import AnyGame, game, latest, names
from domain.kernel import Event, Refused, Result, Seat
from domain.table.commands import (
    Abandon,
    AddBot,
    Command,
    ForkTable,
    LeaveSeat,
    Opening,
    OpenTable,
    Play,
    RemoveBot,
    Resign,
    StartGame,
    TakeSeat,
)
from domain.table.events import (
    BotRemoved,
    BotSeated,
    Fork,
    GameForked,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TableAbandoned,
    TableFinished,
    TableOpened,
)
from domain.table.state import Place, State, Status, continued, evolve

ENTROPY_LIMIT = 200


class UnknownGame(Refused):
    rule = "T1"


class SeatsOutOfRange(Refused):
    rule = "T1"


class OptionsInvalid(Refused):
    rule = "T1"


class AlreadyOpen(Refused):
    rule = "T1"


class NoSuchSeat(Refused):
    rule = "T2"


class SeatOccupied(Refused):
    rule = "T2"


class NoSeatFree(Refused):
    rule = "T2"


class WrongInvite(Refused):
    rule = "T2"


class AlreadyStarted(Refused):
    rule = "T2"


class AlreadySeated(Refused):
    rule = "T3"


class NotSeated(Refused):
    rule = "T7"


class NotHost(Refused):
    rule = "T5"


class NoBotThere(Refused):
    rule = "T5"


class TooFewPlayers(Refused):
    rule = "T6"


class NotStarted(Refused):
    rule = "T7"


class WrongGame(Refused):
    rule = "T7"


class MoveInvalid(Refused):
    rule = "T7"


class HasResigned(Refused):
    rule = "T8"


class TableOver(Refused):
    rule = "T11"


class EntropyTooLong(Refused):
    rule = "T10"


class NothingToForkFrom(Refused):
    rule = "T12"


class GameNotOver(Refused):
    rule = "T12"


def decide(state: State, command: Command) -> list[Event]:
    return _DECIDERS[type(command)](state, command)


def open_table(state: State, command: OpenTable) -> list[Event]:
    if state.table:
        raise AlreadyOpen
    if command.game not in names():
        raise UnknownGame(game=command.game)
    chosen = latest(command.game) if command.rules is None else game(command.game, command.rules)
    if command.seats not in chosen.seats:
        raise SeatsOutOfRange(least=chosen.seats[0], most=chosen.seats[-1], had=command.seats)
    options = options_of(chosen, command.options)
    # What the game says of its options must not wait until everybody has sat down.
    chosen.set_up(command.seats, options, Committed(b"", b"", ()))
    opened = opening(command, chosen, command.seats, msgspec.to_builtins(options))
    return [opened, SeatTaken(0, command.player, fair_entropy(command.entropy))]


def fork_table(state: State, command: ForkTable) -> list[Event]:
    if state.table:
        raise AlreadyOpen
    parent, lines = continued(command.past), [line.encode() for line in command.past.lines]
    if parent.status is not Status.PLAYING:
        raise NothingToForkFrom(version=len(lines))
    head = reduce(wire.chain, lines, wire.GENESIS)
    fork = Fork(parent.table, len(lines), head.hex())
    opened = opening(command, parent.rules_of_play, len(parent.places), parent.options, fork)
    if command.seat not in range(opened.seats):
        raise NoSuchSeat(seat=command.seat, seats=opened.seats)
    taken = SeatTaken(command.seat, command.player, fair_entropy(command.entropy))
    return [opened, GameForked(command.past), taken]


def opening(
    command: Opening, game: AnyGame, seats: int, options: dict[str, Any], fork: Fork | None = None
) -> TableOpened:
    return TableOpened(
        table=command.table,
        game=game.name,
        rules=game.rules,
        seats=seats,
        public=command.public,
        options=options,
        host=command.player,
        commitment=commitment(bytes.fromhex(command.seed), bytes.fromhex(command.salt)),
        hints=command.hints,
        pace=command.pace,
        substitute=command.substitute,
        fork=fork,
        seed=command.seed,
        salt=command.salt,
        invite=command.invite,
    )


def options_of(game: AnyGame, options: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        raise OptionsInvalid(reason=str(error)) from None


def fair_entropy(text: str) -> str:
    if len(text) > ENTROPY_LIMIT:
        raise EntropyTooLong(most=ENTROPY_LIMIT, had=len(text))
    return text


def take_seat(state: State, command: TakeSeat) -> list[Event]:
    gathering(state)
    if state.seat_of(command.player) is not None:
        raise AlreadySeated(seat=state.seat_of(command.player))
    if not state.public and command.invite != state.invite:
        raise WrongInvite
    seat = free_seat(state, command.seat)
    return [SeatTaken(seat, command.player, fair_entropy(command.entropy))]


def leave_seat(state: State, command: LeaveSeat) -> list[Event]:
    gathering(state)
    seat = seated(state, command.player)
    others = [place.player for place in state.places if place.player not in {None, command.player}]
    if not others:
        return [SeatLeft(seat, host=None), TableAbandoned(state.seed, state.salt)]
    host = others[0] if command.player == state.host else state.host
    return [SeatLeft(seat, host)]


def add_bot(state: State, command: AddBot) -> list[Event]:
    gathering(state)
    hosted(state, command.player)
    return [BotSeated(free_seat(state, command.seat), command.level)]


def remove_bot(state: State, command: RemoveBot) -> list[Event]:
    gathering(state)
    hosted(state, command.player)
    if existing(state, command.seat).bot is None:
        raise NoBotThere(seat=command.seat)
    return [BotRemoved(command.seat)]


def start_game(state: State, command: StartGame) -> list[Event]:
    gathering(state)
    hosted(state, command.player)
    seating = tuple(seat for seat, place in enumerate(state.places) if not place.free)
    started = GameStarted(seating)
    if state.fork is not None:
        if len(seating) < len(state.places):
            raise TooFewPlayers(needed=len(state.places), had=len(seating))
        return closing(state, [started])
    game = state.rules_of_play
    if len(seating) not in game.seats:
        raise TooFewPlayers(needed=game.seats[0], had=len(seating))
    chance = evolve(state, started).chance()
    return closing(
        state,
        [started, *game.set_up(len(seating), options_of(game, state.options), chance)],
    )


def play(state: State, command: Play) -> list[Event]:
    running(state)
    seat = mover(state, command)
    game = state.rules_of_play
    if list(command.move) != [game.name]:
        raise WrongGame(game=game.name)
    try:
        move = game.read(seat, command.move[game.name])
    except msgspec.ValidationError as error:
        raise MoveInvalid(reason=str(error)) from None
    return closing(state, game.decide(state.play, move, state.chance()))


def mover(state: State, command: Play) -> Seat:
    """The seat that a move is for; a bot's seat has no player, or one who has resigned."""
    if command.player is None:
        seat = -1 if command.bot is None else command.bot
        if existing(state, seat).bot is None:
            raise NoBotThere(seat=seat)
        return seat
    seat = seated(state, command.player)
    if state.places[seat].resigned:
        raise HasResigned(seat=seat)
    return seat


def resign(state: State, command: Resign) -> list[Event]:
    running(state)
    seat = seated(state, command.player)
    if state.places[seat].resigned:
        raise HasResigned(seat=seat)
    resigned = SeatResigned(seat, state.substitute)
    staying = [place for place in evolve(state, resigned).places if place.player is not None]
    if all(place.resigned for place in staying):
        return [resigned, TableAbandoned(state.seed, state.salt)]
    return closing(state, [resigned])


def abandon(state: State, command: Abandon) -> list[Event]:
    gathering(state)
    hosted(state, command.player)
    return [TableAbandoned(state.seed, state.salt)]


_DECIDERS: dict[type[Any], Callable[[State, Any], list[Event]]] = {
    OpenTable: open_table,
    ForkTable: fork_table,
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
    AddBot: add_bot,
    RemoveBot: remove_bot,
    StartGame: start_game,
    Play: play,
    Resign: resign,
    Abandon: abandon,
}


def closing(state: State, events: list[Event]) -> list[Event]:
    """The events, and what they bring about: moves of deserted seats, and the end (T8, T11)."""
    state = reduce(evolve, events, state)
    game = state.rules_of_play
    while (seat := next(filter(state.deserted, game.on_turn(state.play)), None)) is not None:
        passed = game.decide(state.play, game.passing(state.play, seat), state.chance())
        events = [*events, *passed]
        state = reduce(evolve, passed, state)
    result = game.result(state.play)
    if result is None:
        return events
    return [*events, finished(state, result)]


def finished(state: State, result: Result) -> TableFinished:
    """Who resigned is behind all who stayed (T8)."""
    stayed = [rank for rank, at in zip(result.ranks, state.places, strict=True) if not at.resigned]
    ranks = tuple(
        len(stayed) + 1 if place.resigned else 1 + sum(other < rank for other in stayed)
        for rank, place in zip(result.ranks, state.places, strict=True)
    )
    return TableFinished(ranks, result.scores, state.seed, state.salt)


def gathering(state: State) -> None:
    if state.status is Status.PLAYING:
        raise AlreadyStarted
    if state.status is not Status.OPEN:
        raise TableOver


def running(state: State) -> None:
    if state.status is Status.OPEN:
        raise NotStarted
    if state.status is not Status.PLAYING:
        raise TableOver


def hosted(state: State, player: str) -> None:
    if player != state.host:
        raise NotHost


def seated(state: State, player: str) -> Seat:
    seat = state.seat_of(player)
    if seat is None:
        raise NotSeated
    return seat


def existing(state: State, seat: Seat) -> Place:
    if not 0 <= seat < len(state.places):
        raise NoSuchSeat(seat=seat, seats=len(state.places))
    return state.places[seat]


def free_seat(state: State, wanted: Seat | None) -> Seat:
    if wanted is None:
        free = [seat for seat, place in enumerate(state.places) if place.free]
        if not free:
            raise NoSeatFree
        return free[0]
    if not existing(state, wanted).free:
        raise SeatOccupied(seat=wanted)
    return wanted
