// A game of Bombay Bazar.
import { html } from "./ui.js";

export function Bazar() {
  return html`<p>…</p>`;
}
