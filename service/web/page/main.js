// The shell: which page is shown, who plays, in which language, and what is said at the foot.
import { line, sendPending, sending } from "./api.js";
import { Arches, Patterns } from "./art.js";
import { Help, RulesDialog, openRules } from "./rules.js";
import { Go, path } from "./route.js";
import { Start, Welcome } from "./start.js";
import { language, session } from "./store.js";
import { TablePage } from "./table.js";
import { NAMES, catalogue, say, speak } from "./texts.js";
import { attention } from "./turns.js";
import { html, render, spoken, toast, useEffect, useSignal } from "./ui.js";

function App() {
  const words = useSignal(catalogue);
  const place = useSignal(path);
  const player = useSignal(session);
  const calls = useSignal(attention);
  useEffect(() => {
    document.title = calls.length ? `● ${say("title.turn")} · Howdah` : "Howdah";
  }, [calls, words]);
  const table = /^\/tables\/([^/]+)$/.exec(place.pathname);
  return html`
    <${Patterns} />
    <a class="skip" href="#main">${say("skip")}</a>
    <${Header} player=${player} />
    <main id="main" tabindex="-1">
      ${!player
        ? html`<${Welcome} />`
        : table
          ? html`<${TablePage} key=${table[1]} id=${table[1]} search=${place.search} />`
          : html`<${Start} />`}
    </main>
    <${Footer} />
    <${RulesDialog} />
  `;
}

// Whoever gives up a name gives up its games: ask first.
function leave() {
  if (confirm(say("me.leave"))) session.set(null);
}

function Header({ player }) {
  const spoke = useSignal(language);
  return html`<header class="top">
    <div class="top-row">
      <${Go} to="/" class="brand">
        <span class="brand-mark" aria-hidden="true"></span><span>Howdah</span>
      <//>
      <${Line} />
      <nav class="top-tools" aria-label=${say("tools")}>
        <button class="quiet" onClick=${() => openRules()}>${say("rules")}</button>
        <label class="language">
          <span class="hidden">${say("language")}</span>
          <select value=${spoke} onChange=${(event) => speak(event.target.value)}>
            ${Object.entries(NAMES).map(([code, name]) =>
              html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
          </select>
        </label>
        ${player && html`<button class="quiet me" title=${say("playing.as", { name: player.name })} onClick=${leave}>${player.name}</button>`}
      </nav>
    </div>
    <${Arches} />
  </header>`;
}

// How the line to the service is, in words, only when there is something to say.
function Line() {
  const state = useSignal(line);
  const busy = useSignal(sending);
  const text = state === "lost" ? say(busy ? "line.lost.sending" : "line.lost") : "";
  return html`<p class=${`line line-${state}`} role="status">${text}</p>`;
}

function Footer() {
  const told = useSignal(toast);
  const said = useSignal(spoken);
  return html`
    <footer class="foot">
      <p>${say("credits")}</p>
      <p><a href="/reference">REST</a> · <a href="/schema.graphql">GraphQL</a></p>
      <${Help} />
    </footer>
    <div class="hidden" aria-live="polite" id="spoken">${said}</div>
    <div class="toasts" role="alert">
      ${told && html`<p class="toast">${told.text}
        ${told.rule && html` <button class="rule-link" onClick=${() => openRules(told.rule)}>${told.rule}</button>`}
        <button class="toast-close" aria-label=${say("close")} onClick=${() => toast.set(null)}>×</button>
      </p>`}
    </div>`;
}

await speak(language.get());
sendPending();
const app = document.getElementById("app");
app.replaceChildren();
render(html`<${App} />`, app);
