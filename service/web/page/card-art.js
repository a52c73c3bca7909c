// A small picture of each game, for its card and its table.
import { HEXAGON, Stretch, way } from "./bazar-board.js";
import { Scene } from "./scene.js";
import { html } from "./ui.js";

const ART = [
  { x: -86.6, lone: [0, 2], trunk: [3, 1] },
  { x: 0, lone: [0, 3], trunk: [4, 1] },
  { x: 86.6, lone: [2, 3], trunk: [4, 0] },
];
const TRADER = [{ hue: "pink", x: 600, bales: ["ORANGE", "PURPLE"] }];

export function CardArt({ game, wide = false }) {
  if (game === "BOMBAY") {
    const part = wide ? {} : { from: 150, width: 900, herd: TRADER };
    return html`<div class="card-art" aria-hidden="true"><${Scene} ...${part} /></div>`;
  }
  return html`<div class="card-art" aria-hidden="true"><svg class="icon" viewBox="-134 -54 268 108">
    ${ART.map(({ x, lone, trunk }) => html`<g key=${x} transform="translate(${x} 0)">
      <polygon class="tile" points=${HEXAGON} /><${Stretch} d=${way(...lone)} seat=${null} /><${Stretch} d=${way(...trunk)} seat=${0} />
    </g>`)}
  </svg></div>`;
}
