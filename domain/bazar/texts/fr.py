"""Bombay Bazar in French."""

from domain.kernel import Language
from domain.texts import Catalogue

FR = Catalogue(
    language=Language.FR,
    conjunction="et",
    nouns={},
    words={
        "edge": {"NE": "NE", "E": "E", "SE": "SE", "SW": "SO", "W": "O", "NW": "NO"},
        "corner": {"nw": "NO", "ne": "NE", "se": "SE", "sw": "SO"},
        "parity": {"odd": "impair", "even": "pair"},
    },
    messages={
        "elephants": "Éléphants : {elephants}.",
        "shared_cells": "Les cases peuvent être partagées.",
        "medals": "Les médailles décident qui commence.",
        "random": "{name} commence, par tirage au sort.",
        "named": "{name} commence.",
        "medals_kept": "{name} a choisi.",
        "medals_kept_own": "{name} garde {keep} des 3 médailles et dit {parity:parity}.",
        "medals_choice": "{name} {keep} {parity:parity}",
        "medals_shown": "Médailles : {choices}. Total {total}, {parity:parity}. Restent : {left}.",
        "tile_laid": "{name} pose {tile} (rotation {rotation}) en {cell} : trompe plus longue de "
        "{gain}.",
        "also": "La trompe de {name} s’allonge aussi de {gain}.",
        "end_piece_laid": "{name} ne peut plus rien poser et sort du jeu : fin de trompe en "
        "{cell}.",
        "lengths": "La partie est finie : {scores}. En tête : {winners}.",
        "alone": "La partie est finie : pièces {tiles}, moins cases vides {empty_cells}, moins "
        "ouvertures inutilisées {unused_openings} : {score}.",
        "move_medals": "Garder {keep} des 3 médailles et dire {parity:parity}.",
        "move_lay": "Poser {tile} (rotation {rotation}) en {cell} : trompe plus longue de "
        "{gain}, vers {tip}.",
        "WRONG_SEATS": "Bombay Bazar se joue de 1 à 4, pas à {seats}.",
        "CORNER_MISCHOSEN": "Le coin vide ne se choisit qu’à trois joueurs.",
        "STARTER_MISNAMED": "On désigne qui commence si l’option le demande, et seulement parmi "
        "les présents.",
        "NOT_OF_THIS_GAME": "Ce n’est pas un coup de Bombay Bazar.",
        "NOT_SET_UP": "Le plateau n’est pas encore prêt.",
        "STARTER_UNKNOWN": "Les médailles n’ont pas encore décidé qui commence.",
        "MEDALS_OVER": "On sait déjà qui commence ; les médailles sont rangées.",
        "ALREADY_CHOSEN": "Votre choix est fait ; attendez les autres.",
        "OUT_OF_MEDALS": "Vous êtes hors du jeu des médailles.",
        "NO_SUCH_CHOICE": "Gardez 1, 2 ou 3 médailles et dites pair ou impair.",
        "NOT_YOUR_TURN": "Ce n’est pas votre tour.",
        "ALREADY_OUT": "Votre fin de trompe est posée ; vous ne jouez plus.",
        "GAME_OVER": "La partie est finie.",
        "NO_SUCH_TILE": "Il n’y a pas de pièce {tile} avec la rotation {rotation}.",
        "PATTERN_EXHAUSTED": "Il ne reste plus de pièce {tile}.",
        "TRUNK_NOT_LONGER": "La pièce n’a pas de morceau côté {edge:edge}, où votre trompe arrive.",
        "LEADS_OFF_BOARD": "Un morceau sortirait du plateau côté {edge:edge}.",
        "MEETS_HEAD": "Un morceau buterait sur la tête d’éléphant en {neighbour}, côté "
        "{edge:edge}.",
        "MEETS_END_PIECE": "Un morceau mènerait à la fin de trompe en {neighbour}, côté "
        "{edge:edge}.",
        "MEETS_OPPONENT": "La trompe d’un adversaire mène à cette case, côté {edge:edge}.",
        "JOINS_TRUNKS": "Deux trompes n’en feraient plus qu’une.",
        "EDGE_MISMATCH": "La pièce ne s’accorde pas avec celle en {neighbour}, côté {edge:edge}.",
    },
    clauses={
        "Z1": "Il y a 68 pièces trompe, des hexagones à un, deux ou trois morceaux ; chaque "
        "morceau relie deux côtés, et aucun côté ne sert deux fois. Les 17 dessins existent en "
        "quatre exemplaires. On tourne les pièces sans les retourner : un dessin et son reflet "
        "diffèrent.",
        "Z2": "Chacun des quatre éléphants a une fin de trompe. Toutes les pièces sont visibles, "
        "et l’on prend le dessin que l’on veut tant qu’il en reste.",
        "Z3": "Le plateau (reconstitué) a neuf rangées de 8, 7, 8, 7, 8, 7, 8, 7 et 8 hexagones. "
        "Les éléphants occupent les coins, 64 cases sont libres. Chaque tête regarde par un côté "
        "vers sa case de départ.",
        "Z4": "À deux, on prend des coins opposés ; à trois, trois coins quelconques. Un éléphant "
        "que personne ne joue reçoit sa fin de trompe sur sa case de départ avant la partie.",
        "Z5": "Les médailles décident qui commence : chacun en garde en secret une, deux ou trois "
        "et dit pair ou impair, puis tous montrent. Qui s’est trompé sur le total est éliminé, les "
        "autres recommencent jusqu’au dernier. Si tous se trompent, personne n’est éliminé ; après "
        "cinq manches de suite sans changement, on tire au sort (décision). Une table peut aussi "
        "tirer au sort tout de suite ou laisser l’hôte désigner.",
        "Z6": "On joue dans le sens horaire, de coin en coin.",
        "Z7": "À son tour, on pose une pièce, tournée à son gré, sur la case où mène le bout de sa "
        "trompe, qui doit s’allonger ; la première pièce se joint à la tête.",
        "Z8": "Aucun morceau, utilisé ou non, ne peut mener hors du plateau, sur une tête (sauf sa "
        "propre entrée) ni sur une fin de trompe.",
        "Z9": "Aucun morceau ne peut toucher le bout de trompe d’un adversaire encore en jeu : une "
        "case où mène un tel bout est fermée à tous les autres (décision). Avec l’option cases "
        "partagées, elle peut être remplie si chaque trompe qui y mène s’allonge par la pièce et "
        "si deux trompes n’en deviennent jamais une, sur la pièce ou par d’anciens tronçons.",
        "Z10": "Vers les pièces voisines déjà posées, la nouvelle a un morceau là où la voisine en "
        "a un, et aucun là où elle n’en a pas.",
        "Z11": "Une trompe qui rencontre un ancien tronçon le parcourt jusqu’à l’autre bout et "
        "grandit de chaque morceau traversé. Une pièce traversée deux ou trois fois compte autant "
        "de fois, qui que ce soit qui l’ait posée.",
        "Z12": "Qui peut poser doit poser. Une pièce posée ne bouge plus.",
        "Z13": "Qui ne peut rien poser à son tour met sa fin de trompe sur la case où mène le bout "
        "et sort du jeu. Elle ignore les ouvertures, peut couvrir une autre fin de trompe et ne "
        "compte pas ; les ouvertures qui y mènent sont mortes.",
        "Z14": "Une trompe peut suivre un tronçon qui finit sur une fin de trompe : il compte, et "
        "le joueur sort au tour suivant, comme celui dont la case visée reçoit une fin de trompe "
        "(décision).",
        "Z15": "Les autres continuent ; le dernier joue seul jusqu’à être bloqué. La partie finit "
        "quand tous sont sortis.",
        "Z16": "Le score est le nombre de morceaux de sa trompe. La plus longue gagne ; les égaux "
        "partagent.",
        "Z17": "En solitaire, les trois autres éléphants reçoivent d’abord leur fin de trompe. Le "
        "score : pièces posées, moins cases vides, moins ouvertures inutilisées. Sa propre fin de "
        "trompe est posée à la fin : sa case n’est pas vide et son bout n’est pas inutilisé, mais "
        "les autres ouvertures vers une fin de trompe le sont (décision).",
        "Z18": "Rien n’est secret, sauf le choix aux médailles tant que tous n’ont pas choisi.",
    },
)
