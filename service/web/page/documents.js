// Every GraphQL document that the page sends.

const SEATS = "seats { seat player { id name } bot resigned }";
const ENTRY = "version type at seat text(language: $language) data";

const BRIEF = `
fragment Brief on Table {
  id game status version onTurn mySeat fork { table } options { public } host { id name } ${SEATS}
  result { ranks scores winners }
}`;

const VIEW = `
fragment Seen on View {
  __typename
  ... on BombayView {
    set sets turn turns first onTurn actions bought openHoldings bag
    sites { id name kind x y neighbours post open palace token }
    markets { market rupees actions bales }
    cities { id tokens demands { place colour rupees clients } }
    players {
      seat elephant site bales palaces holdings { rupees clients cities kept }
    }
    scores { seat held palaces clients empirePrize cities cityPrize rupees rank }
  }
  ... on BazarView {
    onTurn sharedCells
    cells { cell row column content tile rotation segments { edges seat place } elephants }
    trunks {
      seat corner head length tip { cell edge } out passages { cell entry exit }
    }
    stock { tile segments left }
    medals {
      contenders chosen own { keep parity }
      rounds { choices { keep parity } total contenders }
    }
    result { ranks scores winners alone { tiles emptyCells unusedOpenings score } }
  }
}`;

const MOVE = `
fragment Offered on LegalMove {
  __typename input text(language: $language)
  ... on BombayLegalConsolidate { actions rupees }
  ... on BombayLegalMove { to actions toll owner }
  ... on BombayLegalBuy { colour market rupees actions }
  ... on BombayLegalSell { colour city place actions rupees clients cityToken }
  ... on BombayLegalBuild { spend take site actions token rupees }
  ... on BombayLegalEnd { lost }
  ... on BazarLegalMedals { keep parity }
  ... on BazarLegalLay { tile rotation cell gain tip { cell edge } others { seat gain } }
}`;

const TABLE = `
fragment Whole on Table {
  ...Brief head invite rated commitment
  options {
    public hints pace substitute
    bombay { openHoldings introductory first }
    bazar { start first sharedCells emptyCorner }
  }
  view { ...Seen } legalMoves { ...Offered }
}
${BRIEF}${VIEW}${MOVE}`;

export const FOLLOW_TABLE = `
subscription FollowTable($id: ID!, $after: Int, $language: Language) {
  table(id: $id, after: $after) {
    version previous head reset entries { ${ENTRY} } table { ...Whole }
  }
}
${TABLE}`;

export const READ_TABLE = `
query ReadTable($id: ID!, $language: Language) {
  table(id: $id) { ...Whole }
}
${TABLE}`;

export const READ_VIEW = `
query ReadView($id: ID!, $at: Int, $as: Int) {
  table(id: $id) { view(at: $at, as: $as) { ...Seen } }
}
${VIEW}`;

export const READ_HISTORY = `
query ReadHistory($id: ID!, $after: Int, $language: Language) {
  table(id: $id) { history(after: $after, first: 100) { ${ENTRY} } }
}`;

export const EXPLAIN = `
query Explain($id: ID!, $move: MoveInput!, $language: Language) {
  table(id: $id) { explain(move: $move) { accepted code rule message(language: $language) } }
}`;

export const GAMES = `
query Games($language: Language) {
  games { name title credits minSeats maxSeats options rules(language: $language) { id text } }
}`;

export const TABLES = `
query Tables($status: TableStatus, $mine: Boolean) {
  tables(status: $status, mine: $mine, first: 20) { edges { node { ...Brief } } }
}
${BRIEF}`;

export const STANDINGS = `
query Standings($game: GameName!) {
  standings(game: $game, first: 10) { edges { node { player { id name } rating played won } } }
}`;

export const FOLLOW_LOBBY = `
subscription FollowLobby {
  lobby { listed table { ...Brief } }
}
${BRIEF}`;

export const FOLLOW_TURNS = `
subscription FollowTurns {
  turns { kind seat version table { ...Brief } }
}
${BRIEF}`;

const OUTCOME = `
  __typename
  ... on Accepted { version table { id } }
  ... on Refused { code rule message(language: $language) }
  ... on Conflict { expected actual }`;

const deed = (name, declared, given) => `
mutation ${name}($commandId: ID!, $language: Language, ${declared}) {
  ${name[0].toLowerCase()}${name.slice(1)}(commandId: $commandId, ${given}) {${OUTCOME}
  }
}`;

export const OPEN_TABLE = deed("OpenTable", "$input: OpenTableInput!", "input: $input");
export const TAKE_SEAT = deed(
  "TakeSeat",
  "$tableId: ID!, $seat: Int, $invite: String, $entropy: String",
  "tableId: $tableId, seat: $seat, invite: $invite, entropy: $entropy",
);
export const LEAVE_SEAT = deed("LeaveSeat", "$tableId: ID!", "tableId: $tableId");
export const ADD_BOT = deed(
  "AddBot",
  "$tableId: ID!, $level: BotLevel!, $seat: Int",
  "tableId: $tableId, level: $level, seat: $seat",
);
export const REMOVE_BOT = deed(
  "RemoveBot",
  "$tableId: ID!, $seat: Int!",
  "tableId: $tableId, seat: $seat",
);
export const START_GAME = deed("StartGame", "$tableId: ID!", "tableId: $tableId");
export const PLAY = deed(
  "Play",
  "$tableId: ID!, $move: MoveInput!, $expectedVersion: Int",
  "tableId: $tableId, move: $move, expectedVersion: $expectedVersion",
);
export const RESIGN = deed("Resign", "$tableId: ID!", "tableId: $tableId");
export const ABANDON = deed("Abandon", "$tableId: ID!", "tableId: $tableId");
