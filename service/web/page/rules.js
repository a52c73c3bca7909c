// Rules at hand: what a thing is and which clause is about it, and all the clauses to read.
import { askPatiently } from "./api.js";
import { GAMES } from "./documents.js";
import { language } from "./store.js";
import { has, say, tongue } from "./texts.js";
import { html, signal, useEffect, useLayoutEffect, useRef, useSignal, useState } from "./ui.js";

const books = signal({}); // by language: the games with their clauses
const opened = signal(null); // null, or the clause that the dialog opens at
const FAMILY = { B: "BOMBAY", Z: "BAZAR", T: "BOMBAY" };

async function load() {
  const spoke = language.get();
  if (books.get()[spoke]) return;
  const { games } = await askPatiently(GAMES, { language: tongue() });
  books.set({ ...books.get(), [spoke]: games });
}

function clause(id) {
  const games = books.get()[language.get()] ?? [];
  return games.flatMap((game) => game.rules).find((rule) => rule.id === id)?.text;
}

export function useGames() {
  const known = useSignal(books);
  const spoke = useSignal(language);
  useEffect(() => {
    load();
  }, [spoke]);
  return known[spoke] ?? null;
}

export function openRules(at = "B1") {
  load();
  opened.set(at);
}

export function RulesDialog() {
  const at = useSignal(opened);
  const games = useGames();
  const dialog = useRef();
  const [name, setName] = useState("BOMBAY");
  useEffect(() => {
    if (at) {
      setName(FAMILY[at[0]]);
      if (!dialog.current.open) dialog.current.showModal();
    }
  }, [at]);
  useEffect(() => {
    if (at) document.getElementById(`clause-${at}`)?.scrollIntoView({ block: "center" });
  }, [at, name, games]);
  const game = games?.find((each) => each.name === name);
  return html`<dialog ref=${dialog} class="rules" aria-labelledby="rules-title" onClose=${() => opened.set(null)}>
    <div class="rules-head">
      <h2 id="rules-title">${say("rules")}</h2>
      <div class="tabs">
        ${["BOMBAY", "BAZAR"].map((each) => html`<button key=${each} aria-pressed=${each === name}
          onClick=${() => setName(each)}>${say(`game.${each}`)}</button>`)}
      </div>
      <button class="quiet" onClick=${() => dialog.current.close()}>${say("close")}</button>
    </div>
    ${game && html`<p class="soft">${say(`card.credit.${name}`)}</p>
      <dl tabindex="0" class="clauses" aria-label=${say("rules")}>${game.rules.map(({ id, text }) => html`
        <div key=${id} id=${`clause-${id}`} class=${id === at ? "clause at" : "clause"}>
          <dt>${id}</dt><dd>${text}</dd>
        </div>`)}</dl>`}
  </dialog>`;
}

// What an element says about itself: spread over its attributes.
export const about = (tip, rule, values) => ({
  "data-tip": tip,
  "data-rule": rule,
  "data-values": values && JSON.stringify(values),
});

// The bubble beside whatever the pointer, the finger or the focus is on.
export function Help() {
  const [shown, setShown] = useState(null);
  const bubble = useRef();
  useEffect(() => {
    let timer;
    const show = (target, wait) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        load();
        setShown(target);
      }, wait);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    let where = "";
    const over = (event) => {
      if (event.type === "pointerover") {
        // what moves under a pointer that rests has not been asked about
        const here = `${event.clientX},${event.clientY}`;
        if (here === where) return;
        where = here;
      }
      const target = event.target.closest?.("[data-tip]");
      if (target) show(target, event.type === "focusin" ? 700 : event.pointerType === "touch" ? 350 : 450);
      else hide();
    };
    const key = (event) => event.key === "Escape" && hide();
    const press = (event) => {
      where = `${event.clientX},${event.clientY}`;
      if (event.pointerType === "mouse") hide();
    };
    addEventListener("pointerover", over);
    addEventListener("focusin", over);
    addEventListener("keydown", key);
    addEventListener("pointerdown", press);
    addEventListener("scroll", hide, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerover", over);
      removeEventListener("focusin", over);
      removeEventListener("keydown", key);
      removeEventListener("pointerdown", press);
      removeEventListener("scroll", hide, { capture: true });
    };
  }, []);
  useSignal(books);
  useLayoutEffect(() => {
    if (!shown || !bubble.current) return;
    if (!shown.isConnected) {
      setShown(null);
      return;
    }
    const { style, offsetWidth, offsetHeight } = bubble.current;
    const box = shown.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - offsetWidth / 2), innerWidth - offsetWidth - 8);
    const below = box.bottom + 8 + offsetHeight < innerHeight;
    // what is in a column has its bubble beside the column, not over what is there to choose
    const column = shown.closest(".side > *")?.getBoundingClientRect();
    const beside = column && column.left - offsetWidth - 8 > 0;
    style.left = `${beside ? column.left - offsetWidth - 8 : left}px`;
    style.top = `${beside ? Math.max(8, Math.min(box.top, innerHeight - offsetHeight - 8)) : below ? box.bottom + 8 : Math.max(8, box.top - offsetHeight - 8)}px`;
  });
  if (!shown) return null;
  const { tip, rule, values } = shown.dataset;
  const rules = rule ? rule.split(" ") : [];
  return html`<div ref=${bubble} class="bubble" role="tooltip">
    ${shown.hasAttribute("data-title") && html`<p><b>${shown.getAttribute("aria-label")}</b></p>`}
    ${has(`tip.${tip}`) && html`<p>${say(`tip.${tip}`, values ? JSON.parse(values) : {})}</p>`}
    ${rules.map((id) => clause(id) && html`<p key=${id} class="bubble-rule"><b>${id}</b> ${clause(id)}</p>`)}
  </div>`;
}
