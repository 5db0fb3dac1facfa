// A document at its place: its original where that is still there, or its text, with the quoted words marked.
import { getJson } from "./api.js";
import { byId, codePoints, failureText, fill, h } from "./dom.js";
import { originalView } from "./original.js";

const AROUND = 30000;
const WIDE = "(min-width: 1020px)";
let asText = false;
let shown = null;
let drawings = 0;

/** Opens a document of the index, or the passage itself when it came from outside. */
export async function openDocument(id, title, start = 0, end = 0, place = "", passage = null, citation = null) {
  byId("viewer-title").textContent = title || place || "";
  byId("viewer-place").textContent = place ?? "";
  open();
  shown = { id, title, start, end, passage, citation };
  await draw();
}

/** Beside the answer where there is room for both, else above it. */
function open() {
  const dialog = byId("viewer");
  const [main, asked] = [byId("main"), document.activeElement];
  const stands = main.contains(asked) ? asked.getBoundingClientRect().top : 0;
  if (dialog.open) dialog.close();
  const beside = matchMedia(WIDE).matches && !document.querySelector("dialog:modal");
  dialog.classList.toggle("beside", beside);
  if (beside) dialog.show();
  else dialog.showModal();
  if (!beside || !main.contains(asked)) return;
  main.scrollTop += asked.getBoundingClientRect().top - stands; // lines above it wrap otherwise now
  asked.scrollIntoView({ block: "nearest" });
}

/** Whatever comes after something else was asked for is thrown away. */
async function draw(page = 0) {
  const mine = shown;
  drawings += 1;
  const drawing = drawings;
  const area = fill(byId("viewer-text"), h("p", { class: "cut" }, "Opening…"));
  const switches = byId("viewer-switch");
  switches.hidden = true;
  try {
    const original = mine.passage || asText ? null : await getJson(query("/v1/original", mine, page));
    const drawn = original && original.kind !== "text" ? await originalView(original, draw, mine.end > mine.start) : null;
    const text = drawn || mine.passage || drawing !== drawings ? null : await getJson(`/v1/text?id=${encodeURIComponent(mine.id)}`);
    if (drawing !== drawings) return;
    if (drawn) fill(area, drawn);
    else drawText(area, mine, text, original?.note);
    switches.hidden = !drawn && (!asText || Boolean(mine.passage));
  } catch (error) {
    if (drawing !== drawings) return;
    fill(area, h("p", { class: "cut" }, failureText(error)));
  }
  switches.textContent = asText ? "Original" : "Text as indexed";
  toMark(area);
  area.focus({ preventScroll: true });
}

const query = (path, { id, start, end }, page) =>
  `${path}?id=${encodeURIComponent(id)}&start=${start}&end=${Math.max(start, end)}${page ? `&page=${page}` : ""}`;

function drawText(area, { title, start, end, passage, citation }, found, note) {
  if (passage) {
    mark(area, passage.text, citation.start - passage.start, citation.end - passage.start);
    return;
  }
  if (!title) byId("viewer-title").textContent = found.title;
  mark(area, found.text, start, end);
  if (note) area.prepend(h("p", { class: "cut", role: "note" }, `This is the text as it was indexed: ${note}.`));
}

/** The text around a span; a long document is not drawn whole unless that is asked for. */
function mark(area, text, start = 0, end = 0, whole = false) {
  const points = codePoints(text);
  const from = whole ? 0 : Math.max(0, start - AROUND);
  const to = whole ? points.length : Math.min(points.length, Math.max(end, start) + AROUND);
  const all = (where) => h("button", { type: "button", class: "link", onclick: () => { mark(area, text, start, end, true); toMark(area); } }, where);
  fill(area, h("div", { class: "plain" },
    from > 0 && h("span", { class: "cut" }, all("Show what comes before")),
    h("span", {}, points.slice(from, start)), end > start && h("mark", {}, points.slice(start, end)), h("span", {}, points.slice(Math.max(end, start), to)),
    to < points.length && h("span", { class: "cut" }, all("Show what follows"))));
}

function toMark(area) {
  const marked = area.querySelector("mark");
  if (marked) marked.scrollIntoView({ block: "center" });
  else area.scrollTop = 0;
}

byId("viewer-switch").addEventListener("click", () => { asText = !asText; draw(); });
