"""Bombay Bazar in English."""

from domain.kernel import Language
from domain.texts import Catalogue

EN = Catalogue(
    language=Language.EN,
    conjunction="and",
    nouns={},
    words={
        "edge": {"NE": "NE", "E": "E", "SE": "SE", "SW": "SW", "W": "W", "NW": "NW"},
        "corner": {"nw": "NW", "ne": "NE", "se": "SE", "sw": "SW"},
        "parity": {"odd": "odd", "even": "even"},
    },
    messages={
        "elephants": "Elephants: {elephants}.",
        "shared_cells": "Cells may be shared.",
        "medals": "Medals decide who starts.",
        "random": "{name} starts, drawn by lot.",
        "named": "{name} starts.",
        "medals_kept": "{name} has chosen.",
        "medals_kept_own": "{name} keeps {keep} of 3 medals and says {parity:parity}.",
        "medals_choice": "{name} {keep} {parity:parity}",
        "medals_shown": "Medals: {choices}. Total {total}, {parity:parity}. Left in: {left}.",
        "tile_laid": "{name} lays {tile} (rotation {rotation}) on {cell}: trunk longer by {gain}.",
        "also": "The trunk of {name} grows by {gain} too.",
        "end_piece_laid": "{name} cannot lay any tile and is out: end piece on {cell}.",
        "lengths": "The game is over: {scores}. First: {winners}.",
        "alone": "The game is over: tiles {tiles}, less empty cells {empty_cells}, less unused "
        "openings {unused_openings}: {score}.",
        "move_medals": "Keep {keep} of 3 medals and say {parity:parity}.",
        "move_lay": "Lay {tile} (rotation {rotation}) on {cell}: trunk longer by "
        "{gain}, on to {tip}.",
        "WRONG_SEATS": "Bombay Bazar is for 1 to 4 players, not {seats}.",
        "CORNER_MISCHOSEN": "Only with three players can an empty corner be chosen.",
        "STARTER_MISNAMED": "Name a seated player to start if the option asks for one, and only "
        "then.",
        "NOT_OF_THIS_GAME": "That is not a move of Bombay Bazar.",
        "NOT_SET_UP": "The board is not set up yet.",
        "STARTER_UNKNOWN": "The medals have not yet decided who starts.",
        "MEDALS_OVER": "It is settled who starts; the medals are put away.",
        "ALREADY_CHOSEN": "You have chosen already; wait for the others.",
        "OUT_OF_MEDALS": "You are out of the medal game.",
        "NO_SUCH_CHOICE": "Keep 1, 2 or 3 medals and say odd or even.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "ALREADY_OUT": "Your end piece is laid; you are out.",
        "GAME_OVER": "The game is over.",
        "NO_SUCH_TILE": "There is no tile {tile} with rotation {rotation}.",
        "PATTERN_EXHAUSTED": "No tile {tile} is left.",
        "TRUNK_NOT_LONGER": "The tile has no segment at {edge:edge}, where your trunk comes in.",
        "LEADS_OFF_BOARD": "A segment would lead off the board at {edge:edge}.",
        "MEETS_HEAD": "A segment would run into the elephant's head on {neighbour}, at "
        "{edge:edge}.",
        "MEETS_END_PIECE": "A segment would lead onto the end piece on {neighbour}, at "
        "{edge:edge}.",
        "MEETS_OPPONENT": "Another player's tip leads into this cell, at {edge:edge}.",
        "JOINS_TRUNKS": "Two trunks would become one.",
        "EDGE_MISMATCH": "The tile does not match the one on {neighbour}, at {edge:edge}.",
    },
    clauses={
        "Z1": "There are 68 trunk tiles, hexagons with one, two or three segments; each segment "
        "joins two edges, and no edge serves two. The 17 patterns come four times each. Tiles may "
        "be turned, not flipped, so a pattern and its mirror image differ.",
        "Z2": "Each of the four elephants has an end piece. All tiles lie open, and any pattern of "
        "which one is left may be taken.",
        "Z3": "The board (rebuilt) has nine rows of 8, 7, 8, 7, 8, 7, 8, 7 and 8 hexagons. "
        "Elephants fill the corners, 64 cells are free. Each head looks through one edge into its "
        "start cell.",
        "Z4": "Two players sit at opposite corners, three at any three. An elephant nobody plays "
        "gets its end piece on its start cell before the game.",
        "Z5": "Medals decide who starts: all secretly keep one, two or three and say odd or even, "
        "then show. Who is wrong about the total drops out and the rest choose again until one is "
        "left. If all are wrong nobody drops out; after five rounds in a row without a change the "
        "starter is drawn (ruling). A table may instead draw the starter at once or let the host "
        "name one.",
        "Z6": "Turns go clockwise round the corners.",
        "Z7": "In a turn the player lays one tile, turned at will, on the cell where the own "
        "trunk's tip leads, and the trunk must grow; the first tile joins the head.",
        "Z8": "No segment, used or not, may lead off the board, into a head (but the own entry) or "
        "onto an end piece.",
        "Z9": "No segment may meet the tip of an opponent still in play, so a cell where such a "
        "tip leads is closed to all others (ruling). With the option shared cells it may be filled "
        "if every trunk that leads there grows through the tile and no two become one, on the tile "
        "or by way of older stretches.",
        "Z10": "At the edges towards tiles already laid, the new tile has a segment where the "
        "neighbour has one and none where it has none.",
        "Z11": "A trunk that meets an older stretch runs through it to its far end and grows by "
        "every segment passed. A tile passed two or three times counts so often, whoever laid it.",
        "Z12": "Who can lay must lay. A tile stays where it was laid.",
        "Z13": "Who cannot lay when the turn comes puts the own end piece on the cell where the "
        "tip leads and is out. It heeds no openings, may lie on another end piece and counts "
        "nothing; openings onto it are dead.",
        "Z14": "A trunk may run into a stretch that ends at an end piece: the stretch counts, and "
        "the player goes out next turn, as does one whose tip leads to a cell that gets an end "
        "piece (ruling).",
        "Z15": "The others go on; the last plays alone until out. The game ends when all are out.",
        "Z16": "The score is the number of segments in the own trunk. The longest wins; equals "
        "share.",
        "Z17": "Alone, the three other elephants get their end pieces first. The score is the "
        "tiles laid, less the empty cells, less the unused openings. The own end piece is laid at "
        "last: its cell is not empty and the own tip not unused, but other openings onto an end "
        "piece are (ruling).",
        "Z18": "Nothing is secret but what is chosen with the medals, until all have chosen.",
    },
)
