// Any game again: by slider, step by step, playing, from turn to turn of a player, from any seat.
import { askPatiently } from "./api.js";
import { lower } from "./art.js";
import { BazarBoard } from "./bazar-board.js";
import { Trunks, useBefore } from "./bazar.js";
import { BoardFrame } from "./board-frame.js";
import { BombayBoard } from "./bombay-board.js";
import { Markets, Players, walked } from "./bombay.js";
import { READ_VIEW } from "./documents.js";
import { nameOf } from "./people.js";
import { Download, Verify } from "./record.js";
import { Go, go } from "./route.js";
import { say } from "./texts.js";
import { classes, html, notify, spoken, useEffect, useMemo, useRef, useState } from "./ui.js";

const PACE = 1100; // ms between two steps

export function Replay({ table, entries, at }) {
  const moments = entries.filter((entry) => !entry.type.startsWith("table."));
  const last = moments.at(-1)?.version ?? table.version;
  const first = moments[0]?.version ?? 1;
  const version = Math.min(Math.max(at ?? first, first), last);
  const [seat, setSeat] = useState(table.mySeat);
  const [playing, setPlaying] = useState(false);
  const { view, shown } = useView(table, version, seat);
  const entry = entries.find((each) => each.version === version);
  const show = (next) => go(`/tables/${table.id}?at=${next}`, { replace: true });
  const place = moments.findIndex((each) => each.version >= version);
  const step = (by) => {
    const next = moments[Math.min(Math.max(place + by, 0), moments.length - 1)];
    if (next) show(next.version);
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (version >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => step(1), PACE);
    return () => clearTimeout(timer);
  }, [playing, version, view]);
  useEffect(() => {
    if (entry && !playing) spoken.set(entry.text);
  }, [version]);
  useEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, select, button, dialog, .board")) return;
      if (event.key === "ArrowRight") step(1);
      else if (event.key === "ArrowLeft") step(-1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  const toTurn = (of) => {
    const next = moments.find((each, index) => index > place && each.seat === of && moments[index - 1].seat !== of)
      ?? moments.find((each) => each.seat === of);
    if (next) show(next.version);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      notify(say("lobby.copied"));
    } catch {
      notify(location.href);
    }
  };
  return html`<div class="game replay">
    <h1 class="hidden">${say("replay.title")}</h1>
    <${BoardFrame}>${view && html`<${Board} table=${{ ...table, mySeat: seat }} view=${view} entry=${entries.find((each) => each.version === shown)} />`}<//>
    <div class="side">
      <div>
      <section class="card" aria-labelledby="replay">
        <h2 id="replay">${say("replay.title")}</h2>
        <p class="now"><b>${version}</b> ${entry?.text}</p>
        <input type="range" class="slider" min=${first} max=${last} value=${version} aria-label=${say("replay.moment")}
          aria-valuetext=${entry?.text} onInput=${(event) => show(Number(event.target.value))} />
        <div class="row">
          <button onClick=${() => show(first)} aria-label=${say("replay.first")}>|◀</button>
          <button onClick=${() => step(-1)} aria-label=${say("replay.back")}>◀</button>
          <button class="primary" onClick=${() => setPlaying(!playing)} aria-pressed=${playing}>${say(playing ? "replay.pause" : "replay.play")}</button>
          <button onClick=${() => step(1)} aria-label=${say("replay.next")}>▶</button>
          <button onClick=${() => show(last)} aria-label=${say("replay.last")}>▶|</button>
        </div>
        <h3>${say("replay.turns")}</h3>
        <div class="row">${table.seats.map((each) => html`<button key=${each.seat} onClick=${() => toTurn(each.seat)}>
          <span class=${`seat-dot dot-${table.game.toLowerCase()}-${each.seat}`} aria-hidden="true">${each.seat + 1}</span>${nameOf(table, each.seat)}</button>`)}</div>
        ${table.status !== "PLAYING" && html`<label class="field"><span>${say("replay.as")}</span>
          <select value=${seat ?? ""} onChange=${(event) => setSeat(event.target.value === "" ? null : Number(event.target.value))}>
            <option value="">${say("replay.watcher")}</option>
            ${table.seats.map((each) => html`<option key=${each.seat} value=${each.seat}>${nameOf(table, each.seat)}</option>`)}
          </select></label>`}
        <div class="row">
          <button onClick=${copy}>${say("replay.link")}</button><${Download} table=${table} />
          <${Go} class="button" to=${`/tables/${table.id}`}>${say(table.status === "PLAYING" ? "replay.now" : "replay.result")}<//>
        </div>
        <${Verify} table=${table} />
      </section>
      </div>
      <div>
      ${view && table.game === "BOMBAY" && html`<${Markets} view=${view} /><${Players} view=${view} table=${{ ...table, mySeat: seat }} />`}
      ${view && table.game === "BAZAR" && html`<${Trunks} view=${view} table=${table} />`}
      <section class="card" aria-labelledby="moments"><h2 id="moments">${say("history")}</h2>
        <ol class="lines" tabindex="0" aria-label=${say("history")}>${moments.map((each) => html`<li key=${each.version} class=${classes(each.version === version && "at")}>
          <${Go} to=${`/tables/${table.id}?at=${each.version}`} aria-current=${each.version === version ? "step" : null}>${each.text}<//></li>`)}</ol></section>
      </div>
    </div>
  </div>`;
}

// Views are asked for once, and the next one before it is needed.
function useView(table, version, seat) {
  const known = useRef(new Map());
  const [seen, setSeen] = useState({ view: null, shown: null });
  const read = (at) => {
    const key = `${at} ${seat}`;
    if (!known.current.has(key)) {
      const asked = askPatiently(READ_VIEW, { id: table.id, at, as: seat });
      known.current.set(key, asked.then(({ table: read }) => read.view));
    }
    return known.current.get(key);
  };
  useEffect(() => {
    let wanted = true;
    read(version).then((found) => wanted && setSeen({ view: found, shown: version }), (failure) => notify(failure.message));
    if (version < table.version) read(version + 1).catch(() => {});
    return () => {
      wanted = false;
    };
  }, [version, seat]);
  return seen;
}

function Board({ table, view, entry }) {
  return table.game === "BAZAR"
    ? html`<${BazarReplay} table=${table} view=${view} />`
    : html`<${BombayReplay} table=${table} view=${view} entry=${entry} />`;
}

function BombayReplay({ table, view, entry }) {
  const walks = useMemo(() => walked(entry ? [entry] : []), [entry]);
  const steps = walks.map((walk) => ({ ...walk, hue: lower(view.players[walk.seat]?.elephant) }));
  return html`<${BombayBoard} view=${view} table=${table} steps=${steps} walks=${walks} pick=${() => {}} />`;
}

function BazarReplay({ table, view }) {
  const before = useBefore(view);
  return html`<${BazarBoard} view=${view} table=${table} before=${before} />`;
}
