"""The files that belong to an index run, and what was passed over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from assay.errors import InputError
from assay.indexing.manifest import NAME as MANIFEST
from assay.indexing.manifest import manifest_stamp
from assay_documents.sandbox.regular_file import open_regular

TABLES = "tables"
IGNORE_FILE = ".assayignore"
EXCLUDED = "is left out by --exclude"
LEAVES = "is a link that leaves the folder (--follow-links)"
_MAX_IGNORE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files of a folder are wanted: shell patterns on the path below it or on the name.

    Empty `include` means all; `exclude` wins. A file .assayignore in the folder, one pattern a
    line, excludes too. Links that leave the folder are followed only on demand.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    follow_links: bool = False


@dataclass(slots=True)
class Discovered:
    """The files to read, absolute and sorted; and (path, reason) of what cannot be entered.

    `left_out` counts the files that a pattern or their hidden name keeps out.
    """

    files: list[Path] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    left_out: int = 0


def discover(
    paths: Sequence[Path], *, apart_from: Path, selection: Selection | None = None
) -> Discovered:
    """Every regular file under the paths, without hidden ones and without the index itself.

    A file named outright is taken without --include; --exclude leaves it out and says so, since a
    shell that writes out docs/* names files too.
    """
    chosen = selection or Selection()
    found: set[Path] = set()
    result = Discovered()
    for path in paths:
        full = absolute(path)
        if full.is_dir():
            found.update(_walk(full, absolute(apart_from), chosen, result))
        elif full.exists() and _matches(path, chosen.exclude):
            result.skipped.append((str(full), EXCLUDED))
        elif full.exists():
            found.add(full)
    result.files = sorted(found)
    return result


def refuse_missing(roots: Sequence[Path], folder: Path) -> None:
    """Raise InputError for a missing path if there is no index that may still hold its files."""
    missing = [str(root) for root in roots if not absolute(root).exists()]
    if missing and manifest_stamp(folder) is None:
        raise InputError(f"{missing[0]} does not exist", hint="name files or folders that do")


def refuse_itself(roots: Sequence[Path], folder: Path) -> None:
    """An index in the very folder of the documents would become a document of itself."""
    if any(absolute(root) == absolute(folder) for root in roots):
        raise InputError(
            f"{folder} cannot be the index and the documents at once",
            hint=f"name another folder for the index, such as --index {folder.name or 'my'}-index",
        )


def refuse_nothing(roots: Sequence[Path], known: Sequence[Path], discovered: Discovered) -> None:
    """Each path must have something to read, now or in the index; else say what is the matter."""
    if not roots:
        raise InputError("no path at all was given", hint="name files or folders with documents")
    for root in roots:
        top = absolute(root)
        if not top.exists() and not any(path.is_relative_to(top) for path in known):
            raise InputError(f"{root} does not exist", hint="name files or folders that do")
    if known:
        return
    names = ", ".join(map(str, roots))
    if discovered.skipped:
        path, reason = discovered.skipped[0]
        raise InputError(f"nothing to index in {names}: {path} {reason}")
    if discovered.left_out:
        raise InputError(
            f"nothing to index in {names}: all {discovered.left_out:,} files there are left out",
            hint=f"see --include, --exclude and {IGNORE_FILE}; hidden files are never read",
        )
    raise InputError(
        f"nothing to index in {names}: there are no files in it",
        hint="name files or folders with documents",
    )


def absolute(path: Path) -> Path:
    """The path from the root, with `..` taken away; links stay as they are."""
    return Path(os.path.abspath(path))


def _walk(root: Path, index: Path, selection: Selection, result: Discovered) -> Iterator[Path]:
    skipped = result.skipped
    ignored = (*selection.exclude, *_ignore_patterns(root))
    real_root = Path(os.path.realpath(root))

    def complain(error: OSError) -> None:
        skipped.append((str(error.filename), f"cannot be entered: {error.strerror}"))

    entered = {real_root}
    for folder, folders, files in os.walk(root, onerror=complain, followlinks=True):
        here = Path(folder)
        folders[:] = [
            name
            for name in sorted(folders)
            if not name.startswith(".")
            and here / name != index
            and not _matches((here / name).relative_to(root), ignored)
            and not _is_index(here / name, skipped)
            and _may_enter(here / name, real_root, selection, entered, skipped)
        ]
        for name in sorted(files):
            path = here / name
            if name.startswith(".") or not _wanted(path.relative_to(root), selection, ignored):
                result.left_out += 1
                continue
            if not selection.follow_links and _leaves(path, real_root):
                skipped.append((str(path), LEAVES))
            elif path.is_file():  # a pipe named .txt would be waited for without end
                yield path


def _is_index(folder: Path, skipped: list[tuple[str, str]]) -> bool:
    """True for the folder of another index, whose tables are no documents."""
    found = (folder / MANIFEST).is_file() and (folder / TABLES).is_dir()
    if found:
        skipped.append((str(folder), "is an index of assay"))
    return found


def _may_enter(
    folder: Path,
    root: Path,
    selection: Selection,
    entered: set[Path],
    skipped: list[tuple[str, str]],
) -> bool:
    """True but for links: one that stays inside is read at its own place, others on demand, once.

    A link to a folder above itself would otherwise be walked without end.
    """
    if not folder.is_symlink():
        return True
    if not _leaves(folder, root):
        return False
    if not selection.follow_links:
        skipped.append((str(folder), LEAVES))
        return False
    real = Path(os.path.realpath(folder))
    new = not any(real.is_relative_to(each) or each.is_relative_to(real) for each in entered)
    entered.add(real)
    return new


def _leaves(path: Path, root: Path) -> bool:
    return path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(root)


def _wanted(path: Path, selection: Selection, ignored: Sequence[str]) -> bool:
    if _matches(path, ignored):
        return False
    return not selection.include or _matches(path, selection.include)


def _matches(path: Path, patterns: Sequence[str]) -> bool:
    text = path.as_posix()
    return any(fnmatch(text, each) or fnmatch(path.name, each) for each in patterns)


def _ignore_patterns(root: Path) -> tuple[str, ...]:
    try:
        with open_regular(root / IGNORE_FILE) as stream:
            text = stream.read(_MAX_IGNORE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ()
    lines = (line.strip().rstrip("/") for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def size_of(path: Path) -> int:
    """The bytes of a file; none where it cannot be asked."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def gone_from(roots: Sequence[Path], known: Iterable[str], found: set[str]) -> list[str]:
    """Known files below one of the roots that are no longer found there."""
    tops = [absolute(root) for root in roots]
    return sorted(
        path
        for path in known
        if path not in found and any(Path(path).is_relative_to(top) for top in tops)
    )
