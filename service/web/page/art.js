// What is drawn in more than one place: elephants, bales of silk, tokens, palaces, patterns.
import { say } from "./texts.js";
import { classes, html } from "./ui.js";

export const COLOURS = ["yellow", "purple", "blue", "orange"];
export const lower = (name) => name?.toLowerCase() ?? null;

// Patterns and letters say what colours say, for those who do not see the colours.
export function Patterns() {
  return html`<svg class="patterns" aria-hidden="true" width="0" height="0">
    <defs>
      <pattern id="weave-yellow" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" class="silk-yellow" />
        <circle cx="2" cy="2" r="1.1" class="thread-yellow" /><circle cx="6" cy="6" r="1.1" class="thread-yellow" />
      </pattern>
      <pattern id="weave-purple" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="7" height="7" class="silk-purple" /><rect width="2.2" height="7" class="thread-purple" />
      </pattern>
      <pattern id="weave-blue" width="12" height="6" patternUnits="userSpaceOnUse">
        <rect width="12" height="6" class="silk-blue" />
        <path d="M0 3q3-3 6 0t6 0" fill="none" stroke-width="1.3" class="line-blue" />
      </pattern>
      <pattern id="weave-orange" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" class="silk-orange" />
        <path d="M0 0h7M0 0v7" stroke-width="1.6" class="line-orange" />
      </pattern>
      <pattern id="shut" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="6" height="6" class="shut-ground" /><rect width="2" height="6" class="shut-line" />
      </pattern>
    </defs>
  </svg>`;
}

// A roll of silk with its letter, 30 wide and 24 high around (x, y).
export function Bale({ colour, x = 0, y = 0, scale = 1 }) {
  const name = lower(colour);
  return html`<g class="bale" transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-15" y="-11" width="30" height="22" rx="6" fill="url(#weave-${name})" class="bale-edge" />
    <circle r="8.2" class="silk-${name} bale-seal" />
    <text class="bale-letter ink-${name}" y="4.6">${say(`letter.${name}`)}</text>
  </g>`;
}

export function BaleIcon({ colour, label }) {
  return html`<svg class="icon bale-icon" viewBox="-17 -13 34 26" role=${label ? "img" : null}
    aria-label=${label} aria-hidden=${label ? null : "true"}><${Bale} colour=${colour} /></svg>`;
}

export function Coin({ x = 0, y = 0, amount = "", scale = 1 }) {
  return html`<g class="coin" transform="translate(${x} ${y}) scale(${scale})">
    <circle r="11" class="coin-edge" /><circle r="8.2" class="coin-face" />
    <text y="4.6">${amount}</text>
  </g>`;
}

export function Client({ x = 0, y = 0, scale = 1 }) {
  return html`<g class="client" transform="translate(${x} ${y}) scale(${scale})">
    <path d="M-8 10c0-7 3-10 8-10s8 3 8 10z" /><circle cy="-4.5" r="4.8" />
    <path d="M-6-6q6-7 12 0l-1-4q-5-4-10 0z" class="turban" />
  </g>`;
}

export function Gate({ x = 0, y = 0, scale = 1 }) {
  return html`<g class="gate" transform="translate(${x} ${y}) scale(${scale})">
    <path d="M-10 10v-13h3v-4h3v4h1q0-6 3-8q3 2 3 8h1v-4h3v4h3v13h-6v-6q-4-5-8 0v6z" />
  </g>`;
}

// A walled town with its great dome, for the cities on the board.
export function City() {
  return html`<g class="town">
    <path class="town-wall" d="M-31 22v-26h10v26zM21 22v-26h10v26zM-15 22v-27h30v27z" />
    <path class="town-dome" d="M-33-4q0-8 7-13q7 5 7 13zM19-4q0-8 7-13q7 5 7 13zM-16-5c-6-13 10-15 16-26c6 11 22 13 16 26z" /><path class="town-mast" d="M0-30v-7M-26-16v-5M26-16v-5" />
    <path class="town-wall" d="M-35 24v-12h5v3h5v-3h5v3h5v-3h5v3h20v-3h5v3h5v-3h5v3h5v-3h5v12z" /><path class="town-gate" d="M-8 24v-10q0-6 8-11q8 5 8 11v10z" />
  </g>`;
}

