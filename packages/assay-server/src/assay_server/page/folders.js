// Files of folders: each under its path, without what is hidden and what no reader can read.

const MOST = 20000;

/** Whether a file of a folder is worth sending; a file that was chosen itself always is. */
function worth(path, endings) {
  if (path.split("/").some((part) => part.startsWith("."))) return false;
  const name = path.split("/").at(-1);
  return !name.includes(".") || !endings.length || endings.includes(name.slice(name.lastIndexOf(".")).toLowerCase());
}

function sorted(found, endings) {
  const kept = found.filter(({ name }) => !name.includes("/") || worth(name, endings));
  return [kept, found.length - kept.length];
}

/** The files of an input, and how many of them are left out. */
export const chosenFiles = (files, endings) => sorted([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })), endings);

/** Everything that was dropped, folders and what is in them too, and how many are left out. */
export async function droppedFiles(transfer, endings) {
  const entries = [...transfer.items].map((each) => each.webkitGetAsEntry?.()).filter(Boolean);
  const loose = [...transfer.files];
  if (!entries.some((each) => each.isDirectory)) return chosenFiles(loose, endings);
  const found = [];
  for (const each of entries) await walk(each, "", found);
  return sorted(found, endings);
}

async function walk(entry, above, found) {
  if (found.length >= MOST) return;
  const name = above + entry.name;
  if (entry.isFile) {
    found.push({ name, file: await new Promise((done, failed) => entry.file(done, failed)) });
    return;
  }
  if (entry.name.startsWith(".")) return;
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // a hundred at a time
    if (!some.length) return;
    for (const each of some) await walk(each, `${name}/`, found);
  }
}
