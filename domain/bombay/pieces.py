"""What is in the box, as data.

Where it comes from: the numbers of bales, tokens and sites of each kind stand in two independent
printings of the rulebook. Which trails join the sites, where the sites lie and what they are
called is rebuilt, because the drawing of the board is lost. Which colours share a demand column
follows from the counts; their vertical order is rebuilt. So are the number of palace tokens of
each kind per face and the introductory set-up.
"""

from enum import StrEnum

from domain.kernel import Value

SiteId = str
SiteNumber = int  # the place of a site in SITES: the state counts, events and views name


class Colour(StrEnum):
    """Of silk. The order is the one in which colours are always listed."""

    YELLOW = "yellow"
    PURPLE = "purple"
    BLUE = "blue"
    ORANGE = "orange"


class Elephant(StrEnum):
    """The players' colours, by seat."""

    BLACK = "black"
    GREY = "grey"
    IVORY = "ivory"
    BROWN = "brown"
    PINK = "pink"


class Kind(StrEnum):
    """Of a site."""

    START_HILLTOP = "start_hilltop"
    HILLTOP = "hilltop"
    CITY = "city"
    POST_E = "post_e"
    POST_F = "post_f"
    PALACE = "palace"
    CROSSROADS = "crossroads"


class Token(StrEnum):
    """What a palace token brings (B24)."""

    CLIENT = "client"
    RUPEES = "rupees"
    CITY = "city"
    BALE = "bale"


class Market(StrEnum):
    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Place(StrEnum):
    """On a city's ladder of demands."""

    TOP = "top"
    CENTRE = "centre"
    BOTTOM = "bottom"


class Site(Value):
    """Where an elephant can stand; x and y run from 0 to 100, from the top left corner."""

    id: SiteId
    kind: Kind
    name: str
    x: int
    y: int


class Cost(Value):
    rupees: int
    actions: int


class Gain(Value):
    rupees: int
    clients: int


class Format(Value):
    """What depends on the number of players (B6)."""

    sets: int
    turns: int  # in each set
    city_tokens: int  # in each city
    post_kinds: tuple[Kind, ...]
    face: str  # of the palace tokens
    prizes: tuple[int, ...]  # of the empires, by rank


Ladder = tuple[Colour, Colour, Colour]  # demands from top to bottom

COLOURS = tuple(Colour)
MARKETS = tuple(Market)
PLACES = tuple(Place)
ELEPHANTS = tuple(Elephant)
ORDER = {colour: number for number, colour in enumerate(COLOURS)}

BALES = (3, 4, 5, 5)  # by colour (B1)
BASKETS = 2  # bales on an elephant (B3)
PALACES = 5  # of each player (B3)
ACTIONS = 3  # in a player's turn
DRAWN = 9  # bales of a restock (B10)
RUPEES = 2  # of each player at the start (B7)
FIFTH_RUPEES = 3  # of the one who plays fifth (B7)

TWO_EACH = (Kind.POST_E, Kind.POST_F)
FORMATS = {
    2: Format(4, 4, 1, (Kind.POST_E,), "orange", (4, 0)),
    3: Format(3, 5, 2, (Kind.POST_E,), "orange", (6, 2, 0)),
    4: Format(4, 4, 3, TWO_EACH, "yellow", (8, 4, 2, 0)),
    5: Format(5, 3, 4, TWO_EACH, "yellow", (8, 6, 4, 2, 0)),
}

UNKNOWN = Format(0, 0, 0, (), "orange", ())  # before the players are counted

PRICES = {Market.LEFT: Cost(1, 1), Market.CENTRE: Cost(1, 2), Market.RIGHT: Cost(2, 2)}  # B19
DEMANDS = {Place.TOP: Gain(4, 0), Place.CENTRE: Gain(3, 0), Place.BOTTOM: Gain(1, 1)}  # B20
BONUSES = {Colour.YELLOW: Gain(1, 0), Colour.PURPLE: Gain(0, 1)}  # B20
CONSOLIDATION_RUPEES = 1  # B16
TOLL = 1  # B18
SALE_ACTIONS = 1  # B20
BUILDING_ACTIONS = 1  # B23
TOKEN_RUPEES = 2  # B24
KEPT = (Token.CLIENT, Token.CITY)  # palace tokens that stay behind the screen (B24)
CITY_PRIZES = (0, 0, 0, 4, 8)  # by number of city tokens; more than four count as four (B27)

