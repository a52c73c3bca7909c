// The public API as this page uses it: asking, commanding once, and following what happens.
import { session } from "./store.js";
import { signal } from "./ui.js";

const PATIENCE = 45_000; // ms without a word from the service before we call again
const LONGEST = 8_000; // ms between two attempts
const PENDING = "howdah.pending";

export class Failure extends Error {
  constructor(code, message, retryAfter) {
    super(message || code);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get passing() {
    return ["OFFLINE", "SERVICE_UNAVAILABLE", "RATE_LIMITED", "INTERNAL_SERVER_ERROR"].includes(
      this.code,
    );
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const delay = (attempt) => Math.min(LONGEST, 400 * 2 ** attempt) * (0.7 + 0.3 * Math.random());

export function uuid() {
  // crypto.randomUUID is not there on a LAN without TLS
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

const bearer = () => session.get() && `Bearer ${session.get().token}`;

async function post(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  if (bearer()) headers.authorization = bearer();
  try {
    return await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Failure("OFFLINE");
  }
}

export async function becomeGuest(name) {
  session.set(null);
  const answer = await post("/v1/guests", { name });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Failure(body.code ?? "SERVICE_UNAVAILABLE", body.detail ?? body.title);
  session.set({ id: body.player.id, name: body.player.name, token: body.token });
}

function fail(error) {
  const { code = "INTERNAL_SERVER_ERROR", retryAfterMs } = error.extensions ?? {};
  if (code === "UNAUTHENTICATED") session.set(null);
  throw new Failure(code, error.message, retryAfterMs);
}

// A file of the API, with the token that a plain link would not carry.
export async function getBytes(path) {
  let answer;
  try {
    answer = await fetch(path, { headers: bearer() ? { authorization: bearer() } : {} });
  } catch {
    throw new Failure("OFFLINE");
  }
  if (!answer.ok) throw new Failure("SERVICE_UNAVAILABLE", answer.statusText);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function ask(document, variables = {}) {
  const answer = await post("/graphql", { query: document, variables });
  const body = await answer.json().catch(() => null);
  if (body === null) throw new Failure("SERVICE_UNAVAILABLE");
  if (body.errors) fail(body.errors[0]);
  return body.data;
}

// Ask again and again while only the line is bad.
export async function askPatiently(document, variables) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask(document, variables);
    } catch (failure) {
      if (!failure.passing || attempt > 20) throw failure;
      await pause(failure.retryAfter ?? delay(attempt));
    }
  }
}

export const sending = signal(false);

// A command has one id however often it must be sent, across reloads too: it counts once.
export async function command(document, variables) {
  return send({ document, variables: { ...variables, commandId: uuid() } });
}

async function send(pending) {
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  sending.set(true);
  try {
    const data = await askPatiently(pending.document, pending.variables);
    return Object.values(data)[0];
  } finally {
    sessionStorage.removeItem(PENDING);
    sending.set(false);
  }
}

// What was on its way when the page was left.
export async function sendPending() {
  const pending = sessionStorage.getItem(PENDING);
  if (pending !== null && session.get()) await send(JSON.parse(pending)).catch(() => {});
}

export const line = signal("closed"); // closed, calling, live or lost

let socket = null;
let attempts = 0;
let watchdog;
let recall;
const followed = new Map(); // id -> { document, variables, next, failed }

function heard() {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => socket?.close(), PATIENCE);
}

function tell(message) {
  if (socket?.ready) socket.send(JSON.stringify(message));
}

function subscribe(id) {
  const { document, variables } = followed.get(id);
  tell({ type: "subscribe", id, payload: { query: document, variables: variables() } });
}

function call() {
  clearTimeout(recall);
  if (socket || !followed.size || !session.get()) return;
  line.set(attempts ? "lost" : "calling");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const calling = new WebSocket(`${scheme}://${location.host}/graphql`, "graphql-transport-ws");
  socket = calling;
  calling.onopen = () => {
    const payload = bearer() ? { authorization: bearer() } : {};
    calling.send(JSON.stringify({ type: "connection_init", payload }));
  };
  calling.onmessage = ({ data }) => {
    if (socket === calling) receive(JSON.parse(data));
  };
  calling.onclose = ({ code }) => {
    if (socket !== calling) return;
    clearTimeout(watchdog);
    socket = null;
    if (code === 4401 || code === 4403) session.set(null);
    else if (followed.size) retry();
  };
  heard();
}

function retry() {
  line.set("lost");
  recall = setTimeout(call, delay(attempts));
  attempts += 1;
}

function receive(message) {
  heard();
  const subscription = followed.get(message.id);
  switch (message.type) {
    case "connection_ack":
      socket.ready = true;
      attempts = 0;
      line.set("live");
      for (const id of followed.keys()) subscribe(id);
      break;
    case "ping":
      tell({ type: "pong" });
      break;
    case "next":
      if (message.payload.errors) report(subscription, message.payload.errors[0]);
      else subscription?.next(message.payload.data);
      break;
    case "error":
      followed.delete(message.id);
      report(subscription, message.payload[0]);
      break;
    case "complete":
      if (subscription) setTimeout(() => followed.has(message.id) && subscribe(message.id), 1000);
      break;
  }
}

function report(subscription, error) {
  try {
    fail(error);
  } catch (failure) {
    subscription?.failed?.(failure);
  }
}

// Follow a subscription until told to stop. `variables` is asked anew whenever the line comes
// back, so that what was missed is asked for by the last version we have.
export function follow(document, variables, next, failed) {
  const id = uuid();
  followed.set(id, { document, variables, next, failed });
  if (socket?.ready) subscribe(id);
  else call();
  return () => {
    followed.delete(id);
    tell({ type: "complete", id });
    if (!followed.size) hangUp();
  };
}

function hangUp() {
  const leaving = socket;
  socket = null;
  clearTimeout(watchdog);
  clearTimeout(recall);
  leaving?.close(1000);
  attempts = 0;
  line.set("closed");
}

// Another player, or none: what was followed as someone else is of no use.
session.watch(() => {
  if (!socket) return;
  hangUp();
  call();
});

addEventListener("online", () => {
  attempts = 0;
  call();
});
addEventListener("offline", () => socket?.close());
