// My tables, and those that wait for me: the list, the mark in the title, the notification.
import { askPatiently, follow } from "./api.js";
import { FOLLOW_TURNS, TABLES } from "./documents.js";
import { session } from "./store.js";
import { say } from "./texts.js";
import { signal } from "./ui.js";

export const mine = signal(null); // tables, newest first; null until known
export const attention = signal([]); // ids of tables where it is my turn

let stop = null;

function note(table) {
  const rest = (mine.get() ?? []).filter((other) => other.id !== table.id);
  mine.set([table, ...rest]);
}

mine.watch((tables) => {
  const waiting = (tables ?? []).filter(
    (table) => table.status === "PLAYING" && table.onTurn.includes(table.mySeat),
  );
  attention.set(waiting.map((table) => table.id));
});

// What the open table shows is newer than any notice.
export function learn(table) {
  const known = (mine.get() ?? []).find((other) => other.id === table.id);
  if (!known || known.version > table.version) return;
  mine.set(mine.get().map((other) => (other.id === table.id ? { ...other, ...table } : other)));
}

async function watch() {
  stop?.();
  stop = null;
  mine.set(null);
  if (!session.get()) return;
  stop = follow(FOLLOW_TURNS, () => ({}), ({ turns }) => {
    note(turns.table);
    if (turns.kind === "YOUR_TURN" && document.hidden) call(turns.table);
  });
  await refresh();
}

export async function refresh() {
  const { tables } = await askPatiently(TABLES, { mine: true });
  mine.set(tables.edges.map((edge) => edge.node));
}

function call(table) {
  if (globalThis.Notification?.permission !== "granted") return;
  const shown = new Notification(say("title.turn"), { body: say(`game.${table.game}`), tag: table.id });
  shown.onclick = () => {
    focus();
    location.assign(`/tables/${table.id}`);
  };
}

export const mayAsk = () => globalThis.Notification?.permission === "default" && isSecureContext;

session.watch(watch);
watch().catch(() => {});
