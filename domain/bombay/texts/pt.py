"""Bombay in Portuguese."""

from domain.kernel import Language
from domain.texts import Catalogue, numbered

PT = Catalogue(
    language=Language.PT,
    conjunction="e",
    nouns={
        "rupee": ("rupia", "rupias"),
        "client": ("cliente", "clientes"),
        "action": ("ação", "ações"),
        "bale": ("pacote", "pacotes"),
    },
    words={
        "colour": {"yellow": "amarelo", "purple": "violeta", "blue": "azul", "orange": "laranja"},
        "bale": {
            "yellow": "um pacote amarelo",
            "purple": "um pacote violeta",
            "blue": "um pacote azul",
            "orange": "um pacote laranja",
        },
        "elephant": {
            "black": "Preto",
            "grey": "Cinza",
            "ivory": "Marfim",
            "brown": "Castanho",
            "pink": "Rosa",
        },
        "market": {"left": "da esquerda", "centre": "do meio", "right": "da direita"},
        "token": {
            "client": "cliente",
            "rupees": "2 rupias",
            "city": "cidade",
            "bale": "pacote",
        },
    },
    messages={
        "board_set_up": "O tabuleiro está pronto. {who} começa.",
        "markets_restocked": "A ronda {set} começa com {who}. Mercados: à esquerda {left}; "
        "ao meio {centre}; à direita {right}.",
        "fortune_consolidated": "{who} espera o turno inteiro e recebe {rupees:rupee}.",
        "elephant_moved": "{who} vai para {to}.",
        "toll": "{who} recebe {rupees:rupee} pelo palácio que lá tem.",
        "silk_bought": "{who} compra {colour:bale} no mercado {market:market} por {rupees:rupee}.",
        "silk_sold": "{who} vende {colour:bale} em {city} por {gain}.",
        "city_token": "{who} recebe uma ficha da cidade.",
        "palace_built": "{who} constrói um palácio em {site} com {colour:bale}.",
        "bale_taken": "{who} tira {colour:bale} do mercado, de graça.",
        "token_taken": "{who} recebe a ficha de palácio: {token:token}.",
        "turn_ended": "{who} já não tem ações.",
        "actions_lost": "{who} termina o turno e perde {lost:action}.",
        "plays_next": "É a vez de {who} (turno {turn} da ronda).",
        "set_ended": "A ronda {set} acabou. De volta ao saco: {returned:bale}.",
        "game_won": "O jogo acabou. Rupias: {scores}. {winners} vence.",
        "game_shared": "O jogo acabou. Rupias: {scores}. {winners} partilham a vitória.",
        "may_consolidate": "Esperar o turno inteiro: {rupees:rupee}.",
        "may_move": "Ir para {to} ({actions:action}).",
        "may_pay": "{elephant:elephant} recebe {rupees:rupee}.",
        "may_buy": "Comprar {colour:bale} por {rupees:rupee} ({actions:action}).",
        "may_sell": "Vender {colour:bale} por {gain} (1 ação).",
        "may_take_city_token": "Com uma ficha da cidade.",
        "may_build": "Construir um palácio com {colour:bale} (1 ação).",
        "may_take_bale": "Tirar {colour:bale} do mercado, de graça.",
        "may_take_token": "Ficha de palácio: {token:token}.",
        "may_end": "Terminar o turno e perder {lost:action}.",
        "WRONG_NUMBER_OF_PLAYERS": "Bombay é para 2 a 5 jogadores, não {had}.",
        "INTRODUCTION_NEEDS_FOUR": "A preparação introdutória é para 4 jogadores, não {had}.",
        "FIRST_NOT_SEATED": "Não há nenhum lugar {seat} para começar o jogo.",
        "NOT_OF_THIS_GAME": "Bombay não tem essa jogada.",
        "NOT_SET_UP": "O jogo ainda não começou.",
        "GAME_OVER": "O jogo acabou.",
        "NOT_YOUR_TURN": "Não é a sua vez.",
        "TOO_FEW_ACTIONS": "Isso custa {needed:action}; tem {had}.",
        "NO_SUCH_SITE": "Não há nenhum lugar «{site}».",
        "NOT_ADJACENT": "Nenhum trilho leva de {origin} a {to}.",
        "NO_POST_HERE": "Não há feitoria em {site}.",
        "POST_OF_OTHER_COLOUR": "Esta feitoria vende outra cor: {post:colour}.",
        "POST_CLOSED": "A feitoria está fechada: não há pacotes desta cor ({colour:colour}) "
        "nos mercados.",
        "BASKETS_FULL": "O seu elefante já leva {room:bale}.",
        "ALREADY_BOUGHT": "Já comprou um pacote neste turno.",
        "TOO_FEW_RUPEES": "Isso custa {needed:rupee}; tem {had}.",
        "NOT_IN_A_CITY": "Só se vende numa cidade, e {site} não é uma.",
        "NO_DEMAND": "{city} não procura esta cor: {colour:colour}.",
        "NO_SUCH_BALE": "O seu elefante não leva nenhum pacote desta cor.",
        "SITE_BUILT": "Já há um edifício em {site}.",
        "NO_PALACE_LEFT": "Já construiu todos os seus palácios.",
        "BALE_NOT_CHOSEN": "Escolha o pacote que a ficha de palácio lhe dá.",
        "BALE_NOT_OFFERED": "Não pode tirar aqui um pacote desta cor.",
    },
    clauses=numbered(
        """
B1 Há 17 pacotes de seda: 3 amarelos, 4 violetas, 5 azuis e 5 laranjas. Cada um está sempre no
    saco, num mercado ou num elefante.
B2 O tabuleiro tem 24 lugares ligados por 38 trilhos (reconstituído): a colina de partida A, outra
    colina B, quatro cidades, oito lugares de feitoria (E e F), oito lugares de palácio (G) e duas
    encruzilhadas (H).
B3 Cada jogador tem um elefante que leva até 2 pacotes, 5 palácios e um biombo. As cores dos
    jogadores são preto, cinza, marfim, castanho e rosa.
B4 Cada uma das 8 fichas de palácio tem uma face amarela e uma laranja, que mostram um cliente,
    rupias, uma cidade ou um pacote (quantas de cada é reconstituído).
B5 Ao banco nunca faltam rupias nem clientes (decisão).
B6 O número de jogadores fixa a duração do jogo, as fichas de cada cidade, as feitorias, a face
    visível das fichas de palácio e os prémios dos impérios. Dois: 4 rondas de 4 turnos, 1 ficha
    por cidade, uma feitoria de cada cor em E, laranja, prémios 4 e 0. Três: 3 rondas de 5 turnos,
    2 fichas por cidade, uma feitoria de cada cor em E, laranja, prémios 6, 2 e 0. Quatro: 4
    rondas de 4 turnos, 3 fichas por cidade, duas feitorias de cada cor em E e F, amarela, prémios
    8, 4, 2 e 0. Cinco: 5 rondas de 3 turnos, 4 fichas por cidade, duas feitorias de cada cor em E
    e F, amarela, prémios 8, 6, 4, 2 e 0.
B7 Todos os elefantes partem de A. Cada um tem 2 rupias; com cinco jogadores, quem joga em quinto
    no início tem 3.
B8 O acaso decide que coluna de procura cabe a cada cidade, que feitoria a cada lugar e que ficha
    de palácio a cada lugar G. Quatro jogadores podem escolher a preparação introdutória
    (reconstituída).
B9 O primeiro jogador é sorteado, a não ser que o anfitrião indique um lugar (decisão).
B10 Uma ronda começa com o abastecimento: tiram-se 9 pacotes do saco, ou todos se houver menos, o
    que só acontece com cinco jogadores.
B11 A cor que mais saiu vai para o mercado da esquerda, com todas as que saíram outras tantas
    vezes. Do mesmo modo, a seguinte vai para o do meio, e o resto para o da direita. Um mercado
    pode ficar vazio.
B12 Uma feitoria está fechada desde que nenhum mercado tenha pacotes da sua cor, e reabre com o
    abastecimento que os traga.
B13 Durante uma ronda nada se acrescenta aos mercados nem se muda entre eles. Os pacotes vendidos
    ou gastos vão para o saco.
B14 Em cada turno da ronda todos jogam uma vez, no sentido dos ponteiros do relógio a partir do
    primeiro jogador. Depois do último turno, o que resta nos mercados vai para o saco, o jogador
    à esquerda passa a primeiro e começa a ronda seguinte. Os elefantes ficam com os seus pacotes.
B15 Um jogador tem 3 ações, por qualquer ordem e quantas vezes chegarem, com uma só compra por
    turno. O turno acaba quando não resta nenhuma ou quando o jogador quiser; as ações que sobram
    perdem-se.
B16 Esperar pela sorte: passar o turno inteiro, as 3 ações, e receber 1 rupia.
B17 Mover: seguir um trilho. Entrar numa colina custa 2 ações, noutro lugar 1. Num lugar cabem
    todos os elefantes.
B18 Quem entra onde está o palácio de outro dá ao dono 1 rupia do banco, a cada entrada, mesmo de
    passagem. Um palácio nada rende pelo próprio elefante, nem pelos que já lá estão quando é
    construído (decisão).
B19 Comprar: numa feitoria aberta, levar um pacote da sua cor se houver lugar no elefante, uma vez
    por turno. No mercado da esquerda custa 1 rupia e 1 ação, no do meio 1 rupia e 2 ações, no da
    direita 2 rupias e 2 ações.
B20 Vender: numa cidade, por 1 ação, entregar um pacote de uma cor procurada. O topo paga 4
    rupias, o meio 3 rupias, o fundo 1 rupia e 1 cliente. A seda amarela rende mais 1 rupia e a
    violeta mais 1 cliente, também no fundo (decisão).
B21 Depois de uma venda, essa procura desce para o fundo e as que estavam abaixo sobem um lugar.
    Uma venda no fundo nada muda. Uma segunda venda no mesmo turno já encontra a nova procura.
B22 O vendedor recebe uma ficha da cidade, se ainda houver e se não tiver nenhuma dessa cidade.
B23 Construir: por 1 ação e um pacote de qualquer cor, que vai para o saco, pôr um dos seus 5
    palácios onde está o elefante. Não pode haver cidade, feitoria, aberta ou fechada, nem
    palácio; colinas, encruzilhadas e lugares F sem feitoria servem (decisão).
B24 A ficha de palácio do lugar vai para quem constrói. Cliente: guarda-se, conta como um cliente.
    Cidade: guarda-se, conta como uma ficha de cidade, de nenhuma em especial (decisão). Rupias: 2
    rupias logo. Pacote: um pacote à escolha do primeiro mercado não vazio a contar da esquerda,
    de graça, que não é a compra do turno; nada se todos os mercados estiverem vazios (decisão).
B25 O jogo acaba com a última ronda. Todos foram então primeiro jogador as mesmas vezes: duas com
    dois jogadores, senão uma.
B26 Um império é a soma dos palácios construídos e dos clientes, fichas guardadas incluídas. Os
    prémios seguem a ordem. Os empatados somam os prémios dos seus lugares e dividem-nos,
    arredondados para baixo (decisão). Um império de zero também tem lugar.
B27 Três fichas de cidade rendem 4 rupias, quatro ou mais rendem 8, fichas guardadas incluídas,
    com qualquer número de jogadores.
B28 Vence quem tem mais rupias; em caso de empate, mais clientes, fichas guardadas incluídas; se o
    empate continuar, a vitória é partilhada (decisão).
B29 O que os outros têm atrás do biombo está escondido: rupias, clientes, fichas de cidade e
    fichas de palácio guardadas. Tudo o que está no tabuleiro é visível e o que acontece é
    anunciado a todos. O anfitrião pode escolher jogar às claras. A semente dos sorteios fica
    secreta até ao fim; então tudo se mostra.
B30 Ninguém sabe por que ordem os pacotes sairão do saco. O que um abastecimento tira não depende
    de nada que um jogador possa ver ou escolher.
"""
    ),
)
