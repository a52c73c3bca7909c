"""What happens at a table, and what is refused there, in words."""

from collections.abc import Sequence

from domain.kernel import Event, Language, Refused, Viewer, seen
from domain.table.events import BotLevel

EN: dict[str, str] = {
    "table.table_opened": "The table is open.",
    "table.game_forked": "The game goes on from an earlier one.",
    "table.seat_taken": "{seat} sits down.",
    "table.seat_left": "{seat} leaves the table.",
    "table.bot_seated": "A bot ({level}) takes seat {number}.",
    "table.bot_removed": "The bot leaves seat {number}.",
    "table.game_started": "The game begins.",
    "table.seat_resigned": "{seat} resigns.",
    "table.table_finished": "The game is over. Won by: {winners}.",
    "table.table_abandoned": "The table is abandoned.",
    "random": "random",
    "greedy": "greedy",
    "strong": "strong",
    "seat": "Seat {number}",
    "bot": "Bot {number}",
    "UNKNOWN_GAME": "There is no game called {game}.",
    "SEATS_OUT_OF_RANGE": "This game is for {least} to {most} players, not {had}.",
    "OPTIONS_INVALID": "These options do not fit the game: {reason}.",
    "ALREADY_OPEN": "This table is open already.",
    "NO_SUCH_SEAT": "There is no seat {seat}: seats count from 0, and there are {seats}.",
    "SEAT_OCCUPIED": "Seat {seat} is taken.",
    "NO_SEAT_FREE": "No seat is free.",
    "WRONG_INVITE": "This table is by invitation, and that is not its invitation.",
    "ALREADY_STARTED": "The game has begun already.",
    "ALREADY_SEATED": "You sit at this table already, in seat {seat}.",
    "NOT_SEATED": "You do not sit at this table.",
    "NOT_HOST": "Only the host of the table may do that.",
    "NO_BOT_THERE": "No bot sits in seat {seat}.",
    "TOO_FEW_PLAYERS": "The game needs at least {needed} players, and there are {had}.",
    "NOT_STARTED": "The game has not begun yet.",
    "WRONG_GAME": "That is not a move of {game}, which is played here.",
    "MOVE_INVALID": "That is not a move: {reason}.",
    "HAS_RESIGNED": "You have resigned.",
    "TABLE_OVER": "The table is closed.",
    "NOTHING_TO_FORK_FROM": "At version {version} there is no position to go on from.",
    "GAME_NOT_OVER": "A game is forked once it is over.",
    "ENTROPY_TOO_LONG": "Your text for the draws may have {most} characters, not {had}.",
    "T1": "A table is opened for one game, with seats and options that the game allows. "
    "Whoever opens it is host and takes the first seat.",
    "T2": "Until the start anyone may take a free seat; a table by invitation asks for it.",
    "T3": "Nobody sits twice at one table.",
    "T4": "Until the start a player may leave. The lowest seat follows as host; "
    "a table without players is abandoned.",
    "T5": "Until the start the host may seat bots in free seats and take them away.",
    "T6": "The host starts once enough seats are filled. Empty seats are taken away.",
    "T7": "Only seated players move, with moves of the game, while it runs.",
    "T8": "Who resigns is played on by a bot or by the least the rules allow, and comes last.",
    "T9": "When the last player resigns, or the host gives up before the start, "
    "the table is abandoned.",
    "T10": "The seed of the draws is committed when the table opens. Each seat may add a text. "
    "The last event shows seed and salt.",
    "T11": "The table finishes with its game.",
    "T12": "From any position of a finished game a new table may go on, with the same seats, "
    "options and rules. It names its parent, draws by its own seed, and is not rated.",
}

