// An original as the server shows it: a page as a picture, or a tree of plain elements.
import { h } from "./dom.js";

// The server names no others; what else should come is drawn as a division.
const TAGS = new Set(("div span p pre blockquote ul ol li dl dt dd table thead tbody tfoot tr th td caption h3 h4 h5 h6 mark"
  + " b strong i em u s del ins code kbd samp var sub sup small q cite abbr dfn br hr").split(" "));
const ATTRIBUTES = ["colspan", "rowspan"];

/** The elements of an original; `turnTo(page)` shows another page. */
export async function originalView(original, turnTo, quoted) {
  if (original.kind === "page") return pageView(original, turnTo);
  return [
    quoted && !original.marked && h("p", { class: "cut" }, "The quoted words were not found in the original."),
    h("div", { class: "original" }, original.tree.map(elementOf)),
  ];
}

function elementOf(node) {
  if (typeof node === "string") return node;
  const [tag, given, ...nodes] = node;
  const kept = Object.fromEntries(ATTRIBUTES.filter((name) => /^\d{1,3}$/.test(given[name] ?? "")).map((name) => [name, given[name]]));
  const element = h(TAGS.has(tag) ? tag : "div", kept);
  for (const each of nodes) element.append(elementOf(each));
  return element;
}

async function pageView({ page, pages, width, height, image, boxes }, turnTo) {
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = h("canvas", { role: "img", "aria-label": `Page ${page} of the original`, width: String(width), height: String(height) });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const turn = (to, words) => h("button", { type: "button", class: "quiet", disabled: to < 1 || to > pages, onclick: () => turnTo(to) }, words);
  return [
    h("div", { class: "turning" }, turn(page - 1, "‹ Before"), h("span", { class: "number" }, `Page ${page} of ${pages}`), turn(page + 1, "Next ›")),
    h("div", { class: "sheet" }, canvas, boxes.map(boxView)),
  ];
}

const share = (part) => `${part * 100}%`;
const boxView = ([left, top, right, bottom]) =>
  h("mark", { class: "cited-line", vars: { "--left": share(left), "--top": share(top), "--wide": share(right - left), "--high": share(bottom - top) } });
