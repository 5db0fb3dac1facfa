// Documents: dropped in, watched while they are indexed, listed and opened.
import { Failure, getJson, putFile, removeFile } from "./api.js";
import { byId, count, fill, h, oneLine, shortSource } from "./dom.js";
import { openDocument } from "./viewer.js";

const PAGE = 100;
const POLL = 350;
const LINGER = 8000;
let shown = 0;

export function setUpDocuments() {
  const input = byId("files");
  byId("choose").addEventListener("click", () => input.click());
  input.addEventListener("change", () => { upload(input.files); input.value = ""; });
  byId("all-documents").addEventListener("click", showDocuments);
  byId("more-documents").addEventListener("click", () => list(false));
  setUpDrop();
}

function setUpDrop() {
  let depth = 0;
  const landing = byId("landing");
  const carriesFiles = (event) => event.dataTransfer?.types?.includes("Files");
  const over = (on) => { landing.hidden = !on; byId("drop").classList.toggle("over", on); };
  addEventListener("dragenter", (event) => { if (carriesFiles(event)) { event.preventDefault(); depth += 1; over(true); } });
  addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
  addEventListener("dragleave", (event) => { if (carriesFiles(event) && (depth -= 1) <= 0) over(false); });
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    over(false);
    upload(event.dataTransfer.files);
  });
}

/** How many documents there are, shown in the side; resolves with the number. */
export async function refreshCount() {
  try {
    const { total } = await getJson("/v1/documents?limit=1");
    byId("document-count").textContent = total.toLocaleString("en");
    document.body.dataset.documents = String(total);
    return total;
  } catch {
    return null;
  }
}

async function upload(files) {
  for (const file of files) follow(file.name, () => putFile(file.name, file));
}

/** One line for a job from its first byte to its end. */
async function follow(name, begin) {
  const state = h("span", { class: "state" }, "sending");
  const bar = h("progress", { "aria-label": `Indexing ${name}` });
  const line = h("li", {}, h("span", { class: "name", title: name }, name), state, bar);
  byId("jobs").prepend(line);
  try {
    let job = await begin();
    while (job.state === "waiting" || job.state === "running") {
      state.textContent = job.state === "waiting" ? "waiting" : job.passages ? count(job.passages, "passage") : "reading";
      if (job.files_total) { bar.max = job.files_total; bar.value = job.files_done; }
      await new Promise((resolve) => setTimeout(resolve, POLL));
      job = await getJson(`/v1/jobs/${job.id}`);
    }
    if (job.state === "failed") throw new Failure(job.error);
    line.className = "done";
    state.textContent = "indexed";
    bar.remove();
    setTimeout(() => line.remove(), LINGER);
  } catch (error) {
    line.className = "failed";
    state.textContent = "failed";
    bar.replaceWith(h("span", { class: "why" }, `${error.message} ${error.hint ?? ""}`));
  }
  await refreshCount();
  if (byId("documents").open) await list(true);
}

export async function showDocuments() {
  byId("documents").showModal();
  await list(true);
}

async function list(afresh) {
  if (afresh) shown = 0;
  const place = byId("document-list");
  let found;
  try {
    found = await getJson(`/v1/documents?limit=${PAGE}&offset=${shown}`);
  } catch (error) {
    fill(place, h("li", { class: "none" }, `${error.message} ${error.hint ?? ""}`));
    return;
  }
  if (afresh) fill(place);
  shown += found.documents.length;
  place.append(...found.documents.map(lineOf));
  if (!shown) fill(place, h("li", { class: "none" }, "There are no documents yet. Drop some onto the page."));
  byId("more-documents").hidden = shown >= found.total;
}

function lineOf(each) {
  const remove = () => follow(each.upload, () => removeFile(each.upload));
  return h("li", {},
    h("button", { type: "button", class: "open", onclick: () => openDocument(each.id, each.title, 0, 0, each.source) },
      h("b", {}, oneLine(each.title) || shortSource(each.source)), h("span", {}, each.source)),
    each.upload && h("button", { type: "button", class: "quiet", "aria-label": `Remove ${each.upload}`, onclick: remove }, "Remove"));
}
