// A game of Bombay: the board, what may be done now, my screen, the markets and the others.
import { ask } from "./api.js";
import { BaleIcon, ElephantIcon, Icon, lower } from "./art.js";
import { BoardFrame } from "./board-frame.js";
import { BombayBoard, colourWord, wanted } from "./bombay-board.js";
import { EXPLAIN } from "./documents.js";
import { History } from "./history.js";
import { nameOf } from "./people.js";
import { about } from "./rules.js";
import { play } from "./table.js";
import { say, tongue, word } from "./texts.js";
import { Recap, TurnHead } from "./turn-head.js";
import { Walkthrough } from "./guide.js";
import { classes, html, notify, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./ui.js";

const KINDS = {
  BombayLegalMove: "B17",
  BombayLegalBuy: "B19",
  BombayLegalSell: "B20",
  BombayLegalBuild: "B23",
  BombayLegalConsolidate: "B16",
  BombayLegalEnd: "B15",
};

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The ways that others have gone since my last move: footprints on the board.
function steps(entries, view, mySeat) {
  const since = entries.findLastIndex((entry) => entry.seat === mySeat && entry.type.startsWith("bombay."));
  const latest = mySeat === null ? entries.slice(-8) : entries.slice(since + 1);
  return latest
    .filter((entry) => entry.type === "bombay.elephant_moved")
    .map(({ data, seat }) => ({ from: data.origin, to: data.to, hue: lower(view.players[seat]?.elephant) }));
}

// What the latest update says of elephants that walked.
export const walked = (entries) => entries
  .filter((entry) => entry.type === "bombay.elephant_moved")
  .map(({ data, seat }) => ({ seat, from: data.origin, to: data.to }));

export function Bombay({ table, view, entries, fresh, live }) {
  const moves = live ? table.legalMoves : [];
  const [chosen, setChosen] = useState(null);
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => setChosen(null), [table.version]);
  const offers = useMemo(() => {
    const found = {};
    for (const move of moves) if (move.__typename === "BombayLegalMove") found[move.to] = move;
    return found;
  }, [table]);
  const walks = useMemo(() => walked(fresh), [table.version]);
  const confirm = async (move = chosen) => {
    if (!move || busy) return;
    setBusy(true);
    await play(table, move.input);
    setBusy(false);
  };
  const choose = (move) => (chosen && same(chosen.input, move.input) ? confirm() : setChosen(move));
  const pick = async (id) => {
    if (offers[id]) {
      choose(offers[id]);
      return;
    }
    setChosen(null);
    const here = table.mySeat !== null && view.players[table.mySeat]?.site === id;
    if (moves.length && !here) {
      const asked = { id: table.id, move: { bombay: { move: { to: id } } }, language: tongue() };
      const { explain } = (await ask(EXPLAIN, asked)).table;
      if (!explain.accepted) notify(explain.message, explain.rule);
    }
  };
  // With the paint, not after it: a key pressed at once must find the choice that is shown.
  useLayoutEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
      const number = Number(event.key);
      if (number >= 1 && number <= moves.length) choose(moves[number - 1]);
      else if (event.key === "Escape") setChosen(null);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  return html`<div class="game bombay">
    <h1 class="hidden">${say("game.BOMBAY")}</h1>
    <${BoardFrame}>
      <${BombayBoard} view=${view} table=${table} offers=${offers} pick=${pick} chosen=${chosen?.to}
        steps=${steps(entries, view, table.mySeat)} walks=${walks} />
    <//>
    <div class="side">
      <div>
        ${live && html`<${Turn} table=${table} view=${view} entries=${entries} moves=${moves} chosen=${chosen} choose=${choose} confirm=${confirm} cancel=${() => setChosen(null)} busy=${busy} />`}
        <${Markets} view=${view} />
        <${Cities} view=${view} />
      </div>
      <div>
        <${Players} view=${view} table=${table} />
        <${History} entries=${entries} table=${table} />
      </div>
    </div>
    ${live && table.mySeat !== null && html`<${Walkthrough} game="bombay" />`}
  </div>`;
}

