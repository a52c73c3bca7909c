// The heads of a table that this browser was shown while it was played: a record must agree.
const KEY = "howdah.receipts.";
const TABLES = 20; // kept; the oldest go first

export const receipts = (id) => JSON.parse(localStorage.getItem(KEY + id) ?? "{}");

export function keepReceipt(id, version, head) {
  const known = receipts(id);
  known[version] = head;
  const order = JSON.parse(localStorage.getItem(KEY) ?? "[]").filter((other) => other !== id);
  for (const old of order.splice(TABLES - 1)) localStorage.removeItem(KEY + old);
  localStorage.setItem(KEY, JSON.stringify([id, ...order]));
  localStorage.setItem(KEY + id, JSON.stringify(known));
}
