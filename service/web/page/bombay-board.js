// The board of Bombay, drawn from the view: trails, sites, cities with demands, elephants, palaces.
import { Bale, City, Client, Coin, Elephant, Gate, Palace, Token, lower } from "./art.js";
import { FRAME, Land, at, road } from "./bombay-land.js";
import { nameOf } from "./people.js";
import { about } from "./rules.js";
import { say, word } from "./texts.js";
import { classes, html, useRef } from "./ui.js";
import { useWalks } from "./walks.js";

// Where the demands of a city stand beside it, and on which side its name does.
const LADDERS = { Bombay: [-100, 0], Indore: [-120, 66], Nagpur: [104, -14], Hyderabad: [-104, 72] };
const NAME_ASIDE = { Hyderabad: 66 };
const NAME_BELOW = 62;
const CLIENTS = [[], [33], [25, 38]]; // where clients stand in a demand
const STANDS = 58; // an elephant stands so far above its site

const isHill = (site) => site.kind.endsWith("HILLTOP");
const isCity = (site) => site.kind === "CITY";

// What a screen reader says of a site: what it is, who is there, what can be done.
function described(site, { view, table, offer }) {
  const parts = [say(`site.${site.kind}`, { name: site.name })];
  if (site.post) parts.push(say(site.open ? "site.post.open" : "site.post.closed", { colour: lower(site.post) }));
  if (site.token) parts.push(say("site.token", { token: lower(site.token) }));
  if (site.palace !== null) parts.push(say("site.palace", { name: nameOf(table, site.palace) }));
  const city = view.cities.find((each) => each.id === site.id);
  if (city?.demands.length) {
    parts.push(`${say("site.demands")} ${city.demands.map(wanted).join(", ")}.`);
    parts.push(say("site.city.tokens", { n: city.tokens }));
  }
  const here = view.players.filter((player) => player.site === site.id);
  for (const player of here) parts.push(say("site.elephant", { name: nameOf(table, player.seat) }));
  if (offer) parts.push(offer.text);
  return parts.join(" ");
}

export const wanted = ({ colour, rupees, clients }) =>
  say(clients ? "site.demand" : "site.demand.plain", { colour: lower(colour), rupees, clients });

function tip(site) {
  if (site.palace !== null) return about("palace", "B18 B23");
  if (site.post) return about(site.open ? "post" : "post.closed", "B12 B19", { colour: lower(site.post) });
  if (isCity(site)) return about("city", "B20 B21 B22");
  if (isHill(site)) return about("hill", "B17");
  if (site.token) return about(`token.${lower(site.token)}`, "B24");
  return about("site", "B23");
}

// The nearest site in the direction of an arrow key.
function towards(sites, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let least = Infinity;
  for (const site of sites) {
    const ahead = (site.x - from.x) * dx + (site.y - from.y) * dy;
    const aside = Math.abs((site.x - from.x) * dy) + Math.abs((site.y - from.y) * dx);
    if (ahead > 0 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = site;
    }
  }
  return best;
}

const NONE = [];

export function BombayBoard({ view, table, offers = {}, chosen, pick, steps = [], walks = NONE }) {
  const board = useRef();
  const elephants = useRef();
  const mine = table.mySeat === null ? null : view.players[table.mySeat];
  const home = mine?.site ?? "A";
  const byId = Object.fromEntries(view.sites.map((site) => [site.id, site]));
  const trails = view.sites.flatMap((site) =>
    site.neighbours.filter((other) => site.id < other).map((other) => [site, byId[other]]),
  );
  useWalks(elephants, walks, byId, STANDS);
  const focusOn = (id) => board.current.querySelector(`[data-site="${id}"]`)?.focus();
  const key = (site) => (event) => {
    if (event.key.startsWith("Arrow")) {
      const next = towards(view.sites, site, event.key);
      if (next) focusOn(next.id);
    } else if (event.key === "Enter" || event.key === " ") pick(site.id);
    else return;
    event.preventDefault();
  };
  return html`<svg ref=${board} class="board bombay-board" viewBox=${Object.values(FRAME).join(" ")} role="group" aria-label=${say("board.bombay")}>
    <${Land} />
    <g class="trails">${trails.map(([one, other]) => {
      const way = road(one, other);
      const open = [one.id, other.id].includes(home) && (offers[one.id] || offers[other.id]);
      return html`<g key=${`${one.id}-${other.id}`} class=${classes("trail", open && "open")}>
        <path class="trail-edge" d=${way} /><path class="trail-bed" d=${way} /><path class="trail-dash" d=${way} /></g>`;
    })}</g>
    <g class="steps" aria-hidden="true">${steps.filter((step) => byId[step.from] && byId[step.to]).map((step, place) => html`
      <path key=${place} class=${`step hue-${step.hue}`} d=${road(byId[step.from], byId[step.to])} />`)}</g>
    ${view.sites.map((site) => {
      const [x, y] = at(site);
      const offer = offers[site.id];
      return html`<g key=${site.id} transform="translate(${x} ${y})" aria-hidden="true"
        class=${classes("site", `kind-${lower(site.kind)}`, chosen === site.id && "chosen")}>
        ${offer && html`<circle class="halo" r=${isCity(site) ? 54 : 46} />`}
        <${Site} site=${site} view=${view} />
      </g>`;
    })}
    <g ref=${elephants} class="herd" aria-hidden="true">${herd(view, byId, table.mySeat).map(({ player, x, y, size }) => html`
      <g key=${player.seat} data-seat=${player.seat} class=${classes("walker", player.seat === view.onTurn && "on-turn", player.seat === table.mySeat && "own")} style=${{ transform: `translate(${x}px, ${y}px) scale(${size})` }}>
        <${Elephant} seat=${player.seat} hue=${lower(player.elephant)} bales=${player.bales} />
      </g>`)}</g>
    <g class="costs" aria-hidden="true">${Object.entries(offers).map(([id, offer]) => {
      const [x, y] = at(byId[id]);
      return html`<g key=${id} class="cost" transform="translate(${x + 38} ${y - 36})">
        <circle r="18" /><text y="7">${offer.actions}</text>
        ${offer.toll > 0 && html`<g transform="translate(6 -34)"><${Coin} amount=${`+${offer.toll}`} scale=${1.3} /><text class="toll-to" x="36" y="7">→ ${offer.owner + 1}</text></g>`}
      </g>`;
    })}</g>
    ${view.sites.map((site) => {
      const [x, y] = at(site);
      const offer = offers[site.id];
      return html`<circle key=${site.id} data-site=${site.id} class=${classes("touch", offer && "offered")} cx=${x} cy=${y} r="52"
        role="button" tabindex=${offer || site.id === home ? 0 : -1} aria-pressed=${offer ? chosen === site.id : null}
        aria-label=${described(site, { view, table, offer })} data-title="" ...${tip(site)}
        onClick=${() => pick(site.id)} onKeyDown=${key(site)} />`;
    })}
  </svg>`;
}

