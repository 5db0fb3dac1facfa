// The decision made visible: every passage on one scale, what of it was given to the reader, the sources.
import { headingsOf, placeBelow, placeOf } from "./answer.js";
import { codePoints, count, h, oneLine, safeAddress, shortSource, signed } from "./dom.js";

const SHOWN = 6;
const VERDICTS = {
  correct: ["Correct evidence", "A passage scores above the upper threshold: your documents are trusted."],
  ambiguous: ["Ambiguous evidence", "No passage is clearly good: the best are used, with outside knowledge where there is any."],
  incorrect: ["Incorrect evidence", "Every passage scores below the lower threshold: they are set aside."],
};
const percent = (score) => `${((Math.max(-1, Math.min(1, score)) + 1) / 2) * 100}%`;

/** The zone of a score: what it means against the two thresholds. */
export function zone(score, borders) {
  if (typeof score !== "number") return "unscored";
  if (!borders) return "plain";
  if (score > borders.upper) return "correct";
  return score < borders.lower ? "incorrect" : "ambiguous";
}

/** All passages on the scale, best first, with their words and what was kept of them. */
export function scaleView(answer, openDocument, { compact = false } = {}) {
  const borders = answer.thresholds;
  const inside = (answer.passages ?? []).filter((each) => each.kind !== "external");
  const outside = (answer.passages ?? []).filter((each) => each.kind === "external");
  if (!inside.length && !outside.length) return null;
  const sorted = [...inside].sort((a, b) => (b.score ?? -2) - (a.score ?? -2));
  const rows = sorted.map((each) => passageView(each, answer, openDocument, compact));
  const scored = inside.some((each) => typeof each.score === "number");
  return h("div", { role: "group", class: "scale", "aria-label": "Passages and their scores" },
    h("h3", {}, scored ? `${count(inside.length, "passage")} weighed` : `${count(inside.length, "passage")} read`),
    verdictView(answer, outside.length > 0),
    scored && axisView(borders),
    rows.slice(0, SHOWN),
    rows.length > SHOWN && h("details", { class: "rest" }, h("summary", {}, `${rows.length - SHOWN} more below`), rows.slice(SHOWN)),
    outside.length > 0 && h("div", { class: "outside" },
      h("h3", {}, `${count(outside.length, "passage")} from outside`),
      outside.map((each) => passageView(each, answer, openDocument, compact))),
    !compact && answer.strips?.length > 0 && legendView(answer));
}

/** Whether passages were given to the reader whole, or strips of them kept and dropped. */
const isWhole = (strips, passage) => strips.length === 1 && strips[0].start === 0 && strips[0].end === codePoints(passage.text ?? "").length;

/** What the scores of the passages mean together. */
function verdictView(answer, outside) {
  const [word, meaning] = VERDICTS[answer.verdict] ?? [];
  return h("p", { class: "verdict" }, word && h("span", { class: `pill ${answer.verdict}` }, word),
    h("span", {}, meaning ?? `${answer.strategy} passes no verdict on its evidence.`, outside && " What was found outside is used too."));
}

function axisView(borders) {
  const border = (name, score) => h("span", { class: `border ${name}`, vars: { "--x": percent(score) } }, name, h("br"), signed(score));
  const close = borders && borders.upper - borders.lower < 0.3;
  return h("div", { class: "axis", "aria-hidden": "true" },
    (!borders || borders.lower > -0.75) && h("span", { class: "end" }, "−1"), h("span", { class: "end right" }, "+1"),
    borders && !close && border("lower", borders.lower),
    borders && border("upper", borders.upper));
}

