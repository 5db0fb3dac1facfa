"""An index that follows its folders: looked at every few seconds, read when they have settled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import IndexBusyError
from assay.indexing.discover import Selection, absolute, discover
from assay.indexing.index_paths import index_paths
from assay.indexing.report import IndexReport
from assay.ports import Embedder

Snapshot = dict[str, tuple[int, int]]


@dataclass(slots=True)
class Watcher:
    """The folders and their index; `look` is called every few seconds."""

    paths: Sequence[Path]
    folder: Path
    embedder: Embedder
    selection: Selection = field(default_factory=Selection)
    quick: Embedder | None = None
    thorough: bool = True
    _indexed: Snapshot | None = None
    _last: Snapshot | None = None

    def look(self) -> IndexReport | None:
        """What was done about a change, or None when there was none or it has not settled yet.

        A change is read when two looks after each other see the same: somebody may still be
        writing. A folder that is not there at all is waited for, because a disk that is not
        mounted must not empty the index.
        """
        if self.missing():
            return None
        now = self._snapshot()
        settled = self._last in (None, now)
        self._last = now
        if now == self._indexed or not settled:
            return None
        if not now and self._indexed is None:
            return None  # nothing there yet, and nothing known
        try:
            report = index_paths(
                self.paths,
                self.folder,
                self.embedder,
                quick=self.quick,
                thorough=self.thorough,
                selection=self.selection,
            )
        except IndexBusyError:
            return None  # another run is at it; the next look tries again
        self._indexed = now
        return report

    def missing(self) -> list[Path]:
        """The paths that are not there now."""
        return [path for path in self.paths if not absolute(path).exists()]

    def _snapshot(self) -> Snapshot:
        found: Snapshot = {}
        for path in discover(self.paths, apart_from=self.folder, selection=self.selection).files:
            try:
                stat = path.stat()
            except OSError:
                continue
            found[str(path)] = (stat.st_size, stat.st_mtime_ns)
        return found


def watch(
    watcher: Watcher,
    wait: Callable[[], bool],
    on_report: Callable[[IndexReport], None],
    on_missing: Callable[[list[Path]], None],
) -> None:
    """Index what changed, report that and missing paths, and repeat until `wait` returns True."""
    told: list[Path] = []
    while True:
        if (missing := watcher.missing()) != told:
            told = missing
            if missing:
                on_missing(missing)
        if (report := watcher.look()) is not None:
            on_report(report)
        if wait():
            return
