// What went wrong with a request, in words.
import { Failure } from "./api.js";
import { has, say } from "./texts.js";

export function troubled(failure) {
  if (!(failure instanceof Failure)) return say("failed", { reason: String(failure) });
  const key = `failed.${failure.code}`;
  return has(key) ? say(key) : say("failed", { reason: failure.message });
}
