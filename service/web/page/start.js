// The start page: a name, a game against bots at one click, tables to join, my games.
import { ask, becomeGuest, command, follow, uuid } from "./api.js";
import { CardArt } from "./card-art.js";
import { ADD_BOT, FOLLOW_LOBBY, OPEN_TABLE, STANDINGS, START_GAME, TABLES } from "./documents.js";
import { seatName } from "./people.js";
import { Go, go } from "./route.js";
import { Scene } from "./scene.js";
import { session } from "./store.js";
import { say, tongue } from "./texts.js";
import { troubled } from "./trouble.js";
import { attention, mayAsk, mine, refresh } from "./turns.js";
import { html, notify, useAsked, useEffect, useSignal, useState } from "./ui.js";

export const GAMES = ["BOMBAY", "BAZAR"];
const SEATS = { BOMBAY: [2, 3, 4, 5], BAZAR: [1, 2, 3, 4] };
// Send a command that makes a table, and go there if it was made.
async function made(document, variables) {
  const outcome = await command(document, { ...variables, language: tongue() });
  if (outcome.__typename === "Accepted") return outcome.table.id;
  notify(outcome.message, outcome.rule);
  return null;
}

export function Welcome() {
  const [name, setName] = useState("");
  const [trouble, setTrouble] = useState("");
  const enter = async (event) => {
    event.preventDefault();
    try {
      await becomeGuest(name.trim());
    } catch (failure) {
      setTrouble(troubled(failure));
    }
  };
  return html`<section class="welcome">
    <${Scene} />
    <div class="card door">
      <h1>${say("welcome.title")}</h1>
      <p class="lead">${say("welcome.lead")}</p>
      <form class="name-form" onSubmit=${enter}>
        <label for="name">${say("welcome.name")}</label>
        <div class="row">
          <input id="name" name="name" required maxlength="40" autocomplete="nickname" value=${name}
            onInput=${(event) => setName(event.target.value)} aria-describedby="name-trouble" />
          <button class="primary">${say("welcome.enter")}</button>
        </div>
        <p id="name-trouble" class="trouble" role="alert">${trouble}</p>
      </form>
    </div>
    <div class="cards">${GAMES.map((game) => html`<article key=${game} class=${`card game-card card-${game.toLowerCase()}`}>
      <${CardArt} game=${game} /><h2>${say(`game.${game}`)}</h2><p>${say(`card.${game}`)}</p><p class="soft small">${say(`card.credit.${game}`)}</p>
    </article>`)}</div>
  </section>`;
}

export function Start() {
  const player = useSignal(session);
  return html`<div class="start">
    <section class="hero">
      <h1>${say("start.title", { name: player.name })}</h1>
      <div class="cards">${GAMES.map((game) => html`<${GameCard} key=${game} game=${game} />`)}</div>
    </section>
    <div class="columns">
      <div>
        <${MyGames} />
        <${OpenTables} />
        <${Standings} />
      </div>
      <${NewTable} />
    </div>
  </div>`;
}

function GameCard({ game }) {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    try {
      const seats = game === "BOMBAY" ? 3 : 2;
      const given = { game, seats, entropy: uuid(), public: false, pace: "HUMAN" };
      if (game === "BAZAR") given.bazar = { start: "RANDOM" };
      const tableId = await made(OPEN_TABLE, { input: given });
      if (!tableId) return;
      for (let seat = 1; seat < seats; seat += 1) {
        await command(ADD_BOT, { tableId, level: "GREEDY", seat, language: tongue() });
      }
      await made(START_GAME, { tableId });
      go(`/tables/${tableId}`);
    } catch (failure) {
      notify(troubled(failure));
    } finally {
      setBusy(false);
    }
  };
  return html`<article class=${`card game-card card-${game.toLowerCase()}`}>
    <${CardArt} game=${game} />
    <h2>${say(`game.${game}`)}</h2>
    <p>${say(`card.${game}`)}</p>
    <p class="soft small">${say(`card.credit.${game}`)}</p>
    <button class="primary wide" disabled=${busy} onClick=${play}>
      ${say(busy ? "card.opening" : "card.play")}
    </button>
  </article>`;
}

function MyGames() {
  const tables = useSignal(mine);
  const calls = useSignal(attention);
  const [asked, setAsked] = useState(!mayAsk());
  useEffect(() => {
    refresh().catch(() => {});
  }, []);
  if (!tables?.length) return null;
  const order = (table) => (calls.includes(table.id) ? 0 : table.status === "FINISHED" ? 2 : 1);
  const sorted = [...tables].sort((one, other) => order(one) - order(other)).slice(0, 12);
  return html`<section class="card" aria-labelledby="mine">
    <h2 id="mine">${say("mine.title")}</h2>
    <ul class="table-list">${sorted.map((table) => html`<li key=${table.id}>
      <${Go} to=${`/tables/${table.id}`} class=${calls.includes(table.id) ? "your-turn" : ""}>
        <b>${say(`game.${table.game}`)}</b>
        <span>${table.seats.map(seatName).join(", ")}${table.fork && ` · ${say("table.fork")}`}</span>
        <span class="state">${calls.includes(table.id) ? say("mine.turn") : say(`status.${table.status}`)}</span>
      <//></li>`)}</ul>
    ${!asked && html`<button class="quiet" onClick=${async () => {
      await Notification.requestPermission();
      setAsked(true);
    }}>${say("mine.notify")}</button>`}
  </section>`;
}

function OpenTables() {
  const [tables, setTables] = useState(null);
  useEffect(() => {
    const known = new Map();
    const show = () => setTables([...known.values()].reverse());
    const stop = follow(FOLLOW_LOBBY, () => ({}), ({ lobby }) => {
      if (lobby.listed) known.set(lobby.table.id, lobby.table);
      else known.delete(lobby.table.id);
      show();
    });
    ask(TABLES, { status: "OPEN" }).then((found) => {
      for (const { node } of found.tables.edges.reverse()) if (!known.has(node.id)) known.set(node.id, node);
      show();
    }, () => setTables([]));
    return stop;
  }, []);
  const player = useSignal(session);
  const others = (tables ?? []).filter((table) => table.host.id !== player.id);
  return html`<section class="card" aria-labelledby="open">
    <h2 id="open">${say("open.title")}</h2>
    ${tables === null ? html`<p class="soft">${say("loading")}</p>`
      : others.length === 0 ? html`<p class="soft">${say("open.none")}</p>`
      : html`<ul class="table-list" aria-live="polite">${others.map((table) => {
          const free = table.seats.filter((seat) => !seat.player && !seat.bot).length;
          return html`<li key=${table.id}><${Go} to=${`/tables/${table.id}`}>
            <b>${say(`game.${table.game}`)}</b>
            <span>${say("open.host", { name: table.host.name ?? "?" })}${table.fork && ` · ${say("table.fork")}`}</span>
            <span class="state">${say("open.free", { n: free })}</span>
          <//></li>`;
        })}</ul>`}
  </section>`;
}

