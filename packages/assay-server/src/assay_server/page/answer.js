// The answer in its form: a fact, a passage, steps, a list, yes or no, a comparison, a refusal.
import { codePoints, h, oneLine, sentence, shortSource } from "./dom.js";
import { markdownView, rowsView } from "./markdown.js";

const LONG = 160;
const LIKELY = 2 / 3;
const DOUBTFUL = 1 / 3;

/** The one state of an answer: refused, or how sure it is; the verdict on the evidence stands where that is weighed. */
export function stateOf(answer) {
  if (answer.strategy === "small_talk") return null;
  if (answer.abstained) return { kind: "refused", words: "Refused" };
  const sure = answer.confidence;
  if (typeof sure !== "number") return null;
  const kind = sure >= LIKELY ? "likely" : sure < DOUBTFUL ? "doubtful" : "unsure";
  return { kind, words: `${Math.round(sure * 100)} % sure` };
}

export function stateView(answer) {
  const state = stateOf(answer);
  return state && h("p", { class: "state" }, h("span", { class: `pill ${state.kind}` }, state.words));
}

/** The words of the answer, cited and checked, laid out as their form asks. */
export function answerView(answer, openCitation) {
  if (answer.abstained) return refusalView(answer);
  const text = answer.text ?? "";
  const draw = ranges(answer, openCitation);
  const form = formOf(answer);
  const structure = structureOf(answer);
  const length = codePoints(text).length;
  let body;
  if (form === "comparison" && Array.isArray(structure.rows)) body = tableView(structure);
  else if (form === "steps" || form === "list") body = listView(text, draw, form === "steps");
  else if (form === "text") body = markdownView(text, draw);
  else if (form === "yes-no") body = yesNoView(text, structure, draw);
  else body = paragraphs(text, draw, blocksOf(answer));
  const long = length > LONG || body.some?.((each) => each && each.tagName !== "P") || form === "steps" || form === "list" || form === "comparison";
  return h("div", { class: long ? "answer long" : "answer", data: { form } }, body);
}

function formOf(answer) {
  const stated = typeof answer.form === "string" ? answer.form : answer.form?.kind ?? answer.form?.name;
  if (stated) return stated;
  const lines = (answer.text ?? "").split("\n").filter((line) => line.trim());
  if (lines.length > 1 && lines.filter((line) => /^\s*\d+[.)]\s/.test(line)).length >= 2) return "steps";
  if (lines.length > 1 && lines.filter((line) => /^\s*[-*•]\s/.test(line)).length >= 2) return "list";
  return "fact";
}

const structureOf = (answer) => answer.structure ?? (typeof answer.form === "object" ? answer.form : null) ?? {};

/** A function that draws a range of the answer with its citations and checks. */
function ranges(answer, openCitation) {
  const points = codePoints(answer.text ?? "");
  const checks = (answer.check?.sentences ?? []).map((each) => ({ ...each, kind: each.label, title: each.label }));
  for (const each of answer.unsupported ?? []) checks.push({ ...each, kind: "unsupported", title: "no evidence supports this" });
  const cites = (answer.citations ?? []).map((each, at) => ({ start: each.answer_start, end: each.answer_end, n: each.number ?? at + 1, each }));
  const marked = /\[\d+\]/.test(answer.text ?? "");
  const edges = new Set([0, points.length]);
  for (const { start, end } of [...checks, ...cites]) edges.add(start).add(end);
  return (from, to) => {
    const cuts = [...edges, from, to].filter((at) => at >= from && at <= to).sort((a, b) => a - b);
    const drawn = [];
    for (let i = 0; i + 1 < cuts.length; i += 1) {
      const [start, end] = [cuts[i], cuts[i + 1]];
      if (start === end) continue;
      const check = checks.find((each) => each.start <= start && end <= each.end);
      const inside = cites.filter((each) => each.start <= start && end <= each.end);
      const words = marked ? withMarkers(points.slice(start, end), cites, openCitation) : [points.slice(start, end)];
      drawn.push(h("span", {
        class: [inside.length && "cited", check && `says ${check.kind}`].filter(Boolean).join(" ") || undefined,
        title: check?.title, data: inside.length ? { cites: inside.map((each) => each.n).join(" ") } : undefined,
      }, words));
      if (!marked) for (const each of cites.filter((cite) => cite.end === end)) drawn.push(chip(each, openCitation));
    }
    return drawn;
  };
}

/** Markers such as [2] that the generator wrote, as buttons. */
function withMarkers(text, cites, openCitation) {
  return text.split(/(\[\d+\])/).map((part) => {
    const number = /^\[(\d+)\]$/.exec(part)?.[1];
    const cite = number && (cites.find((each) => each.n === Number(number)) ?? null);
    return cite ? chip(cite, openCitation) : part;
  });
}

function chip(cite, openCitation) {
  return h("button", { type: "button", class: "cite", data: { cites: String(cite.n) }, "aria-label": `Source ${cite.n}: ${oneLine(cite.each.quote).slice(0, 80)}`, onclick: () => openCitation(cite.each) }, String(cite.n));
}

