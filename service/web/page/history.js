// What has happened, in words, newest first, each line a link to that moment.
import { Go } from "./route.js";
import { resign } from "./leave.js";
import { say } from "./texts.js";
import { html, useState } from "./ui.js";

// Events that are no news to who has played along.
export const QUIET = ["table.", "bombay.turn_ended"];

export function History({ entries, table }) {
  const [all, setAll] = useState(false);
  const told = entries.filter((entry) => all || !QUIET.some((type) => entry.type.startsWith(type)));
  const shown = told.slice(all ? 0 : -14).reverse();
  return html`<section class="card history" aria-labelledby="history">
    <h2 id="history">${say("history")}</h2>
    <ol class="lines" tabindex="0" aria-label=${say("history")}>${shown.map((entry) => html`<li key=${entry.version}>
      ${entry.seat !== null && html`<span class=${`seat-dot dot-${table.game.toLowerCase()}-${entry.seat}`} aria-hidden="true">${entry.seat + 1}</span>`}
      <${Go} to=${`/tables/${table.id}?at=${entry.version}`} title=${say("history.jump")}>${entry.text}<//></li>`)}</ol>
    <div class="row">
      <button class="quiet" aria-pressed=${all} onClick=${() => setAll(!all)}>${say(all ? "history.less" : "history.all")}</button>
      ${table.status === "PLAYING" && table.mySeat !== null && !table.seats[table.mySeat].resigned &&
        html`<button class="quiet" onClick=${() => resign(table)}>${say("resign")}</button>`}
    </div>
  </section>`;
}