function NewTable() {
  const [game, setGame] = useState("BOMBAY");
  const [seats, setSeats] = useState(3);
  const [open, setOpen] = useState(true);
  const [more, setMore] = useState({});
  const [busy, setBusy] = useState(false);
  const choose = (next) => {
    setGame(next);
    setSeats(next === "BOMBAY" ? 3 : 2);
    setMore({});
  };
  const create = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const input = { game, seats, entropy: uuid(), public: open, pace: more.pace ?? "HUMAN" };
      const { pace, ...options } = more;
      if (Object.keys(options).length) input[game.toLowerCase()] = options;
      const tableId = await made(OPEN_TABLE, { input });
      if (tableId) go(`/tables/${tableId}`);
    } catch (failure) {
      notify(troubled(failure));
    } finally {
      setBusy(false);
    }
  };
  const check = (name, when = true) => when && html`<label class="check">
    <input type="checkbox" checked=${!!more[name]} onChange=${(event) => setMore({ ...more, [name]: event.target.checked })} />
    <span>${say(`option.${name}`)}<small>${say(`option.${name}.why`)}</small></span></label>`;
  return html`<section class="card" aria-labelledby="new">
    <h2 id="new">${say("new.title")}</h2>
    <form onSubmit=${create}>
      <fieldset class="choice"><legend>${say("new.game")}</legend>
        ${GAMES.map((each) => html`<label key=${each}><input type="radio" name="game" value=${each}
          checked=${each === game} onChange=${() => choose(each)} /><span>${say(`game.${each}`)}</span></label>`)}
      </fieldset>
      <fieldset class="choice"><legend>${say("new.seats")}</legend>
        ${SEATS[game].map((each) => html`<label key=${each}><input type="radio" name="seats" value=${each}
          checked=${each === seats} onChange=${() => setSeats(each)} /><span>${each}</span></label>`)}
      </fieldset>
      <label class="check"><input type="checkbox" checked=${open} onChange=${(event) => setOpen(event.target.checked)} />
        <span>${say("option.public")}<small>${say("option.public.why")}</small></span></label>
      <details><summary>${say("new.more")}</summary>
        ${game === "BOMBAY" ? html`${check("openHoldings")}${check("introductory", seats === 4)}`
          : html`${check("sharedCells", seats > 1)}
            ${seats > 1 && html`<label class="field"><span>${say("option.start")}</span>
              <select value=${more.start ?? "MEDALS"} onChange=${(event) => setMore({ ...more, start: event.target.value })}>
                ${["MEDALS", "RANDOM"].map((each) => html`<option key=${each} value=${each}>${say(`option.start.${each}`)}</option>`)}
              </select></label>`}`}
        <label class="field"><span>${say("option.pace")}</span>
          <select value=${more.pace ?? "HUMAN"} onChange=${(event) => setMore({ ...more, pace: event.target.value })}>
            ${["HUMAN", "INSTANT"].map((each) => html`<option key=${each} value=${each}>${say(`option.pace.${each}`)}</option>`)}
          </select></label>
      </details>
      <button class="primary wide" disabled=${busy}>${say("new.create")}</button>
    </form>
  </section>`;
}

function Standings() {
  const [game, setGame] = useState("BOMBAY");
  const { value } = useAsked(() => ask(STANDINGS, { game }), [game]);
  const rows = value?.standings.edges ?? [];
  return html`<section class="card" aria-labelledby="standings">
    <h2 id="standings">${say("standings.title")}</h2>
    <div class="tabs">${GAMES.map((each) => html`<button key=${each} aria-pressed=${each === game}
      onClick=${() => setGame(each)}>${say(`game.${each}`)}</button>`)}</div>
    ${rows.length === 0 ? html`<p class="soft">${say("standings.none")}</p>` : html`<table class="plain">
      <thead><tr><th scope="col">${say("standings.player")}</th><th scope="col">${say("standings.won")}</th><th scope="col">${say("standings.rating")}</th></tr></thead>
      <tbody>${rows.map(({ node }) => html`<tr key=${node.player.id}><th scope="row">${node.player.name ?? "?"}</th>
        <td>${node.won} / ${node.played}</td><td>${node.rating.toFixed(1)}</td></tr>`)}</tbody></table>`}
  </section>`;
}
