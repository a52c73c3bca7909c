"""Bombay Bazar in Portuguese."""

from domain.kernel import Language
from domain.texts import Catalogue

PT = Catalogue(
    language=Language.PT,
    conjunction="e",
    nouns={},
    words={
        "edge": {"NE": "NE", "E": "E", "SE": "SE", "SW": "SO", "W": "O", "NW": "NO"},
        "corner": {"nw": "NO", "ne": "NE", "se": "SE", "sw": "SO"},
        "parity": {"odd": "ímpar", "even": "par"},
    },
    messages={
        "elephants": "Elefantes: {elephants}.",
        "shared_cells": "As casas podem ser partilhadas.",
        "medals": "As medalhas decidem quem começa.",
        "random": "{name} começa, por sorteio.",
        "named": "{name} começa.",
        "medals_kept": "{name} já escolheu.",
        "medals_kept_own": "{name} guarda {keep} das 3 medalhas e diz {parity:parity}.",
        "medals_choice": "{name} {keep} {parity:parity}",
        "medals_shown": "Medalhas: {choices}. Total {total}, {parity:parity}. Continuam: {left}.",
        "tile_laid": "{name} coloca {tile} (rotação {rotation}) em {cell}: tromba mais comprida em "
        "{gain}.",
        "also": "A tromba de {name} também cresce {gain}.",
        "end_piece_laid": "{name} não pode colocar mais nada e sai do jogo: peça final em {cell}.",
        "lengths": "O jogo acabou: {scores}. Em primeiro: {winners}.",
        "alone": "O jogo acabou: peças {tiles}, menos casas vazias {empty_cells}, menos aberturas "
        "por usar {unused_openings}: {score}.",
        "move_medals": "Guardar {keep} das 3 medalhas e dizer {parity:parity}.",
        "move_lay": "Colocar {tile} (rotação {rotation}) em {cell}: tromba mais comprida em "
        "{gain}, a caminho de {tip}.",
        "WRONG_SEATS": "Bombay Bazar é para 1 a 4 jogadores, não {seats}.",
        "CORNER_MISCHOSEN": "O canto vazio só se escolhe com três jogadores.",
        "STARTER_MISNAMED": "Indica-se quem começa apenas quando a opção o pede, e de entre os "
        "presentes.",
        "NOT_OF_THIS_GAME": "Isso não é uma jogada de Bombay Bazar.",
        "NOT_SET_UP": "O tabuleiro ainda não está preparado.",
        "STARTER_UNKNOWN": "As medalhas ainda não decidiram quem começa.",
        "MEDALS_OVER": "Já se sabe quem começa; as medalhas estão arrumadas.",
        "ALREADY_CHOSEN": "A sua escolha está feita; espere pelos outros.",
        "OUT_OF_MEDALS": "Está fora do jogo das medalhas.",
        "NO_SUCH_CHOICE": "Guarde 1, 2 ou 3 medalhas e diga par ou ímpar.",
        "NOT_YOUR_TURN": "Não é a sua vez.",
        "ALREADY_OUT": "A sua peça final está colocada; já saiu do jogo.",
        "GAME_OVER": "O jogo acabou.",
        "NO_SUCH_TILE": "Não há peça {tile} com rotação {rotation}.",
        "PATTERN_EXHAUSTED": "Já não há peças {tile}.",
        "TRUNK_NOT_LONGER": "A peça não tem troço no lado {edge:edge}, por onde chega a sua "
        "tromba.",
        "LEADS_OFF_BOARD": "Um troço sairia do tabuleiro no lado {edge:edge}.",
        "MEETS_HEAD": "Um troço iria contra a cabeça de elefante em {neighbour}, no lado "
        "{edge:edge}.",
        "MEETS_END_PIECE": "Um troço iria dar à peça final em {neighbour}, no lado {edge:edge}.",
        "MEETS_OPPONENT": "A tromba de um adversário aponta para esta casa, no lado {edge:edge}.",
        "JOINS_TRUNKS": "Duas trombas passariam a ser uma só.",
        "EDGE_MISMATCH": "A peça não condiz com a que está em {neighbour}, no lado {edge:edge}.",
    },
    clauses={
        "Z1": "Há 68 peças de tromba, hexágonos com um, dois ou três troços; cada troço une dois "
        "lados e nenhum lado serve dois. Os 17 desenhos existem quatro vezes cada. As peças rodam "
        "mas não se viram: um desenho e o seu reflexo são diferentes.",
        "Z2": "Cada um dos quatro elefantes tem uma peça final. Todas as peças estão à vista e "
        "pode tirar-se qualquer desenho enquanto houver.",
        "Z3": "O tabuleiro (reconstituído) tem nove filas de 8, 7, 8, 7, 8, 7, 8, 7 e 8 hexágonos. "
        "Os elefantes ocupam os cantos e 64 casas estão livres. Cada cabeça olha por um lado para "
        "a sua casa de partida.",
        "Z4": "Dois jogadores ficam em cantos opostos, três em quaisquer três. Um elefante que "
        "ninguém joga recebe a peça final na sua casa de partida antes do jogo.",
        "Z5": "As medalhas decidem quem começa: todos guardam em segredo uma, duas ou três e dizem "
        "par ou ímpar; depois mostram. Quem errou o total sai, os outros voltam a escolher até "
        "restar um. Se todos errarem, ninguém sai; ao fim de cinco rondas seguidas sem mudança, "
        "sorteia-se (decisão). A mesa pode também sortear logo ou deixar o anfitrião indicar.",
        "Z6": "Joga-se no sentido dos ponteiros do relógio, de canto em canto.",
        "Z7": "Na sua vez, o jogador coloca uma peça, rodada à vontade, na casa para onde aponta a "
        "sua tromba, que tem de crescer; a primeira peça liga-se à cabeça.",
        "Z8": "Nenhum troço, usado ou não, pode sair do tabuleiro, ir dar a uma cabeça (salvo a "
        "própria entrada) ou a uma peça final.",
        "Z9": "Nenhum troço pode tocar na ponta da tromba de um adversário ainda em jogo: a casa "
        "para onde ela aponta está fechada a todos os outros (decisão). Com a opção casas "
        "partilhadas, pode ser preenchida se todas as trombas que lá chegam crescerem pela peça e "
        "nenhumas duas se tornarem uma, na peça ou através de troços antigos.",
        "Z10": "Nos lados virados para peças já colocadas, a nova tem troço onde a vizinha o tem e "
        "não tem onde ela não tem.",
        "Z11": "Uma tromba que encontra um troço antigo percorre-o até à outra ponta e cresce com "
        "cada troço passado. Uma peça passada duas ou três vezes conta outras tantas, seja de quem "
        "for.",
        "Z12": "Quem pode colocar tem de colocar. Uma peça colocada já não se move.",
        "Z13": "Quem na sua vez nada pode colocar põe a peça final na casa para onde aponta a "
        "tromba e sai. Ela ignora aberturas, pode ficar sobre outra peça final e não conta; as "
        "aberturas que lhe vão dar estão mortas.",
        "Z14": "Uma tromba pode seguir um troço que acaba numa peça final: ele conta e o jogador "
        "sai na vez seguinte, tal como aquele cuja casa apontada recebe uma peça final (decisão).",
        "Z15": "Os outros continuam; o último joga sozinho até ficar bloqueado. O jogo acaba "
        "quando todos saíram.",
        "Z16": "A pontuação é o número de troços da própria tromba. Ganha a mais comprida; os "
        "empatados partilham.",
        "Z17": "A sós, os outros três elefantes recebem primeiro a peça final. Pontuação: peças "
        "colocadas, menos casas vazias, menos aberturas por usar. A própria peça final entra no "
        "fim: a sua casa não está vazia e a própria ponta não está por usar, mas as outras "
        "aberturas para uma peça final estão (decisão).",
        "Z18": "Nada é secreto, salvo a escolha das medalhas até todos terem escolhido.",
    },
)
