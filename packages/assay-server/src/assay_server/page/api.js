// The server's API. Every failure becomes a Failure with a message and a hint.

const KEY = "assay.key";
const PATIENCE = 8;
const SOON = 2; // seconds
const MOMENT = 1; // seconds, where a proxy wants patience and does not say how much
let index = "";
let onKeyNeeded = () => {};

export class Failure extends Error {
  constructor(message, hint = "", status = 0, retryAfter = 0) {
    super(message);
    Object.assign(this, { hint, status, retryAfter });
  }
}

export const keyNeeded = (callback) => { onKeyNeeded = callback; };
export const useKey = (key) => sessionStorage.setItem(KEY, key.trim());
/** Everything from here on is about the index of this name; the server's first while it is empty. */
export const useIndex = (name) => { index = name; };
export const indexInUse = () => index;
export const hasKey = () => Boolean(sessionStorage.getItem(KEY));

function headers(more = {}) {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...more, Authorization: `Bearer ${key}` } : more;
}

/** Asks again by itself where the server wants a moment's patience, as it does while files are sent. */
async function send(path, init = {}) {
  for (let tries = PATIENCE; ; tries -= 1) {
    try {
      return await sendOnce(path, init);
    } catch (error) {
      if (!tries || error.status !== 429 || error.retryAfter > SOON) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter * 1000));
    }
  }
}

async function sendOnce(path, init) {
  let reply;
  try {
    reply = await fetch(path, { ...init, headers: headers(init.headers), credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("The server cannot be reached.", "Is `assay serve` still running?");
  }
  if (!reply.ok) throw await failureOf(reply);
  return reply;
}

async function failureOf(reply) {
  let told = {};
  try {
    told = (await reply.json()).error ?? {};
  } catch { /* not JSON: a proxy's page, perhaps */ }
  if (reply.status === 401) onKeyNeeded("This key is not known here. Whoever runs the server makes one with assay keys add NAME.");
  const wait = Number(reply.headers.get("retry-after")) || (reply.status === 429 ? MOMENT : 0);
  return new Failure(told.message ?? `The server replied ${reply.status}.`, told.hint ?? "", reply.status, wait);
}

const within = (path, name) => (name ? `${path}${path.includes("?") ? "&" : "?"}index=${encodeURIComponent(name)}` : path);

export const getJson = async (path, name = index) => (await send(within(path, name))).json();
export const putFile = async (name, file, into = index) =>
  (await send(within(`/v1/documents/${name.split("/").map(encodeURIComponent).join("/")}`, into), { method: "PUT", body: file })).json();
export const removeFile = async (name) =>
  (await send(within(`/v1/documents/${name.split("/").map(encodeURIComponent).join("/")}`, index), { method: "DELETE" })).json();

export const addAddress = async (address) => (await send("/v1/addresses", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ address, index: index || undefined }),
})).json();

const conversation = (id) => `/v1/conversations/${encodeURIComponent(id)}`;
export const keptConversations = async () => (await (await send("/v1/conversations")).json()).conversations;
export const keepConversation = (each) => send(conversation(each.id), {
  method: "PUT", headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ title: each.title ?? "", index: each.index ?? "", turns: each.turns }),
});
export const forgetConversation = (id) => send(conversation(id), { method: "DELETE" });

/** Tells the server whether an answer was right; null takes it back. */
export const judge = async (body) => send("/v1/feedback", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, index: index || undefined }),
});

/** Asks, and calls `on[name](data)` for every event; resolves with the answer. */
export async function askStreaming(body, on, signal) {
  const reply = await send("/v1/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ ...body, index: index || undefined, stream: true }),
    signal,
  });
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    rest += value;
    const events = rest.split("\n\n");
    rest = events.pop();
    for (const each of events) {
      const event = parse(each);
      if (!event) continue;
      if (event.name === "answer") return event.data;
      if (event.name === "error") throw new Failure(event.data.error.message, event.data.error.hint, event.data.error.code);
      on[event.name]?.(event.data);
    }
  }
  throw new Failure("The answer broke off.", "Ask again; the server may have been stopped.");
}

function parse(text) {
  let name = "message";
  const data = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    else if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}
