// boardgame.io, its server as it comes: matches in memory or in files, moves by socket.io.
// node boardgame.mjs serve PORT [DIRECTORY], node boardgame.mjs drive PORT MATCHES SECONDS

import { createRequire } from "node:module";
import WebSocket from "ws";
import { anywhere, drive, start, STEPS, stepped, table } from "./walk.mjs";

const GAME = "bombay";
const CREDENTIALS = "a key as long as one of ours would be";
const [what, port, ...rest] = process.argv.slice(2);
const require = createRequire(import.meta.url);

function serve(directory) {
  const { PlayerView } = require("boardgame.io/core");
  const { FlatFile, Server } = require("boardgame.io/server");
  const game = {
    name: GAME,
    setup: () => ({ ...table, elephants: [start, start] }),
    playerView: PlayerView.STRIP_SECRETS,
    turn: { minMoves: STEPS, maxMoves: STEPS },
    moves: {
      walk: ({ G, playerID }, to) => {
        G.elephants[playerID] = stepped(G.elephants[playerID], to);
      },
    },
  };
  const authenticateCredentials = (given) => given === CREDENTIALS;
  const db = directory && new FlatFile({ dir: directory });
  Server({ games: [game], origins: [], authenticateCredentials, db }).run(Number(port));
}

// Two people with credentials at a new match, each over a connection of their own.
async function open(number) {
  const match = `match-${process.pid}-${number}`;
  const elephants = [start, start];
  let version = 0;
  let turn = 0;
  let answered;
  const people = await Promise.all(
    ["0", "1"].map((seat) =>
      connected(match, seat, (text) => {
        const news = parseInt(found(text, '"_stateID":', "]"));
        if (news <= version) return; // both are told; whoever is first goes on
        version = news;
        turn = Number(found(text, '"currentPlayer":"', '"'));
        answered();
      }),
    ),
  );
  return () => {
    const to = anywhere(elephants[turn]);
    elephants[turn] = to;
    const done = new Promise((resolve) => (answered = resolve));
    people[turn](to, version);
    return done;
  };
}

// socket.io by hand: the library's client would cost the machine more than the server does.
function connected(match, playerID, updated) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const send = (...event) => socket.send(`42/${GAME},${JSON.stringify(event)}`);
  const move = (to, version) => {
    const payload = { type: "walk", args: [to], playerID, credentials: CREDENTIALS };
    send("update", { type: "MAKE_MOVE", payload }, version, match, playerID);
  };
  return new Promise((resolve) => {
    socket.on("message", (data) => {
      const text = data.toString();
      if (text.startsWith("0")) socket.send(`40/${GAME},`);
      else if (text === "2") socket.send("3");
      else if (text.startsWith("40")) send("sync", match, playerID, CREDENTIALS, 2);
      else if (text.startsWith(`42/${GAME},["sync"`)) resolve(move);
      else if (text.startsWith(`42/${GAME},["update"`)) updated(text);
    });
  });
}

function found(text, before, after) {
  const at = text.indexOf(before) + before.length;
  return text.slice(at, text.indexOf(after, at));
}

if (what === "serve") serve(...rest);
else await drive(open, ...rest.map(Number));
