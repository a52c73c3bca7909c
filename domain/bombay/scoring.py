"""What each seat has in the end: empires, cities, and who has won."""

from collections.abc import Sequence

from domain.bombay.events import Score
from domain.bombay.pieces import CITY_PRIZES, FORMATS, PALACES, Token
from domain.bombay.state import Player, State
from domain.kernel import Result


def scores(state: State) -> tuple[Score, ...]:
    players = state.players
    empires = [PALACES - player.palaces + clients(player) for player in players]
    prizes = empire_prizes(empires, FORMATS[len(players)].prizes)
    rewards = [CITY_PRIZES[min(cities(player), 4)] for player in players]
    totals = [
        player.rupees + prize + reward
        for player, prize, reward in zip(players, prizes, rewards, strict=True)
    ]
    ranks = ranked(
        [(total, clients(player)) for total, player in zip(totals, players, strict=True)]
    )
    return tuple(
        Score(
            seat=seat,
            held=player.rupees,
            palaces=PALACES - player.palaces,
            clients=clients(player),
            empire_prize=prizes[seat],
            cities=cities(player),
            city_prize=rewards[seat],
            rupees=totals[seat],
            rank=ranks[seat],
        )
        for seat, player in enumerate(players)
    )


def clients(player: Player) -> int:
    """Client tokens, those taken with a palace included (B24)."""
    return player.clients + player.kept.count(Token.CLIENT)


def cities(player: Player) -> int:
    """City tokens, those taken with a palace included (B24)."""
    return len(player.cities) + player.kept.count(Token.CITY)


def empire_prizes(empires: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """Tied empires share the prizes of the places they take up, rounded down (B26)."""
    shared = []
    for empire in empires:
        place, ties = sum(other > empire for other in empires), empires.count(empire)
        shared.append(sum(prizes[place : place + ties]) // ties)
    return shared


def ranked(standings: Sequence[tuple[int, int]]) -> list[int]:
    """1 for the best, rupees before clients; equals share a rank (B28)."""
    return [1 + sum(other > standing for other in standings) for standing in standings]


def result(state: State) -> Result | None:
    if not state.scores:
        return None
    return Result(
        ranks=tuple(score.rank for score in state.scores),
        scores=tuple(score.rupees for score in state.scores),
    )
