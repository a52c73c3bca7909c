// Addresses within the page, without loading it anew.
import { html, signal } from "./ui.js";

const here = () => ({ pathname: location.pathname, search: location.search });

export const path = signal(here());
addEventListener("popstate", () => path.set(here()));

export function go(to, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path.set(here());
  if (!replace) {
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

export function Go({ to, children, ...rest }) {
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(to);
  };
  return html`<a href=${to} onClick=${follow} ...${rest}>${children}</a>`;
}
