// Files that are not sent yet, kept by the browser so that a reload loses none of them.

const NAME = "assay.uploads";

const opened = () => new Promise((done, failed) => {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files", { autoIncrement: true });
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});

async function within(mode, work) {
  const base = await opened();
  try {
    const change = base.transaction("files", mode);
    const asked = work(change.objectStore("files"));
    await new Promise((done, failed) => {
      change.oncomplete = done;
      change.onerror = change.onabort = () => failed(change.error);
    });
    return asked?.result;
  } finally {
    base.close();
  }
}

/** Keeps what is about to be sent; resolves with its name here, or null where nothing can be kept. */
export const keepFile = (item) => within("readwrite", (files) => files.add(item)).catch(() => null);

export const dropFile = (kept) => (kept ? within("readwrite", (files) => { files.delete(kept); }).catch(() => {}) : null);

/** What was kept before this page was opened. */
export async function keptFiles() {
  const found = [];
  await within("readonly", (files) => {
    files.openCursor().onsuccess = ({ target }) => {
      if (!target.result) return;
      found.push({ ...target.result.value, kept: target.result.key });
      target.result.continue();
    };
  }).catch(() => {});
  return found;
}
