// Conversations, kept in this browser, and by the server for whoever has a key.
import { forgetConversation, keepConversation, keptConversations } from "./api.js";
import { stateOf } from "./answer.js";
import { byId, fill, h } from "./dom.js";

const NAME = "assay.history";
const MOST = 40;

let shared = false;

/** From now on the server keeps them too; what it has of other browsers is taken over. */
export async function share() {
  shared = true;
  const theirs = await keptConversations().catch(() => []);
  const known = new Set(theirs.map((each) => each.id));
  store([...theirs, ...load().filter((each) => !known.has(each.id))]);
}

const tell = (told) => { if (shared) told().catch(() => { /* this browser has it */ }); };

export function load() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keeps a conversation, newest first; the oldest go when the browser has no more room. */
export function keep(conversation) {
  const rest = load().filter((each) => each.id !== conversation.id);
  store([conversation, ...rest]);
  tell(() => keepConversation(conversation));
}

function store(given) {
  const all = given.slice(0, MOST);
  while (all.length) {
    try {
      localStorage.setItem(NAME, JSON.stringify(all));
      return;
    } catch {
      all.pop();
    }
  }
}

export function forget(id) {
  tell(() => forgetConversation(id));
  try {
    localStorage.setItem(NAME, JSON.stringify(load().filter((each) => each.id !== id)));
  } catch { /* nothing was kept */ }
}

/** Gives a conversation a name of its own; an empty one is its first question again. */
export function rename(id, title) {
  const all = load();
  const found = all.find((each) => each.id === id);
  if (!found) return;
  found.title = title;
  store(all);
  tell(() => keepConversation(found));
}

export const titleOf = (conversation) => conversation.title || conversation.turns[0]?.question || "";

/** A field in place of the name, until it is left. */
function renameField(each, line, on) {
  const field = h("input", { type: "text", class: "rename", value: titleOf(each), maxlength: 200, "aria-label": "Name of the conversation" });
  let done = false;
  const end = (title) => { if (!done) { done = true; on.rename(each.id, title); } };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") end(field.value.trim());
    if (event.key === "Escape") { event.stopPropagation(); end(each.title ?? ""); }
  });
  field.addEventListener("blur", () => end(field.value.trim()));
  fill(line, field);
  field.focus();
  field.select();
}

function lastState(conversation) {
  const answer = conversation.turns.at(-1)?.runs[0]?.answer;
  return (answer && stateOf(answer)?.kind) ?? "";
}

export function drawHistory(now, on) {
  const all = load();
  fill(byId("history"), all.length ? all.map((each) => {
    const line = h("li", { class: each.id === now ? "now" : undefined },
      h("button", { type: "button", class: "again", "aria-current": each.id === now ? "true" : undefined, onclick: () => on.open(each) },
        h("span", { class: `spot ${lastState(each)}` }), h("span", {}, titleOf(each))),
      h("button", { type: "button", class: "icon rename-it", "aria-label": `Rename: ${titleOf(each)}`, onclick: () => renameField(each, line, on) }, "✎"),
      h("button", { type: "button", class: "icon forget", "aria-label": `Forget: ${titleOf(each)}`, onclick: () => on.forget(each.id, titleOf(each)) }, "×"));
    return line;
  }) : h("li", { class: "none" }, "Nothing asked yet."));
}
