// The page's texts in the chosen language, filled in and counted as the service does it.
import { language } from "./store.js";
import { signal } from "./ui.js";

export const NAMES = { en: "English", fr: "Français", pt: "Português", pl: "Polski" };
export const catalogue = signal(null);

export async function speak(name) {
  const answer = await fetch(new URL(`./texts/${name}.json`, import.meta.url));
  catalogue.set(await answer.json());
  document.documentElement.lang = name;
  if (language.get() !== name) language.set(name);
}

export const tongue = () => language.get().toUpperCase(); // as the API names it

// Which form of a noun goes with the number: 0 for one, 1 for several, 2 for many in Polish.
function plural(number) {
  if (language.get() === "fr") return Number(number > 1);
  if (language.get() !== "pl" || number === 1) return Number(number !== 1);
  const few = [2, 3, 4].includes(number % 10) && ![12, 13, 14].includes(number % 100);
  return few ? 1 : 2;
}

export function say(key, values = {}) {
  const { messages, nouns, words } = catalogue.get();
  const text = messages[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, kind) => {
    const value = values[name];
    if (kind === undefined) return value;
    if (typeof value === "number") return `${value} ${nouns[kind][plural(value)]}`;
    return words[kind][value];
  });
}

export const word = (list, value) => catalogue.get().words[list][value];
export const has = (key) => key in catalogue.get().messages;
