// Documents: dropped in, watched while they are indexed, listed and opened.
import { addAddress, getJson, removeFile } from "./api.js";
import { byId, failureText, fill, h, oneLine } from "./dom.js";
import { chosenFiles, droppedFiles } from "./folders.js";
import { fetching, followRemoval, setUpUploads, takeUp, upload } from "./uploads.js";
import { openDocument } from "./viewer.js";

const PAGE = 100;
const WELCOME = byId("welcome-line").textContent;
const NO_DOCUMENTS = "There are no documents yet. Drop some onto this page, watch them being indexed, and ask what they say.";
let shown = 0;
let endings = [];

export function setUpDocuments() {
  for (const [button, name] of [["choose", "files"], ["choose-folder", "folder"]]) {
    const input = byId(name);
    byId(button).addEventListener("click", () => input.click());
    input.addEventListener("change", () => { upload(...chosenFiles(input.files, endings)); input.value = ""; });
  }
  byId("address-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = byId("address").value.trim();
    const address = typed.includes("://") ? typed : `https://${typed}`;
    byId("address").value = "";
    if (!(await fetching(address, addAddress(address))) && !byId("address").value) byId("address").value = address;
  });
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
    droppedFiles(event.dataTransfer, endings).then((found) => upload(...found));
  });
}

/** How many documents there are, shown in the side; resolves with the number. */
export async function refreshCount() {
  try {
    const { total, endings: readable } = await getJson("/v1/documents?limit=1");
    endings = readable;
    byId("document-count").textContent = total.toLocaleString("en");
    document.body.dataset.documents = String(total);
    byId("welcome-line").textContent = total ? WELCOME : NO_DOCUMENTS;
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
    fill(place, h("li", { class: "none" }, failureText(error)));
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
      followRemoval(await removeFile(each.upload));
    } catch (error) {
      fill(byId("documents-status"), failureText(error));
    }
  };
  return h("li", {},
    h("button", { type: "button", class: "open", onclick: () => openDocument(each.id, each.title, 0, 0, each.name) },
      h("b", {}, oneLine(each.title) || each.name), h("span", {}, each.name.includes("://") ? each.name : each.upload ?? each.name)),
    each.upload && h("button", { type: "button", class: "quiet", "aria-label": `Remove ${each.upload}`, onclick: remove }, "Remove"));
}