FR: dict[str, str] = {
    "table.table_opened": "La table est ouverte.",
    "table.game_forked": "La partie reprend une partie antérieure.",
    "table.seat_taken": "{seat} s’assoit.",
    "table.seat_left": "{seat} quitte la table.",
    "table.bot_seated": "Un robot ({level}) prend la place {number}.",
    "table.bot_removed": "Le robot quitte la place {number}.",
    "table.game_started": "La partie commence.",
    "table.seat_resigned": "{seat} abandonne.",
    "table.table_finished": "La partie est finie. Victoire : {winners}.",
    "table.table_abandoned": "La table est abandonnée.",
    "random": "au hasard",
    "greedy": "gourmand",
    "strong": "fort",
    "seat": "Place {number}",
    "bot": "Robot {number}",
    "UNKNOWN_GAME": "Aucun jeu ne s’appelle {game}.",
    "SEATS_OUT_OF_RANGE": "Ce jeu se joue de {least} à {most}, pas à {had}.",
    "OPTIONS_INVALID": "Ces options ne conviennent pas au jeu : {reason}.",
    "ALREADY_OPEN": "Cette table est déjà ouverte.",
    "NO_SUCH_SEAT": "La place {seat} n’existe pas : on compte depuis 0 et il y en a {seats}.",
    "SEAT_OCCUPIED": "La place {seat} est prise.",
    "NO_SEAT_FREE": "Aucune place n’est libre.",
    "WRONG_INVITE": "Cette table est sur invitation, et ce n’est pas la bonne.",
    "ALREADY_STARTED": "La partie a déjà commencé.",
    "ALREADY_SEATED": "Vous êtes déjà à cette table, à la place {seat}.",
    "NOT_SEATED": "Vous n’êtes pas assis à cette table.",
    "NOT_HOST": "Seul l’hôte de la table peut faire cela.",
    "NO_BOT_THERE": "Aucun robot n’occupe la place {seat}.",
    "TOO_FEW_PLAYERS": "Il faut au moins {needed} joueurs ; il y en a {had}.",
    "NOT_STARTED": "La partie n’a pas encore commencé.",
    "WRONG_GAME": "Ce n’est pas un coup de {game}, le jeu de cette table.",
    "MOVE_INVALID": "Ce n’est pas un coup : {reason}.",
    "HAS_RESIGNED": "Vous avez abandonné.",
    "TABLE_OVER": "La table est fermée.",
    "NOTHING_TO_FORK_FROM": "À la version {version}, il n’y a pas de position à reprendre.",
    "GAME_NOT_OVER": "On reprend une partie une fois qu’elle est finie.",
    "ENTROPY_TOO_LONG": "Votre texte pour les tirages peut avoir {most} caractères, pas {had}.",
    "T1": "Une table s’ouvre pour un jeu, avec des places et des options que le jeu permet. "
    "Qui l’ouvre en est l’hôte et prend la première place.",
    "T2": "Avant le début, chacun peut prendre une place libre ; "
    "une table sur invitation la demande.",
    "T3": "Personne ne s’assoit deux fois à la même table.",
    "T4": "Avant le début, on peut partir. La place la plus basse devient hôte ; "
    "une table sans joueur est abandonnée.",
    "T5": "Avant le début, l’hôte peut asseoir des robots et les retirer.",
    "T6": "L’hôte commence quand assez de places sont prises. Les places vides disparaissent.",
    "T7": "Seuls les joueurs assis jouent, des coups du jeu, pendant la partie.",
    "T8": "Qui abandonne est remplacé par un robot ou par le minimum que permettent les règles, "
    "et finit dernier.",
    "T9": "Quand le dernier joueur abandonne, ou l’hôte avant le début, la table est abandonnée.",
    "T10": "La graine des tirages est engagée à l’ouverture. Chaque place peut ajouter un texte. "
    "Le dernier événement montre la graine et le sel.",
    "T11": "La table finit avec sa partie.",
    "T12": "De toute position d’une partie finie, une nouvelle table peut repartir, avec les mêmes "
    "places, options et règles. Elle nomme sa partie d’origine, tire avec sa propre graine "
    "et n’est pas classée.",
}