export function Token({ token, x, y, scale = 1 }) {
  const kind = lower(token);
  if (kind === "client") return html`<${Client} x=${x} y=${y} scale=${scale} />`;
  if (kind === "city") return html`<${Gate} x=${x} y=${y} scale=${scale} />`;
  if (kind === "rupees") return html`<${Coin} x=${x} y=${y} scale=${scale} amount="2" />`;
  return html`<g transform="translate(${x} ${y}) scale(${scale})" class="gift">
    <rect x="-11" y="-8" width="22" height="17" rx="4" /><path d="M0-8v17M-11-1h22M0-8q-7-6-7 0M0-8q7-6 7 0" />
  </g>`;
}

export function Icon({ of, label, amount }) {
  const drawn = { coin: Coin, client: Client, gate: Gate, token: Token }[of] ?? Token;
  return html`<svg class="icon" viewBox="-13 -13 26 26" role=${label ? "img" : null}
    aria-label=${label} aria-hidden=${label ? null : "true"}>
    <${drawn} token=${of} amount=${amount} />
  </svg>`;
}

// An elephant seen from the side, about 76 wide and 56 high, with up to two bales on its back.
export function Elephant({ seat, hue, bales = [] }) {
  return html`<g class=${`elephant hide-${hue}`}>
    ${bales.map((colour, place) =>
      html`<${Bale} key=${place} colour=${colour} x=${place * 27 - 20} y=${-31} scale=${0.86} />`)}
    <path class="tail" d="M-32-3q-6 5-4 14" />
    <path class="hide" d="M-31 0c0-13 8-19 20-19h14c4-5 10-7 16-5c9 3 11 11 11 19c0 9-1 15 3 15c3 0 3-3 6-3c2 0 3 2 2 4c-2 6-6 8-10 7c-8-1-9-9-9-16c-3 2-6 3-9 2v22h-12v-13h-15v13h-12v-16c-4-2-5-6-5-10z" />
    <path class="ear" d="M5-16c-5 1-7 7-5 13c2 5 8 6 10 1c2-6 1-14-5-14z" />
    <path class="tusk" d="M21 3q4 5 9 4q-5 3-11 0z" />
    <circle class="eye" cx="20" cy="-10" r="1.9" />
    <path class="blanket" d="M-24-19h21v17q-10 5-21 0z" />
    ${seat === undefined ? html`<path class="tassel" d="M-13.500-14l4 5l-4 5l-4-5z" />` : html`<text class="seat-number" x="-13.5" y="-5">${seat + 1}</text>`}
  </g>`;
}

export function ElephantIcon({ seat, hue, label }) {
  return html`<svg class="icon elephant-icon" viewBox="-42 -28 88 56" role=${label ? "img" : null}
    aria-label=${label} aria-hidden=${label ? null : "true"}>
    <${Elephant} seat=${seat} hue=${hue} />
  </svg>`;
}

export function Palace({ seat, hue, x = 0, y = 0, scale = 1 }) {
  return html`<g class=${classes("palace", `hide-${hue}`)} transform="translate(${x} ${y}) scale(${scale})">
    <path class="hide" d="M-20 16v-18h5v-6q0-5 3-7q3 2 3 7v2h2q0-11 7-16q7 5 7 16h2v-2q0-5 3-7q3 2 3 7v6h5v18z" />
    <path class="banner" d="M0-22v-7l8 3l-8 3" />
    <circle class="blanket" cy="4" r="8" /><text class="seat-number" y="8.5">${seat + 1}</text>
  </g>`;
}

// The band of arches below the title.
export function Arches() {
  return html`<svg class="arches" aria-hidden="true" width="100%" height="20">
    <defs><pattern id="arch" width="30" height="20" patternUnits="userSpaceOnUse">
      <path d="M0 0h30v4c-4 0-5 3-6 6c-4 0-7 3-9 8c-2-5-5-8-9-8c-1-3-2-6-6-6z" /><circle cx="0" cy="9" r="1.8" /><circle cx="30" cy="9" r="1.8" />
    </pattern></defs>
    <rect width="100%" height="20" fill="url(#arch)" />
  </svg>`;
}
