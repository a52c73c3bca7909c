// One table, followed live: before its game, in it, after it, and at any earlier move.
import { askPatiently, command, follow } from "./api.js";
import { Bazar } from "./bazar.js";
import { Bombay } from "./bombay.js";
import { FOLLOW_TABLE, PLAY, READ_HISTORY } from "./documents.js";
import { Lobby } from "./lobby.js";
import { Result } from "./result.js";
import { keepReceipt } from "./receipts.js";
import { Go } from "./route.js";
import { troubled } from "./trouble.js";
import { language } from "./store.js";
import { say, tongue } from "./texts.js";
import { learn } from "./turns.js";
import { html, notify, spoken, useEffect, useRef, useSignal, useState } from "./ui.js";

// All that has happened so far, page by page.
export async function readHistory(id, after = 0) {
  const entries = [];
  for (;;) {
    const from = entries.at(-1)?.version ?? after;
    const { table } = await askPatiently(READ_HISTORY, { id, after: from, language: tongue() });
    entries.push(...table.history);
    if (table.history.length < 100) return entries;
  }
}

// The table and its history as they are now; what was missed while the line was bad comes first.
function useTable(id) {
  const [state, setState] = useState({ table: null, entries: [], failure: null });
  const latest = useRef(state);
  const spoke = useSignal(language);
  useEffect(() => {
    let wanted = true;
    const show = (change) => {
      if (!wanted) return;
      latest.current = { ...latest.current, ...change };
      setState(latest.current);
    };
    show({ table: null, entries: [], fresh: [], failure: null });
    const variables = () => ({ id, after: latest.current.table?.version ?? null, language: tongue() });
    const next = ({ table: update }) => {
      const { table, entries } = latest.current;
      if (table && update.version < table.version && !update.reset) return;
      const last = entries.at(-1)?.version ?? 0;
      const fresh = update.reset ? [] : update.entries.filter((entry) => entry.version > last);
      show({ table: update.table, entries: [...entries, ...fresh], fresh: table ? fresh : [] });
      learn(update.table);
      keepReceipt(id, update.version, update.head);
      if (table && fresh.length) spoken.set(fresh.map((entry) => entry.text).join(" "));
      if (!table || update.reset) fill();
    };
    const fill = async () => {
      const known = await readHistory(id);
      const last = known.at(-1)?.version ?? 0;
      const later = latest.current.entries.filter((entry) => entry.version > last);
      show({ entries: [...known, ...later] });
    };
    const stop = follow(FOLLOW_TABLE, variables, next, (failure) => show({ failure }));
    return () => {
      wanted = false;
      stop();
    };
  }, [id, spoke]);
  return state;
}

// A move goes out once; what becomes of it comes back by the line that all news comes by.
export async function play(table, move) {
  try {
    const outcome = await command(PLAY, {
      tableId: table.id,
      move,
      expectedVersion: table.version,
      language: tongue(),
    });
    if (outcome.__typename === "Refused") notify(outcome.message, outcome.rule);
    if (outcome.__typename === "Conflict") notify(say("conflict"));
    return outcome.__typename === "Accepted";
  } catch (failure) {
    notify(troubled(failure));
    return false;
  }
}

export function TablePage({ id, search }) {
  const { table, entries, fresh, failure } = useTable(id);
  const [Replay, setReplay] = useState(null);
  const at = new URLSearchParams(search).get("at");
  useEffect(() => {
    if (at !== null) import("./replay.js").then((module) => setReplay(() => module.Replay));
  }, [at !== null]);
  if (failure) {
    const text = failure.code === "NOT_FOUND" ? say("table.missing") : troubled(failure);
    return html`<section class="card narrow"><p role="alert">${text}</p><${Go} to="/">${say("home")}<//></section>`;
  }
  if (!table) return html`<p class="wait" role="status">${say("loading")}</p>`;
  if (table.status === "OPEN") return html`<${Lobby} table=${table} search=${search} />`;
  if (at !== null && Replay) {
    return html`<${Replay} table=${table} entries=${entries} at=${at === "" ? null : Number(at)} />`;
  }
  if (table.status === "ABANDONED" && !table.result && entries.length < 4) {
    return html`<section class="card narrow"><p>${say("table.abandoned")}</p><${Go} to="/">${say("home")}<//></section>`;
  }
  const Game = table.game === "BOMBAY" ? Bombay : Bazar;
  return html`
    ${table.status !== "PLAYING" && html`<${Result} table=${table} />`}
    <${Game} table=${table} view=${table.view} entries=${entries} fresh=${fresh} live=${table.status === "PLAYING"} />`;
}
