// How seats are called.
import { session } from "./store.js";
import { say } from "./texts.js";

export function seatName(seat) {
  if (seat.player) return seat.player.name ?? say("seat.erased");
  if (seat.bot) return say("seat.bot", { n: seat.seat + 1 });
  return say("seat.free");
}

export const isMe = (seat) => seat.player?.id === session.get()?.id;
export const nameOf = (table, seat) => seatName(table.seats[seat]);
