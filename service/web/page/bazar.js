// A game of Bombay Bazar: the board, the piles of tiles, the medals, and how long the trunks are.
import { ask } from "./api.js";
import { BoardFrame } from "./board-frame.js";
import { BazarBoard, TileIcon, looks, turned } from "./bazar-board.js";
import { EXPLAIN } from "./documents.js";
import { Walkthrough } from "./guide.js";
import { History } from "./history.js";
import { nameOf } from "./people.js";
import { about } from "./rules.js";
import { play } from "./table.js";
import { say, tongue, word } from "./texts.js";
import { Recap, TurnHead } from "./turn-head.js";
import { classes, html, notify, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./ui.js";

// The lengths before the latest tile, so that what is new can be drawn as it grows.
export function useBefore(view) {
  const known = useRef({});
  const shown = useRef({});
  const lengths = Object.fromEntries(view.trunks.map((trunk) => [trunk.seat, trunk.length]));
  if (JSON.stringify(lengths) !== JSON.stringify(known.current)) {
    shown.current = known.current;
    known.current = lengths;
  }
  return shown.current;
}

export function Bazar({ table, view, entries, live }) {
  const moves = live ? table.legalMoves : [];
  const lays = useMemo(() => {
    const found = {};
    for (const move of moves) if (move.__typename === "BazarLegalLay") (found[move.tile] ??= {})[move.rotation] = move;
    return found;
  }, [table]);
  const [choice, setChoice] = useState(null); // { tile, rotation }
  const [busy, setBusy] = useState(false);
  const before = useBefore(view);
  useLayoutEffect(() => setChoice(null), [table.version]);
  const mine = table.mySeat === null ? null : view.trunks[table.mySeat];
  const stock = choice && view.stock.find((each) => each.tile === choice.tile);
  const move = choice && lays[choice.tile]?.[choice.rotation];
  const laying = Object.keys(lays).length > 0;
  const ghost = laying && {
    cell: mine.tip.cell,
    entry: mine.tip.edge,
    segments: stock && turned(stock.segments, choice.rotation),
    fits: Boolean(move) || !choice,
    gain: move?.gain,
  };
  const why = async (tile, rotation) => {
    const asked = { id: table.id, move: { bazar: { lay: { tile, rotation } } }, language: tongue() };
    const { explain } = (await ask(EXPLAIN, asked)).table;
    if (!explain.accepted) notify(explain.message, explain.rule);
  };
  const pick = (tile) => {
    const open = lays[tile];
    if (!open) {
      why(tile, 0);
      return;
    }
    const best = Object.values(open).sort((one, other) => other.gain - one.gain)[0];
    setChoice({ tile, rotation: best.rotation });
  };
  // The next pile, or the one before, that has a tile which fits.
  const browse = (step) => {
    const open = view.stock.map(({ tile }) => tile).filter((tile) => lays[tile]);
    if (!open.length) return;
    const place = choice ? open.indexOf(choice.tile) + step : step > 0 ? 0 : -1;
    pick(open.at(place % open.length));
  };
  const turn = (step) => {
    if (!stock) return;
    const ways = looks(stock.segments).filter((rotation) => lays[choice.tile]?.[rotation]);
    const place = ways.indexOf(choice.rotation);
    setChoice({ ...choice, rotation: ways[(place + step + ways.length) % ways.length] });
  };
  const lay = async () => {
    if (busy) return;
    if (!move) {
      if (choice) why(choice.tile, choice.rotation);
      return;
    }
    setBusy(true);
    await play(table, move.input);
    setBusy(false);
  };
  // With the paint, not after it: a key pressed at once must find the choice that is shown.
  useLayoutEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "t") browse(1);
      else if (event.key === "T") browse(-1);
      else if (!choice) return;
      else if (event.key === "r" || event.key === "]") turn(1);
      else if (event.key === "R" || event.key === "[") turn(-1);
      else if (event.key === "l" || event.key === "L") lay();
      else if (event.key === "Escape") setChoice(null);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  return html`<div class="game bazar">
    <h1 class="hidden">${say("game.BAZAR")}</h1>
    <${BoardFrame}><${BazarBoard} view=${view} table=${table} ghost=${ghost} lay=${lay} turn=${turn} before=${before} /><//>
    <div class="side">
      <div>
      ${live && html`<${Turn} table=${table} view=${view} entries=${entries} laying=${laying} choice=${choice} setChoice=${setChoice} lays=${lays} move=${move} stock=${stock} turn=${turn} lay=${lay} busy=${busy} why=${why} />`}
      ${live && view.medals && html`<${Medals} table=${table} view=${view} moves=${moves} />`}
      <${Piles} view=${view} lays=${lays} laying=${laying} pick=${pick} chosen=${choice?.tile} />
      </div>
      <div>
      <${Trunks} view=${view} table=${table} />
      <${History} entries=${entries} table=${table} />
      </div>
    </div>
    ${live && table.mySeat !== null && html`<${Walkthrough} game="bazar" />`}
  </div>`;
}

