// Who is playing and in which language, kept in the browser between visits.
import { signal } from "./ui.js";

const LANGUAGES = ["en", "fr", "pt", "pl"];

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep(key, value) {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

export const session = signal(kept("howdah.session")); // { id, name, token } or null
session.watch((value) => keep("howdah.session", value));

function preferred() {
  const asked = [kept("howdah.language"), ...navigator.languages].filter(Boolean);
  const known = asked.map((name) => name.slice(0, 2).toLowerCase());
  return known.find((name) => LANGUAGES.includes(name)) ?? "en";
}

export const language = signal(preferred());
language.watch((value) => keep("howdah.language", value));

export const seenWalkthrough = (game) => kept(`howdah.walkthrough.${game}`) === true;
export const markWalkthrough = (game) => keep(`howdah.walkthrough.${game}`, true);
