// The record of a table: fetched with the player's token, saved as a file, or verified here.
import { getBytes } from "./api.js";
import { say } from "./texts.js";
import { troubled } from "./trouble.js";
import { html, notify, useState } from "./ui.js";
import { receipts } from "./receipts.js";

const read = (table) => getBytes(`/v1/tables/${table.id}/record`);

async function download(table) {
  try {
    const address = URL.createObjectURL(new Blob([await read(table)], { type: "application/jsonl" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${table.game.toLowerCase()}-${table.id}.jsonl` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (failure) {
    notify(troubled(failure));
  }
}

export const Download = ({ table }) =>
  html`<button onClick=${() => download(table)}>${say("result.record")}</button>`;

// What stands between backticks is to be typed.
const coded = (text) => text.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part));

export function Verify({ table }) {
  const [state, setState] = useState(null);
  const check = async () => {
    setState({ busy: true });
    try {
      const [bytes, { verify, Wrong }] = await Promise.all([read(table), import("./verify.js")]);
      try {
        setState({ found: verify(bytes, receipts(table.id)) });
      } catch (error) {
        setState({ wrong: error instanceof Wrong ? error : { version: 0, reason: "form" } });
      }
    } catch (failure) {
      setState(null);
      notify(troubled(failure));
    }
  };
  const { busy, found, wrong } = state ?? {};
  return html`<div class="verify">
    <button onClick=${check} disabled=${busy}>${say(busy ? "loading" : "verify")}</button>
    <div role="status">
      ${found && html`<ul class="ticks">
        <li>${say("verify.chain", { n: found.events })}</li>
        ${found.receipts > 0 && html`<li>${say("verify.receipts", { n: found.receipts })}</li>`}
        ${found.draws === null ? html`<li class="later">${say("verify.later")}</li>`
          : html`<li>${say("verify.seed")}</li><li>${found.draws ? say("verify.draws", { n: found.draws }) : say("verify.draws.none")}</li>`}
        <li class="later">${coded(say("verify.rules"))}</li>
      </ul>`}
      ${wrong && html`<p class="trouble">✕ ${say(`verify.wrong.${wrong.reason}`, { n: wrong.version })}</p>`}
    </div>
  </div>`;
}
