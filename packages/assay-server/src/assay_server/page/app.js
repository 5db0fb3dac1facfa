// The page: what is chosen, what is asked, and how the keyboard gets there.
import { getJson, hasKey, indexInUse, keyNeeded, useIndex, useKey } from "./api.js";
import { byId, fill, h, signed } from "./dom.js";
import { refreshCount, resumeUploads, setUpDocuments, showDocuments } from "./documents.js";
import { drawHistory, forget, keep, rename, share } from "./history.js";
import { download } from "./taken.js";
import { newTurn, pastTurn } from "./turn.js";

const THEME = "assay.theme";
const INDEX = "assay.index";
const THEMES = ["system", "light", "dark"];
let conversation = fresh();
let running = null;
let comparing = false;
let usual = null;
let known = { strategies: [], default: "crag" };

function fresh() {
  return { id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), index: indexInUse(), turns: [] };
}

function choices() {
  const body = {};
  const [lower, upper] = [Number(byId("lower").value), Number(byId("upper").value)];
  if (usual && (lower !== usual.lower || upper !== usual.upper)) Object.assign(body, { lower, upper });
  if (byId("verify").checked !== Boolean(known.verify)) body.verify = byId("verify").checked;
  if (byId("model").value && byId("model").value !== known.model) body.model = byId("model").value;
  if (writes() && byId("effort").value !== known.effort) body.effort = byId("effort").value;
  const names = comparing ? compared() : [];
  return (names.length > 1 ? names : [byId("strategy").value || known.default]).map((strategy) => ({ ...body, strategy }));
}

const writes = () => byId("model").value !== "" && byId("model").value !== "reader";
const compared = () => [...document.querySelectorAll("#compare-chips input:checked")].map((each) => each.value);

/** What is chosen stays to be seen when the panels are closed. */
function drawChoices() {
  const names = comparing ? compared() : [];
  const changed = usual && (Number(byId("lower").value) !== usual.lower || Number(byId("upper").value) !== usual.upper);
  byId("compare-button").textContent = names.length > 1 ? `Compare: ${names.join(", ")}` : "Compare";
  byId("compare-button").classList.toggle("on", names.length > 1);
  byId("strategy").disabled = names.length > 1;
  byId("effort").hidden = !writes();
  byId("thresholds-button").textContent = changed ? `Thresholds: ${signed(Number(byId("lower").value))} and ${signed(Number(byId("upper").value))}` : "Thresholds";
  byId("thresholds-button").classList.toggle("on", Boolean(changed));
}

function showPanel(name, on) {
  byId(name).hidden = !on;
  byId(`${name}-button`).setAttribute("aria-expanded", String(on));
}

async function ask(question) {
  if (running || !question.trim()) return;
  running = new AbortController();
  byId("welcome").hidden = true;
  byId("ask").hidden = true;
  byId("stop").hidden = false;
  const history = conversation.turns.slice(-10).map((turn) => ({ question: turn.question, answer: (turn.runs[0]?.answer.text ?? "").slice(0, 5000) }));
  showPanel("compare", false);
  showPanel("thresholds", false);
  const turn = newTurn(question.trim(), choices(), history, running.signal);
  comparing = false;
  drawChoices();
  byId("turns").append(turn.element);
  turn.element.scrollIntoView({ block: "start" });
  const mine = conversation;
  try {
    const runs = await turn.done;
    if (runs.length) {
      mine.turns.push({ question: question.trim(), runs });
      keep(mine);
      redrawHistory();
    }
  } finally {
    running = null;
    byId("ask").hidden = false;
    byId("stop").hidden = true;
    turn.element.dataset.done = "true";
  }
}

function redrawHistory() {
  byId("exports").hidden = !conversation.turns.length;
  drawHistory(conversation.id, {
    open,
    forget: (id, title) => {
      if (!confirm(`Forget “${title}”? ${known.keyed ? "It is deleted from the server, too." : "It is kept nowhere else."}`)) return;
      forget(id);
      if (id === conversation.id) begin();
      redrawHistory();
    },
    rename: (id, title) => {
      rename(id, title);
      if (id === conversation.id) conversation.title = title;
      redrawHistory();
    },
  });
}

function open(past) {
  running?.abort();
  if (past.index !== conversation.index) chooseIndex(past.index ?? "");
  conversation = past;
  byId("welcome").hidden = true;
  fill(byId("turns"), past.turns.map((turn) => pastTurn(turn.question, turn.runs)));
  byId("main").scrollTop = 0;
  redrawHistory();
  toggleSide(false);
}

function begin() {
  running?.abort();
  conversation = fresh();
  fill(byId("turns"));
  byId("welcome").hidden = false;
  redrawHistory();
  toggleSide(false);
  byId("question").focus();
}

function setUpComposer() {
  const question = byId("question");
  const grow = () => { question.style.height = "auto"; question.style.height = `${Math.min(question.scrollHeight, 180)}px`; };
  const submit = () => {
    const text = question.value;
    if (running || !text.trim()) return;
    question.value = "";
    grow();
    ask(text);
  };
  byId("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  question.addEventListener("input", grow);
  question.addEventListener("keydown", (event) => {
    if (event.key === "?" && !question.value) { event.preventDefault(); byId("help").showModal(); return; }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); submit(); }
  });
  byId("stop").addEventListener("click", () => running?.abort());
  for (const name of ["compare", "thresholds"]) {
    const button = byId(`${name}-button`);
    button.addEventListener("click", () => {
      if (name === "compare") comparing = true;
      showPanel(name, byId(name).hidden);
      drawChoices();
    });
  }
  byId("lower").addEventListener("input", () => { if (Number(byId("lower").value) > Number(byId("upper").value)) byId("upper").value = byId("lower").value; drawThresholds(); });
  byId("upper").addEventListener("input", () => { if (Number(byId("upper").value) < Number(byId("lower").value)) byId("lower").value = byId("upper").value; drawThresholds(); });
  byId("usual").addEventListener("click", () => { setThresholds(usual); drawChoices(); });
  byId("model").addEventListener("change", drawChoices);
  byId("compare-chips").addEventListener("change", drawChoices);
  byId("compare-off").addEventListener("click", () => { comparing = false; showPanel("compare", false); drawChoices(); });
}

