// Elements made in code. Text is only ever set as text: what documents hold is never markup.

/** An element with properties and children; strings become text, nothing else does. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter(Boolean));
  return element;
}

/** A text that is cut at code points, as the offsets of the server count; astral characters are two units here. */
export function codePoints(text) {
  const plain = !/[\ud800-\udfff]/.test(text);
  const points = plain ? null : Array.from(text);
  return {
    length: plain ? text.length : points.length,
    slice: (start, end) => (plain ? text.slice(start, end) : points.slice(start, end).join("")),
  };
}

export const signed = (score) => `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(2)}`;
export const milliseconds = (ms) => (ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`);
export const oneLine = (text) => String(text ?? "").replace(/\s+/g, " ").trim();
export const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** A reason or an error of the server as a sentence. */
export function sentence(reason) {
  const text = String(reason ?? "").replace(/^[a-z](?=[a-z]*[ ,])/, (first) => first.toUpperCase()); // a name keeps its letters
  return !text || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What went wrong and what to do about it, as sentences. */
export const failureText = (error) => [error.message, error.hint].filter(Boolean).map(sentence).join(" ");

/** The last part of a path or address, for people. */
export function shortSource(source) {
  const parts = String(source ?? "").split("/").filter(Boolean);
  return parts.length ? parts[parts.length - 1] : String(source ?? "");
}

/** Only addresses that a browser may follow safely. */
export function safeAddress(source) {
  try {
    const url = new URL(source);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}
