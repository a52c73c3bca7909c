// A QR code as one SVG path.
import { encode } from "./vendor/uqr.js";

export function drawn(text) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: dark.join("") };
}