PT: dict[str, str] = {
    "table.table_opened": "A mesa está aberta.",
    "table.game_forked": "O jogo continua um jogo anterior.",
    "table.seat_taken": "{seat} senta-se.",
    "table.seat_left": "{seat} deixa a mesa.",
    "table.bot_seated": "Um robô ({level}) ocupa o lugar {number}.",
    "table.bot_removed": "O robô deixa o lugar {number}.",
    "table.game_started": "O jogo começa.",
    "table.seat_resigned": "{seat} desiste.",
    "table.table_finished": "O jogo acabou. Vitória: {winners}.",
    "table.table_abandoned": "A mesa foi abandonada.",
    "random": "ao acaso",
    "greedy": "guloso",
    "strong": "forte",
    "seat": "Lugar {number}",
    "bot": "Robô {number}",
    "UNKNOWN_GAME": "Não há jogo chamado {game}.",
    "SEATS_OUT_OF_RANGE": "Este jogo é para {least} a {most} jogadores, não {had}.",
    "OPTIONS_INVALID": "Estas opções não servem ao jogo: {reason}.",
    "ALREADY_OPEN": "Esta mesa já está aberta.",
    "NO_SUCH_SEAT": "Não há lugar {seat}: contam-se a partir de 0 e são {seats}.",
    "SEAT_OCCUPIED": "O lugar {seat} está ocupado.",
    "NO_SEAT_FREE": "Não há lugar livre.",
    "WRONG_INVITE": "Esta mesa é por convite, e o convite não é este.",
    "ALREADY_STARTED": "O jogo já começou.",
    "ALREADY_SEATED": "Já está sentado a esta mesa, no lugar {seat}.",
    "NOT_SEATED": "Não está sentado a esta mesa.",
    "NOT_HOST": "Só o anfitrião da mesa pode fazer isso.",
    "NO_BOT_THERE": "Nenhum robô está no lugar {seat}.",
    "TOO_FEW_PLAYERS": "O jogo precisa de pelo menos {needed} jogadores e há {had}.",
    "NOT_STARTED": "O jogo ainda não começou.",
    "WRONG_GAME": "Isso não é uma jogada de {game}, o jogo desta mesa.",
    "MOVE_INVALID": "Isso não é uma jogada: {reason}.",
    "HAS_RESIGNED": "Já desistiu.",
    "TABLE_OVER": "A mesa está fechada.",
    "NOTHING_TO_FORK_FROM": "Na versão {version} não há posição a partir da qual continuar.",
    "GAME_NOT_OVER": "Um jogo só se retoma depois de acabar.",
    "ENTROPY_TOO_LONG": "O seu texto para os sorteios pode ter {most} caracteres, não {had}.",
    "T1": "Uma mesa abre-se para um jogo, com lugares e opções que o jogo permite. "
    "Quem a abre é anfitrião e ocupa o primeiro lugar.",
    "T2": "Antes do início qualquer um pode ocupar um lugar livre; a mesa por convite pede-o.",
    "T3": "Ninguém se senta duas vezes à mesma mesa.",
    "T4": "Antes do início pode-se sair. O lugar mais baixo passa a anfitrião; "
    "uma mesa sem jogadores é abandonada.",
    "T5": "Antes do início o anfitrião pode sentar robôs e retirá-los.",
    "T6": "O anfitrião começa quando há lugares ocupados que cheguem. Os vazios desaparecem.",
    "T7": "Só quem está sentado joga, com jogadas do jogo, enquanto ele dura.",
    "T8": "Por quem desiste joga um robô ou o mínimo que as regras permitem, e fica em último.",
    "T9": "Quando o último jogador desiste, ou o anfitrião antes do início, a mesa é abandonada.",
    "T10": "A semente dos sorteios fica prometida na abertura. Cada lugar pode juntar um "
    "texto. O último evento mostra semente e sal.",
    "T11": "A mesa acaba com o seu jogo.",
    "T12": "De qualquer posição de um jogo acabado, uma nova mesa pode continuar, com os mesmos "
    "lugares, opções e regras. Nomeia o jogo de origem, sorteia com a sua semente e não conta para "
    "a classificação.",
}

