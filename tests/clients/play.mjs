// Two players play a whole game through one client library; prints what was seen.

import { randomUUID } from "node:crypto";

const TABLE = `query Table($id: ID!) {
  table(id: $id) { id version status mySeat onTurn legalMoves { __typename input text } }
}`;
const PLAY = `mutation Play($command: ID!, $id: ID!, $move: MoveInput!, $version: Int) {
  play(commandId: $command, tableId: $id, move: $move, expectedVersion: $version) {
    __typename
    ... on Accepted { version }
    ... on Refused { code message }
    ... on Conflict { actual }
  }
}`;
const UPDATES = `subscription Updates($id: ID!, $after: Int) {
  table(id: $id, after: $after) {
    version previous entries { version type text } table { id status onTurn }
  }
}`;

const { HOWDAH_URL: url, HOWDAH_TOKENS: tokens, HOWDAH_TABLE: table } = process.env;
const { connect } = await import(`./clients/${process.argv[2]}.mjs`);

async function player(token) {
  const client = await connect(url, token);
  const versions = [];
  let moves = 0;

  async function move() {
    const state = (await client.query(TABLE, { id: table })).table;
    if (state.status !== "PLAYING" || state.legalMoves.length === 0) return;
    const chosen = state.legalMoves[Math.floor(Math.random() * state.legalMoves.length)];
    const variables = {
      command: randomUUID(),
      id: table,
      move: chosen.input,
      version: state.version,
    };
    const { play } = await client.mutate(PLAY, variables);
    if (play.__typename === "Refused") throw new Error(JSON.stringify(play));
    if (play.__typename === "Accepted") moves += 1;
  }

  await new Promise((resolve, reject) => {
    client.subscribe(UPDATES, { id: table, after: 0 }, {
      async next({ table: update }) {
        const last = versions.at(-1) ?? 0;
        if (update.previous !== last) reject(new Error(`a gap: ${last}, ${update.previous}`));
        versions.push(...update.entries.map((entry) => entry.version));
        if (update.table.status === "FINISHED") return resolve();
        try {
          await move();
        } catch (error) {
          reject(error);
        }
      },
      error: reject,
    });
  });
  await client.close();
  return { versions, moves };
}

const seen = await Promise.all(tokens.split(" ").map(player));
console.log(JSON.stringify(seen));
process.exit(0);
