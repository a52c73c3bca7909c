// The country under the board of Bombay: coast, rivers, hills, woods, and the roads across it.
import { html } from "./ui.js";

const SCALE = 10;
const BEND = 0.07; // how far a road swings aside, of its length

export const FRAME = { x: -62, y: -46, width: 1124, height: 1078 };

export const at = (site) => [site.x * SCALE, site.y * SCALE];

// Roads swing a little, each to a side of its own, and the same way from either end.
function bow(one, other) {
  const [from, to] = one.id < other.id ? [one, other] : [other, one];
  const [x1, y1] = at(from);
  const [x2, y2] = at(to);
  const side = (from.id.charCodeAt(0) + to.id.charCodeAt(to.id.length - 1)) % 2 ? BEND : -BEND;
  return [(x1 + x2) / 2 - (y2 - y1) * 2 * side, (y1 + y2) / 2 + (x2 - x1) * 2 * side];
}

export function road(one, other) {
  return `M${at(one).join(" ")}Q${bow(one, other).join(" ")} ${at(other).join(" ")}`;
}

// Points on a road, from one site to the other, both ends among them.
export function walked(one, other, pieces = 6) {
  const [[x1, y1], [xm, ym], [x2, y2]] = [at(one), bow(one, other), at(other)];
  return Array.from({ length: pieces + 1 }, (_, place) => {
    const t = place / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [a * x1 + b * xm + c * x2, a * y1 + b * ym + c * y2];
  });
}

const COAST = "M84-48q36 126 16 176q-40 60-30 120q-60 60-40 140q-10 60-30 110q10 80 30 150q-20 80 20 160q-10 120 40 226h1010v-1082z";
const PEAKS = [[190, 690, 1.1], [230, 722, 0.9], [262, 696, 0.7], [300, 205, 0.8], [335, 186, 0.6], [860, 120, 1.2], [905, 142, 0.9], [826, 146, 0.7], [560, 700, 1], [600, 722, 0.8], [820, 470, 0.8], [850, 490, 0.6]];
const WOODS = [[545, 205], [960, 180], [300, 560], [470, 850], [500, 880], [690, 330], [960, 440], [870, 850], [830, 885], [215, 330], [985, 960], [630, 470], [255, 930]];
const PALMS = [[60, 470], [92, 660], [62, 745], [112, 930], [118, 175], [205, 980], [42, 330]];
const FIELDS = [[455, 330], [690, 590], [265, 860], [880, 350], [640, 985], [975, 745]];
const BOATS = [[-18, 330, 1], [-30, 610, 0.8], [2, 900, 1.1], [10, 60, 0.8]];
const WAVES = [[-50, 140], [-20, 205], [-48, 262], [-40, 470], [-52, 545], [-40, 690], [-10, 745], [-52, 835], [-36, 975]];

export function Land() {
  const { x, y, width, height } = FRAME;
  return html`<g class="land" aria-hidden="true">
    <rect class="sea" x=${x} y=${y} width=${width} height=${height} />
    <path class="shallows" d=${COAST} /><path class="coast" d=${COAST} />
    <g class="ground">
      <path class="lowland" d="M100 128q-40 60-30 120q-60 60-40 140q-10 60-30 110q10 80 30 150q-20 80 20 160q-10 120 40 226h150q-90-130-76-240q-30-80 4-190q-50-90-14-190q10-130 62-186q-10-90 60-150l-40-128h-150q36 126 16 176z" />
      <path class="plateau" d="M330 560q120-90 290-40q150-20 230 70q70 120-30 220q-140 90-330 60q-180 20-190-120q-40-110 30-190z" />
      <path class="lowland" d="M560-48q80 90 240 70t262-30v-40zM1062 700q-70 60-60 170t-90 164h150z" />
    </g>
    <path class="river" d="M205 470q120 50 250 32t170 30q90 60 200 76t240-10" /><path class="river thin" d="M1064 46C960 100 900 30 800 60S650 40 570 60S400 190 310 150S170 130 92 172" />
    <g class="fields">${FIELDS.map(([fx, fy]) => html`<path key=${fx} transform="translate(${fx} ${fy})" d="M-26 8l40-20M-20 15l40-20M-14 22l40-20M-8 29l40-20" />`)}</g>
    <g class="peaks">${PEAKS.map(([px, py, size]) => html`<g key=${px} transform="translate(${px} ${py}) scale(${size})">
      <path class="sunny" d="M-34 20q18-30 30-46q14 22 36 46q-34 8-66 0z" /><path class="shady" d="M-4-26q14 22 36 46q-18 4-30 4q8-16 0-26q4-12-6-24z" /></g>`)}</g>
    <g class="woods">${WOODS.map(([wx, wy]) => html`<g key=${wx} transform="translate(${wx} ${wy})">
      <circle cx="-13" cy="3" r="11" /><circle cx="13" cy="4" r="12" /><circle cy="-6" r="13" /><path d="M-13 14v7M13 16v6M0 7v12" /></g>`)}</g>
    <g class="palms">${PALMS.map(([px, py]) => html`
      <path key=${px} transform="translate(${px} ${py})" d="M0 0q-2-14 2-26M2-26q-14-4-20 6M2-26q-10-12-20-8M2-26q6-12 18-8M2-26q14-2 18 8" />`)}</g>
    <g class="waves">${WAVES.map(([wx, wy]) => html`<path key=${wy} d=${`M${wx} ${wy}q10-8 20 0t20 0`} />`)}</g>
    <g class="boats">${BOATS.map(([bx, by, size]) => html`<g key=${by} transform="translate(${bx} ${by}) scale(${size})">
      <path class="hull" d="M-22 6q22 10 44 0q-4 12-14 12h-18q-9 0-12-12z" /><path class="sail" d="M-2 4v-34q24 8 20 30zM-5 2q-13-4-13-2q6-18 13-26z" /></g>`)}</g>
    <g class="compass" transform="translate(985 62)"><circle r="34" /><circle r="25" /><path d="M0-46L7-7L46 0L7 7L0 46L-7 7L-46 0L-7-7z" /><path class="north" d="M0-46L7-7L0 0z" /></g>
    <rect class="inlay" x=${x + 9} y=${y + 9} width=${width - 18} height=${height - 18} rx="20" />
  </g>`;
}