PL: dict[str, str] = {
    "table.table_opened": "Stół jest otwarty.",
    "table.game_forked": "Gra jest kontynuacją wcześniejszej.",
    "table.seat_taken": "{seat} siada.",
    "table.seat_left": "{seat} odchodzi od stołu.",
    "table.bot_seated": "Bot ({level}) zajmuje miejsce {number}.",
    "table.bot_removed": "Bot zwalnia miejsce {number}.",
    "table.game_started": "Gra się zaczyna.",
    "table.seat_resigned": "{seat} rezygnuje.",
    "table.table_finished": "Koniec gry. Zwycięstwo: {winners}.",
    "table.table_abandoned": "Stół został porzucony.",
    "random": "losowy",
    "greedy": "zachłanny",
    "strong": "silny",
    "seat": "Miejsce {number}",
    "bot": "Bot {number}",
    "UNKNOWN_GAME": "Nie ma gry o nazwie {game}.",
    "SEATS_OUT_OF_RANGE": "W tę grę gra od {least} do {most} osób, nie {had}.",
    "OPTIONS_INVALID": "Te opcje nie pasują do gry: {reason}.",
    "ALREADY_OPEN": "Ten stół jest już otwarty.",
    "NO_SUCH_SEAT": "Nie ma miejsca {seat}: liczy się od 0, a miejsc jest {seats}.",
    "SEAT_OCCUPIED": "Miejsce {seat} jest zajęte.",
    "NO_SEAT_FREE": "Nie ma wolnego miejsca.",
    "WRONG_INVITE": "Do tego stołu potrzeba zaproszenia, a to nie jest właściwe.",
    "ALREADY_STARTED": "Gra już się zaczęła.",
    "ALREADY_SEATED": "Siedzisz już przy tym stole, na miejscu {seat}.",
    "NOT_SEATED": "Nie siedzisz przy tym stole.",
    "NOT_HOST": "Może to zrobić tylko gospodarz stołu.",
    "NO_BOT_THERE": "Na miejscu {seat} nie siedzi bot.",
    "TOO_FEW_PLAYERS": "Do gry potrzeba co najmniej {needed} osób, a jest {had}.",
    "NOT_STARTED": "Gra jeszcze się nie zaczęła.",
    "WRONG_GAME": "To nie jest ruch w grze {game}, w którą się tu gra.",
    "MOVE_INVALID": "To nie jest ruch: {reason}.",
    "HAS_RESIGNED": "Ta osoba już zrezygnowała.",
    "TABLE_OVER": "Stół jest zamknięty.",
    "NOTHING_TO_FORK_FROM": "W wersji {version} nie ma pozycji, od której można grać dalej.",
    "GAME_NOT_OVER": "Grę można wznowić dopiero po jej zakończeniu.",
    "ENTROPY_TOO_LONG": "Tekst do losowań może mieć {most} znaków, nie {had}.",
    "T1": "Stół otwiera się dla jednej gry, z miejscami i opcjami, na które gra pozwala. "
    "Kto go otwiera, jest gospodarzem i zajmuje pierwsze miejsce.",
    "T2": "Przed startem każdy może zająć wolne miejsce; stół na zaproszenie go wymaga.",
    "T3": "Nikt nie siada dwa razy przy jednym stole.",
    "T4": "Przed startem można odejść. Gospodarzem zostaje najniższe miejsce; "
    "stół bez graczy jest porzucony.",
    "T5": "Przed startem gospodarz może sadzać boty na wolnych miejscach i je zabierać.",
    "T6": "Gospodarz zaczyna, gdy dość miejsc jest zajętych. Puste miejsca znikają.",
    "T7": "Ruchy wykonują tylko siedzący, ruchami tej gry, póki trwa.",
    "T8": "Za rezygnującego gra bot albo to minimum, na które pozwalają zasady; "
    "zajmuje ostatnie miejsce.",
    "T9": "Gdy zrezygnuje ostatni gracz albo gospodarz przed startem, stół jest porzucony.",
    "T10": "Do ziarna losowań stół zobowiązuje się przy otwarciu. Każde miejsce może dodać tekst. "
    "Ostatnie zdarzenie ujawnia ziarno i sól.",
    "T11": "Stół kończy się wraz ze swoją grą.",
    "T12": "Od każdej pozycji zakończonej gry można grać dalej przy nowym stole, z tymi samymi "
    "miejscami, opcjami i zasadami. Stół podaje grę źródłową, losuje z własnego ziarna i nie liczy "
    "się do rankingu.",
}

CATALOGUES = {Language.EN: EN, Language.FR: FR, Language.PT: PT, Language.PL: PL}


def tell(event: Event, viewer: Viewer, language: Language, names: Sequence[str]) -> str:
    """One line for an event of the table; `names` are those of the seats, as far as known."""
    words = CATALOGUES[language]
    event = seen(event, viewer)
    seat: int | None = getattr(event, "seat", None)
    level: BotLevel | None = getattr(event, "level", None)
    ranks: tuple[int, ...] = getattr(event, "ranks", ())
    return words[str(event.__struct_config__.tag)].format(
        seat="" if seat is None else name(seat, language, names),
        number="" if seat is None else seat + 1,
        level="" if level is None else words[level],
        winners=", ".join(name(at, language, names) for at, rank in enumerate(ranks) if rank == 1),
    )


def called(seat: int, player: str | None, bot: bool, language: Language) -> str:
    """What a seat is called: by its player's name, else as a bot or by its number."""
    words = CATALOGUES[language]
    return player or words["bot" if bot else "seat"].format(number=seat + 1)


def name(seat: int, language: Language, names: Sequence[str]) -> str:
    known = names[seat] if seat < len(names) else ""
    return known or CATALOGUES[language]["seat"].format(number=seat + 1)


def explain(refused: Refused, language: Language) -> str:
    return CATALOGUES[language][refused.code].format(**refused.details)


def clauses(language: Language) -> dict[str, str]:
    """The rules of the table by clause id."""
    return {key: text for key, text in CATALOGUES[language].items() if key[1:].isdigit()}