// Elephants stand above their site, side by side, and my own in front.
function herd(view, byId, mine) {
  const stood = {};
  for (const player of view.players) (stood[player.site] ??= []).push(player);
  const placed = Object.entries(stood).flatMap(([id, players]) => {
    const [x, y] = at(byId[id]);
    const size = players.length > 2 ? 0.92 : 1.12;
    const step = players.length > 2 ? 44 : 58;
    return players.map((player, place) => ({
      player,
      size,
      x: x + (place - (players.length - 1) / 2) * step,
      y: y - STANDS + (place % 2) * 12,
    }));
  });
  const order = ({ player }) => (player.seat === mine ? Infinity : player.seat);
  return placed.sort((one, other) => order(one) - order(other));
}

function Site({ site, view }) {
  const name = html`<text class="site-name" x=${NAME_ASIDE[site.id] ?? 0} y=${isCity(site) ? NAME_BELOW + 8 : NAME_BELOW - 6}>${site.name}</text>`;
  const palace = site.palace !== null &&
    html`<${Palace} seat=${site.palace} hue=${lower(view.players[site.palace]?.elephant)} y=${2} scale=${1.25} />`;
  if (isCity(site)) {
    const city = view.cities.find((each) => each.id === site.id);
    return html`<g><circle class="city-ring" r="45" /><circle class="city-ground" r="39" /><${City} />${name}<${Ladder} city=${city} />
      <g class="city-tokens" transform="translate(42 27)"><circle r="19" /><${Gate} x=${-6} scale=${0.75} /><text x="9" y="6">${city.tokens}</text></g></g>`;
  }
  if (isHill(site)) {
    return html`<g><path class="hill" d="M-48 24q22-54 42-52q20-4 54 52q-50 12-96 0z" /><path class="hill-top" d="M-22-8q10-18 17-20q8 0 18 18q-8-3-12 1q-5-5-10 0q-6-4-13 1z" />${palace}${name}</g>`;
  }
  if (site.post) {
    const colour = lower(site.post);
    return html`<g class=${classes("post", !site.open && "closed")}>
      <path class="stall" d="M-30 30v-32h60v32z" />
      <path class="awning" d="M-38 0l8-28h60l8 28q-6 10-12.500 0q-6.500 10-13 0q-6.500 10-12.500 0q-6.500 10-13 0q-6.500 10-12.500 0q-6 10-12.500 0z" fill="url(#weave-${colour})" />
      <circle class="silk-${colour} bale-seal" cy="-12" r="13" /><text class="post-letter ink-${colour}" y="-5.500">${say(`letter.${colour}`)}</text>
      ${site.open ? html`<path class="door" d="M-9 30v-14q9-10 18 0v14z" />` : html`<rect class="shutter" x="-25" y="9" width="50" height="21" fill="url(#shut)" /><text class="closed-word" y="26">${say("post.shut")}</text>`}
      ${name}</g>`;
  }
  return html`<g>
    ${site.kind === "PALACE"
      ? html`<path class="plot" d="M-16-36h32l20 20v32l-20 20h-32l-20-20v-32z" />`
      : html`<circle class="plain-site" r="27" />`}
    ${site.kind === "CROSSROADS" && !palace && html`<path class="signpost" d="M0 18v-34M-2-14h18l6 5l-6 5h-18zM2-1h-16l-6 5l6 5h16z" />`}
    ${palace || (site.token && html`<${Token} token=${site.token} x=${0} y=${0} scale=${1.9} />`)}${name}</g>`;
}

// What a city asks for, best price at the top.
function Ladder({ city }) {
  const [x, y] = LADDERS[city.id];
  return html`<g class="ladder" transform="translate(${x} ${y})">
    <rect class="ladder-board" x="-46" y="-54" width="92" height="108" rx="10" />
    ${city.demands.map((demand, place) => html`<g key=${demand.colour} class="demand" style=${{ transform: `translateY(${(place - 1) * 35}px)` }}>
      <${Bale} colour=${demand.colour} x=${-24} />
      <${Coin} x=${[22, 10, 5][demand.clients]} amount=${demand.rupees} scale=${1.15} />
      ${CLIENTS[demand.clients].map((spot) => html`<${Client} key=${spot} x=${spot} scale=${0.85} />`)}
    </g>`)}
  </g>`;
}

export const colourWord = (colour) => word("colour", lower(colour));