function setThresholds(borders) {
  if (!borders) return;
  byId("lower").value = borders.lower;
  byId("upper").value = borders.upper;
  usual = { lower: Number(byId("lower").value), upper: Number(byId("upper").value) };
  drawThresholds();
}

function drawThresholds() {
  for (const name of ["lower", "upper"]) byId(`${name}-out`).textContent = signed(Number(byId(name).value));
  drawChoices();
}

async function loadStrategies() {
  try {
    known = await getJson("/v1/strategies");
    byId("status").textContent = "";
  } catch (error) {
    byId("status").textContent = error.message;
    return;
  }
  const name = (each) => `${each.name}${each.ready ? "" : " (cannot run here)"}`;
  fill(byId("strategy"), known.strategies.map((each) => h("option", { value: each.name, disabled: !each.ready, selected: each.name === known.default, title: each.ready ? each.line : each.missing.join("; ") }, name(each))));
  fill(byId("compare-chips"), known.strategies.filter((each) => each.ready).map((each) => h("label", { title: each.line }, h("input", { type: "checkbox", value: each.name, checked: ["crag", "rag"].includes(each.name) }), each.name)));
  byId("key-button").hidden = known.keyed === false;
  byId("verify").checked = Boolean(known.verify);
  fill(byId("model"), known.models.map((each) => h("option", { value: each, selected: each === known.model }, each === "reader" ? "quotes alone" : each)));
  byId("writers").hidden = known.models.length < 2;
  byId("effort").value = known.effort;
  byId("thresholds-button").hidden = !known.thresholds;
  usual = null;
  setThresholds(known.thresholds);
  fill(byId("index"), known.indexes.map((each) => h("option", { value: each }, each)));
  byId("index").hidden = known.indexes.length < 2;
  chooseIndex(conversation.turns.length ? conversation.index : localStorage.getItem(INDEX));
  conversation.index = indexInUse();
  byId("drop").hidden = !known.may.includes("write");
}

/** Asks, lists and uploads to another index from now on; one that the server has no more is its first. */
function chooseIndex(name) {
  const names = known.indexes ?? [];
  useIndex(names.includes(name) ? name : names[0] ?? "");
  byId("index").value = indexInUse();
  localStorage.setItem(INDEX, indexInUse());
  refreshCount();
  if (known.may?.includes("read")) resumeUploads();
}

function setUpIndexes() {
  byId("index").addEventListener("change", () => {
    chooseIndex(byId("index").value);
    if (conversation.turns.length) begin();
    else conversation.index = indexInUse();
  });
}

function setUpTheme() {
  const button = byId("theme");
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  let now = THEMES.includes(localStorage.getItem(THEME)) ? localStorage.getItem(THEME) : "system";
  show(now);
  button.addEventListener("click", () => {
    now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    localStorage.setItem(THEME, now);
    show(now);
  });
}

function toggleSide(on) {
  byId("side").classList.toggle("open", on);
  byId("open-side").setAttribute("aria-expanded", String(on));
}

function setUpDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => { if (event.target === dialog || event.target.closest("[data-close]")) dialog.close(); });
  }
  keyNeeded((message) => {
    byId("key-status").textContent = hasKey() ? message : "";
    if (!byId("key").open) byId("key").showModal();
  });
  byId("key-button").addEventListener("click", () => byId("key").showModal());
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("key-form").addEventListener("submit", () => { useKey(byId("key-input").value); byId("key-input").value = ""; start(); });
  byId("open-side").addEventListener("click", () => toggleSide(true));
  byId("close-side").addEventListener("click", () => toggleSide(false));
  byId("new").addEventListener("click", begin);
  for (const kind of ["markdown", "json"]) byId(`export-${kind}`).addEventListener("click", () => download(conversation, kind));
  addEventListener("assay:judged", () => keep(conversation));
}

function setUpKeyboard() {
  addEventListener("keydown", (event) => {
    const writing = event.target.matches?.("input, textarea, select") || document.querySelector("dialog:modal");
    if (event.key === "Escape") {
      if (document.querySelector("dialog:modal")) return;
      if (byId("viewer").open) { byId("viewer").close(); return; }
      if (byId("side").classList.contains("open")) toggleSide(false);
      else running?.abort();
      return;
    }
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = { "/": () => byId("question").focus(), n: begin, d: showDocuments, "?": () => byId("help").showModal(), j: () => jump(1), k: () => jump(-1) }[event.key];
    if (does) { event.preventDefault(); does(); }
  });
}

function jump(by) {
  const heads = [...document.querySelectorAll(".turn > h2")];
  const at = heads.indexOf(document.activeElement);
  const next = heads[Math.max(0, Math.min(heads.length - 1, at < 0 ? (by > 0 ? 0 : heads.length - 1) : at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "start" });
}

async function start() {
  await loadStrategies();
  if (known.keyed && hasKey()) await share().then(redrawHistory);
  await refreshCount();
}

setUpTheme();
setUpDialogs();
setUpComposer();
setUpIndexes();
setUpKeyboard();
setUpDocuments();
redrawHistory();
start().then(() => { document.body.dataset.ready = "true"; });