function passageView(passage, answer, openDocument, compact) {
  const borders = answer.thresholds;
  const strips = (answer.strips ?? []).filter((each) => each.passage === passage.id);
  const kept = strips.filter((each) => each.kept).length;
  const whole = isWhole(strips, passage);
  const where = zone(passage.score, borders);
  const body = h("div", { class: "words", hidden: true });
  const open = () => {
    if (!body.childNodes.length) body.append(...wordsOf(passage, strips, answer, whole ? where : "correct"), h("p", {}, seeButton(passage, openDocument)));
    body.hidden = !body.hidden;
    button.setAttribute("aria-expanded", String(!body.hidden));
  };
  const path = headingsOf(passage);
  const meaning = typeof passage.score === "number" ? `score ${signed(passage.score)}, ${where === "plain" ? "no thresholds" : where}` : "not scored";
  const button = h("button", { type: "button", "aria-expanded": "false", onclick: open },
    h("span", { class: "unseen" }, `${meaning}. `),
    h("span", { class: "head" },
      h("span", { class: "name" }, oneLine(passage.title) || shortSource(passage.source), path && h("span", { class: "crumbs" }, ` § ${path}`),
        isAlike(passage, answer) && h("span", { class: "crumbs" }, `, ${passage.name}`)),
      h("span", { class: "tally" }, tallyOf(strips, kept, whole))),
    typeof passage.score === "number" && h("span", { class: `row ${where}`, "aria-hidden": "true" },
      h("span", { class: borders ? "lane" : "lane plain", vars: { "--lo": percent(borders?.lower ?? 0), "--hi": percent(borders?.upper ?? 0), "--x": percent(passage.score) } },
        h("span", { class: "stem" }), h("span", { class: "dot" })),
      h("span", { class: `score ${where}` }, signed(passage.score))));
  const row = h("article", { class: "passage", data: { passage: passage.id } }, button, body);
  const quoted = (answer.citations ?? []).some((each) => inPassage(each, passage));
  if (!compact && (quoted || (kept && kept === strips.length && kept < 3 && where !== "incorrect"))) open();
  return row;
}

/** Whether another document that was weighed has the same title. */
const isAlike = (passage, answer) => answer.passages.some((each) => each.source !== passage.source && oneLine(each.title) === oneLine(passage.title));

function tallyOf(strips, kept, whole) {
  if (whole) return kept ? "read" : "set aside";
  return strips.length ? `${kept} of ${count(strips.length, "strip")} kept` : "";
}

const inPassage = (span, passage) => span.source === passage.source && span.start >= passage.start && span.end <= passage.end;

/** The passage's own words: what the reader got has the colour of its verdict, the rest is pale, quotations are underlined. */
function wordsOf(passage, strips, answer, where) {
  const points = codePoints(passage.text ?? "");
  const quotes = (answer.citations ?? []).map((each, at) => ({ n: at + 1, start: each.start - passage.start, end: each.end - passage.start, here: inPassage(each, passage) })).filter((each) => each.here);
  const edges = new Set([0, points.length]);
  for (const { start, end } of [...strips, ...quotes]) edges.add(start).add(end);
  const cuts = [...edges].filter((at) => at >= 0 && at <= points.length).sort((a, b) => a - b);
  const drawn = [];
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    const [start, end] = [cuts[i], cuts[i + 1]];
    const strip = strips.find((each) => each.start <= start && end <= each.end);
    const inside = quotes.filter((each) => each.start <= start && end <= each.end);
    const kind = strip ? (strip.kept ? `strip kept ${where}${passage.kind === "external" ? " outside" : ""}` : "strip dropped") : undefined;
    const title = strip && typeof strip.score === "number" ? `${strip.kept ? "kept" : "dropped"}, ${signed(strip.score)}` : undefined;
    const words = h("span", { class: kind, title, data: inside.length ? { cites: inside.map((each) => each.n).join(" ") } : undefined }, points.slice(start, end));
    drawn.push(inside.length ? h("mark", {}, words) : words);
  }
  return drawn;
}

function seeButton(passage, openDocument) {
  if (passage.kind === "external") return addressView(passage.source);
  return h("button", { type: "button", class: "link see", onclick: () => openDocument(passage.document, passage.title, passage.start, passage.end, placeBelow(passage.title, passage)) }, "Open the document here");
}

