// The first-game walkthrough: a few short cards, each with the thing it is about marked.
import { markWalkthrough, seenWalkthrough } from "./store.js";
import { say } from "./texts.js";
import { html, useEffect, useState } from "./ui.js";

const SHOWN = {
  bombay: [".players", ".turn", ".markets", ".board", ".board", ".turn"],
  bazar: [".board", ".piles", ".board", ".board", ".turn"],
};

export function Walkthrough({ game }) {
  const [step, setStep] = useState(seenWalkthrough(game) ? null : 0);
  useEffect(() => {
    if (step === null) return undefined;
    const shown = document.querySelector(SHOWN[game][step]);
    shown?.classList.add("guided");
    return () => shown?.classList.remove("guided");
  }, [step]);
  const end = () => {
    markWalkthrough(game);
    setStep(null);
  };
  if (step === null) {
    return html`<button class="quiet guide-again" onClick=${() => setStep(0)}>${say("guide.again")}</button>`;
  }
  const all = SHOWN[game].length;
  const last = step === all - 1;
  return html`<aside class="guide card" aria-labelledby="guide-title" aria-live="polite">
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
