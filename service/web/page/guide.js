// The first-game walkthrough: a few short cards, each beside the thing it is about.
import { markWalkthrough, seenWalkthrough } from "./store.js";
import { say } from "./texts.js";
import { html, useEffect, useRef, useState } from "./ui.js";

const STEPS = { bombay: 6, bazar: 5 };

export function Walkthrough({ game }) {
  const [step, setStep] = useState(seenWalkthrough(game) ? null : 1);
  const card = useRef();
  useEffect(() => {
    if (step === null) markWalkthrough(game);
  }, [step]);
  if (step === null) {
    return html`<button class="quiet guide-again" onClick=${() => setStep(1)}>${say("guide.again")}</button>`;
  }
  const last = step === STEPS[game];
  return html`<aside ref=${card} class="guide card" aria-labelledby="guide-title" aria-live="polite">
    <h2 id="guide-title">${say(`guide.${game}.${step}.title`)}</h2>
    <p>${say(`guide.${game}.${step}`)}</p>
    <div class="row">
      <span class="soft small">${say("guide.of", { n: step, all: STEPS[game] })}</span>
      ${step > 1 && html`<button class="quiet" onClick=${() => setStep(step - 1)}>${say("guide.back")}</button>`}
      <button class="primary" onClick=${() => setStep(last ? null : step + 1)}>${say(last ? "guide.done" : "guide.next")}</button>
      ${!last && html`<button class="quiet" onClick=${() => setStep(null)}>${say("guide.skip")}</button>`}
    </div>
  </aside>`;
}
