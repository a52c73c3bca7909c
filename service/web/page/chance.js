// The draws of a table, made again from its seed as the service made them.
import { hmac, joined } from "./sha256.js";

const encoder = new TextEncoder();

function framed(text) {
  const bytes = encoder.encode(text);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return joined(length, bytes);
}

// Draw k of a purpose is HMAC-SHA256(seed, table, text of each seat, purpose, k).
export class Luck {
  constructor(seed, table, texts) {
    this.seed = seed;
    this.prefix = joined(...[table, ...texts].map(framed));
    this.draws = 0;
  }

  // A number below the bound, and the next counter; what would favour some is drawn again.
  below(purpose, bound, counter = 0) {
    const limit = (2n ** 256n / BigInt(bound)) * BigInt(bound);
    for (;;) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setUint32(4, counter);
      const digest = hmac(this.seed, joined(this.prefix, framed(purpose), count));
      const number = digest.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
      counter += 1;
      this.draws += 1;
      if (number < limit) return [Number(number % BigInt(bound)), counter];
    }
  }

  shuffle(purpose, items) {
    const shuffled = [...items];
    let counter = 0;
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      let chosen;
      [chosen, counter] = this.below(purpose, last + 1, counter);
      [shuffled[last], shuffled[chosen]] = [shuffled[chosen], shuffled[last]];
    }
    return shuffled;
  }
}
