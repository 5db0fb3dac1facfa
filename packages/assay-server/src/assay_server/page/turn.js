// One question and what came of it: the steps live, then the answer beside its evidence.
import { actionsView } from "./actions.js";
import { answerView, closestEntries, placeBelow, stateView } from "./answer.js";
import { askStreaming } from "./api.js";
import { h, oneLine, sentence } from "./dom.js";
import { closestView, passageOf, rivalsView, scaleView, sourcesView } from "./evidence.js";
import { liveSteps, totalOf, traceView } from "./steps.js";
import { openDocument } from "./viewer.js";

// Said where nothing was found, or shown with its places.
const NOT_SEARCHED = "nothing outside the index was searched";
const DISAGREE = "the sources disagree: ";
const SCORES = { correctness: "Correctness", truthfulness: "Truthfulness", citation_accuracy: "Citations hold", reference_score: "Evidence fits", conciseness: "Conciseness", bias: "Bias" };

/** Shows a question that was asked before, with its answers as they were. */
export function pastTurn(question, runs) {
  const turn = frame(question);
  const compared = runs.length > 1;
  turn.body.append(...shell(runs.map((run) => {
    const place = section(run.choice, compared);
    show(place, run.answer, compared);
    return place;
  }), compared));
  return turn.element;
}

/** Asks a question in one way or several, showing everything as it comes. */
export function newTurn(question, choices, history, signal) {
  const turn = frame(question);
  const compared = choices.length > 1;
  const places = choices.map((choice) => section(choice, compared));
  turn.body.append(...shell(places, compared));
  const done = Promise.all(choices.map((choice, at) => run(places[at], { ...choice, question, history }, compared, signal)));
  return { element: turn.element, done: done.then((answers) => answers.map((answer, at) => ({ choice: choices[at], answer })).filter((each) => each.answer)) };
}

function frame(question) {
  const body = h("div", {});
  const element = h("article", { class: "turn" }, h("h2", { tabindex: "-1" }, question), body);
  element.addEventListener("pointerover", light);
  element.addEventListener("pointerout", light);
  element.addEventListener("focusin", light);
  element.addEventListener("focusout", light);
  return { element, body };
}

const shell = (places, compared) => (compared ? [h("div", { class: "compared" }, places)] : places);

function section(choice, compared) {
  return h("div", { role: "group", "aria-label": choice.strategy ?? "Answer", data: { strategy: choice.strategy ?? "" } },
    compared && h("h3", {}, label(choice)));
}

const label = (choice) => `${choice.strategy ?? "usual"}${choice.verify ? " + verify" : ""}`;

async function run(place, body, compared, signal) {
  const steps = liveSteps();
  const draft = h("p", { class: "answer draft", hidden: true });
  const unchecked = h("p", { class: "unchecked", hidden: true }, "being written, not checked yet");
  place.append(steps.line, draft, unchecked);
  try {
    const answer = await askStreaming(body, {
      queued: steps.queued,
      step: steps.add,
      piece: ({ text }) => { draft.hidden = unchecked.hidden = false; draft.append(text); },
    }, signal);
    steps.finish(totalOf(answer.trace));
    draft.remove();
    unchecked.remove();
    show(place, answer, compared);
    return answer;
  } catch (error) {
    steps.finish(0);
    draft.remove();
    unchecked.remove();
    place.append(failureView(error));
    return null;
  }
}

function failureView(error) {
  if (error.name === "AbortError") return h("p", { class: "failure" }, h("b", {}, "Stopped."));
  const wait = error.retryAfter ? ` Try again in ${error.retryAfter} s.` : "";
  return h("div", { class: "failure", role: "alert" }, h("b", {}, sentence(error.message)), (error.hint || wait) && h("p", {}, sentence(error.hint || wait.trim())));
}

/** The answer on the left, the weighing of its evidence on the right; below one another where there is less room. */
function show(place, answer, compared) {
  if (!place.querySelector(".timeline") && answer.trace?.length) {
    const steps = liveSteps();
    for (const step of [...answer.trace].sort((a, b) => a.at_ms - b.at_ms)) steps.add(step);
    steps.finish(totalOf(answer.trace));
    place.append(steps.line);
  }
  const open = (citation) => openCitation(citation, answer);
  const left = h("div", { class: answer.abstained ? "refused" : undefined },
    stateView(answer),
    answerView(answer, open),
    answer.abstained ? closestView(closestEntries(answer), openDocument) : sourcesView(answer, open),
    rivalsView(answer, open), actionsView(answer), checkView(answer), roundsView(answer), notesView(answer), !compared && traceView(answer.trace));
  const right = scaleView(answer, openDocument, { compact: compared });
  place.append(compared ? left : h("div", { class: "columns" }, left, right ?? h("div", {})));
  if (compared && right) left.append(h("div", { class: "block" }, right));
}

function openCitation(citation, answer) {
  const passage = passageOf(citation, answer);
  const place = placeBelow(passage?.title, citation);
  if (passage?.kind === "external") openDocument(null, passage.title, passage.start, passage.end, place, passage, citation);
  else openDocument(passage?.document ?? citation.source, passage?.title ?? "", citation.start, citation.end, place);
}

function checkView(answer) {
  const check = answer.check;
  if (!check || answer.abstained) return null;
  const words = Array.from(answer.text ?? "");
  return h("section", { class: "block" }, h("h3", {}, check.judgment ? "Supported by its sources" : "Not supported by its sources"),
    h("ul", { class: "sentences" }, check.sentences.map((each) => h("li", {},
      h("span", { class: `stance ${each.label}` }, each.label),
      h("span", {}, oneLine(words.slice(each.start, each.end).join("")))))),
    h("div", {}, Object.entries(SCORES).filter(([name]) => typeof check[name] === "number").map(([name, title]) =>
      h("div", { class: "meter" }, h("span", {}, title), h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill", vars: { "--share": `${check[name] * 100}%` } })), h("span", { class: "number" }, check[name].toFixed(2))))));
}

function roundsView(answer) {
  const others = answer.queries?.filter((each) => oneLine(each) !== oneLine(answer.question)) ?? [];
  if (!others.length) return null;
  if (answer.queries.length === 1) return h("p", { class: "asked" }, "Asked as: ", h("q", {}, oneLine(answer.queries[0])));
  return h("section", { class: "block" }, h("h3", {}, "Looked more than once"), h("ol", { class: "rounds" }, answer.queries.map((each) => h("li", {}, each))));
}

function notesView(answer) {
  const notes = [...(answer.notes ?? []), ...(answer.check?.notes ?? [])].filter((each) =>
    (answer.abstained || each !== NOT_SEARCHED) && !(answer.rivals?.length && each.startsWith(DISAGREE)));
  return notes.length ? h("section", { class: "block" }, h("h3", {}, "Notes"), h("ul", { class: "notes" }, notes.map((each) => h("li", {}, each)))) : null;
}

/** What is under the pointer or the focus lights up everywhere it is quoted, within its turn. */
function light(event) {
  const from = event.target.closest("[data-cites]");
  const scope = event.target.closest("[data-strategy]") ?? event.currentTarget;
  for (const each of event.currentTarget.querySelectorAll(".lit")) each.classList.remove("lit");
  if (!from || event.type === "pointerout" || event.type === "focusout") return;
  const wanted = new Set(from.dataset.cites.split(" "));
  for (const each of scope.querySelectorAll("[data-cites]")) {
    if (each.dataset.cites.split(" ").some((n) => wanted.has(n))) each.classList.add("lit");
  }
}
