// Giving up a running game, after a second thought.
import { command } from "./api.js";
import { RESIGN } from "./documents.js";
import { say, tongue } from "./texts.js";
import { troubled } from "./trouble.js";
import { notify } from "./ui.js";

export async function resign(table) {
  if (!confirm(say("resign.sure"))) return;
  try {
    const outcome = await command(RESIGN, { tableId: table.id, language: tongue() });
    if (outcome.__typename === "Refused") notify(outcome.message, outcome.rule);
  } catch (failure) {
    notify(troubled(failure));
  }
}