/** Lines as what they are in their document: items of a list, code, paragraphs. */
function paragraphs(text, draw, blocks) {
  let items = null;
  let code = null;
  return linesView(lineRanges(text), draw, ([start, end]) => {
    const block = blocks.find((each) => each.start <= start && end <= each.end);
    if (block?.kind === "code") {
      items = null;
      if (code === block) return null;
      code = block;
      return h("pre", { tabindex: "0", "aria-label": "Code", role: "group" }, h("code", {}, draw(block.start, block.end)));
    }
    if (block?.kind !== "item") {
      items = null;
      return h("p", {}, draw(start, end));
    }
    const item = h("li", {}, block.number && block.start === start && h("span", { class: "mark" }, block.number), draw(start, end));
    if (items) { items.append(item); return null; }
    items = h("ul", { class: block.number ? "numbered" : undefined }, item);
    return items;
  });
}

/** The blocks of the entries that an answer quotes, by their place in its text. */
function blocksOf(answer) {
  const text = answer.text ?? "";
  return (answer.entries ?? []).flatMap((entry) => {
    const at = text.indexOf(entry.text);
    if (at < 0) return [];
    const before = Array.from(text.slice(0, at)).length;
    return (entry.blocks ?? []).map((each) => ({ ...each, start: before + each.start, end: before + each.end }));
  });
}

/** Each line as `one` draws it, but rows of a table together. */
function linesView(lines, draw, one) {
  const drawn = [];
  for (let at = 0; at < lines.length;) {
    const rows = rowsView(lines.slice(at), draw);
    drawn.push(rows ? rows.element : one(lines[at]));
    at += rows ? rows.lines : 1;
  }
  return drawn;
}

function lineRanges(text) {
  const found = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const length = codePoints(line).length;
    if (line.trim()) found.push([at, at + length, line]);
    at += length + 1;
  }
  return found;
}

function listView(text, draw, ordered) {
  let items = null;
  return linesView(lineRanges(text), draw, ([start, end, line]) => {
    const mark = /^\s*(?:\d+[.)]|[-*•])\s+/.exec(line);
    if (!mark) {
      items = null;
      return h("p", {}, draw(start, end));
    }
    const item = h("li", {}, draw(start + codePoints(mark[0]).length, end));
    if (items) { items.append(item); return null; }
    items = h(ordered ? "ol" : "ul", {}, item);
    return items;
  });
}

function yesNoView(text, structure, draw) {
  const said = /^\s*(yes|no)\b[\s.,:;!–—-]*/i.exec(text);
  const yes = structure.yes ?? structure.value ?? (said ? said[1].toLowerCase() === "yes" : undefined);
  const from = said ? codePoints(said[0]).length : 0;
  return h("p", {},
    typeof yes === "boolean" && h("span", { class: `yesno ${yes ? "yes" : "no"}` }, yes ? "Yes" : "No"),
    draw(from, codePoints(text).length));
}

function tableView(structure) {
  const cell = (value) => oneLine(typeof value === "object" && value ? value.text ?? "" : value);
  const cells = (row) => (Array.isArray(row) ? row : row.cells ?? Object.values(row));
  const columns = structure.columns ?? [];
  return h("table", {},
    columns.length > 0 && h("thead", {}, h("tr", {}, columns.map((each) => h("th", { scope: "col" }, cell(each))))),
    h("tbody", {}, structure.rows.map((row) => h("tr", {}, cells(row).map((each) => h("td", {}, cell(each)))))));
}

function refusalView(answer) {
  return h("div", { class: "answer", data: { form: "refusal" } },
    h("p", {}, "No answer. ", h("span", { class: "why" }, sentence(answer.reason))));
}

/** The entries that come closest to a refused question: those the answer names, or the best scored. */
export function closestEntries(answer) {
  const named = answer.closest ?? structureOf(answer).closest ?? structureOf(answer).entries;
  if (Array.isArray(named) && named.length) {
    return named.map((each) => {
      const passage = (answer.passages ?? []).find((known) => known.id === (each.passage?.id ?? each.passage ?? each.id));
      return { ...passage, ...each, ...decisive(each), name: each.name ?? passage?.name, location: each.location ?? "" };
    });
  }
  return [...(answer.passages ?? [])].filter((each) => typeof each.score === "number").sort((a, b) => b.score - a.score).slice(0, 3);
}

/** The sentence of an entry that decides, where the place that it comes with is. */
function decisive({ text = "", key, start }) {
  if (!key || key.end <= key.start) return { text };
  return { text: codePoints(text).slice(key.start, key.end), start: start + key.start, end: start + key.end };
}

/** The headings above something, without a first one that is the document's title once more. */
export function headingsOf({ headings, title }) {
  const all = Array.isArray(headings) ? headings : [];
  return (all[0] === title ? all.slice(1) : all).join(" › ");
}

const LONG_HEADING = 60;

/** Where something stands, as the terminal and every other surface says it: "notes.md, line 5, § Budget". */
export const placeOf = (item) => [item.name || shortSource(item.source), item.location].filter(Boolean).join(", ");

/** The same below the title of the document, which is not said once more as the first heading. */
export function placeBelow(title, item) {
  const name = oneLine(title);
  const heading = `§ ${name.length > LONG_HEADING ? `${name.slice(0, LONG_HEADING - 1)}…` : name}`;
  const place = placeOf(item);
  return place.endsWith(`, ${heading}`) ? place.slice(0, -heading.length - 2) : place.replace(`${heading} › `, "§ ");
}
