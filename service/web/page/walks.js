// Elephants that walk: what one update brings is shown step by step along the roads.
import { walked } from "./bombay-land.js";
import { useLayoutEffect, useRef } from "./ui.js";

const STRIDE = 620; // ms from one site to the next
const HURRY = 1900; // ms at most for all that one update brings
const QUEUE = 700; // ms at most that one update waits for the one before

// Where each walking elephant is at which part of the whole time, one step after another.
function timelines(walks, byId, height) {
  const lines = new Map();
  walks.forEach(({ seat, from, to }, step) => {
    const points = walked(byId[from], byId[to]);
    const frames = points.map(([x, y], place) => ({
      offset: (step + place / (points.length - 1)) / walks.length,
      transform: `translate(${x}px, ${y - height}px) scale(1.12)`,
    }));
    const known = lines.get(seat) ?? [{ ...frames[0], offset: 0 }];
    lines.set(seat, [...known, ...frames]);
  });
  return lines;
}

// `walks` are steps { seat, from, to }; a new list is a new walk. The elephants of `herd` already
// stand where they will be in the end.
export function useWalks(herd, walks, byId, height) {
  const arrival = useRef(0);
  useLayoutEffect(() => {
    if (!walks.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const duration = Math.min(STRIDE * walks.length, HURRY);
    const delay = Math.min(Math.max(arrival.current - performance.now(), 0), QUEUE);
    for (const [seat, frames] of timelines(walks, byId, height)) {
      const elephant = herd.current.querySelector(`[data-seat="${seat}"]`);
      frames.at(-1).transform = elephant.style.transform;
      const resting = elephant.getAnimations().length === 0;
      elephant.animate(frames, { duration, delay, fill: resting ? "backwards" : "none" });
    }
    arrival.current = performance.now() + delay + duration;
  }, [walks]);
}
