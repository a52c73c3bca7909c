// The drawing library in one place, and the small hooks that the page's own modules share.
import { h, render, Fragment } from "./vendor/preact.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import htm from "./vendor/htm.js";

export const html = htm.bind(h);
export { Fragment, render, useEffect, useLayoutEffect, useMemo, useRef, useState };

// A value that several parts of the page watch.
export function signal(value) {
  const watchers = new Set();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const watcher of [...watchers]) watcher(next);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export function useSignal(source) {
  const [value, setValue] = useState(source.get());
  useEffect(() => {
    setValue(source.get());
    return source.watch(setValue);
  }, [source]);
  return value;
}

// What an asynchronous function gives: undefined until then, and the failure if there was one.
export function useAsked(ask, reasons) {
  const [state, setState] = useState({});
  useEffect(() => {
    let wanted = true;
    ask().then(
      (value) => wanted && setState({ value }),
      (failure) => wanted && setState({ failure }),
    );
    return () => {
      wanted = false;
    };
  }, reasons);
  return state;
}

export const classes = (...names) => names.filter(Boolean).join(" ");

// What a screen reader is told, politely, one message after another.
export const spoken = signal("");

// A line at the foot of the page that goes away by itself: refusals, copied links.
export const toast = signal(null);
let fading;

export function notify(text, rule = null) {
  clearTimeout(fading);
  toast.set({ text, rule });
  fading = setTimeout(() => toast.set(null), 9000);
}
