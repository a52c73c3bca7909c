"""Bombay in Polish. Nouns are in the accusative, the only case in which these messages count."""

from domain.kernel import Language
from domain.texts import Catalogue, numbered

PL = Catalogue(
    language=Language.PL,
    conjunction="i",
    nouns={
        "rupee": ("rupię", "rupie", "rupii"),
        "client": ("klienta", "klientów", "klientów"),
        "action": ("akcję", "akcje", "akcji"),
        "bale": ("belę", "bele", "bel"),
    },
    words={
        "colour": {
            "yellow": "żółty",
            "purple": "fioletowy",
            "blue": "niebieski",
            "orange": "pomarańczowy",
        },
        "bale": {
            "yellow": "żółtą belę",
            "purple": "fioletową belę",
            "blue": "niebieską belę",
            "orange": "pomarańczową belę",
        },
        "elephant": {
            "black": "Czarny",
            "grey": "Szary",
            "ivory": "Kość słoniowa",
            "brown": "Brązowy",
            "pink": "Różowy",
        },
        "market": {"left": "lewym", "centre": "środkowym", "right": "prawym"},
        "token": {
            "client": "klient",
            "rupees": "2 rupie",
            "city": "miasto",
            "bale": "bela",
        },
    },
    messages={
        "board_set_up": "Plansza jest gotowa. Zaczyna {who}.",
        "markets_restocked": "Sekwencję {set} zaczyna {who}. Targowiska: lewe {left}; "
        "środkowe {centre}; prawe {right}.",
        "fortune_consolidated": "{who} czeka całą turę i dostaje {rupees:rupee}.",
        "elephant_moved": "{who} idzie na pole {to}.",
        "toll": "{who} dostaje {rupees:rupee} za stojący tam pałac.",
        "silk_bought": "{who} kupuje {colour:bale} na {market:market} targowisku za "
        "{rupees:rupee}.",
        "silk_sold": "{who} sprzedaje {colour:bale} w mieście {city} za {gain}.",
        "city_token": "{who} bierze żeton miasta.",
        "palace_built": "{who} buduje pałac na polu {site} za {colour:bale}.",
        "bale_taken": "{who} bierze {colour:bale} z targowiska za darmo.",
        "token_taken": "{who} bierze żeton pałacu: {token:token}.",
        "turn_ended": "{who} nie ma już akcji.",
        "actions_lost": "{who} kończy turę i traci {lost:action}.",
        "plays_next": "Teraz gra {who} (tura {turn} sekwencji).",
        "set_ended": "Koniec sekwencji {set}; z targowisk do woreczka odłożono {returned:bale}.",
        "game_won": "Koniec gry. Rupie: {scores}. Wygrywa {winners}.",
        "game_shared": "Koniec gry. Rupie: {scores}. Wspólnie wygrywają {winners}.",
        "may_consolidate": "Czekaj całą turę: bierzesz {rupees:rupee}.",
        "may_move": "Idź na pole {to} (za {actions:action}).",
        "may_pay": "{elephant:elephant} dostaje {rupees:rupee}.",
        "may_buy": "Kup {colour:bale} za {rupees:rupee} (i {actions:action}).",
        "may_sell": "Sprzedaj {colour:bale} za {gain} (za 1 akcję).",
        "may_take_city_token": "Bierzesz też żeton miasta.",
        "may_build": "Zbuduj pałac za {colour:bale} (za 1 akcję).",
        "may_take_bale": "Weź {colour:bale} z targowiska za darmo.",
        "may_take_token": "Żeton pałacu: {token:token}.",
        "may_end": "Zakończ turę i strać {lost:action}.",
        "WRONG_NUMBER_OF_PLAYERS": "W Bombay gra od 2 do 5 osób, a nie {had}.",
        "INTRODUCTION_NEEDS_FOUR": "Układ wprowadzający jest dla 4 graczy, a nie {had}.",
        "FIRST_NOT_SEATED": "Nie ma miejsca {seat}, które mogłoby zacząć grę.",
        "NOT_OF_THIS_GAME": "W Bombay nie ma takiego ruchu.",
        "NOT_SET_UP": "Gra jeszcze się nie zaczęła.",
        "GAME_OVER": "Gra się skończyła.",
        "NOT_YOUR_TURN": "To nie twoja kolej.",
        "TOO_FEW_ACTIONS": "To kosztuje {needed:action}; zostało ci: {had}.",
        "NO_SUCH_SITE": "Nie ma pola „{site}”.",
        "NOT_ADJACENT": "Żaden szlak nie prowadzi z pola {origin} na pole {to}.",
        "NO_POST_HERE": "Na polu {site} nie ma faktorii.",
        "POST_OF_OTHER_COLOUR": "Ta faktoria sprzedaje inny kolor: {post:colour}.",
        "POST_CLOSED": "Faktoria jest zamknięta: na targowiskach nie ma tego koloru "
        "({colour:colour}).",
        "BASKETS_FULL": "Twój słoń niesie już {room:bale}.",
        "ALREADY_BOUGHT": "W tej turze bela została już kupiona.",
        "TOO_FEW_RUPEES": "To kosztuje {needed:rupee}; masz: {had}.",
        "NOT_IN_A_CITY": "Sprzedawać można tylko w mieście, a {site} nim nie jest.",
        "NO_DEMAND": "{city}: nie ma popytu na ten kolor ({colour:colour}).",
        "NO_SUCH_BALE": "Twój słoń nie niesie beli w tym kolorze.",
        "SITE_BUILT": "Na polu {site} stoi już budynek.",
        "NO_PALACE_LEFT": "Wszystkie twoje pałace są już zbudowane.",
        "BALE_NOT_CHOSEN": "Wybierz belę, którą daje ci żeton pałacu.",
        "BALE_NOT_OFFERED": "Nie możesz tu wziąć beli w tym kolorze.",
    },
    clauses=numbered(
        """
B1 Jest 17 bel jedwabiu: 3 żółte, 4 fioletowe, 5 niebieskich i 5 pomarańczowych. Każda jest zawsze
    w woreczku, na targowisku albo na słoniu.
B2 Plansza ma 24 pola połączone 38 szlakami (odtworzone): wzgórze startowe A, drugie wzgórze B,
    cztery miasta, osiem pól faktorii (E i F), osiem pól pałaców (G) i dwa rozstaje (H).
B3 Każdy gracz ma słonia, który niesie najwyżej 2 bele, 5 pałaców i ekran. Kolory graczy to
    czarny, szary, kość słoniowa, brązowy i różowy.
B4 Każdy z 8 żetonów pałaców ma żółtą i pomarańczową stronę z klientem, rupiami, miastem albo belą
    (liczby są odtworzone).
B5 W banku nigdy nie brakuje rupii ani klientów (rozstrzygnięcie).
B6 Od liczby graczy zależy długość gry, liczba żetonów w każdym mieście, faktorie, widoczna strona
    żetonów pałaców i premie za imperia. Dwóch: 4 sekwencje po 4 tury, 1 żeton miasta, po jednej
    faktorii każdego koloru na E, pomarańczowa, premie 4 i 0. Trzech: 3 sekwencje po 5 tur, 2
    żetony miasta, po jednej faktorii każdego koloru na E, pomarańczowa, premie 6, 2 i 0.
    Czterech: 4 sekwencje po 4 tury, 3 żetony miasta, po dwie faktorie każdego koloru na E i F,
    żółta, premie 8, 4, 2 i 0. Pięciu: 5 sekwencji po 3 tury, 4 żetony miasta, po dwie faktorie
    każdego koloru na E i F, żółta, premie 8, 6, 4, 2 i 0.
B7 Wszystkie słonie zaczynają na A. Każdy ma 2 rupie; przy pięciu graczach ten, kto na początku
    gra piąty, ma 3.
B8 Los decyduje, które kolumny popytu trafią do których miast, które faktorie i żetony pałaców na
    które pola. Czterech graczy może wybrać układ wprowadzający (odtworzony).
B9 Pierwszego gracza się losuje, chyba że gospodarz wskaże miejsce (rozstrzygnięcie).
B10 Sekwencja zaczyna się od uzupełnienia zapasów: z woreczka ciągnie się 9 bel albo wszystkie,
    jeśli jest ich mniej, co zdarza się tylko przy pięciu graczach.
B11 Kolor wyciągnięty najczęściej trafia na lewe targowisko, razem ze wszystkimi wyciągniętymi tak
    samo często. Tak samo następny trafia na środkowe, a reszta na prawe. Targowisko może być
    puste.
B12 Faktoria jest zamknięta od chwili, gdy na targowiskach nie ma beli w jej kolorze, i otwiera
    się przy uzupełnieniu, które ją przyniesie.
B13 W trakcie sekwencji niczego nie dokłada się na targowiska ani między nimi nie przesuwa. Bele
    sprzedane lub wydane trafiają do woreczka.
B14 W każdej turze sekwencji każdy gra raz, zgodnie z ruchem wskazówek zegara od pierwszego
    gracza. Po ostatniej turze bele z targowisk trafiają do woreczka, pierwszym graczem zostaje
    sąsiad z lewej i zaczyna się następna sekwencja. Słonie zachowują swoje bele.
B15 Gracz ma 3 akcje, w dowolnej kolejności i dowolnie powtarzane, ale najwyżej jeden zakup na
    turę. Tura kończy się, gdy nie ma już akcji albo gdy gracz tak postanowi; niewykorzystane
    akcje przepadają.
B16 Czekanie na fortunę: poczekaj całą turę, czyli 3 akcje, i weź 1 rupię.
B17 Ruch: przejdź jednym szlakiem. Wejście na wzgórze kosztuje 2 akcje, na inne pole 1. Na polu
    mieszczą się wszystkie słonie.
B18 Kto wchodzi na pole z cudzym pałacem, daje jego właścicielowi 1 rupię z banku, przy każdym
    wejściu, także po drodze. Własny pałac nic nie daje, tak samo jak słonie, które już stoją na
    polu w chwili budowy (rozstrzygnięcie).
B19 Zakup: w otwartej faktorii weź jedną belę w jej kolorze, jeśli na słoniu jest miejsce, raz na
    turę. Na lewym targowisku kosztuje 1 rupię i 1 akcję, na środkowym 1 rupię i 2 akcje, na
    prawym 2 rupie i 2 akcje.
B20 Sprzedaż: w mieście za 1 akcję oddaj belę w kolorze, na który jest popyt. Góra płaci 4 rupie,
    środek 3 rupie, dół 1 rupię i 1 klienta. Żółty jedwab daje o 1 rupię więcej, a fioletowy o 1
    klienta więcej, na dole także (rozstrzygnięcie).
B21 Po sprzedaży ten popyt spada na dół, a niższe przesuwają się o jedno miejsce w górę. Sprzedaż
    na dole nic nie zmienia. Druga sprzedaż w tej samej turze odbywa się już przy zmienionym
    popycie.
B22 Sprzedający bierze żeton miasta, jeśli jeszcze jest i jeśli nie ma żetonu tego miasta.
B23 Budowa: za 1 akcję i belę dowolnego koloru, która trafia do woreczka, postaw jeden ze swoich 5
    pałaców tam, gdzie stoi słoń. Nie może tam być miasta, faktorii otwartej ani zamkniętej, ani
    pałacu; wzgórza, rozstaje i pola F bez faktorii są dozwolone (rozstrzygnięcie).
B24 Żeton pałacu z pola bierze budujący. Klient: zostaje, liczy się jako klient. Miasto: zostaje,
    liczy się jako żeton miasta, ale żadnego konkretnego (rozstrzygnięcie). Rupie: od razu 2
    rupie. Bela: dowolna bela z pierwszego od lewej niepustego targowiska, za darmo i nie jako
    zakup tej tury; nic, gdy wszystkie targowiska są puste (rozstrzygnięcie).
B25 Gra kończy się z ostatnią sekwencją. Każdy był wtedy pierwszym graczem tyle samo razy: dwa
    przy dwóch graczach, poza tym raz.
B26 Imperium to zbudowane pałace i zdobyci klienci, razem z zachowanymi żetonami. Premie zależą od
    miejsca. Remisujący dodają premie swoich miejsc i dzielą je, zaokrąglając w dół
    (rozstrzygnięcie). Zerowe imperium też ma swoje miejsce.
B27 Trzy żetony miast dają 4 rupie, cztery lub więcej dają 8, razem z zachowanymi żetonami, przy
    każdej liczbie graczy.
B28 Wygrywa, kto ma najwięcej rupii; przy remisie najwięcej klientów, razem z zachowanymi
    żetonami; przy dalszym remisie zwycięstwo jest wspólne (rozstrzygnięcie).
B29 To, co inni mają za ekranami, jest ukryte: rupie, klienci, żetony miast i zachowane żetony
    pałaców. Wszystko na planszy jest jawne, a co się dzieje, ogłasza się wszystkim. Gospodarz
    może wybrać grę w otwarte karty. Ziarno losowań pozostaje tajne do końca; wtedy wszystko się
    odsłania.
B30 Nikt nie zna kolejności, w jakiej bele opuszczą woreczek. To, co przyniesie uzupełnienie, nie
    zależy od niczego, co gracz może zobaczyć lub wybrać.
"""
    ),
)
