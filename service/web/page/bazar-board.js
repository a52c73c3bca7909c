// The board of Bombay Bazar, drawn from the view: hexagons, tiles, trunks, heads and end pieces.
import { nameOf } from "./people.js";
import { about } from "./rules.js";
import { say } from "./texts.js";
import { classes, html, useRef } from "./ui.js";

const RADIUS = 50;
const WIDTH = RADIUS * Math.sqrt(3);
const CORNERS = Array.from({ length: 6 }, (_, place) => polar(RADIUS, place * 60 - 30));
export const HEXAGON = CORNERS.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
// A flower of six petals, woven into the cloth.
const MOTIF = Array.from({ length: 6 }, (_, place) => {
  const [[x, y], [left, up], [right, down]] = [polar(17, place * 60), polar(11, place * 60 - 26), polar(11, place * 60 + 26)];
  const n = (...values) => values.map((value) => value.toFixed(1)).join(" ");
  return `M0 0Q${n(left, up)} ${n(x, y)}Q${n(right, down)} 0 0z`;
}).join("");
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function polar(length, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

// The middle of an edge: they count clockwise from 0 at the north-east.
const middle = (edge) => polar(WIDTH / 2, (edge - 1) * 60);
const centre = ({ row, column }) => [column * WIDTH + (row % 2) * (WIDTH / 2), row * RADIUS * 1.5];

// The way of a segment across its cell.
export function way(from, to) {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const bend = Math.min((from - to + 6) % 6, (to - from + 6) % 6) === 1 ? 0.3 : 0.42;
  const n = (value) => value.toFixed(1);
  return `M${n(x1)} ${n(y1)}C${n(x1 * bend)} ${n(y1 * bend)} ${n(x2 * bend)} ${n(y2 * bend)} ${n(x2)} ${n(y2)}`;
}

export const turned = (segments, rotation) =>
  segments.map((edges) => edges.map((edge) => (edge + rotation) % 6).sort((a, b) => a - b));

// The rotations of a pattern that look different, the smallest of each look.
export function looks(segments) {
  const seen = new Set();
  return [0, 1, 2, 3, 4, 5].filter((rotation) => {
    const look = JSON.stringify(turned(segments, rotation).sort((a, b) => a[0] - b[0]));
    return !seen.has(look) && seen.add(look);
  });
}

export function Tile({ segments, seat = null, entry = null }) {
  const mine = (edges) => entry !== null && edges.includes(entry);
  return html`<g><polygon class="tile" points=${HEXAGON} />
    ${[...segments].sort((one, other) => Number(mine(one)) - Number(mine(other))).map((edges) => html`
      <${Stretch} key=${edges.join()} d=${way(edges[0], edges[1])} seat=${mine(edges) ? seat : null} />`)}</g>`;
}

export function TileIcon({ segments }) {
  return html`<svg class="tile-icon" viewBox="-46 -53 92 106" aria-hidden="true"><${Tile} segments=${segments} /></svg>`;
}

export function Stretch({ d, seat, delay }) {
  if (seat === null) return html`<g class="stretch"><path class="bed" d=${d} /><path class="lone" d=${d} /></g>`;
  const style = delay === undefined ? null : { animationDelay: `${delay}ms` };
  return html`<g class=${classes("stretch", `trunk-${seat}`, delay !== undefined && "grows")}>
    <path class="bed" d=${d} /><path class="trunk" d=${d} pathLength="1" style=${style} /><path class="marks" d=${d} />
  </g>`;
}

// What a screen reader says of a cell.
function described(cell, view, table) {
  const parts = [cell.cell];
  if (cell.content === "HEAD") {
    const trunk = view.trunks.find((each) => each.head === cell.cell);
    parts.push(trunk ? say("cell.head", { name: nameOf(table, trunk.seat) }) : say("cell.head.none"));
  }
  if (cell.content === "END_PIECE") parts.push(say("cell.end"));
  if (cell.content === "EMPTY") parts.push(say("cell.empty"));
  if (cell.content === "TILE") {
    parts.push(say("cell.tile", { tile: cell.tile }));
    for (const { edges, seat } of cell.segments) {
      const named = edges.map((edge) => say(`edge.${edge}`)).join("–");
      parts.push(seat === null ? say("cell.lone", { edges: named }) : say("cell.trunk", { edges: named, name: nameOf(table, seat) }));
    }
  }
  for (const trunk of view.trunks) {
    if (!trunk.out && trunk.tip.cell === cell.cell) parts.push(say("cell.tip", { name: nameOf(table, trunk.seat) }));
  }
  return parts.join(". ");
}

const tipOf = (cell) =>
  ({
    HEAD: about("head", "Z3 Z4"),
    END_PIECE: about("end", "Z13 Z14"),
    TILE: about("tile", "Z10 Z11"),
    EMPTY: about("cell", "Z7 Z8"),
  })[cell.content];

export function BazarBoard({ view, table, ghost, lay, turn, before = {} }) {
  const board = useRef();
  const byName = Object.fromEntries(view.cells.map((cell) => [cell.cell, cell]));
  const mine = table.mySeat === null ? null : view.trunks[table.mySeat];
  const trying = ghost?.segments && ghost.fits; // the tip goes where the tile would take it
  const live = view.trunks.filter((trunk) => !trunk.out);
  const seatAt = Object.fromEntries(view.trunks.map((trunk) => [trunk.head, trunk.seat]));
  const byCorner = Object.fromEntries(view.trunks.map((trunk) => [trunk.corner, trunk.seat]));
  const home = ghost?.cell ?? view.trunks[table.mySeat ?? 0]?.tip.cell ?? "E4";
  const key = (cell) => (event) => {
    const step = STEPS[event.key];
    if (step) {
      const next = view.cells.find((each) => each.row === cell.row + step[1] && each.column === Math.min(cell.column + step[0], each.row % 2 ? 6 : 7));
      if (next) board.current.querySelector(`[data-cell="${next.cell}"]`).focus();
    } else if ((event.key === "Enter" || event.key === " ") && ghost?.cell === cell.cell) lay();
    else return;
    event.preventDefault();
  };
  // A mouse lays where it clicks; a finger, which has no wheel, turns the tile.
  const finger = useRef(false);
  const press = (event) => {
    finger.current = event.pointerType === "touch";
  };
  const touch = () => (finger.current && ghost.segments ? turn(1) : lay());
  const wheel = (event) => {
    if (!ghost) return;
    event.preventDefault();
    turn(event.deltaY > 0 ? 1 : -1);
  };
  return html`<svg ref=${board} class="board bazar-board" viewBox="-70 -66 746 732" role="group" aria-label=${say("board.bazar")} onWheel=${ghost ? wheel : null}>
    <rect class="cloth" x="-70" y="-66" width="746" height="732" />
    <g class="fringe" aria-hidden="true">${Array.from({ length: 26 }, (_, place) => html`<path key=${place} d=${`M${-70 + place * 28.7} -66l14.300 16l14.300-16zM${-70 + place * 28.7} 666l14.300-16l14.300 16zM-70 ${-66 + place * 28.15}l13 14l-13 14zM676 ${-66 + place * 28.15}l-13 14l13 14z`} />`)}</g>
    ${view.cells.map((cell) => {
      const [x, y] = centre(cell);
      const goal = ghost?.cell === cell.cell;
      const here = live.filter((trunk) => trunk.tip.cell === cell.cell && !(trying && trunk === mine));
      return html`<g key=${cell.cell} transform="translate(${x} ${y})" aria-hidden="true" class=${classes("cell", goal && "goal")}>
        <polygon class="hex" points=${HEXAGON} />
        ${cell.content === "EMPTY" && html`<path class="motif" d=${MOTIF} /><text class="cell-name" y="39">${cell.cell}</text>`}
        ${cell.content === "TILE" && html`<polygon class="tile" points=${HEXAGON} />`}
        ${cell.segments.filter((segment) => segment.seat === null).map(({ edges }) => html`<${Stretch} key=${edges.join()} d=${way(edges[0], edges[1])} seat=${null} />`)}
        ${cell.content === "EMPTY" && here.map((trunk) => {
          const [tx, ty] = middle(trunk.tip.edge);
          return html`<g key=${trunk.seat} class=${`tip trunk-${trunk.seat}`}><circle cx=${tx * 0.62} cy=${ty * 0.62} r="12" /><text x=${tx * 0.62} y=${ty * 0.62 + 5}>${trunk.seat + 1}</text></g>`;
        })}
      </g>`;
    })}
    <g aria-hidden="true" class="trunks">
      ${view.trunks.map((trunk) => html`<g key=${trunk.seat}>${trunk.passages.map((passage, place) => {
        const [x, y] = centre(byName[passage.cell]);
        const old = before[trunk.seat];
        const delay = old !== undefined && place >= old ? (place - old) * 140 : undefined;
        return html`<g key=${place} transform="translate(${x} ${y})"><${Stretch} d=${way(passage.entry, passage.exit)} seat=${trunk.seat} delay=${delay} /></g>`;
      })}</g>`)}
      ${view.cells.filter((cell) => cell.content === "HEAD").map((cell) => {
        const [x, y] = centre(cell);
        return html`<g key=${cell.cell} transform="translate(${x} ${y})"><${Head} corner=${cell.elephants[0]} seat=${seatAt[cell.cell] ?? null} own=${cell.cell === mine?.head} /></g>`;
      })}
      ${view.cells.filter((cell) => cell.content === "END_PIECE").map((cell) => {
        const [x, y] = centre(cell);
        const seat = byCorner[cell.elephants.at(-1)] ?? null;
        return html`<g key=${cell.cell} transform="translate(${x} ${y})" class=${classes("end-piece", seat !== null && `trunk-${seat}`)}>
          <circle r="30" /><path d="M-14 6a15 15 0 1 1 15 14a9 9 0 1 1 6-15" /><text y="46">${seat === null ? "" : seat + 1}</text></g>`;
      })}
    </g>
    ${ghost && byName[ghost.cell] && html`<g class=${classes("ghost", !ghost.fits && "misfit")} transform="translate(${centre(byName[ghost.cell]).join(" ")})" aria-hidden="true">
      ${ghost.segments && html`<${Tile} segments=${ghost.segments} seat=${table.mySeat} entry=${ghost.entry} />`}
      <polygon class="goal-edge" points=${HEXAGON} />
      ${ghost.segments && html`<g class="gain"><circle cy="-38" cx="30" r="17" /><text x="30" y="-32">${ghost.fits ? `+${ghost.gain}` : "✕"}</text></g>`}
    </g>`}
    ${view.cells.map((cell) => {
      const goal = ghost?.cell === cell.cell;
      return html`<polygon key=${cell.cell} data-cell=${cell.cell} class=${classes("spot", goal && "goal")} points=${HEXAGON}
        transform="translate(${centre(cell).join(" ")})" role=${goal ? "button" : "img"} tabindex=${cell.cell === home ? 0 : -1}
        aria-label=${described(cell, view, table)} data-title="" ...${tipOf(cell)} onKeyDown=${key(cell)} onPointerDown=${press} onClick=${goal ? touch : null} />`;
    })}
  </svg>`;
}

const REACH = (WIDTH / 2 / 1.15).toFixed(1);

// An elephant's head from above, looking at its start cell.
function Head({ corner, seat, own }) {
  const angle = { NW: 60, NE: 120, SE: 240, SW: 300 }[corner];
  return html`<g class=${classes("head", seat !== null && `trunk-${seat}`, own && "own")}>
    <g transform="rotate(${angle}) scale(1.15)">
      <path class="face-ear" d="M2-12C-2-34-30-44-36-28C-42-14-28-4-12-6zM2 12C-2 34-30 44-36 28C-42 14-28 4-12 6z" />
      <path class="snout-bed" d="M8 0H${REACH}" /><path class="snout" d="M8 0H${REACH}" />
      <ellipse class="face" rx="24" ry="19" cx="-6" /><circle class="eye" cx="9" cy="-12" r="2.600" /><circle class="eye" cx="9" cy="12" r="2.600" />
    </g>
    <circle class="crest" r="12" cx="0" cy="0" /><text y="6">${seat === null ? "–" : seat + 1}</text>
  </g>`;
}