function Turn({ table, view, entries, laying, choice, setChoice, lays, move, stock, turn, lay, busy, why }) {
  const mine = table.onTurn.includes(table.mySeat);
  const medals = view.onTurn === null;
  return html`<section class=${classes("card turn", mine && "my-turn")} aria-labelledby="turn">
    <${TurnHead} table=${table} view=${view} mine=${mine} waits=${medals ? say("medals.wait") : null} />
    ${mine && medals && html`<p>${say("medals.choose")}</p>`}
    ${laying && !choice && html`<${Recap} table=${table} entries=${entries} />`}
    ${laying && !choice && html`<p>${say("bazar.pick", { cell: view.trunks[table.mySeat].tip.cell })}</p><p class="soft small keys">${say("bazar.keys")}</p>`}
    ${choice && html`<div class="confirm" role="group" aria-label=${say("confirm.label")}>
      <div class="ways" role="group" aria-label=${say("bazar.ways")}>${looks(stock.segments).map((rotation) => {
        const open = lays[choice.tile]?.[rotation];
        const on = rotation === choice.rotation;
        return html`<button key=${rotation} class=${classes("way", on && "on", !open && "misfit")} aria-pressed=${on}
          onClick=${() => (open ? setChoice({ ...choice, rotation }) : why(choice.tile, rotation))}>
          <${TileIcon} segments=${turned(stock.segments, rotation)} />
          <span class="hidden">${open ? say("bazar.way", { n: rotation }) : say("bazar.misfit", { n: rotation })}</span>
          <span>${open ? `+${open.gain}` : "✕"}</span></button>`;
      })}</div>
      ${move && html`<p>${move.text}</p>`}
      ${move?.others.map((other) => html`<p key=${other.seat} class="small">${say("bazar.also", { name: nameOf(table, other.seat), n: other.gain })}</p>`)}
      <div class="row">
        <button onClick=${() => turn(-1)} aria-label=${say("bazar.turn.left")}>⟲</button>
        <button onClick=${() => turn(1)} aria-label=${say("bazar.turn.right")}>⟳</button>
        <button class="primary big" disabled=${busy || !move} onClick=${lay}>${say(busy ? "confirm.busy" : "bazar.lay")}</button>
        <button class="quiet" onClick=${() => setChoice(null)}>${say("cancel")}</button>
      </div>
      <p class="soft small keys">${say("bazar.keys")}</p><p class="soft small touch-hint">${say("bazar.touch")}</p>
    </div>`}
  </section>`;
}

