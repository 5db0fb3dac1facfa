// A document opened at its place, with the quoted words marked.
import { getJson } from "./api.js";
import { byId, codePoints, fill, h } from "./dom.js";

const AROUND = 30000;

/** Opens a document of the index, or the passage itself when it came from outside. */
export async function openDocument(id, title, start, end, place, passage = null, citation = null) {
  const dialog = byId("viewer");
  byId("viewer-title").textContent = title || place || "";
  byId("viewer-place").textContent = place ?? "";
  const pages = fill(byId("viewer-text"), h("p", { class: "cut" }, "Opening…"));
  if (!dialog.open) dialog.showModal();
  try {
    if (passage) {
      mark(pages, passage.text, citation.start - passage.start, citation.end - passage.start);
    } else {
      const found = await getJson(`/v1/text?id=${encodeURIComponent(id)}`);
      if (!title) byId("viewer-title").textContent = found.title;
      mark(pages, found.text, start, end);
    }
  } catch (error) {
    fill(pages, h("p", { class: "cut" }, `${error.message} ${error.hint ?? ""}`));
  }
  pages.focus({ preventScroll: true });
}

/** The text around a span; a long document is not drawn whole unless that is asked for. */
function mark(pages, text, start = 0, end = 0, whole = false) {
  const points = codePoints(text);
  const from = whole ? 0 : Math.max(0, start - AROUND);
  const to = whole ? points.length : Math.min(points.length, Math.max(end, start) + AROUND);
  const all = (where) => h("button", { type: "button", class: "link", onclick: () => mark(pages, text, start, end, true) }, where);
  const marked = h("mark", {}, points.slice(start, end));
  fill(pages,
    from > 0 && h("span", { class: "cut" }, all("Show what comes before")),
    h("span", {}, points.slice(from, start)), end > start && marked, h("span", {}, points.slice(Math.max(end, start), to)),
    to < points.length && h("span", { class: "cut" }, all("Show what follows")));
  const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (end > start) marked.scrollIntoView({ block: "center", behavior: quiet || !whole ? "auto" : "smooth" });
  else pages.scrollTop = 0;
}
