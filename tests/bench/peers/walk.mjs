// What every peer is asked to host: two people at a board who walk by turns, a step at a time.
// BOARD names a file with the neighbours of each site, where all start, and what lies on a table.

import { readFileSync } from "node:fs";

export const { near, start, table } = JSON.parse(readFileSync(process.env.BOARD, "utf8"));
export const STEPS = 3; // in a turn

// Someone who stands at `site` and may take one more step: where they are then.
export function stepped(site, to) {
  if (!near[site].includes(to)) throw new Error(`${to} is not next to ${site}`);
  return to;
}

export function anywhere(site) {
  return near[site][Math.floor(Math.random() * near[site].length)];
}

// Let so many matches be played at once, each a move after the other, and tell how fast that was.
export async function drive(open, matches, seconds) {
  const moves = await Promise.all(Array.from({ length: matches }, (_, number) => open(number)));
  const until = performance.now() + 1000 * seconds;
  const times = [];
  await Promise.all(
    moves.map(async (move) => {
      for (let begun = performance.now(); begun < until; begun = performance.now()) {
        await move();
        times.push(performance.now() - begun);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(0.99 * times.length)];
  console.log(JSON.stringify({ rate: times.length / seconds, p99 }));
  process.exit(0);
}
