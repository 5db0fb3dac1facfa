// Markdown as elements. Markup in it stays text: elements are made here, one by one, and no other way.
import { h, safeAddress } from "./dom.js";

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(?=\S)/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(?=\S)/;
const DASHES = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const INLINE = /(`+)(?!`)([^\n]{0,2000}?[^`\n])\1(?!`)|\\([!-/:-@[-`{-~])|!?\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})(?:\s+"[^"\n]*")?\)|\*\*(?=\S)((?:(?!\*\*)[^\n]){0,2000}[^\s*]\*?)\*\*|~~(?=\S)([^~\n]{1,2000})~~|\*(?=[^\s*])([^*\n]{0,2000}[^\s*])\*|(?<![\w])_(?=[^\s_])([^_\n]{0,2000}[^\s_])_(?![\w])/g;
const DEEP = 8;

/** The blocks of a text; `draw(start, end)` draws the words between two of its code points. */
export function markdownView(text, draw) {
  const words = (start, end) => (start < end ? draw(pointsTo(text, start), pointsTo(text, end)) : []);
  return blocks(linesOf(text), { text, words }, 0);
}

/** Lines such as "plan: free; users: 3" that follow one another and name the same columns, as one table. */
export function rowsView(lines, draw) {
  const names = columnsOf(lines[0]?.[2]);
  if (!names) return null;
  let most = 1;
  while (most < lines.length && String(columnsOf(lines[most][2])) === String(names)) most += 1;
  if (most < 2) return null;
  const rows = lines.slice(0, most).map(([start, , line]) => {
    let at = 0;
    return h("tr", {}, cellsOf(line).map((cell) => {
      const from = line.indexOf(cell, at);
      at = from + cell.length;
      const value = from + cell.indexOf(": ") + 2;
      return h("td", {}, draw(start + pointsTo(line, value), start + pointsTo(line, at)));
    }));
  });
  return { lines: most, element: table(names, rows) };
}

const pointsTo = (text, at) => Array.from(text.slice(0, at)).length;
const cellsOf = (line) => line.split("; ");

function columnsOf(line) {
  const cells = cellsOf(line ?? "");
  return cells.length > 1 && cells.every((each) => /^[^:]{1,80}: \S/.test(each)) ? cells.map((each) => each.slice(0, each.indexOf(": "))) : null;
}

const table = (names, rows) => h("div", { class: "wide" }, h("table", {},
  h("thead", {}, h("tr", {}, names.map((each) => h("th", { scope: "col" }, each)))), h("tbody", {}, rows)));

function linesOf(text) {
  let at = 0;
  return text.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    return { start, line };
  });
}

const cut = (each, length) => ({ start: each.start + length, line: each.line.slice(length) });
const blank = (each) => !each.line.trim();
const begins = (each, next) => FENCE.test(each.line) || HEADING.test(each.line) || RULE.test(each.line) || QUOTE.test(each.line) || ITEM.test(each.line) || isTable(each, next);
const isTable = (each, next) => Boolean(next && each.line.includes("|") && next.line.includes("-") && (next.line.includes("|") || next.line.includes(":")) && DASHES.test(next.line));

function blocks(lines, made, depth) {
  const drawn = [];
  let at = 0;
  while (at < lines.length) {
    const each = lines[at];
    if (blank(each)) { at += 1; continue; }
    if (depth > DEEP) { drawn.push(h("p", {}, inline(each, made, 0))); at += 1; continue; }
    const [element, next] = block(lines, at, made, depth);
    drawn.push(element);
    at = next;
  }
  return drawn;
}

function block(lines, at, made, depth) {
  const each = lines[at];
  const fence = FENCE.exec(each.line);
  if (fence) return code(lines, at, fence);
  const heading = HEADING.exec(each.line);
  if (heading) return [h("p", { class: "heading" }, inline(cut(each, heading[0].length), made, 0)), at + 1];
  if (RULE.test(each.line)) return [h("hr", {}), at + 1];
  if (QUOTE.test(each.line)) return quote(lines, at, made, depth);
  if (ITEM.test(each.line)) return list(lines, at, made, depth);
  if (isTable(each, lines[at + 1])) return pipes(lines, at, made);
  let end = at + 1;
  while (end < lines.length && !blank(lines[end]) && !begins(lines[end], lines[end + 1])) end += 1;
  const words = lines.slice(at, end).flatMap((line, number) => [number > 0 && h("br", {}), inline(line, made, 0)]);
  return [h("p", {}, words), end];
}

function code(lines, at, fence) {
  let end = at + 1;
  while (end < lines.length && !(lines[end].line.trim().startsWith(fence[1]) && !lines[end].line.trim().replaceAll(fence[1][0], ""))) end += 1;
  const text = lines.slice(at + 1, end).map((each) => each.line).join("\n");
  return [h("pre", { tabindex: "0", "aria-label": fence[2] ? `Code, ${fence[2]}` : "Code", role: "group" }, h("code", {}, text)), Math.min(end + 1, lines.length)];
}

function quote(lines, at, made, depth) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end].line)) end += 1;
  const inside = lines.slice(at, end).map((each) => cut(each, QUOTE.exec(each.line)[0].length));
  return [h("blockquote", {}, blocks(inside, made, depth + 1)), end];
}

/** Items of one depth; what is indented further belongs to the item before it. */
function list(lines, at, made, depth) {
  const first = ITEM.exec(lines[at].line);
  const ordered = Boolean(first[3]);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const mark = ITEM.exec(lines[end].line);
    const inside = blank(lines[end]) ? follows(lines, end, first[1].length) : lines[end].line.search(/\S/) > first[1].length;
    if (mark && mark[1].length <= first[1].length && Boolean(mark[3]) === ordered) items.push([cut(lines[end], mark[0].length)]);
    else if (items.length && inside) items.at(-1).push(cut(lines[end], indent(lines[end].line, first[0].length)));
    else if (mark || blank(lines[end]) || begins(lines[end], lines[end + 1])) break;
    else items.at(-1).push(lines[end]);
    end += 1;
  }
  const vars = ordered ? { "--before": String(Number(first[3]) - 1) } : {};
  return [h(ordered ? "ol" : "ul", { vars }, items.map((each) => h("li", {}, tight(blocks(each, made, depth + 1))))), end];
}

/** An item of one paragraph is its words alone. */
const tight = (drawn) => (drawn[0]?.tagName === "P" && !drawn[0].className ? [...drawn[0].childNodes, ...drawn.slice(1)] : drawn);
const indent = (line, most) => Math.min(most, Math.max(0, line.search(/\S|$/)));

function follows(lines, at, depth) {
  const next = lines.slice(at).find((each) => !blank(each));
  if (!next) return false;
  return next.line.search(/\S/) > depth || ITEM.test(next.line);
}

function pipes(lines, at, made) {
  const cells = (each) => {
    const found = [];
    const line = each.line.replace(/\|\s*$/, "");
    let from = /^\s*\|/.exec(line)?.[0].length ?? 0;
    for (let i = from; i <= line.length; i += 1) {
      if (i < line.length && (line[i] !== "|" || line[i - 1] === "\\")) continue;
      const word = line.slice(from, i);
      found.push({ start: each.start + from + (word.length - word.trimStart().length), line: word.trim() });
      from = i + 1;
    }
    return found;
  };
  let end = at + 2;
  while (end < lines.length && !blank(lines[end]) && lines[end].line.includes("|")) end += 1;
  const rows = lines.slice(at + 2, end).map((each) => h("tr", {}, cells(each).map((cell) => h("td", {}, inline(cell, made, 0)))));
  return [table(cells(lines[at]).map((cell) => inline(cell, made, 0)), rows), end];
}

/** The words of a line with what is strong, stressed, struck out, code or a link in it. */
function inline({ start, line }, made, depth) {
  const drawn = [];
  let at = 0;
  const inside = (words, from) => (depth < DEEP ? inline({ start: start + from, line: words }, made, depth + 1) : made.words(start + from, start + from + words.length));
  for (const found of depth < DEEP ? line.matchAll(INLINE) : []) {
    const [all, ticks, written, escaped, label, address, strong, struck, stressed, underscored] = found;
    drawn.push(...made.words(start + at, start + found.index));
    at = found.index + all.length;
    const place = (words) => found.index + all.indexOf(words);
    if (ticks) drawn.push(h("code", {}, written));
    else if (escaped) drawn.push(escaped);
    else if (label) drawn.push(link(address, inside(label, place(label))));
    else if (strong) drawn.push(h("strong", {}, inside(strong, found.index + 2)));
    else if (struck) drawn.push(h("s", {}, inside(struck, found.index + 2)));
    else drawn.push(h("em", {}, inside(stressed ?? underscored, found.index + 1)));
  }
  drawn.push(...made.words(start + at, start + line.length));
  return drawn;
}

/** A link that says where it leads and may be followed, or its words alone. */
function link(address, words) {
  const safe = safeAddress(address);
  return safe ? h("a", { href: safe, title: safe, target: "_blank", rel: "noopener noreferrer nofollow" }, words) : h("span", {}, words);
}