SITES = (
    Site("F1", Kind.POST_F, "Ahmedabad Road", 22, 8),
    Site("F2", Kind.POST_F, "Narmada Landing", 46, 10),
    Site("G1", Kind.PALACE, "Satpura Pass", 68, 15),
    Site("G2", Kind.PALACE, "Surat Gardens", 15, 24),
    Site("Indore", Kind.CITY, "Indore", 40, 25),
    Site("E1", Kind.POST_E, "Bhusawal", 62, 26),
    Site("Nagpur", Kind.CITY, "Nagpur", 87, 30),
    Site("F3", Kind.POST_F, "Jalna", 56, 36),
    Site("Bombay", Kind.CITY, "Bombay", 13, 40),
    Site("H1", Kind.CROSSROADS, "Ellora Crossroads", 36, 44),
    Site("H2", Kind.CROSSROADS, "Wardha Crossroads", 75, 46),
    Site("G3", Kind.PALACE, "Konkan Track", 8, 55),
    Site("G4", Kind.PALACE, "Gondwana", 92, 54),
    Site("E2", Kind.POST_E, "Nasik", 24, 57),
    Site("G5", Kind.PALACE, "Godavari Ford", 54, 57),
    Site("B", Kind.HILLTOP, "Balaghat Hill", 68, 63),
    Site("A", Kind.START_HILLTOP, "Deccan Hill", 40, 67),
    Site("E3", Kind.POST_E, "Warangal", 87, 70),
    Site("G6", Kind.PALACE, "Bidar", 74, 77),
    Site("G7", Kind.PALACE, "Sholapur", 38, 83),
    Site("F4", Kind.POST_F, "Guntur", 93, 86),
    Site("E4", Kind.POST_E, "Poona", 13, 84),
    Site("Hyderabad", Kind.CITY, "Hyderabad", 60, 87),
    Site("G8", Kind.PALACE, "Golconda", 78, 95),
)
TRAILS = (
    ("F1", "F2"),
    ("F1", "G2"),
    ("F2", "G1"),
    ("G1", "Indore"),
    ("G1", "E1"),
    ("G1", "Nagpur"),
    ("G2", "Indore"),
    ("G2", "Bombay"),
    ("Indore", "H1"),
    ("Bombay", "H1"),
    ("Bombay", "G3"),
    ("H1", "F3"),
    ("H1", "E2"),
    ("H1", "G5"),
    ("F3", "H2"),
    ("F3", "G5"),
    ("E1", "H2"),
    ("Nagpur", "H2"),
    ("Nagpur", "G4"),
    ("H2", "G5"),
    ("H2", "B"),
    ("G5", "B"),
    ("G5", "A"),
    ("G3", "E2"),
    ("G3", "E4"),
    ("E2", "A"),
    ("A", "E4"),
    ("A", "G7"),
    ("E4", "G7"),
    ("G7", "Hyderabad"),
    ("B", "E3"),
    ("B", "G6"),
    ("G4", "E3"),
    ("E3", "G6"),
    ("E3", "F4"),
    ("G6", "Hyderabad"),
    ("F4", "G8"),
    ("G8", "Hyderabad"),
)

DEMAND_COLUMNS: tuple[Ladder, ...] = (
    (Colour.BLUE, Colour.PURPLE, Colour.ORANGE),
    (Colour.PURPLE, Colour.ORANGE, Colour.YELLOW),
    (Colour.ORANGE, Colour.YELLOW, Colour.BLUE),
    (Colour.YELLOW, Colour.BLUE, Colour.PURPLE),
)

# Each palace token by its face.
PALACE_TOKENS = {
    "yellow": (
        *(Token.CLIENT, Token.CLIENT, Token.RUPEES, Token.RUPEES),
        *(Token.CITY, Token.CITY, Token.BALE, Token.BALE),
    ),
    "orange": (
        *(Token.RUPEES, Token.CLIENT, Token.CITY, Token.RUPEES),
        *(Token.CLIENT, Token.BALE, Token.CITY, Token.RUPEES),
    ),
}

NUMBER = {site.id: number for number, site in enumerate(SITES)}


def sites_of(*kinds: Kind) -> tuple[SiteId, ...]:
    """The sites of these kinds, by id in alphabetical order."""
    return tuple(sorted(site.id for site in SITES if site.kind in kinds))


CITIES = ("Bombay", "Indore", "Nagpur", "Hyderabad")
PALACE_SITES = sites_of(Kind.PALACE)
START = NUMBER["A"]

# By site: the sites one trail away, in the order of SITES.
NEIGHBOURS: tuple[tuple[SiteNumber, ...], ...] = tuple(
    tuple(
        number
        for number, other in enumerate(SITES)
        if (site.id, other.id) in TRAILS or (other.id, site.id) in TRAILS
    )
    for site in SITES
)

# By site: the actions it takes to enter it (B17).
ENTRY = tuple(2 if site.kind in (Kind.START_HILLTOP, Kind.HILLTOP) else 1 for site in SITES)


class SetUp(Value):
    """What lies where on the board when play starts, by site."""

    demands: dict[SiteId, Ladder]
    posts: dict[SiteId, Colour]
    tokens: dict[SiteId, Token]


INTRODUCTION = SetUp(
    demands=dict(zip(CITIES, DEMAND_COLUMNS, strict=True)),
    posts={
        "E1": Colour.YELLOW,
        "E2": Colour.PURPLE,
        "E3": Colour.BLUE,
        "E4": Colour.ORANGE,
        "F1": Colour.ORANGE,
        "F2": Colour.BLUE,
        "F3": Colour.YELLOW,
        "F4": Colour.PURPLE,
    },
    tokens={
        "G1": Token.CLIENT,
        "G2": Token.CITY,
        "G3": Token.RUPEES,
        "G4": Token.CLIENT,
        "G5": Token.RUPEES,
        "G6": Token.BALE,
        "G7": Token.BALE,
        "G8": Token.CITY,
    },
)
