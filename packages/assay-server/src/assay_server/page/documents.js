// Documents: dropped in, watched while they are indexed, listed and opened.
import { getJson, removeFile } from "./api.js";
import { byId, fill, h, oneLine, shortSource } from "./dom.js";
import { follow, setUpUploads, takeUp, upload } from "./uploads.js";
import { openDocument } from "./viewer.js";

const PAGE = 100;
let shown = 0;

export function setUpDocuments() {
  const input = byId("files");
  byId("choose").addEventListener("click", () => input.click());
  input.addEventListener("change", () => { upload(input.files); input.value = ""; });
  byId("all-documents").addEventListener("click", showDocuments);
  byId("more-documents").addEventListener("click", () => list(false));
  setUpDrop();
  setUpUploads(async () => {
    const before = document.body.dataset.documents;
    const total = await refreshCount();
    if (byId("documents").open && String(total) !== before) await list(true);
  });
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

/** What was being indexed when the page was opened is shown as well. */
export const resumeUploads = () => takeUp().catch(() => {});

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
  const remove = async () => {
    if (!confirm(`Remove ${each.upload}? The uploaded file is deleted from the server.`)) return;
    try {
      follow(await removeFile(each.upload));
    } catch (error) {
      fill(byId("documents-status"), `${error.message} ${error.hint ?? ""}`);
    }
  };
  return h("li", {},
    h("button", { type: "button", class: "open", onclick: () => openDocument(each.id, each.title, 0, 0, each.source) },
      h("b", {}, oneLine(each.title) || shortSource(each.source)), h("span", {}, each.source)),
    each.upload && h("button", { type: "button", class: "quiet", "aria-label": `Remove ${each.upload}`, onclick: remove }, "Remove"));
}