/** An address as a link that may be followed, or as plain words. */
function addressView(source) {
  const address = safeAddress(source);
  return address ? h("a", { class: "see", href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, address) : h("span", { class: "see" }, String(source));
}

function legendView(answer) {
  const passages = new Map((answer.passages ?? []).map((each) => [each.id, each]));
  const whole = (answer.strips ?? []).every((each) => isWhole([each], passages.get(each.passage) ?? {}));
  const sign = (kind, words) => h("span", {}, h("i", { class: kind }), words);
  const given = whole ? [sign("correct", "read: good"), sign("ambiguous", "unclear"), sign("incorrect", "bad")] : [sign("correct", "strip kept")];
  return h("p", { class: "legend" }, given, sign("d", whole ? "set aside" : "dropped"), sign("q", "quoted in the answer"));
}

/** The sources of the answer, numbered as it cites them. */
export function sourcesView(answer, openCitation) {
  if (!answer.citations?.length) return null;
  return h("section", { class: "block" }, h("h3", {}, answer.citations.length === 1 ? "Source" : "Sources"),
    h("div", { class: "sources" }, onceEach(answer.citations).map(([each, n]) => sourceView(each, n, answer, openCitation))));
}

/** Each sentence of a source once, by the number that stands in the answer. */
function onceEach(citations) {
  const found = new Map(citations.map((each, at) => [`${each.number ?? at + 1} ${each.evidence} ${each.start}`, [each, each.number ?? at + 1]]));
  return [...found.values()].sort((a, b) => a[1] - b[1]);
}

function sourceView(citation, n, answer, openCitation) {
  const passage = passageOf(citation, answer);
  const title = oneLine(passage?.title) || shortSource(citation.source);
  const where = placeBelow(title, citation);
  const quoted = oneLine(answer.text).includes(oneLine(citation.quote));
  return h("button", { type: "button", class: "source", data: { cites: String(n) }, onclick: () => openCitation(citation) },
    h("span", { class: "n" }, String(n)),
    h("span", {}, h("b", {}, title, passage?.kind === "external" && [" ", h("span", { class: "tag" }, "outside")]),
      where !== title && h("span", { class: "where" }, where), !quoted && h("q", {}, oneLine(citation.quote))));
}

/** What other documents answer instead, each with how likely that is and where it stands. */
export function rivalsView(answer, openCitation) {
  if (!answer.rivals?.length) return null;
  return h("section", { class: "block rivals" }, h("h3", {}, "Sources disagree"),
    h("div", { class: "sources" }, answer.rivals.map((each) =>
      h("button", { type: "button", class: "source close", onclick: () => openCitation(each) },
        h("span", {}, h("b", {}, oneLine(each.text), typeof each.confidence === "number" && ` (${Math.round(each.confidence * 100)} %)`),
          h("span", { class: "where" }, placeOf(each)), h("q", {}, oneLine(each.quote)))))));
}

export function passageOf(citation, answer) {
  return (answer.passages ?? []).find((each) => inPassage(citation, each))
    ?? (answer.passages ?? []).find((each) => each.source === citation.source);
}

/** The entries closest to a question that was refused. */
export function closestView(entries, openDocument) {
  if (!entries.length) return null;
  return h("section", { class: "block" }, h("h3", {}, "The closest entries"),
    h("div", { class: "entries" }, entries.map((each) =>
      h("button", { type: "button", class: "source close", onclick: () => each.document && openDocument(each.document, each.title, each.start, each.end, placeBelow(each.title, each)) },
        h("span", {}, h("b", {}, oneLine(each.title) || shortSource(each.source)), h("span", { class: "where" }, placeBelow(each.title, each)), h("q", {}, shortened(each.text)))))));
}

const shortened = (text) => { const line = String(text ?? "").replace(/[^\S\n]+/g, " ").replace(/\s*\n\s*/g, "\n").trim(); return line.length > 220 ? `${line.slice(0, 219)}…` : line; };
