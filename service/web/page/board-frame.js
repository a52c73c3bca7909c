// The place of a board on the page; on a small screen one can come nearer and look around.
import { say } from "./texts.js";
import { classes, html, useLayoutEffect, useRef, useState } from "./ui.js";

const MINE = ".walker.own, .goal-edge, .head.own";

export function BoardFrame({ children }) {
  const [near, setNear] = useState(false);
  const sight = useRef();
  useLayoutEffect(() => {
    const mine = near && sight.current.querySelector(MINE);
    if (!mine) return;
    const [box, own] = [sight.current.getBoundingClientRect(), mine.getBoundingClientRect()];
    sight.current.scrollLeft += own.left + own.width / 2 - box.left - box.width / 2;
    sight.current.scrollTop += own.top + own.height / 2 - box.top - box.height / 2;
  }, [near]);
  return html`<div class="board-frame">
    <div ref=${sight} class=${classes("sight", near && "near")}>${children}</div>
    <button class="zoom" aria-pressed=${near} aria-label=${say("board.near")} onClick=${() => setNear(!near)}>${near ? "−" : "+"}</button>
  </div>`;
}
