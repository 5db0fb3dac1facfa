// Uploads: a few files are sent at a time, again when the server is busy; one request tells how far all are.
import { getJson, indexInUse, putFile } from "./api.js";
import { byId, count, failureText, fill, h, sentence } from "./dom.js";
import { dropFile, keepFile, keptFiles } from "./kept_files.js";

const AT_ONCE = 3;
const TRIES = 12;
const POLL = 1000;
const LINGER = 8000;
const SHOWN = 6;
const ENDED = ["done", "failed", "replaced"];
const BUSY = [0, 408, 425, 429, 502, 503, 504];
let items = [];
let sending = 0;
let polling = false;
let skipped = 0;
let resumed = false;
let changed = async () => {};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ended = (item) => ENDED.includes(item.state);

/** Calls `onChange` whenever the index may hold more; takes up what the server was told before. */
export async function setUpUploads(onChange) {
  changed = onChange;
  addEventListener("beforeunload", (event) => { if (items.some((each) => each.file && !each.kept && ["queued", "sending"].includes(each.state))) event.preventDefault(); });
}

/** Shows what another visit, or another person, has uploaded and what is not indexed yet. */
export async function takeUp() {
  const known = new Set(items.map((each) => each.id));
  const { jobs } = await getJson("/v1/jobs");
  add(jobs.filter((job) => !ended(job) && !known.has(job.id)).map((job) => ({ ...job, index: indexInUse(), since: 0 })));
  if (!resumed) {
    resumed = true;
    add((await keptFiles()).map((each) => ({ ...each, state: "queued", since: 0 })));
    send();
  }
  poll();
}

/** Sends files, each `{ name, file }`; `left` of a folder are of no kind that can be read. */
export async function upload(files, left = 0) {
  skipped = left;
  const fresh = files.map((each) => ({ ...each, index: indexInUse(), state: "queued", since: 0 }));
  add(fresh);
  await Promise.all(fresh.map(async (each) => { each.kept = await keepFile({ name: each.name, file: each.file, index: each.index }); }));
  send();
}

/** Shows an address while the server fetches it, which takes as long as the other server does. */
export async function fetching(address, added) {
  skipped = 0;
  const item = { name: address, index: indexInUse(), state: "fetching", since: 0 };
  add([item]);
  try {
    Object.assign(item, await added);
    return true;
  } catch (error) {
    end(item, "failed", failureText(error));
    return false;
  } finally {
    draw();
    poll();
  }
}

/** Follows the removal of a document, which another request has begun. */
export function followRemoval(job) {
  skipped = 0;
  add([{ ...job, removal: true, index: indexInUse(), since: 0 }]);
  poll();
}

function add(more) {
  if (items.every(ended)) items = items.filter((each) => each.state === "failed");
  items.push(...more);
  draw();
}

function send() {
  while (sending < AT_ONCE) {
    const item = items.find((each) => each.state === "queued");
    if (!item) return;
    sending += 1;
    item.state = "sending";
    draw();
    sendOne(item).finally(() => { sending -= 1; draw(); send(); poll(); });
  }
}

async function sendOne(item) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      Object.assign(item, await putFile(item.name, item.file, item.index));
      forgetFile(item);
      return;
    } catch (error) {
      if (!BUSY.includes(error.status) || attempt === TRIES) {
        end(item, "failed", failureText(error));
        forgetFile(item);
        return;
      }
      await pause(error.retryAfter ? error.retryAfter * 1000 : Math.min(30, 2 ** attempt) * 500);
    }
  }
}

function forgetFile(item) {
  dropFile(item.kept);
  delete item.file;
}

function dismiss(item) {
  items = items.filter((each) => each !== item);
  draw();
}

function end(item, state, error = "") {
  Object.assign(item, { state, error, since: Date.now() });
}

async function poll() {
  if (polling) return;
  polling = true;
  try {
    while (items.some((each) => each.id && !ended(each))) {
      await pause(POLL);
      const found = new Map();
      try {
        const indexes = new Set(items.filter((each) => each.id && !ended(each)).map((each) => each.index));
        for (const name of indexes) for (const job of (await getJson("/v1/jobs", name)).jobs) found.set(job.id, job);
      } catch { continue; /* the next look may succeed */ }
      for (const item of items.filter((each) => each.id && !ended(each))) {
        const job = found.get(item.id);
        if (!job) end(item, "done");
        else if (ended(job)) end(item, job.state, sentence(job.error));
        else Object.assign(item, job);
      }
      draw();
      await changed();
    }
  } finally {
    polling = false;
    setTimeout(draw, LINGER + 50);
  }
}

const WORDS = { queued: "queued", sending: "sending", fetching: "fetching", waiting: "waiting", done: "indexed", replaced: "replaced by a newer one", failed: "failed" };
const REMOVAL = { running: "removing", done: "removed" };
const word = (item) => (item.removal && REMOVAL[item.state]) || WORDS[item.state] || (item.searchable ? "can be asked" : item.passages ? count(item.passages, "passage") : "reading");

/** One line for all, then those under way and those that failed; hundreds of lines would help nobody. */
function draw() {
  const busy = items.filter((each) => !ended(each));
  const fresh = items.filter((each) => ["done", "replaced"].includes(each.state) && Date.now() - each.since < LINGER);
  const failed = items.filter((each) => each.state === "failed");
  const order = { running: 0, sending: 1, fetching: 1, waiting: 2, queued: 3 };
  const first = [...busy.sort((a, b) => order[a.state] - order[b.state]), ...fresh].slice(0, SHOWN);
  fill(byId("jobs"), first.map(line), failed.slice(-SHOWN * 5).map(line));
  const finished = items.length - busy.length;
  const left = skipped ? ` ${count(skipped, "file")} of other kinds left out.` : "";
  byId("jobs-summary").textContent = (items.length > 1 && (busy.length || fresh.length)
    ? `${finished} of ${count(items.length, "file")} finished${failed.length ? `, ${failed.length} failed` : ""}.` : "") + left;
}

function line(item) {
  const part = item.files_total ? { max: item.files_total, value: item.files_done } : {};
  return h("li", { class: item.state === "failed" ? "failed" : ended(item) ? "done" : undefined },
    h("span", { class: "name", title: item.name }, item.name), h("span", { class: "state" }, word(item)),
    !ended(item) && h("progress", { "aria-label": `${item.removal ? "Removing" : "Indexing"} ${item.name}`, ...part }),
    item.state === "failed" && h("button", { type: "button", class: "icon", "aria-label": `Dismiss ${item.name}`, onclick: () => dismiss(item) }, "×"),
    item.state === "failed" && h("span", { class: "why" }, item.error));
}
