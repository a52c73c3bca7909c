"""Events, moves, refusals and rules of Bombay in words, from one catalogue per language."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.bombay.commands import (
    MayBuild,
    MayBuy,
    MayConsolidate,
    MayEnd,
    MayMove,
    MaySell,
    Move,
)
from domain.bombay.events import (
    BoardSetUp,
    ElephantMoved,
    Event,
    FortuneConsolidated,
    GameEnded,
    MarketsRestocked,
    PalaceBuilt,
    SetEnded,
    SilkBought,
    SilkSold,
    TurnEnded,
)
from domain.bombay.pieces import COLOURS, ELEPHANTS, NUMBER, SITES, Colour, SiteId
from domain.bombay.texts.en import EN
from domain.bombay.texts.fr import FR
from domain.bombay.texts.pl import PL
from domain.bombay.texts.pt import PT
from domain.kernel import Language, Refused, Viewer
from domain.texts import Catalogue

CATALOGUES = {catalogue.language: catalogue for catalogue in (EN, FR, PT, PL)}

Names = Sequence[str]  # of the seats


def tell(event: Event, viewer: Viewer, language: Language, names: Names) -> str:
    """One line on what happened. It is the same for every viewer: all is announced (B29)."""
    return TELLERS[type(event)](CATALOGUES[language], event, names)


def tell_move(move: Move, language: Language) -> str:
    """One line on a move that is open, with its cost and its gain."""
    return MOVE_TELLERS[type(move)](CATALOGUES[language], move)


def explain(refused: Refused, language: Language) -> str:
    details = {name: shown(value) for name, value in refused.details.items()}
    return CATALOGUES[language].say(refused.code, **details)


def clauses(language: Language) -> dict[str, str]:
    return dict(CATALOGUES[language].clauses)


def board_set_up(words: Catalogue, event: BoardSetUp, names: Names) -> str:
    return words.say("board_set_up", who=names[event.first])


def markets_restocked(words: Catalogue, event: MarketsRestocked, names: Names) -> str:
    return words.say(
        "markets_restocked",
        set=event.set,
        who=names[event.first],
        left=bales(words, event.left),
        centre=bales(words, event.centre),
        right=bales(words, event.right),
    )


def fortune_consolidated(words: Catalogue, event: FortuneConsolidated, names: Names) -> str:
    return words.say("fortune_consolidated", who=names[event.seat], rupees=event.rupees)


def elephant_moved(words: Catalogue, event: ElephantMoved, names: Names) -> str:
    text = words.say("elephant_moved", who=names[event.seat], to=site(event.to))
    if event.owner is None:
        return text
    return f"{text} {words.say('toll', who=names[event.owner], rupees=event.toll)}"


def silk_bought(words: Catalogue, event: SilkBought, names: Names) -> str:
    return words.say(
        "silk_bought",
        who=names[event.seat],
        colour=event.colour,
        market=event.market,
        rupees=event.rupees,
    )


def silk_sold(words: Catalogue, event: SilkSold, names: Names) -> str:
    who = names[event.seat]
    text = words.say(
        "silk_sold",
        who=who,
        colour=event.colour,
        city=site(event.city),
        gain=gain(words, event.rupees, event.clients),
    )
    return f"{text} {words.say('city_token', who=who)}" if event.city_token else text


def palace_built(words: Catalogue, event: PalaceBuilt, names: Names) -> str:
    who = names[event.seat]
    text = words.say("palace_built", who=who, colour=event.spent, site=site(event.site))
    if event.taken is not None:
        return f"{text} {words.say('bale_taken', who=who, colour=event.taken)}"
    if event.token is not None:
        return f"{text} {words.say('token_taken', who=who, token=event.token)}"
    return text


def turn_ended(words: Catalogue, event: TurnEnded, names: Names) -> str:
    parts = [words.say("turn_ended", who=names[event.seat])]
    if event.lost:
        parts = [words.say("actions_lost", who=names[event.seat], lost=event.lost)]
    if event.to is not None:
        parts.append(words.say("plays_next", who=names[event.to], turn=event.turn))
    return " ".join(parts)


def set_ended(words: Catalogue, event: SetEnded, names: Names) -> str:
    return words.say("set_ended", set=event.set, returned=len(event.returned))


def game_ended(words: Catalogue, event: GameEnded, names: Names) -> str:
    scores = sorted(event.scores, key=lambda score: score.rank)
    lines = [f"{names[score.seat]} {score.rupees}" for score in scores]
    winners = [names[score.seat] for score in scores if score.rank == 1]
    message = "game_won" if len(winners) == 1 else "game_shared"
    return words.say(message, winners=words.join(winners), scores=", ".join(lines))


def may_consolidate(words: Catalogue, move: MayConsolidate) -> str:
    return words.say("may_consolidate", actions=move.actions, rupees=move.rupees)


def may_move(words: Catalogue, move: MayMove) -> str:
    text = words.say("may_move", to=site(move.command.to), actions=move.actions)
    if move.owner is None:
        return text
    return f"{text} {words.say('may_pay', elephant=ELEPHANTS[move.owner], rupees=move.toll)}"


def may_buy(words: Catalogue, move: MayBuy) -> str:
    return words.say(
        "may_buy", colour=move.command.colour, rupees=move.rupees, actions=move.actions
    )


def may_sell(words: Catalogue, move: MaySell) -> str:
    text = words.say(
        "may_sell", colour=move.command.colour, gain=gain(words, move.rupees, move.clients)
    )
    return f"{text} {words.say('may_take_city_token')}" if move.city_token else text


def may_build(words: Catalogue, move: MayBuild) -> str:
    text = words.say("may_build", colour=move.command.spend)
    if move.command.take is not None:
        return f"{text} {words.say('may_take_bale', colour=move.command.take)}"
    if move.token is not None:
        return f"{text} {words.say('may_take_token', token=move.token)}"
    return text


def may_end(words: Catalogue, move: MayEnd) -> str:
    return words.say("may_end", lost=move.lost)


def gain(words: Catalogue, rupees: int, clients: int) -> str:
    taken = [words.count(rupees, "rupee")] if rupees else []
    return words.join(taken + ([words.count(clients, "client")] if clients else []))


def bales(words: Catalogue, colours: Sequence[Colour]) -> str:
    counts = [(colour, colours.count(colour)) for colour in COLOURS if colour in colours]
    names = words.words["colour"]
    return ", ".join(f"{names[colour]} ×{count}" for colour, count in counts) or "–"


def site(name: SiteId) -> str:
    return SITES[NUMBER[name]].name


def shown(detail: Any) -> Any:
    """A site of a refusal by its name, anything else as it is."""
    return site(detail) if isinstance(detail, str) and detail in NUMBER else detail


TELLERS: dict[type[Event], Callable[[Catalogue, Any, Names], str]] = {
    BoardSetUp: board_set_up,
    MarketsRestocked: markets_restocked,
    FortuneConsolidated: fortune_consolidated,
    ElephantMoved: elephant_moved,
    SilkBought: silk_bought,
    SilkSold: silk_sold,
    PalaceBuilt: palace_built,
    TurnEnded: turn_ended,
    SetEnded: set_ended,
    GameEnded: game_ended,
}
MOVE_TELLERS: dict[type[Move], Callable[[Catalogue, Any], str]] = {
    MayConsolidate: may_consolidate,
    MayMove: may_move,
    MayBuy: may_buy,
    MaySell: may_sell,
    MayBuild: may_build,
    MayEnd: may_end,
}
