"""Documents in: read, cut, embed, store; only what has changed, in complete states."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.indexing.discover import (
    Discovered,
    Selection,
    discover,
    gone_from,
    refuse_itself,
    refuse_missing,
    refuse_nothing,
    size_of,
)
from assay.indexing.disk_faults import disk_faults
from assay.indexing.embedder_identity import embedder_dimension, embedder_identity
from assay.indexing.index_rows import Changes, Embedded, FileRow
from assay.indexing.manifest import manifest_stamp
from assay.indexing.read_ahead import (
    Failed,
    Finished,
    Fresh,
    Item,
    Restarted,
    Source,
    ToRead,
    Vectors,
    read_here,
)
from assay.indexing.report import IndexReport, OnProgress, Progress, Seconds, VectorsMade
from assay.indexing.store.files import make_private
from assay.indexing.upkeep.outdated import renew
from assay.indexing.upkeep.rebuild import discard
from assay.indexing.upkeep.thorough import add_vectors
from assay.indexing.writer import IndexWriter
from assay.indexing.writer_lock import writer_lock
from assay.ports import Embedder
from assay_documents.read_limits import ReadLimits

EMBED_PASSAGES = 256  # embedded together: enough to sort by length, few enough to show progress
COMMIT_PASSAGES = 2048  # and SECONDS: what a crash costs at most, unless one document is longer
COMMIT_SECONDS = 15.0


def index_paths(
    paths: Sequence[Path | str],
    index_dir: Path | str,
    embedder: Embedder,
    *,
    quick: Embedder | None = None,
    thorough: bool = True,
    on_progress: OnProgress | None = None,
    limits: ReadLimits | None = None,
    selection: Selection | None = None,
    wait_seconds: float = 0,
    source: Source = read_here,
    rebuild: bool = False,
) -> IndexReport:
    """What was done to make the index hold exactly the files now under `paths`.

    Files indexed earlier from other paths stay. An interrupted run leaves the last complete
    state; the next one goes on from there. With a `quick` embedder, all is first embedded with
    that, and the index can be asked; then, if `thorough`, with the other one. With `rebuild` the
    index is made anew, from these paths and from the files elsewhere that it knew and that are
    still there.
    """
    folder = Path(index_dir)
    roots = [Path(path) for path in paths]
    refuse_missing(roots, folder)
    refuse_itself(roots, folder)
    with disk_faults(folder):
        make_private(folder)
    with writer_lock(folder, wait_seconds):
        if rebuild:
            roots += discard(folder, roots)
        found = discover(roots, apart_from=folder, selection=selection)
        if manifest_stamp(folder) is None:  # a mistake must not leave an empty index behind
            refuse_nothing(roots, found.files, found)
        identity, dimension = embedder_identity(embedder), embedder_dimension(embedder)
        names = (embedder_identity(quick), embedder_dimension(quick)) if quick else ("", 0)
        writer = IndexWriter(folder, identity, dimension, names)
        first = quick if writer.manifest.quick else None
        show = on_progress or (lambda _: None)
        run = _Run(writer, embedder, first, show, limits or ReadLimits(), source)
        report = run.execute(roots, found)
        made = add_vectors(writer, embedder, run.tell) if thorough else VectorsMade()
        left = writer.manifest.passages - writer.manifest.thorough
        return replace(report, vectors=made, quick_only=left)


@dataclass(slots=True)
class _Run:
    """The state of one run; it lives for one call of `index_paths`."""

    writer: IndexWriter
    embedder: Embedder
    quick: Embedder | None
    on_progress: OnProgress
    limits: ReadLimits
    source: Source
    pending: list[Fresh] = field(default_factory=list)
    changes: Changes = field(default_factory=Changes)
    failed: list[tuple[str, str]] = field(default_factory=list)
    passages: int = 0
    embedded: int = 0
    reusable: list[str] = field(default_factory=list)
    known_vectors: Vectors = field(default_factory=dict)
    files_done: int = 0
    files_total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    rereading: int = 0
    in_part: set[str] = field(default_factory=set)
    embed_seconds: float = 0.0
    write_seconds: float = 0.0
    started: float = field(default_factory=time.perf_counter)
    committed: float = field(default_factory=time.perf_counter)

    def execute(self, roots: Sequence[Path], discovered: Discovered) -> IndexReport:
        found = discovered.files
        self.failed.extend(discovered.skipped)
        known = self.writer.files()
        partial = self.writer.files_with_documents() - known.keys()
        gone = gone_from(roots, known.keys() | partial, {str(path) for path in found})
        refuse_nothing(roots, [*found, *map(Path, known), *map(Path, partial)], discovered)
        if renew(self.writer):
            known, partial = self.writer.files(), set()
        rows = [(path, known.get(str(path))) for path in found]
        doubtful = [path for path, row in rows if row is None or not row.still_fits(path)]
        self.files_total = len(found)
        self.files_done = len(found) - len(doubtful)
        self.bytes_total = sum(map(size_of, doubtful))
        self.rereading = sum(row is not None and row.outdated for _, row in rows)
        self.tell()
        self.changes.removed_files.extend(gone)
        self.reusable = [*gone, *(str(path) for path in doubtful if str(path) in known)]
        counts = Counter(unchanged=self.files_done)
        waited = time.perf_counter()
        read_seconds = 0.0
        files = self._to_read(doubtful, known, partial)
        for item in self.source(files, self.limits, self._known):
            read_seconds += time.perf_counter() - waited
            if isinstance(item, Finished):
                counts[item.outcome(known.get(item.row.path))] += 1
            self._take(item)
            waited = time.perf_counter()
        self._commit()
        self._timed_finish()
        total = time.perf_counter() - self.started
        seconds = Seconds(total, read_seconds, self.embed_seconds, self.write_seconds)
        return IndexReport(
            counts["added"],
            counts["changed"],
            len(gone),
            counts["unchanged"],
            self.passages,
            tuple(self.failed),
            seconds,
            frozenset(self.in_part),
            reread=counts["reread"],
            outdated=self.writer.manifest.outdated,
        )

    def _to_read(
        self, files: Sequence[Path], known: dict[str, FileRow], partial: set[str]
    ) -> list[ToRead]:
        names = [str(path) for path in files if str(path) in known or str(path) in partial]
        documents = self.writer.documents_of(names) if names else {}
        return [ToRead(path, known.get(str(path)), documents.get(str(path), {})) for path in files]

    def _take(self, item: Item) -> None:
        match item:
            case Fresh():
                self.pending.append(item)
            case Finished():
                self._count(item.row.path)
                self.failed.extend((item.row.path, reason) for reason in item.complaints)
                if item.complaints:
                    self.in_part.add(item.row.path)
                self.changes.stale_documents.extend(item.vanished)
                self.changes.finished_files.append(item.row)
            case Failed():
                self._count(item.path)
                self.failed.append((item.path, item.reason))
                self._forget(item.path)
            case Restarted():
                self._forget(item.path)
        if sum(len(each.cuts) for each in self.pending) >= EMBED_PASSAGES:
            self._embed()
        waiting = sum(len(each.cuts) for each in self.changes.embedded)
        late = time.perf_counter() - self.committed > COMMIT_SECONDS
        if waiting >= COMMIT_PASSAGES or (waiting and late):
            self._commit()

    def _count(self, path: str) -> None:
        """One file more is done; a person who watches sees it now."""
        self.files_done += 1
        self.bytes_done += size_of(Path(path))
        self.tell()

    def _forget(self, path: str) -> None:
        """Nothing of a file that cannot be read stays: an answer must not quote what is gone."""
        self.pending = [each for each in self.pending if each.file != path]
        self.changes.embedded = [each for each in self.changes.embedded if each.file != path]
        self.changes.removed_files.append(path)

    def _embed(self) -> None:
        began = time.perf_counter()
        bare = [text for each in self.pending if each.vectors is None for text in each.texts]
        made = iter(self._known_vectors(bare) if self.quick else self._vectors(bare))
        quick = self._quick_vectors()
        for each in self.pending:
            count = len(each.cuts)
            rows = each.vectors if each.vectors is not None else list(islice(made, count))
            quick_rows = list(islice(quick, count)) if self.quick else None
            self.passages += count
            self.changes.embedded.append(
                Embedded(each.document, each.file, each.cuts, rows, quick_rows)
            )
            if each.replaces:
                self.changes.stale_documents.append(each.document.id)
        self.pending.clear()
        self.embed_seconds += time.perf_counter() - began
        self.tell()

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector for each text; what a moved or changed file had already is not made again."""
        known = self._known()
        new = [text for text in dict.fromkeys(texts) if text not in known]
        made = _stack(self.embedder.embed(part) for part in _parts(new))
        self.embedded += len(new)
        rows = {**known, **dict(zip(new, made, strict=False))}
        return np.stack([rows[text] for text in texts]) if texts else made

    def _known(self) -> Vectors:
        if self.reusable:
            self.known_vectors = self.writer.vectors_of(self.reusable)
            self.reusable = []
        return self.known_vectors

    def _known_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32] | None]:
        """The vectors that moved and changed files have already."""
        known = self._known()
        return [known.get(text) for text in texts]

    def _quick_vectors(self) -> Iterator[NDArray[np.float32]]:
        """The quick vectors of everything that waits, in its order."""
        if self.quick is None:
            return iter(())
        return iter(self.quick.embed([text for each in self.pending for text in each.texts]))

    def _commit(self) -> None:
        if self.pending:
            self._embed()
        began = time.perf_counter()
        if self.changes:
            self.writer.commit(self.changes)
            self.changes = Changes()
        self.committed = time.perf_counter()
        self.write_seconds += self.committed - began
        self.tell()

    def _timed_finish(self) -> None:
        began = time.perf_counter()
        self.writer.finish()
        self.write_seconds += time.perf_counter() - began

    def tell(self, vectors: VectorsMade | None = None) -> None:
        seconds = time.perf_counter() - self.started
        files, read = (self.files_done, self.files_total), (self.bytes_done, self.bytes_total)
        now = Progress(*files, self.passages, seconds, *read, vectors, self.rereading)
        self.on_progress(now)


def _parts(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(texts), EMBED_PASSAGES):
        yield texts[first : first + EMBED_PASSAGES]


def _stack(parts: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
    found = list(parts)
    return np.concatenate(found) if found else np.zeros((0, 0), np.float32)
