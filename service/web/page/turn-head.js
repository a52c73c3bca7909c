// Whose turn it is, and what the others have done since mine.
import { ElephantIcon } from "./art.js";
import { QUIET } from "./history.js";
import { HUES } from "./lobby.js";
import { nameOf } from "./people.js";
import { say } from "./texts.js";
import { classes, html } from "./ui.js";

const LINES = 3; // more is in the history

export const SeatMark = ({ table, seat }) =>
  table.game === "BOMBAY"
    ? html`<${ElephantIcon} seat=${seat} hue=${HUES[seat]} />`
    : html`<span class=${`trunk-mark trunk-mark-${seat}`} aria-hidden="true">${seat + 1}</span>`;

// A bot or a friend thinks: dots that come and go, for the eye only.
const Thinking = () => html`<span class="thinking" aria-hidden="true"><i></i><i></i><i></i></span>`;

export function TurnHead({ table, view, mine, waits }) {
  const seat = mine ? table.mySeat : view.onTurn;
  const text = mine ? say("turn.yours") : waits ?? (seat === null ? say("turn.over") : say("turn.of", { name: nameOf(table, seat) }));
  return html`<div class=${classes("turn-head", mine && "mine")}>
    ${seat !== null && html`<${SeatMark} table=${table} seat=${seat} />`}
    <h2 id="turn">${text}</h2>${!mine && seat !== null && html`<${Thinking} />`}
  </div>`;
}

export function Recap({ table, entries }) {
  const since = entries.findLastIndex((entry) => entry.seat === table.mySeat);
  const told = entries.slice(since + 1).filter((entry) => entry.seat !== null && !QUIET.some((type) => entry.type.startsWith(type)));
  if (table.mySeat === null || !told.length) return null;
  return html`<ul class="recap" aria-label=${say("turn.recap")}>${told.slice(-LINES).map((entry) => html`<li key=${entry.version}>
    <span class=${`seat-dot dot-${table.game.toLowerCase()}-${entry.seat}`} aria-hidden="true">${entry.seat + 1}</span>${entry.text}</li>`)}</ul>`;
}
