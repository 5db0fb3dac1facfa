"""Runs one real indexing in a process of its own: indexing_run.py DOCS INDEX [SLEEP]."""

import sys
import time
from pathlib import Path

import assay.indexing.index_paths as indexing
from assay.errors import AssayError
from assay.testing import FakeEmbedder


class SlowEmbedder:
    """Embeds with a pause, so that a signal can find every part of a run."""

    identity = "slow 1"
    dimension = 64

    def __init__(self, pause: float) -> None:
        self.pause = pause

    def embed(self, texts):
        time.sleep(self.pause)
        return FakeEmbedder().embed(texts)


def main() -> int:
    docs, index, pause = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    # Small batches: many commits in a short run.
    indexing.EMBED_PASSAGES, indexing.COMMIT_PASSAGES = 4, 8
    try:
        report = indexing.index_paths(
            [docs], index, SlowEmbedder(pause), on_progress=lambda now: print(now, flush=True)
        )
    except AssayError as error:
        print(type(error).__name__, error, "|", error.hint, flush=True)
        return error.exit_code
    print("done", report.added, report.unchanged, report.passages, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
