// The first-game walkthrough: a few short cards, each beside the thing it is about.
import { markWalkthrough, seenWalkthrough } from "./store.js";
import { say } from "./texts.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";

const SHOWN = {
  bombay: [".walker.own", ".turn", ".markets", ".ladder", ".plot", ".turn"],
  bazar: [".head.own", ".piles", ".goal-edge", ".board", ".turn"],
};
const GAP = 16; // px between the thing and its card
const EDGE = 8; // px kept free at the edge of the window

// The first side of the thing on which the card has room; none, and it lies at the foot.
function beside(box, { offsetWidth: width, offsetHeight: height }) {
  const within = (value, size, room) => Math.min(Math.max(value, EDGE), room - size - EDGE);
  const x = within(box.left + box.width / 2 - width / 2, width, innerWidth);
  const y = within(box.top + box.height / 2 - height / 2, height, innerHeight);
  const sides = {
    left: [box.left - width - GAP, y],
    right: [box.right + GAP, y],
    below: [x, box.bottom + GAP],
    above: [x, box.top - height - GAP],
  };
  const fits = ([left, top]) => left >= EDGE && top >= EDGE && left + width <= innerWidth - EDGE && top + height <= innerHeight - EDGE;
  return Object.entries(sides).find(([, place]) => fits(place)) ?? ["foot", [x, innerHeight - height - EDGE]];
}

// Keep the card and the ring where the thing is, also while things move.
function usePlaces(game, step, card, ring) {
  useLayoutEffect(() => {
    if (step === null) return undefined;
    const find = () => document.querySelector(SHOWN[game][step]) ?? document.querySelector(".board");
    const place = () => {
      const box = find().getBoundingClientRect();
      const [side, [left, top]] = beside(box, card.current);
      card.current.dataset.side = side;
      Object.assign(card.current.style, { left: `${left}px`, top: `${top}px` });
      Object.assign(ring.current.style, { left: `${box.left - 8}px`, top: `${box.top - 8}px`, width: `${box.width + 16}px`, height: `${box.height + 16}px` });
    };
    find().scrollIntoView({ block: innerWidth < 992 ? "center" : "nearest" });
    place();
    const timer = setInterval(place, 250);
    addEventListener("scroll", place, { passive: true, capture: true });
    addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [step]);
}

export function Walkthrough({ game }) {
  const [step, setStep] = useState(seenWalkthrough(game) ? null : 0);
  const card = useRef();
  const ring = useRef();
  usePlaces(game, step, card, ring);
  const end = () => {
    markWalkthrough(game);
    setStep(null);
  };
  useEffect(() => {
    const key = (event) => event.key === "Escape" && step !== null && end();
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [step]);
  if (step === null) {
    return html`<button class="quiet guide-again" onClick=${() => setStep(0)}>${say("guide.again")}</button>`;
  }
  const all = SHOWN[game].length;
  const last = step === all - 1;
  return html`<div ref=${ring} class="guide-ring" aria-hidden="true"></div>
    <aside ref=${card} class="guide card" aria-labelledby="guide-title" aria-live="polite">
      <h2 id="guide-title">${say(`guide.${game}.${step + 1}.title`)}</h2>
      <p>${say(`guide.${game}.${step + 1}`)}</p>
      <div class="row">
        <span class="soft small">${say("guide.of", { n: step + 1, all })}</span>
        ${step > 0 && html`<button class="quiet" onClick=${() => setStep(step - 1)}>${say("guide.back")}</button>`}
        <button class="primary" onClick=${() => (last ? end() : setStep(step + 1))}>${say(last ? "guide.done" : "guide.next")}</button>
        ${!last && html`<button class="quiet" onClick=${end}>${say("guide.skip")}</button>`}
      </div>
    </aside>`;
}
