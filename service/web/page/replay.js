// Replay.
import { html } from "./ui.js";

export function Replay() {
  return html`<p>…</p>`;
}
