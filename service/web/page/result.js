// How a game ended, line by line, and what to do next.
import { ElephantIcon } from "./art.js";
import { HUES } from "./lobby.js";
import { nameOf } from "./people.js";
import { Download, Verify } from "./record.js";
import { about } from "./rules.js";
import { Go } from "./route.js";
import { say } from "./texts.js";
import { SeatMark } from "./turn-head.js";
import { html } from "./ui.js";

export function Result({ table }) {
  const { view, result } = table;
  return html`<section class="card result" aria-labelledby="result">
    ${result && !view.result?.alone && html`<div class="podium" aria-hidden="true">${result.winners.map((seat) => html`<${SeatMark} key=${seat} table=${table} seat=${seat} />`)}</div>`}
    <h1 id="result">${result ? headline(table) : say("table.abandoned")}</h1>
    ${view.__typename === "BombayView" ? html`<${BombayScores} table=${table} />` : html`<${BazarScores} table=${table} />`}
    <div class="row">
      <${Go} class="button" to=${`/tables/${table.id}?at=`}>${say("result.replay")}<//>
      <${Download} table=${table} />
      <${Go} class="button primary" to="/">${say("result.again")}<//>
    </div>
    <${Verify} table=${table} />
  </section>`;
}

function headline(table) {
  const { winners } = table.result;
  if (table.view.result?.alone) return say("result.alone", { n: table.view.result.alone.score });
  if (winners.includes(table.mySeat)) return say(winners.length > 1 ? "result.shared.you" : "result.you");
  const names = winners.map((seat) => nameOf(table, seat)).join(", ");
  return say(winners.length > 1 ? "result.shared" : "result.won", { names });
}

const gain = (prize, why) => html`+${prize} <small>${why}</small>`;

function BombayScores({ table }) {
  const rows = [...table.view.scores].sort((one, other) => one.rank - other.rank);
  if (!rows.length) return null;
  const lines = [
    ["held", "B28", (row) => row.held],
    ["empire", "B26", (row) => gain(row.empirePrize, say("score.empire.of", { palaces: row.palaces, clients: row.clients }))],
    ["cities", "B27", (row) => gain(row.cityPrize, say("score.cities.of", { n: row.cities }))],
    ["total", "B28", (row) => html`<b>${row.rupees}</b>`],
  ];
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${say("score.caption")}><table class="plain scores">
    <thead><tr><td></td>${rows.map((row) => html`<th key=${row.seat} scope="col" class=${row.rank === 1 ? "best" : null}>
      <${ElephantIcon} seat=${row.seat} hue=${HUES[row.seat]} /> ${nameOf(table, row.seat)}<br /><small>${say("score.rank", { n: row.rank })}</small></th>`)}</tr></thead>
    <tbody>${lines.map(([name, rule, tell]) => html`<tr key=${name} class=${`line-${name}`} ...${about(`score.${name}`, rule)}>
      <th scope="row">${say(`score.${name}`)} ${rule !== "B28" && html`<small>${say(`tip.score.${name}`)}</small>`}</th>${rows.map((row) => html`<td key=${row.seat} class=${row.rank === 1 ? "best" : null}>${tell(row)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function BazarScores({ table }) {
  const { result } = table.view;
  if (!result) return null;
  if (result.alone) {
    const { tiles, emptyCells, unusedOpenings, score } = result.alone;
    const lines = [["tiles", tiles], ["emptyCells", -emptyCells], ["unusedOpenings", -unusedOpenings], ["total", score]];
    return html`<table class="plain scores"><tbody>${lines.map(([name, n]) => html`<tr key=${name} class=${`line-${name}`} ...${about(null, "Z17")}>
      <th scope="row">${say(`alone.${name}`)}</th><td>${n}</td></tr>`)}</tbody></table>`;
  }
  const seats = result.ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) => one.rank - other.rank);
  return html`<table class="plain scores"><tbody>${seats.map(({ rank, seat }) => html`<tr key=${seat} ...${about(null, "Z16")}>
    <td>${say("score.rank", { n: rank })}</td><th scope="row"><span class=${`trunk-mark trunk-mark-${seat}`}>${seat + 1}</span> ${nameOf(table, seat)}</th>
    <td>${say("bazar.length", { n: result.scores[seat] })}</td></tr>`)}</tbody></table>`;
}