function Turn({ table, view, entries, moves, chosen, choose, confirm, cancel, busy }) {
  const mine = table.onTurn.includes(table.mySeat);
  const own = table.mySeat === null ? null : view.players[table.mySeat]?.holdings;
  const button = useRef();
  useEffect(() => {
    if (chosen && matchMedia("(pointer: coarse)").matches) button.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return html`<section class=${classes("card turn", mine && "my-turn")} aria-labelledby="turn">
    <${TurnHead} table=${table} view=${view} mine=${mine} />
    <div class="turn-line">
      <p class="soft" ...${about("turn", "B14")}>${say("turn.count", { set: view.set, sets: view.sets, turn: view.turn, turns: view.turns })}</p>
      <p class="pips" ...${about("actions", "B15")} role="img" aria-label=${say("turn.actions", { n: view.actions })}>
        ${[0, 1, 2].map((place) => html`<span key=${place} class=${place < view.actions ? "pip on" : "pip"}></span>`)}
        <span aria-hidden="true">${say("turn.actions", { n: view.actions })}</span>
      </p>
    </div>
    ${mine && html`<${Recap} table=${table} entries=${entries} />`}
    ${own && html`<div class="own" role="group" aria-label=${say("turn.screen")}><${Screen} holdings=${own} /></div>`}
    ${mine && html`
      <ol class="moves">${moves.map((move, place) => {
        const on = chosen !== null && same(chosen.input, move.input);
        return html`<li key=${JSON.stringify(move.input)}>
          <button class=${classes("move", on && "on")} aria-pressed=${on} disabled=${busy} onClick=${() => choose(move)} ...${about(null, KINDS[move.__typename])}>
            <span class="move-key" aria-hidden="true">${place < 9 ? place + 1 : ""}</span>
            <span class="move-icon"><${MoveIcon} move=${move} view=${view} table=${table} /></span>
            <span class="move-text">${move.text}</span>
          </button></li>`;
      })}</ol>
      ${chosen && html`<div class="confirm" role="group" aria-label=${say("confirm.label")}>
        <p>${chosen.text}</p><${Effect} move=${chosen} table=${table} />
        <div class="row"><button ref=${button} class="primary big" disabled=${busy} onClick=${() => confirm()}>${say(busy ? "confirm.busy" : "confirm")}</button>
        <button class="quiet" onClick=${cancel}>${say("cancel")}</button></div>
      </div>`}`}
  </section>`;
}

function MoveIcon({ move, view, table }) {
  switch (move.__typename) {
    case "BombayLegalMove":
      return html`<${ElephantIcon} seat=${table.mySeat} hue=${lower(view.players[table.mySeat].elephant)} />`;
    case "BombayLegalBuy":
    case "BombayLegalSell":
      return html`<${BaleIcon} colour=${move.colour} />`;
    case "BombayLegalBuild":
      return html`<${BaleIcon} colour=${move.spend} />`;
    case "BombayLegalConsolidate":
      return html`<${Icon} of="coin" amount="1" />`;
    default:
      return html`<span aria-hidden="true">⏎</span>`;
  }
}

// What a move takes and brings, in figures.
function Effect({ move, table }) {
  const kind = move.__typename;
  const spent = kind === "BombayLegalBuy" ? -move.rupees : (move.rupees ?? 0);
  return html`<p class="effect">
    ${move.actions && html`<span class="chip">${say("effect.actions", { n: move.actions })}</span>`}
    ${spent !== 0 && html`<span class=${classes("chip", spent > 0 ? "gain" : "loss")}>${spent > 0 ? "+" : "−"}${say("effect.rupees", { n: Math.abs(spent) })}</span>`}
    ${move.clients > 0 && html`<span class="chip gain">${say("effect.clients", { n: move.clients })}</span>`}
    ${move.cityToken && html`<span class="chip gain">${say("effect.city")}</span>`}
    ${move.toll > 0 && html`<span class="chip loss">${say("effect.toll", { name: nameOf(table, move.owner), n: move.toll })}</span>`}
    ${move.lost > 0 && html`<span class="chip loss">${say("effect.lost", { n: move.lost })}</span>`}
  </p>`;
}

export function Markets({ view }) {
  return html`<section class="card markets" aria-labelledby="markets" ...${about("markets", "B11 B19")}>
    <h2 id="markets">${say("markets")}</h2>
    <div class="market-row">${view.markets.map((market) => html`<div key=${market.market} class="market">
      <h3>${word("shelf", lower(market.market))}</h3>
      <p class="price">${say("market.price", { rupees: market.rupees, actions: market.actions })}</p>
      <p class="bales">${market.bales.length === 0 ? html`<span class="soft">${say("market.empty")}</span>`
        : market.bales.map((colour, place) => html`<${BaleIcon} key=${place} colour=${colour} label=${colourWord(colour)} />`)}</p>
    </div>`)}</div>
    <p class="soft small" ...${about("bag", "B13 B30")}>${say("bag", { n: view.bag.length })}</p>
  </section>`;
}

// What the cities want, for screens on which the board is too small to read it.
function Cities({ view }) {
  const name = (id) => view.sites.find((site) => site.id === id).name;
  return html`<section class="card cities" aria-labelledby="cities" ...${about("city", "B20 B21 B22")}>
    <h2 id="cities">${say("cities")}</h2>
    <div class="city-row">${view.cities.map((city) => html`<div key=${city.id} class="market">
      <h3>${name(city.id)}</h3><p class="soft small">${say("cities.tokens", { n: city.tokens })}</p>
      <ol>${city.demands.map((demand) => html`<li key=${demand.colour}>
        <span class="hidden">${wanted(demand)}</span>
        <${BaleIcon} colour=${demand.colour} /> <${Icon} of="coin" amount=${demand.rupees} />
        ${Array.from({ length: demand.clients }, (_, place) => html`<${Icon} key=${place} of="client" />`)}</li>`)}</ol>
    </div>`)}</div>
  </section>`;
}

export function Players({ view, table }) {
  return html`<section class="card players" aria-labelledby="players">
    <h2 id="players">${say("players")}</h2>
    <ul>${view.players.map((player) => html`<li key=${player.seat}
      class=${classes("player", player.seat === view.onTurn && "on-turn", player.seat === table.mySeat && "mine")}>
      <${ElephantIcon} seat=${player.seat} hue=${lower(player.elephant)} />
      <div class="player-body">
        <p class="player-name">${nameOf(table, player.seat)}
          ${player.seat === table.mySeat && html`<em> ${say("seat.you")}</em>`}
          ${player.seat === view.first && html`<span class="chip" ...${about("first", "B14")}>${say("player.first")}</span>`}
          ${table.seats[player.seat].resigned && html`<span class="chip loss">${say("player.resigned")}</span>`}
        </p>
        <p class="player-open">
          <span ...${about("elephant", "B3")}>${player.bales.length === 0 ? say("player.load.none") : player.bales.map((colour, place) => html`<${BaleIcon} key=${place} colour=${colour} label=${colourWord(colour)} />`)}</span>
          <span ...${about("palaces", "B23 B26")}>${say("player.palaces", { n: 5 - player.palaces })}</span>
        </p>
        ${player.holdings ? html`<${Screen} holdings=${player.holdings} />`
          : html`<p class="soft small" ...${about("screen", "B29")}>${say("player.screen")}</p>`}
      </div>
    </li>`)}</ul>
  </section>`;
}

function Screen({ holdings }) {
  const kept = (token) => holdings.kept.filter((each) => each === token).length;
  const clients = holdings.clients + kept("CLIENT");
  const cities = holdings.cities.length + kept("CITY");
  return html`<p class="screen">
    <span class="held" ...${about("rupees", "B28")}><${Icon} of="coin" /> <b>${say("held.rupees", { n: holdings.rupees })}</b></span>
    <span class="held" ...${about("clients", "B26")}><${Icon} of="client" /> <b>${say("held.clients", { n: clients })}</b></span>
    <span class="held" ...${about("cities", "B22 B27")}><${Icon} of="gate" /> <b>${say("held.cities", { n: cities })}</b>
      ${holdings.cities.length > 0 && html`<small> (${holdings.cities.join(", ")})</small>`}</span>
  </p>`;
}
