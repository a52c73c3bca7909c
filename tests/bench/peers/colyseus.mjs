// Colyseus: a room in memory for each table, moves and changes of state by WebSocket.
// node colyseus.mjs serve PORT, node colyseus.mjs drive PORT MATCHES SECONDS

import { Room, Server } from "@colyseus/core";
import { Client } from "@colyseus/sdk";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { anywhere, drive, start, STEPS, stepped } from "./walk.mjs";

const [what, port, ...amounts] = process.argv.slice(2);
const State = schema({ sites: t.array("string"), turn: t.number(), steps: t.number() });

class Table extends Room {
  maxClients = 1;
  patchRate = null; // changes are sent with the move that made them, not by the clock

  onCreate() {
    this.state = new State();
    this.state.sites.push(start, start);
    this.state.turn = this.state.steps = 0;
    this.onMessage("walk", (client, to) => {
      const { state } = this;
      state.sites[state.turn] = stepped(state.sites[state.turn], to);
      state.steps += 1;
      state.turn = Math.floor(state.steps / STEPS) % 2;
      this.broadcastPatch();
      client.send("walked", state.turn);
    });
  }
}

async function serve() {
  const server = new Server({ transport: new WebSocketTransport(), greet: false });
  server.define("table", Table);
  await server.listen(Number(port));
}

async function open() {
  const room = await new Client(`ws://127.0.0.1:${port}`).create("table");
  const sites = [start, start];
  let seat = 0;
  let answered;
  room.onMessage("walked", (turn) => {
    seat = turn;
    answered();
  });
  return () => {
    sites[seat] = anywhere(sites[seat]);
    room.send("walk", sites[seat]);
    return new Promise((resolve) => (answered = resolve));
  };
}

if (what === "serve") await serve();
else await drive(open, ...amounts.map(Number));
