// The steps of a run: live while it goes, then with what each saw and how long it took.
import { h, milliseconds, oneLine } from "./dom.js";

const TELLING = ["verdict", "passages", "kept", "dropped", "query", "by", "round", "judgment"];

/** A line of steps that grows as they end; `finish` stops the waiting sign. */
export function liveSteps() {
  const working = h("li", { class: "working pulse" }, "waiting…");
  const line = h("ol", { class: "timeline", "aria-label": "Steps" }, working);
  return {
    line,
    queued: (data) => { working.textContent = data.ahead ? `waiting behind ${data.ahead}…` : "waiting…"; },
    add: (step) => {
      working.textContent = "working…";
      if (step.depth === 0) working.before(stepView(step));
    },
    finish: (total) => {
      working.remove();
      if (total) line.append(h("li", { class: "total" }, h("b", {}, milliseconds(total)), "in all"));
    },
  };
}

function stepView(step) {
  const seen = step.facts?.verdict ?? (typeof step.facts?.passages === "number" ? step.facts.passages : undefined) ?? (step.name === "refine" ? step.facts?.kept : undefined);
  return h("li", {}, h("b", {}, step.name), seen !== undefined && h("span", {}, String(seen)), step.ms >= 0.5 && h("span", { class: "ms" }, milliseconds(step.ms)));
}

export function totalOf(trace) {
  return Math.max(0, ...(trace ?? []).map((step) => step.at_ms + step.ms));
}

/** Every step with its share of the time, for whoever wants to know exactly. */
export function traceView(trace) {
  if (!trace?.length) return null;
  const total = totalOf(trace) || 1;
  const sorted = [...trace].sort((a, b) => a.at_ms - b.at_ms || a.depth - b.depth);
  return h("details", { class: "block" }, h("summary", {}, `${trace.length} steps, ${milliseconds(total)}`),
    h("ol", { class: "trace" }, sorted.map((step) => h("li", {},
      h("span", {}, "\u2003".repeat(Math.min(step.depth, 4)), step.name),
      h("span", { class: "ms" }, milliseconds(step.ms)),
      h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill", vars: { "--from": `${(step.at_ms / total) * 100}%`, "--share": `${(step.ms / total) * 100}%` } })),
      h("span", { class: "facts" }, factsOf(step))))));
}

function factsOf(step) {
  return oneLine(TELLING.filter((name) => ["string", "number", "boolean"].includes(typeof step.facts?.[name])).map((name) => `${name} ${step.facts[name]}`).join(", "));
}