function Piles({ view, lays, laying, pick, chosen }) {
  return html`<section class="card tiles" aria-labelledby="piles">
    <h2 id="piles" ...${about("piles", "Z1 Z2")}>${say("bazar.piles")}</h2>
    <ul class="piles">${view.stock.map(({ tile, segments, left }) => {
      const open = lays[tile];
      const best = open && Math.max(...Object.values(open).map((move) => move.gain));
      return html`<li key=${tile}><button class=${classes("pile", chosen === tile && "on", laying && !open && "misfit")} disabled=${!laying || left === 0}
        aria-pressed=${chosen === tile} onClick=${() => pick(tile)}>
        <${TileIcon} segments=${segments} /><span class="hidden">${say("bazar.pile", { tile })}</span>
        <span class="left">×${left}</span>${open && html` <span class="best">+${best}</span>`}</button></li>`;
    })}</ul>
  </section>`;
}

export function Trunks({ view, table }) {
  const most = Math.max(12, ...view.trunks.map((trunk) => trunk.length));
  return html`<section class="card" aria-labelledby="trunks">
    <h2 id="trunks">${say("bazar.trunks")}</h2>
    <ul>${view.trunks.map((trunk) => html`<li key=${trunk.seat} class=${classes("trunk-row", trunk.seat === view.onTurn && "on-turn")} ...${about("length", "Z11 Z16")}>
      <span class=${`trunk-mark trunk-mark-${trunk.seat}`} aria-hidden="true">${trunk.seat + 1}</span>
      <div class="player-body"><p class="player-name">${nameOf(table, trunk.seat)}
        ${trunk.seat === table.mySeat && html`<em> ${say("seat.you")}</em>`}
        ${trunk.out && html`<span class="chip">${say("bazar.out")}</span>`}</p>
        <div class="bar" aria-hidden="true"><span class=${`bar-${trunk.seat}`} style=${{ width: `${(100 * trunk.length) / most}%` }}></span></div></div>
      <b>${say("bazar.length", { n: trunk.length })}</b></li>`)}</ul>
  </section>`;
}

function Medals({ view, table, moves }) {
  const [keep, setKeep] = useState(null);
  const [parity, setParity] = useState(null);
  const [busy, setBusy] = useState(false);
  const offered = moves.filter((move) => move.__typename === "BazarLegalMedals");
  const { rounds, own, contenders, chosen } = view.medals;
  useLayoutEffect(() => {
    setKeep(null);
    setParity(null);
  }, [rounds.length]);
  const move = offered.find((each) => each.keep === keep && each.parity === parity);
  const send = async () => {
    setBusy(true);
    await play(table, move.input);
    setBusy(false);
  };
  const choices = (round) => round.choices
    .map((made, seat) => made && `${nameOf(table, seat)}: ${made.keep}, ${word("parity", made.parity.toLowerCase())}`)
    .filter(Boolean).join("; ");
  if (view.onTurn !== null) return null;
  return html`<section class="card" aria-labelledby="medals" ...${about("medals", "Z5")}>
    <h2 id="medals">${say("medals.title")}</h2>
    <p>${say("medals.how")}</p>
    ${offered.length > 0 && html`
      <fieldset class="choice"><legend>${say("medals.keep")}</legend>${[1, 2, 3].map((n) => html`<label key=${n}>
        <input type="radio" name="keep" checked=${keep === n} onChange=${() => setKeep(n)} /><span>${n}</span></label>`)}</fieldset>
      <fieldset class="choice"><legend>${say("medals.say")}</legend>${["ODD", "EVEN"].map((each) => html`<label key=${each}>
        <input type="radio" name="parity" checked=${parity === each} onChange=${() => setParity(each)} /><span>${word("parity", each.toLowerCase())}</span></label>`)}</fieldset>
      <button class="primary" disabled=${!move || busy} onClick=${send}>${say("medals.send")}</button>`}
    ${own && html`<p>${say("medals.own", { keep: own.keep, parity: own.parity.toLowerCase() })}</p>`}
    <p class="soft">${say("medals.in", { names: contenders.map((seat) => nameOf(table, seat)).join(", "), n: chosen.length, all: contenders.length })}</p>
    <ol>${rounds.map((round, place) => html`<li key=${place} class="small">${say("medals.round", { n: place + 1, choices: choices(round), total: round.total })}</li>`)}</ol>
  </section>`;
}
