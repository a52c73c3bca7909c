"""Bombay in English."""

from domain.kernel import Language
from domain.texts import Catalogue, numbered

EN = Catalogue(
    language=Language.EN,
    conjunction="and",
    nouns={
        "rupee": ("rupee", "rupees"),
        "client": ("client", "clients"),
        "action": ("action", "actions"),
        "bale": ("bale", "bales"),
    },
    words={
        "colour": {"yellow": "yellow", "purple": "purple", "blue": "blue", "orange": "orange"},
        "bale": {
            "yellow": "a yellow bale",
            "purple": "a purple bale",
            "blue": "a blue bale",
            "orange": "an orange bale",
        },
        "elephant": {
            "black": "Black",
            "grey": "Grey",
            "ivory": "Ivory",
            "brown": "Brown",
            "pink": "Pink",
        },
        "market": {"left": "left", "centre": "centre", "right": "right"},
        "token": {
            "client": "client",
            "rupees": "2 rupees",
            "city": "city",
            "bale": "bale",
        },
    },
    messages={
        "board_set_up": "The board is ready. {who} starts.",
        "markets_restocked": "Set {set} begins with {who}. Markets: left {left}; centre {centre}; "
        "right {right}.",
        "fortune_consolidated": "{who} waits the whole turn and takes {rupees:rupee}.",
        "elephant_moved": "{who} moves to {to}.",
        "toll": "{who} takes {rupees:rupee} for the palace there.",
        "silk_bought": "{who} buys {colour:bale} from the {market:market} market for "
        "{rupees:rupee}.",
        "silk_sold": "{who} sells {colour:bale} in {city} for {gain}.",
        "city_token": "{who} takes a city token.",
        "palace_built": "{who} builds a palace at {site} for {colour:bale}.",
        "bale_taken": "{who} takes {colour:bale} from the market, free.",
        "token_taken": "{who} takes the palace token: {token:token}.",
        "turn_ended": "{who} has no actions left.",
        "actions_lost": "{who} ends the turn and loses {lost:action}.",
        "plays_next": "{who} plays next (turn {turn} of the set).",
        "set_ended": "Set {set} is over. Back into the bag: {returned:bale}.",
        "game_won": "The game is over. Rupees: {scores}. {winners} wins.",
        "game_shared": "The game is over. Rupees: {scores}. {winners} share the win.",
        "may_consolidate": "Wait the whole turn: {rupees:rupee}.",
        "may_move": "Move to {to} ({actions:action}).",
        "may_pay": "{elephant:elephant} takes {rupees:rupee}.",
        "may_buy": "Buy {colour:bale} for {rupees:rupee} ({actions:action}).",
        "may_sell": "Sell {colour:bale} for {gain} (1 action).",
        "may_take_city_token": "A city token comes with it.",
        "may_build": "Build a palace for {colour:bale} (1 action).",
        "may_take_bale": "Take {colour:bale} from the market, free.",
        "may_take_token": "Palace token: {token:token}.",
        "may_end": "End the turn and lose {lost:action}.",
        "WRONG_NUMBER_OF_PLAYERS": "Bombay is for 2 to 5 players, not {had}.",
        "INTRODUCTION_NEEDS_FOUR": "The introductory set-up is for 4 players, not {had}.",
        "FIRST_NOT_SEATED": "There is no seat {seat} to start the game.",
        "NOT_OF_THIS_GAME": "Bombay has no such move.",
        "NOT_SET_UP": "The game has not started yet.",
        "GAME_OVER": "The game is over.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "TOO_FEW_ACTIONS": "That takes {needed:action}; you have {had} left.",
        "NO_SUCH_SITE": "There is no site “{site}”.",
        "NOT_ADJACENT": "No trail leads from {origin} to {to}.",
        "NO_POST_HERE": "There is no trading post at {site}.",
        "POST_OF_OTHER_COLOUR": "The post here sells another colour: {post:colour}.",
        "POST_CLOSED": "The post is closed: the markets have no such bale ({colour:colour}).",
        "BASKETS_FULL": "Your elephant already carries {room:bale}.",
        "ALREADY_BOUGHT": "You have already bought a bale this turn.",
        "TOO_FEW_RUPEES": "That costs {needed:rupee}; you have {had}.",
        "NOT_IN_A_CITY": "You can only sell in a city, and {site} is none.",
        "NO_DEMAND": "{city} does not ask for this colour: {colour:colour}.",
        "NO_SUCH_BALE": "Your elephant carries no bale of this colour.",
        "SITE_BUILT": "{site} already has a building.",
        "NO_PALACE_LEFT": "You have built all your palaces.",
        "BALE_NOT_CHOSEN": "Choose which bale the palace token brings you.",
        "BALE_NOT_OFFERED": "You cannot take a bale of this colour here.",
    },
    clauses=numbered(
        """
B1 There are 17 bales of silk: 3 yellow, 4 purple, 5 blue and 5 orange. Each of them is always in
    the bag, in a market or on an elephant.
B2 The board has 24 sites, joined by 38 trails (rebuilt): the start hilltop A, a second hilltop B,
    four cities, eight sites for trading posts (E and F), eight palace sites (G) and two
    crossroads (H).
B3 Every player has an elephant that carries up to 2 bales, 5 palaces and a screen. The players'
    colours are black, grey, ivory, brown and pink.
B4 Each of the 8 palace tokens has a yellow and an orange face that shows a client, rupees, a city
    or a bale (how often each is shown is rebuilt).
B5 The bank never runs short of rupees or of clients (ruling).
B6 The number of players decides how long the game is, how many tokens each city has, where the
    posts are, which face of the palace tokens is up, and the prizes for empires. Two: 4 sets of 4
    turns, 1 city token, one post of each colour on E, orange, prizes 4 and 0. Three: 3 sets of 5
    turns, 2 city tokens, one post of each colour on E, orange, prizes 6, 2 and 0. Four: 4 sets of
    4 turns, 3 city tokens, two posts of each colour on E and F, yellow, prizes 8, 4, 2 and 0.
    Five: 5 sets of 3 turns, 4 city tokens, two posts of each colour on E and F, yellow, prizes 8,
    6, 4, 2 and 0.
B7 All elephants start on A. Everyone has 2 rupees; of five players, the one who plays fifth at
    the start has 3.
B8 Chance decides which city gets which column of demands, which site gets which post, and which G
    site gets which palace token. Four players may choose the introductory set-up instead
    (rebuilt).
B9 The first player is drawn, unless the host names a seat (ruling).
B10 A set begins with a restock: 9 bales are drawn from the bag, or all of them if there are
    fewer, which only five players can bring about.
B11 The colour that was drawn most often goes to the left market, together with every colour drawn
    equally often. The next most frequent goes to the centre in the same way, and the rest to the
    right. A market can be empty.
B12 A post is closed from the moment when no market holds a bale of its colour, and opens again
    with a restock that brings one.
B13 During a set nothing is added to the markets or moved between them. Bales that are sold or
    spent go into the bag.
B14 In each turn of a set everyone plays once, clockwise from the first player. When the last turn
    is over, what is left in the markets goes into the bag, the player to the left becomes first
    player, and the next set begins. Elephants keep their bales.
B15 A player has 3 actions, to be used in any order and as often as they last, with one purchase
    per turn at most. The turn is over when none is left or when the player says so; unused
    actions are lost.
B16 Consolidate: wait for the whole turn, all 3 actions, and take 1 rupee.
B17 Move: go along one trail. Entering a hilltop takes 2 actions, any other site 1. A site has
    room for every elephant.
B18 Whoever enters a site with another player's palace brings its owner 1 rupee from the bank, at
    each entry, even on the way to somewhere else. Nobody earns from an own palace, nor from
    elephants that are there when it is built (ruling).
B19 Buy: on an open post, take one bale of its colour onto an elephant that has room, once per
    turn. From the left market it costs 1 rupee and 1 action, from the centre 1 rupee and 2
    actions, from the right 2 rupees and 2 actions.
B20 Sell: in a city, for 1 action, give up one bale of a colour that the city asks for. The top
    place pays 4 rupees, the centre 3 rupees, the bottom 1 rupee and 1 client. Yellow silk brings
    1 rupee more and purple silk 1 client more, at the bottom too (ruling).
B21 After a sale that demand goes to the bottom, and what was below it moves up one place. Nothing
    changes after a sale at the bottom. A second sale in the same turn meets the changed demands.
B22 The seller takes a token of the city, if one is left and the seller has none of that city yet.
B23 Build: for 1 action and one bale of any colour, which goes into the bag, put one of your 5
    palaces on the site where your elephant is. The site must have no city, no post, open or
    closed, and no palace; hilltops, crossroads and F sites without a post are allowed (ruling).
B24 A palace token on the site goes to the builder. Client: kept, counts as a client. City: kept,
    counts as a city token of no city in particular (ruling). Rupees: 2 rupees at once. Bale: one
    bale of the builder's choice from the leftmost market that has any, free, and not the purchase
    of the turn; nothing if all markets are empty (ruling).
B25 The game ends with the last set. Everyone has then been first player equally often: twice with
    two players, otherwise once.
B26 An empire is the number of palaces built and clients won, kept client tokens included. The
    prizes go by rank. Those who are tied add up the prizes of their places and share them,
    rounded down (ruling). An empire of nothing has a rank too.
B27 Three city tokens bring 4 rupees, four or more bring 8, kept city tokens included, for any
    number of players.
B28 The most rupees win; if equal, the most clients, kept client tokens included; if still equal,
    the win is shared (ruling).
B29 What the others have behind their screens is hidden: rupees, clients, city tokens and kept
    palace tokens. Everything on the board is open, and what happens is announced to all. The host
    may choose open holdings. The seed of the draws stays secret until the end; then everything is
    shown.
B30 Nobody knows in which order bales will leave the bag. What a restock draws depends on nothing
    that a player can see or choose.
"""
    ),
)
