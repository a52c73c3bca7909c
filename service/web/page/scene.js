// The picture at the door: elephants on their way before a city at dusk.
import { Elephant } from "./art.js";
import { html } from "./ui.js";

const GROUND = 252;

function tower([x, width, height]) {
  const [top, w] = [GROUND - height, width * 1.16];
  const dome = `M${x - w / 2} ${top}c${-w * 0.2} ${-w * 0.5} ${w * 0.32} ${-w * 0.6} ${w / 2} ${-w}c${w * 0.18} ${w * 0.4} ${w * 0.7} ${w * 0.5} ${w / 2} ${w}z`;
  const mast = `M${x - 1.5} ${top - w + 4}h3v${-w * 0.28 - 4}h-3z`;
  return `M${x - width / 2} ${GROUND}v${-height}h${width}v${height}z${dome}${mast}`;
}

const FAR = [[40, 26, 60], [100, 60, 70], [160, 20, 96], [300, 20, 84], [350, 50, 60], [430, 18, 110], [520, 92, 74], [610, 18, 110], [700, 50, 64], [756, 20, 88], [880, 40, 60], [950, 74, 70], [1020, 22, 104], [1120, 46, 66], [1172, 20, 84]];
const NEAR = [[10, 34, 34], [220, 40, 40], [262, 16, 62], [470, 30, 38], [570, 30, 38], [660, 16, 58], [820, 44, 42], [860, 16, 66], [1076, 36, 40], [1144, 16, 60]];
const HERD = [
  { hue: "pink", x: 150, bales: ["ORANGE", "PURPLE"] },
  { hue: "brown", x: 372, bales: ["BLUE", "YELLOW"] },
  { hue: "ivory", x: 590, howdah: true },
  { hue: "grey", x: 812, bales: ["PURPLE", "ORANGE"] },
  { hue: "black", x: 1040, bales: ["YELLOW", "BLUE"] },
];
const PALMS = [[256, 1.5], [700, 1.3], [930, 1.7], [60, 1.2], [1150, 1.4]];

export function Scene({ from = 0, width = 1200, herd = HERD }) {
  return html`<svg class="scene" viewBox="${from} 0 ${width} 320" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop class="dusk-0" offset="0" /><stop class="dusk-1" offset=".55" /><stop class="dusk-2" offset=".8" /></linearGradient></defs>
    <rect x="-600" width="2400" height="320" fill="url(#dusk)" />
    <circle class="sun" cx=${from + width / 2} cy="176" r="92" />
    <path class="city-far" d=${FAR.map(tower).join("")} /><path class="city-near" d=${NEAR.map(tower).join("")} />
    <path class="dune" d="M-600 258q260-26 480-8t420-4t420 2t420-6t660 10v80h-2400z" />
    <g class="scene-palms">${PALMS.map(([x, size]) => html`<path key=${x} transform="translate(${x} 262) scale(${size})" d="M0 0q-4-26 4-50M4-50q-20-8-32 8M4-50q-16-18-32-10M4-50q6-20 28-14M4-50q22-4 30 12M4-50q-2-16 8-22" />`)}</g>
    <path class="dune-near" d="M-600 282q300-18 600-4t600-2t600 0t600 0v60h-2400z" />
    ${herd.map(({ hue, x, bales, howdah }, place) => html`<g key=${hue} transform="translate(${x} 246) scale(1.9)">
      <g class="stroll" style=${{ animationDelay: `${place * -0.7}s` }}>${howdah && html`<${Howdah} />`}<${Elephant} hue=${hue} bales=${bales} /></g></g>`)}
    <path class="dune-front" d="M-600 304q400-14 800-4t800-2t800 0v40h-2400z" />
  </svg>`;
}

// The seat on an elephant's back that this house is named after.
function Howdah() {
  return html`<g class="howdah"><path class="seat" d="M-27-17v-11h28v11z" /><path class="post" d="M-24-28v-17M-2-28v-17" />
    <path class="roof" d="M-31-44q5-2 8-8q4-5 10-9q6 4 10 9q3 6 8 8z" /><path class="fringe-line" d="M-31-44q4.500 6 9 0q4.500 6 9 0q4.500 6 9 0q4.500 6 9 0z" /></g>`;
}
