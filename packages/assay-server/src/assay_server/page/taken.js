// A conversation as a file. In its Markdown nothing is an element, a picture or a script, whoever renders it.
import { writtenAnswer } from "./actions.js";
import { h, oneLine } from "./dom.js";
import { titleOf } from "./history.js";

const FENCE = /^(`{3,})[^`\n]*$|^(~{3,})[^\n]*$/;
const CODE = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/** Words of a document as Markdown that shows them as they are: no element, link or picture of theirs. */
const escaped = (text) => String(text ?? "").replace(/[\\`*[\]<]|(?<!\w)_|_(?!\w)|^#/gm, "\\$&");

/**
 * Markdown of a language model: its own marks stay, but markup, pictures and links to anything but the web are text.
 * Only code that every reader of Markdown takes for code is left as it is.
 */
function tamed(text) {
  const lines = String(text ?? "").split(/\r\n|\r|\n/);
  const paired = lines.every((line) => FENCE.test(line) || (!line.includes("\\`") && !line.replace(CODE, "").includes("`")));
  let fence = null;
  const drawn = lines.map((line) => {
    if (fence) {
      const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (end && end[0] === fence[0] && end.length >= fence.length) fence = null;
      return line;
    }
    const begun = FENCE.exec(line);
    if (begun) {
      fence = begun[1] ?? begun[2];
      return line;
    }
    if (!paired || line.includes("|")) return asText(line);
    let at = 0;
    let words = "";
    for (const code of line.matchAll(CODE)) {
      words += asText(line.slice(at, code.index)) + code[0];
      at = code.index + code[0].length;
    }
    return words + asText(line.slice(at));
  });
  return [...drawn, ...(fence ? [fence] : [])].join("\n");
}

/** What an odd number of backslashes stands before is text already. */
const asText = (line) => line.replace(/(\\*)(<(?=[a-z/!?])|!\[)/gi, (all, before, mark) => (before.length % 2 ? all : `${before}\\${mark}`))
  .replace(/\](?=:|\((?!https?:\/\/))/gi, "]\\");

function writtenConversation(conversation) {
  const turns = conversation.turns.map((turn) => [`## ${escaped(oneLine(turn.question))}`, ...turn.runs.map((run) =>
    `${turn.runs.length > 1 ? `### ${run.choice.strategy}\n\n` : ""}${writtenAnswer(run.answer, escaped, tamed)}`)].join("\n\n"));
  return `# ${escaped(oneLine(titleOf(conversation)))}\n\n${turns.join("\n\n")}\n`;
}

/** Hands the conversation over as a file. */
export function download(conversation, kind) {
  const text = kind === "json" ? JSON.stringify(conversation, null, 1) : writtenConversation(conversation);
  const name = titleOf(conversation).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "conversation";
  const address = URL.createObjectURL(new Blob([text], { type: kind === "json" ? "application/json" : "text/markdown" }));
  h("a", { href: address, download: `${name}.${kind === "json" ? "json" : "md"}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
