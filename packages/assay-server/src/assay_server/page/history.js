// Conversations, kept in this browser only.
import { byId, fill, h } from "./dom.js";

const NAME = "assay.history";
const MOST = 40;

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
  const all = [conversation, ...rest].slice(0, MOST);
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
  try {
    localStorage.setItem(NAME, JSON.stringify(load().filter((each) => each.id !== id)));
  } catch { /* nothing was kept */ }
}

export function drawHistory(now, onOpen, onForget) {
  const all = load();
  fill(byId("history"), all.length ? all.map((each) => h("li", { class: each.id === now ? "now" : undefined },
    h("button", { type: "button", class: "again", "aria-current": each.id === now ? "true" : undefined, onclick: () => onOpen(each) },
      h("span", { class: `spot ${each.turns.at(-1)?.runs[0]?.answer.verdict ?? ""}` }), h("span", {}, each.turns[0]?.question ?? "")),
    h("button", { type: "button", class: "icon forget", "aria-label": `Forget: ${each.turns[0]?.question ?? ""}`, onclick: () => onForget(each.id) }, "×")))
    : h("li", { class: "none" }, "Nothing asked yet."));
}
