"""Bombay in French."""

from domain.kernel import Language
from domain.texts import Catalogue, numbered

FR = Catalogue(
    language=Language.FR,
    conjunction="et",
    nouns={
        "rupee": ("roupie", "roupies"),
        "client": ("cliente", "clientes"),
        "action": ("action", "actions"),
        "bale": ("ballot", "ballots"),
    },
    words={
        "colour": {"yellow": "jaune", "purple": "violet", "blue": "bleu", "orange": "orange"},
        "bale": {
            "yellow": "un ballot jaune",
            "purple": "un ballot violet",
            "blue": "un ballot bleu",
            "orange": "un ballot orange",
        },
        "elephant": {
            "black": "Noir",
            "grey": "Gris",
            "ivory": "Ivoire",
            "brown": "Brun",
            "pink": "Rose",
        },
        "market": {"left": "de gauche", "centre": "du milieu", "right": "de droite"},
        "token": {
            "client": "cliente",
            "rupees": "2 roupies",
            "city": "ville",
            "bale": "ballot",
        },
    },
    messages={
        "board_set_up": "Le plateau est prêt. {who} commence.",
        "markets_restocked": "La manche {set} commence avec {who}. Marchés : à gauche {left} ; "
        "au milieu {centre} ; à droite {right}.",
        "fortune_consolidated": "{who} attend tout le tour et prend {rupees:rupee}.",
        "elephant_moved": "{who} va à {to}.",
        "toll": "{who} prend {rupees:rupee} pour le palais qui s’y trouve.",
        "silk_bought": "{who} achète {colour:bale} au marché {market:market} pour {rupees:rupee}.",
        "silk_sold": "{who} vend {colour:bale} à {city} pour {gain}.",
        "city_token": "{who} prend un jeton de la ville.",
        "palace_built": "{who} construit un palais à {site} avec {colour:bale}.",
        "bale_taken": "{who} prend {colour:bale} au marché, gratuitement.",
        "token_taken": "{who} prend le jeton palais : {token:token}.",
        "turn_ended": "{who} n’a plus d’actions.",
        "actions_lost": "{who} finit son tour et perd {lost:action}.",
        "plays_next": "Au tour de {who} (tour {turn} de la manche).",
        "set_ended": "La manche {set} est finie. Remis dans le sac : {returned:bale}.",
        "game_won": "La partie est finie. Roupies : {scores}. {winners} gagne.",
        "game_shared": "La partie est finie. Roupies : {scores}. {winners} partagent la victoire.",
        "may_consolidate": "Attendre tout le tour : {rupees:rupee}.",
        "may_move": "Aller à {to} ({actions:action}).",
        "may_pay": "{elephant:elephant} prend {rupees:rupee}.",
        "may_buy": "Acheter {colour:bale} pour {rupees:rupee} ({actions:action}).",
        "may_sell": "Vendre {colour:bale} pour {gain} (1 action).",
        "may_take_city_token": "Avec un jeton de la ville.",
        "may_build": "Construire un palais avec {colour:bale} (1 action).",
        "may_take_bale": "Prendre {colour:bale} au marché, gratuitement.",
        "may_take_token": "Jeton palais : {token:token}.",
        "may_end": "Finir le tour et perdre {lost:action}.",
        "WRONG_NUMBER_OF_PLAYERS": "Bombay se joue de 2 à 5, pas à {had}.",
        "INTRODUCTION_NEEDS_FOUR": "La mise en place d’initiation est pour 4 joueurs, pas {had}.",
        "FIRST_NOT_SEATED": "Il n’y a pas de place {seat} pour commencer la partie.",
        "NOT_OF_THIS_GAME": "Ce coup n’existe pas à Bombay.",
        "NOT_SET_UP": "La partie n’a pas encore commencé.",
        "GAME_OVER": "La partie est finie.",
        "NOT_YOUR_TURN": "Ce n’est pas votre tour.",
        "TOO_FEW_ACTIONS": "Il faut {needed:action} ; il vous en reste {had}.",
        "NO_SUCH_SITE": "Il n’y a pas d’emplacement « {site} ».",
        "NOT_ADJACENT": "Aucune piste ne mène de {origin} à {to}.",
        "NO_POST_HERE": "Il n’y a pas de comptoir à {site}.",
        "POST_OF_OTHER_COLOUR": "Ce comptoir vend une autre couleur : {post:colour}.",
        "POST_CLOSED": "Le comptoir est fermé : aucun ballot de cette couleur ({colour:colour}) "
        "aux marchés.",
        "BASKETS_FULL": "Votre éléphant porte déjà {room:bale}.",
        "ALREADY_BOUGHT": "Vous avez déjà acheté un ballot ce tour-ci.",
        "TOO_FEW_RUPEES": "Il faut {needed:rupee} ; vous en avez {had}.",
        "NOT_IN_A_CITY": "On ne vend que dans une ville, et {site} n’en est pas une.",
        "NO_DEMAND": "{city} ne demande pas cette couleur : {colour:colour}.",
        "NO_SUCH_BALE": "Votre éléphant ne porte aucun ballot de cette couleur.",
        "SITE_BUILT": "Il y a déjà un bâtiment à {site}.",
        "NO_PALACE_LEFT": "Vous avez construit tous vos palais.",
        "BALE_NOT_CHOSEN": "Choisissez le ballot que vous donne le jeton palais.",
        "BALE_NOT_OFFERED": "Vous ne pouvez pas prendre ici un ballot de cette couleur.",
    },
    clauses=numbered(
        """
B1 Il y a 17 ballots de soie : 3 jaunes, 4 violets, 5 bleus et 5 orange. Chacun est toujours dans
    le sac, dans un marché ou sur un éléphant.
B2 Le plateau compte 24 emplacements reliés par 38 pistes (reconstitué) : la colline de départ A,
    une autre colline B, quatre villes, huit emplacements de comptoir (E et F), huit emplacements
    de palais (G) et deux carrefours (H).
B3 Chaque joueur a un éléphant qui porte jusqu’à 2 ballots, 5 palais et un paravent. Les couleurs
    des joueurs sont noir, gris, ivoire, brun et rose.
B4 Chacun des 8 jetons palais a une face jaune et une face orange qui montrent une cliente, des
    roupies, une ville ou un ballot (leur répartition est reconstituée).
B5 La banque ne manque jamais de roupies ni de clientes (décision).
B6 Le nombre de joueurs fixe la durée de la partie, les jetons de chaque ville, les comptoirs, la
    face visible des jetons palais et les primes d’empire. Deux : 4 manches de 4 tours, 1 jeton
    par ville, un comptoir de chaque couleur en E, orange, primes 4 et 0. Trois : 3 manches de 5
    tours, 2 jetons par ville, un comptoir de chaque couleur en E, orange, primes 6, 2 et 0.
    Quatre : 4 manches de 4 tours, 3 jetons par ville, deux comptoirs de chaque couleur en E et F,
    jaune, primes 8, 4, 2 et 0. Cinq : 5 manches de 3 tours, 4 jetons par ville, deux comptoirs de
    chaque couleur en E et F, jaune, primes 8, 6, 4, 2 et 0.
B7 Tous les éléphants partent de A. Chacun a 2 roupies ; à cinq, celui qui joue cinquième au début
    en a 3.
B8 Le hasard attribue les colonnes de demandes aux villes, les comptoirs à leurs emplacements et
    les jetons palais aux emplacements G. À quatre, on peut choisir la mise en place d’initiation
    (reconstituée).
B9 Le premier joueur est tiré au sort, sauf si l’hôte désigne une place (décision).
B10 Une manche commence par un ravitaillement : on tire 9 ballots du sac, ou tous s’il y en a
    moins, ce qui n’arrive qu’à cinq joueurs.
B11 La couleur la plus tirée va au marché de gauche, avec toutes celles tirées aussi souvent. De
    même, la suivante va au milieu, et le reste à droite. Un marché peut être vide.
B12 Un comptoir est fermé dès qu’aucun marché n’a de ballot de sa couleur ; il rouvre au
    ravitaillement qui en apporte.
B13 Pendant une manche, rien n’est ajouté aux marchés ni déplacé entre eux. Les ballots vendus ou
    dépensés vont dans le sac.
B14 À chaque tour d’une manche, chacun joue une fois, dans le sens horaire à partir du premier
    joueur. Après le dernier tour, ce qui reste aux marchés va dans le sac, le voisin de gauche
    devient premier joueur et la manche suivante commence. Les éléphants gardent leurs ballots.
B15 Un joueur a 3 actions, dans l’ordre qu’il veut et autant de fois qu’il le peut, avec un seul
    achat par tour. Le tour finit quand il n’en reste plus ou quand le joueur le décide ; les
    actions restantes sont perdues.
B16 Attendre la fortune : passer tout le tour, les 3 actions, et prendre 1 roupie.
B17 Se déplacer : suivre une piste. Entrer sur une colline coûte 2 actions, ailleurs 1. Un
    emplacement accueille tous les éléphants.
B18 Qui entre là où se trouve le palais d’un autre fait gagner à son propriétaire 1 roupie de la
    banque, à chaque entrée, même en passant. Un palais ne rapporte rien pour son propre éléphant,
    ni pour ceux qui sont déjà là quand on le construit (décision).
B19 Acheter : sur un comptoir ouvert, prendre un ballot de sa couleur si l’éléphant a de la place,
    une fois par tour. Au marché de gauche il coûte 1 roupie et 1 action, au milieu 1 roupie et 2
    actions, à droite 2 roupies et 2 actions.
B20 Vendre : dans une ville, pour 1 action, céder un ballot d’une couleur demandée. Le haut paie 4
    roupies, le milieu 3 roupies, le bas 1 roupie et 1 cliente. La soie jaune rapporte 1 roupie de
    plus et la violette 1 cliente de plus, en bas aussi (décision).
B21 Après une vente, cette demande descend tout en bas et celles d’en dessous montent d’un cran.
    Une vente en bas ne change rien. Une seconde vente dans le même tour se fait aux nouvelles
    demandes.
B22 Le vendeur prend un jeton de la ville s’il en reste et s’il n’en a pas encore de cette ville.
B23 Construire : pour 1 action et un ballot de n’importe quelle couleur, remis dans le sac, poser
    un de ses 5 palais là où est son éléphant. Il ne doit y avoir ni ville, ni comptoir, ouvert ou
    fermé, ni palais ; les collines, les carrefours et les emplacements F sans comptoir
    conviennent (décision).
B24 Le jeton palais de l’emplacement va au bâtisseur. Cliente : gardé, compte comme une cliente.
    Ville : gardé, compte comme un jeton ville, d’aucune ville précise (décision). Roupies : 2
    roupies tout de suite. Ballot : un ballot au choix du premier marché non vide en partant de la
    gauche, gratuit, qui n’est pas l’achat du tour ; rien si tous les marchés sont vides
    (décision).
B25 La partie finit avec la dernière manche. Chacun a alors été premier joueur aussi souvent :
    deux fois à deux joueurs, sinon une fois.
B26 Un empire est la somme des palais construits et des clientes, jetons gardés compris. Les
    primes suivent le rang. Les ex æquo additionnent les primes de leurs rangs et se les
    partagent, arrondies vers le bas (décision). Un empire nul a aussi un rang.
B27 Trois jetons ville rapportent 4 roupies, quatre ou plus en rapportent 8, jetons gardés
    compris, quel que soit le nombre de joueurs.
B28 Le plus de roupies gagne ; à égalité, le plus de clientes, jetons gardés compris ; si
    l’égalité demeure, la victoire est partagée (décision).
B29 Ce que les autres ont derrière leur paravent est caché : roupies, clientes, jetons ville et
    jetons palais gardés. Tout ce qui est sur le plateau est visible et ce qui arrive est annoncé
    à tous. L’hôte peut choisir de jouer à découvert. La graine des tirages reste secrète jusqu’à
    la fin ; alors tout est montré.
B30 Personne ne connaît l’ordre dans lequel les ballots sortiront du sac. Ce qu’un ravitaillement
    tire ne dépend de rien qu’un joueur puisse voir ou choisir.
"""
    ),
)
