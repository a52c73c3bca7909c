"""Bombay Bazar in Polish."""

from domain.kernel import Language
from domain.texts import Catalogue

PL = Catalogue(
    language=Language.PL,
    conjunction="i",
    nouns={},
    words={
        "edge": {"NE": "NE", "E": "E", "SE": "SE", "SW": "SW", "W": "W", "NW": "NW"},
        "corner": {"nw": "NW", "ne": "NE", "se": "SE", "sw": "SW"},
        "parity": {"odd": "nieparzyste", "even": "parzyste"},
    },
    messages={
        "elephants": "Słonie: {elephants}.",
        "shared_cells": "Pola mogą być wspólne.",
        "medals": "Medale rozstrzygną, kto zaczyna.",
        "random": "{name} zaczyna (losowanie).",
        "named": "{name} zaczyna.",
        "medals_kept": "{name}: wybór dokonany.",
        "medals_kept_own": "{name} zatrzymuje {keep} z 3 medali i mówi: {parity:parity}.",
        "medals_choice": "{name} {keep} {parity:parity}",
        "medals_shown": "Medale: {choices}. Razem {total}, {parity:parity}. Zostają: {left}.",
        "tile_laid": "{name} kładzie {tile} (obrót {rotation}) na {cell}: trąba dłuższa o {gain}.",
        "also": "{name}: trąba też dłuższa o {gain}.",
        "end_piece_laid": "{name} nie może już nic położyć i odpada: końcówka na {cell}.",
        "lengths": "Koniec gry: {scores}. Na czele: {winners}.",
        "alone": "Koniec gry: płytki {tiles}, minus puste pola {empty_cells}, minus "
        "niewykorzystane wyloty {unused_openings}: {score}.",
        "move_medals": "Zatrzymaj {keep} z 3 medali i powiedz: {parity:parity}.",
        "move_lay": "Połóż {tile} (obrót {rotation}) na {cell}: trąba dłuższa "
        "o {gain}, dalej {tip}.",
        "WRONG_SEATS": "Bombay Bazar jest dla 1 do 4 graczy, nie dla {seats}.",
        "CORNER_MISCHOSEN": "Pusty róg można wybrać tylko przy trzech graczach.",
        "STARTER_MISNAMED": "Pierwszego gracza wskazuje się tylko przy tej opcji, spośród "
        "obecnych.",
        "NOT_OF_THIS_GAME": "To nie jest ruch z gry Bombay Bazar.",
        "NOT_SET_UP": "Plansza nie jest jeszcze gotowa.",
        "STARTER_UNKNOWN": "Medale jeszcze nie rozstrzygnęły, kto zaczyna.",
        "MEDALS_OVER": "Wiadomo już, kto zaczyna; medale są odłożone.",
        "ALREADY_CHOSEN": "Wybór już dokonany; poczekaj na pozostałych.",
        "OUT_OF_MEDALS": "Nie bierzesz już udziału w grze o medale.",
        "NO_SUCH_CHOICE": "Zatrzymaj 1, 2 lub 3 medale i powiedz parzyste lub nieparzyste.",
        "NOT_YOUR_TURN": "To nie twoja kolej.",
        "ALREADY_OUT": "Twoja końcówka już leży; nie grasz dalej.",
        "GAME_OVER": "Gra jest skończona.",
        "NO_SUCH_TILE": "Nie ma płytki {tile} o obrocie {rotation}.",
        "PATTERN_EXHAUSTED": "Nie ma już płytek {tile}.",
        "TRUNK_NOT_LONGER": "Płytka nie ma odcinka od strony {edge:edge}, skąd wchodzi twoja "
        "trąba.",
        "LEADS_OFF_BOARD": "Odcinek wychodziłby poza planszę od strony {edge:edge}.",
        "MEETS_HEAD": "Odcinek trafiłby w głowę słonia na {neighbour}, od strony {edge:edge}.",
        "MEETS_END_PIECE": "Odcinek prowadziłby na końcówkę na {neighbour}, od strony {edge:edge}.",
        "MEETS_OPPONENT": "Na to pole prowadzi trąba przeciwnika, od strony {edge:edge}.",
        "JOINS_TRUNKS": "Dwie trąby stałyby się jedną.",
        "EDGE_MISMATCH": "Płytka nie pasuje do tej na {neighbour}, od strony {edge:edge}.",
    },
    clauses={
        "Z1": "Jest 68 płytek trąby: sześciokąty z jednym, dwoma lub trzema odcinkami; każdy "
        "odcinek łączy dwa boki i żaden bok nie służy dwóm. 17 wzorów występuje po cztery razy. "
        "Płytki wolno obracać, nie odwracać, więc wzór i jego odbicie to różne wzory.",
        "Z2": "Każdy z czterech słoni ma końcówkę. Wszystkie płytki leżą odkryte i można wziąć "
        "każdy wzór, dopóki jest.",
        "Z3": "Plansza (odtworzona) ma dziewięć rzędów po 8, 7, 8, 7, 8, 7, 8, 7 i 8 sześciokątów. "
        "W rogach stoją słonie, wolne są 64 pola. Każda głowa patrzy przez jeden bok na swoje pole "
        "startowe.",
        "Z4": "Dwoje graczy zajmuje przeciwległe rogi, troje dowolne trzy. Słoń, którym nikt nie "
        "gra, dostaje przed grą końcówkę na swoje pole startowe.",
        "Z5": "Medale rozstrzygają, kto zaczyna: każdy skrycie zatrzymuje jeden, dwa lub trzy i "
        "mówi parzyste albo nieparzyste, potem wszyscy pokazują. Kto pomylił się co do sumy, "
        "odpada, reszta wybiera znowu, aż zostanie jedna osoba. Gdy mylą się wszyscy, nikt nie "
        "odpada; po pięciu kolejnych rundach bez zmiany decyduje los (rozstrzygnięcie). Stół może "
        "też losować od razu albo pozwolić gospodarzowi wskazać gracza.",
        "Z6": "Gra się zgodnie z ruchem wskazówek zegara, od rogu do rogu.",
        "Z7": "W swojej kolejce gracz kładzie jedną płytkę, dowolnie obróconą, na pole, na które "
        "prowadzi koniec jego trąby, i trąba musi się wydłużyć; pierwsza płytka łączy się z głową.",
        "Z8": "Żaden odcinek, użyty czy nie, nie może prowadzić poza planszę, w głowę słonia "
        "(prócz własnego wejścia) ani na końcówkę.",
        "Z9": "Żaden odcinek nie może dotknąć końca trąby przeciwnika, który jeszcze gra; pole, na "
        "które on prowadzi, jest zamknięte dla wszystkich innych (rozstrzygnięcie). Przy opcji "
        "wspólnych pól można je wypełnić, jeśli każda prowadząca tam trąba wydłuży się przez "
        "płytkę i żadne dwie nie staną się jedną, na płytce ani przez starsze odcinki.",
        "Z10": "Od strony leżących już płytek nowa ma odcinek tam, gdzie ma go sąsiednia, i nie ma "
        "tam, gdzie ona nie ma.",
        "Z11": "Trąba, która natrafi na starszy ciąg odcinków, biegnie nim do drugiego końca i "
        "wydłuża się o każdy przebyty odcinek. Płytka przebyta dwa lub trzy razy liczy się tyle "
        "razy, ktokolwiek ją położył.",
        "Z12": "Kto może położyć płytkę, musi. Położona płytka już się nie rusza.",
        "Z13": "Kto w swojej kolejce nie może nic położyć, kładzie końcówkę na pole, na które "
        "prowadzi trąba, i odpada. Końcówka nie zważa na wyloty, może leżeć na innej i nic nie "
        "liczy; wyloty, które na nią prowadzą, są martwe.",
        "Z14": "Trąba może wejść w ciąg, który kończy się na końcówce: ciąg się liczy, a gracz "
        "odpada w następnej kolejce, podobnie jak ten, na którego pole trafi cudza końcówka "
        "(rozstrzygnięcie).",
        "Z15": "Pozostali grają dalej; ostatni gra sam, aż odpadnie. Gra kończy się, gdy odpadną "
        "wszyscy.",
        "Z16": "Wynik to liczba odcinków własnej trąby. Najdłuższa wygrywa; równi dzielą miejsce.",
        "Z17": "W grze samotnej trzy pozostałe słonie najpierw dostają końcówki. Wynik: położone "
        "płytki, minus puste pola, minus niewykorzystane wyloty. Własna końcówka leży na koniec: "
        "jej pole nie jest puste, a własny koniec trąby nie jest niewykorzystany, lecz inne wyloty "
        "na końcówkę są (rozstrzygnięcie).",
        "Z18": "Nic nie jest tajne prócz wyboru medali, dopóki wszyscy nie wybiorą.",
    },
)
