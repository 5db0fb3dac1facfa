// What can be done with an answer: copied, judged.
import { judge } from "./api.js";
import { placeOf } from "./answer.js";
import { failureText, h, oneLine } from "./dom.js";
import { passageOf } from "./evidence.js";

/** Buttons below an answer. */
export function actionsView(answer) {
  const said = h("span", { class: "done", role: "status" });
  const tell = (text) => { said.textContent = text; };
  return h("div", { class: "actions" },
    h("button", { type: "button", class: "quiet copy", onclick: () => copy(writtenAnswer(answer)).then(() => tell("Copied."), () => tell("The browser does not allow copying.")) }, "Copy"),
    answer.strategy !== "small_talk" && thumbs(answer, tell), said);
}

function thumbs(answer, tell) {
  answer.id ??= crypto.randomUUID?.() ?? `${Date.now()}-${String(Math.random()).slice(2)}`;
  const button = (good, name) => h("button", { type: "button", class: `icon thumb ${good ? "up" : "down"}`, "aria-pressed": String(answer.good === good), "aria-label": name, title: name, onclick: () => say(good) }, h("span", { "aria-hidden": "true" }));
  const [up, down] = [button(true, "A good answer"), button(false, "A bad answer")];
  async function say(good) {
    const before = answer.good;
    answer.good = before === good ? null : good;
    draw();
    try {
      await judge(judgement(answer));
      tell(answer.good === null ? "Taken back." : "Noted.");
      dispatchEvent(new CustomEvent("assay:judged"));
    } catch (error) {
      answer.good = before;
      draw();
      tell(failureText(error));
    }
  }
  const draw = () => { for (const [each, good] of [[up, true], [down, false]]) each.setAttribute("aria-pressed", String(answer.good === good)); };
  return [up, down];
}

/** What was shown of the index, and which of it the answer rests on. */
function judgement(answer) {
  const cited = new Set((answer.citations ?? []).map((each) => passageOf(each, answer)?.id));
  const shown = (answer.passages ?? []).filter((each) => each.kind !== "external").slice(0, 100);
  return {
    id: answer.id, question: answer.queries?.[0] ?? answer.question, good: answer.good, refused: answer.abstained,
    answer: Array.from(answer.text ?? "").slice(0, 20000).join(""),
    passages: shown.map((each) => ({ text: each.text.slice(0, 15000), title: oneLine(each.title).slice(0, 400), cited: cited.has(each.id) })),
  };
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = h("textarea", { class: "unseen" }); // without TLS there is no clipboard to ask for
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
}

const asItIs = (text) => text;

/** The answer in words, with numbered sources below it; `quoted` writes words of documents, `drafted` a model's Markdown. */
export function writtenAnswer(answer, quoted = asItIs, drafted = asItIs) {
  if (answer.abstained) return `No answer: ${quoted(answer.reason)}`;
  const sources = (answer.citations ?? []).map((each, at) => {
    return [each.number ?? at + 1, `[${each.number ?? at + 1}] ${quoted(placeOf(each))}: “${quoted(oneLine(each.quote))}”`];
  });
  const lines = [...new Map(sources).values()];
  const text = answer.form === "text" ? drafted(answer.text) : quoted(answer.text);
  return lines.length ? `${text}\n\n${lines.join("\n")}` : text;
}
