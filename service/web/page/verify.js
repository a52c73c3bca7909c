// Whether a record holds: its chain, what was seen while playing, its commitments, its draws.
// Moves are judged by `howdah verify`, which knows the rules; here nothing is taken on trust
// that can be computed again.
import { Luck } from "./chance.js";
import { hex, joined, sha256, unhex } from "./sha256.js";

const COLOURS = ["yellow", "purple", "blue", "orange"];
const BALES = { yellow: 3, purple: 4, blue: 5, orange: 5 };
const DEMANDS = [
  ["blue", "purple", "orange"],
  ["purple", "orange", "yellow"],
  ["orange", "yellow", "blue"],
  ["yellow", "blue", "purple"],
];
const CITIES = ["Bombay", "Indore", "Nagpur", "Hyderabad"];
const POSTS = ["E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4"];
const PALACES = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"];
const ORANGE = ["rupees", "client", "city", "rupees", "client", "bale", "city", "rupees"];
const YELLOW = ["client", "client", "rupees", "rupees", "city", "city", "bale", "bale"];

export class Wrong extends Error {
  constructor(version, reason) {
    super(reason);
    this.version = version;
    this.reason = reason; // form, chain, version, missing, receipt, secret, seed, draw or past
  }
}

// `seen` are the heads by version that this browser was shown while the game was played.
export function verify(bytes, seen = {}) {
  const [header, ...lines] = split(bytes);
  const footer = parsed(lines.pop());
  if (parsed(header).record !== "header" || footer.record !== "footer") throw new Wrong(0, "form");
  const hashes = chain(lines, footer);
  const receipts = Object.entries(seen);
  for (const [version, head] of receipts) {
    if (hashes[version - 1] !== head) throw new Wrong(Number(version), "receipt");
  }
  const entries = lines.map(parsed);
  open(entries, footer);
  const found = { events: lines.length, receipts: receipts.length, head: footer.head, draws: null };
  if (footer.seed) found.draws = draw(entries, footer.seed).draws;
  return found;
}

function split(bytes) {
  const lines = [];
  let from = 0;
  bytes.forEach((byte, at) => {
    if (byte !== 10) return;
    lines.push(bytes.subarray(from, at));
    from = at + 1;
  });
  return lines;
}

const parsed = (line) => JSON.parse(new TextDecoder().decode(line));

// Each hash is SHA-256 of the hash before it, 32 zero bytes at first, and the line.
function chain(lines, footer) {
  let head = new Uint8Array(32);
  const hashes = lines.map((line, place) => {
    head = sha256(joined(head, line));
    if (footer.hashes[place] !== hex(head)) throw new Wrong(place + 1, "chain");
    if (parsed(line).version !== place + 1) throw new Wrong(place + 1, "version");
    return hex(head);
  });
  if (footer.hashes.length !== lines.length || footer.head !== hashes.at(-1)) {
    throw new Wrong(lines.length, "missing");
  }
  return hashes;
}

// What is opened is what the line committed to, and in the end everything is opened.
function open(entries, footer) {
  for (const entry of entries) {
    const secret = footer.secrets[entry.version];
    if (!secret && entry.secret && footer.seed) throw new Wrong(entry.version, "secret");
    if (!secret) continue;
    if (hex(sha256(unhex(secret))) !== entry.secret) throw new Wrong(entry.version, "secret");
    Object.assign(entry.event, parsed(unhex(secret).subarray(16)));
  }
  if (!footer.seed) return;
  const promised = hex(sha256(unhex(footer.seed + footer.salt)));
  const { commitment, seed } = entries[0].event;
  if (promised !== commitment || seed !== footer.seed) throw new Wrong(1, "seed");
}

// Follow the game as far as its draws need, and draw everything again. Gives what later draws
// depend on: the bag, who is left in the medal game, and how many draws were made.
function draw(entries, seed) {
  const { table, fork } = entries[0].event;
  const texts = {};
  let at = { bag: { ...BALES }, contenders: [], draws: 0 };
  let luck = new Luck(unhex(seed), table, []);
  const move = (bales, count) => bales.forEach((colour) => (at.bag[colour] += count));
  const follow = (event) => {
    const seats = Object.keys(texts).length;
    switch (event.type) {
      case "table.game_forked":
        at = drawPast(event.past, fork);
        return true;
      case "table.seat_taken":
      case "table.bot_seated":
        texts[event.seat] = event.entropy ?? "";
        return true;
      case "table.seat_left":
      case "table.bot_removed":
        return delete texts[event.seat];
      case "table.game_started":
        luck = new Luck(unhex(seed), table, event.seating.map((seat) => texts[seat]));
        return true;
      case "bombay.board_set_up":
        return isDrawn(event, seats, luck);
      case "bombay.markets_restocked": {
        const all = COLOURS.flatMap((colour) => Array(at.bag[colour]).fill(colour));
        const drawn = luck.shuffle(`restock ${event.set}`, all).slice(0, 9);
        move(drawn, -1);
        return same([...drawn].sort(), [...event.left, ...event.centre, ...event.right].sort());
      }
      case "bombay.silk_sold":
        move([event.colour], 1);
        return true;
      case "bombay.palace_built":
        move([event.spent], 1);
        return true;
      case "bombay.set_ended":
        move(event.returned, 1);
        return true;
      case "bazar.board_set_up":
        return event.start !== "random" || seats < 2 || event.turn === luck.below("starter", seats)[0];
      case "bazar.medals_shown":
        at.contenders = event.contenders;
        return true;
      case "bazar.starter_drawn":
        return event.seat === at.contenders[luck.below("starter after medals", at.contenders.length)[0]];
      default:
        return true;
    }
  };
  for (const { version, event } of entries) if (!follow(event)) throw new Wrong(version, "draw");
  return { ...at, draws: at.draws + luck.draws };
}

// A fork plays on from another game and brings its lines along: they are checked the same way.
function drawPast(past, fork) {
  const lines = past.lines.map((line) => new TextEncoder().encode(line));
  const head = lines.reduce((before, line) => sha256(joined(before, line)), new Uint8Array(32));
  if (lines.length !== fork.version || hex(head) !== fork.head) throw new Wrong(2, "past");
  const { seed, salt } = parsed(unhex(past.secrets[1]).subarray(16));
  const entries = lines.map(parsed);
  try {
    open(entries, { seed, salt, secrets: past.secrets });
    return draw(entries, seed);
  } catch (error) {
    throw error instanceof Wrong ? new Wrong(2, "past") : error;
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const paired = (keys, values) => Object.fromEntries(keys.map((key, place) => [key, values[place]]));
const sorted = (object) => Object.entries(object).sort();

// Whether a board of Bombay and its first player are those of the seed.
function isDrawn(event, seats, luck) {
  const { options } = event;
  const first = options.first ?? luck.below("first player", seats)[0];
  if (event.first !== first) return false;
  if (options.introductory) return true;
  const posts = POSTS.slice(0, seats < 4 ? 4 : 8);
  const colours = Array(posts.length / 4).fill(COLOURS).flat();
  return (
    same(sorted(event.demands), sorted(paired(CITIES, luck.shuffle("demands", DEMANDS)))) &&
    same(sorted(event.posts), sorted(paired(posts, luck.shuffle("posts", colours)))) &&
    same(sorted(event.tokens), sorted(paired(PALACES, luck.shuffle("palace tokens", seats < 4 ? ORANGE : YELLOW))))
  );
}
