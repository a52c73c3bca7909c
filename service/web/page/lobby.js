// A table before its game: who sits where, an invitation to pass on, bots, and the start.
import { command, uuid } from "./api.js";
import { ElephantIcon } from "./art.js";
import { ABANDON, ADD_BOT, LEAVE_SEAT, REMOVE_BOT, START_GAME, TAKE_SEAT } from "./documents.js";
import { CardArt } from "./card-art.js";
import { isMe, seatName } from "./people.js";
import { go } from "./route.js";
import { troubled } from "./trouble.js";
import { session } from "./store.js";
import { say, tongue } from "./texts.js";
import { classes, html, notify, useEffect, useState } from "./ui.js";

export const HUES = ["black", "grey", "ivory", "brown", "pink"];
const LEVELS = ["RANDOM", "GREEDY", "STRONG"];
const LEAST = { BOMBAY: 2, BAZAR: 1 };

export function Lobby({ table, search }) {
  const invite = new URLSearchParams(search).get("invite");
  const [busy, setBusy] = useState(false);
  const host = table.host.id === session.get().id;
  const seated = table.mySeat !== null;
  const filled = table.seats.filter((seat) => seat.player || seat.bot).length;
  const enough = filled >= LEAST[table.game];
  const send = async (document, variables = {}) => {
    setBusy(true);
    try {
      const outcome = await command(document, { tableId: table.id, language: tongue(), ...variables });
      if (outcome.__typename === "Refused") notify(outcome.message, outcome.rule);
      return outcome.__typename === "Accepted";
    } catch (failure) {
      notify(troubled(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (await send(LEAVE_SEAT)) go("/");
  };
  return html`<div class="lobby">
    <section class=${`card card-${table.game.toLowerCase()} with-art`} aria-labelledby="seats">
      <${CardArt} game=${table.game} wide />
      <h1 id="seats">${say("lobby.title", { game: say(`game.${table.game}`) })}</h1>
      <p class="soft">${say(table.options.public ? "lobby.public" : "lobby.private")} ${options(table)}</p>
      <ol class="seats">${table.seats.map((seat) => html`
        <li key=${seat.seat} class=${classes("seat", !seat.player && !seat.bot && "free", isMe(seat) && "mine")}>
          ${table.game === "BOMBAY"
            ? html`<${ElephantIcon} seat=${seat.seat} hue=${HUES[seat.seat]} />`
            : html`<span class=${`trunk-mark trunk-mark-${seat.seat}`} aria-hidden="true">${seat.seat + 1}</span>`}
          <span class="seat-name">${seatName(seat)}
            ${isMe(seat) && html`<em> ${say("seat.you")}</em>`}
            ${seat.player?.id === table.host.id && html`<em> ${say("seat.host")}</em>`}
            ${seat.bot && html`<em> ${say(`level.${seat.bot}`)}</em>`}
          </span>
          ${!seat.player && !seat.bot && !seated && html`<button class="primary" disabled=${busy}
            onClick=${() => send(TAKE_SEAT, { seat: seat.seat, invite, entropy: uuid() })}>${say("lobby.sit")}</button>`}
          ${!seat.player && !seat.bot && host && html`<${AddBot} busy=${busy} add=${(level) => send(ADD_BOT, { seat: seat.seat, level })} n=${seat.seat + 1} />`}
          ${seat.bot && host && html`<button class="quiet" disabled=${busy}
            onClick=${() => send(REMOVE_BOT, { seat: seat.seat })}>${say("lobby.remove")}</button>`}
        </li>`)}</ol>
      <div class="row">
        ${host
          ? html`<button class="primary big" disabled=${busy || !enough} onClick=${() => send(START_GAME)}>${say("lobby.start")}</button>`
          : seated && html`<p class="soft" role="status">${say("lobby.wait", { name: table.host.name ?? "?" })}</p>`}
        ${seated && html`<button class="quiet" disabled=${busy} onClick=${leave}>${say("lobby.leave")}</button>`}
        ${host && html`<button class="quiet" disabled=${busy} onClick=${async () => (await send(ABANDON)) && go("/")}>${say("lobby.abandon")}</button>`}
      </div>
      ${host && !enough && html`<p class="soft small">${say("lobby.few")}</p>`}
      ${host && enough && filled < table.seats.length && html`<p class="soft small">${say("lobby.empty")}</p>`}
    </section>
    <${Invitation} table=${table} />
  </div>`;
}

function AddBot({ add, busy, n }) {
  const [level, setLevel] = useState("GREEDY");
  return html`<span class="add-bot">
    <select aria-label=${say("lobby.level", { n })} value=${level} onChange=${(event) => setLevel(event.target.value)}>
      ${LEVELS.map((each) => html`<option key=${each} value=${each}>${say(`level.${each}`)}</option>`)}
    </select>
    <button disabled=${busy} onClick=${() => add(level)}>${say("lobby.bot")}</button>
  </span>`;
}

function options({ options: chosen, fork }) {
  const { bombay, bazar } = chosen;
  return [
    fork && say("table.fork"),
    bombay?.openHoldings && say("option.openHoldings"),
    bombay?.introductory && say("option.introductory"),
    bazar?.sharedCells && say("option.sharedCells"),
    bazar && say(`option.start.${bazar.start}`),
  ].filter(Boolean).map((text) => `· ${text}`).join(" ");
}

export const link = (table) => {
  const address = new URL(`/tables/${table.id}`, location.href);
  if (table.invite && !table.options.public) address.searchParams.set("invite", table.invite);
  return address.href;
};

function Invitation({ table }) {
  const [code, setCode] = useState(null);
  const address = link(table);
  useEffect(() => {
    import("./qr.js").then(({ drawn }) => setCode(drawn(address)));
  }, [address]);
  if (!table.options.public && !table.invite) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify(say("lobby.copied"));
    } catch {
      document.getElementById("invite").select();
    }
  };
  return html`<section class="card invitation" aria-labelledby="invitation">
    <h2 id="invitation">${say("lobby.invite")}</h2>
    <p>${say("lobby.invite.how")}</p>
    <div class="row"><input id="invite" readonly value=${address} aria-label=${say("lobby.link")} onFocus=${(event) => event.target.select()} />
      <button onClick=${copy}>${say("lobby.copy")}</button></div>
    ${code && html`<svg class="qr" viewBox=${`-2 -2 ${code.size + 4} ${code.size + 4}`} role="img" aria-label=${say("lobby.qr")}>
      <rect x="-2" y="-2" width=${code.size + 4} height=${code.size + 4} fill="#fff" /><path d=${code.path} fill="#000" /></svg>`}
  </section>`;
}
