"""Real kills at random moments while questions are asked: python -m tests.faults.crashes [RUNS].

Each run changes the documents, starts `index` or `maintain` in a process of its own, kills it with
SIGKILL somewhere in the middle, and looks at what is left: it must be whole, hold no document
twice, and answer. At the end an undisturbed run must bring the index to exactly the documents.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from assay.errors import IndexMissingError
from assay.indexing.open_index import LanceIndex, examined, open_index

_HERE = Path(__file__).parent
_MAINTAIN = """
import sys, time
from pathlib import Path
from assay.indexing.upkeep.maintain import maintain
print("begin", flush=True)
maintain(Path(sys.argv[1]), wait_seconds=5)
print("done", flush=True)
"""


class Asking:
    """A reader that asks again and again, and keeps what went wrong."""

    def __init__(self, index: Path) -> None:
        self.asked, self.faults = 0, []
        self._index, self._stop = index, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Asking:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        index: LanceIndex | None = None
        while not self._stop.wait(0.02):
            try:
                index = index or open_index(self._index)
                index.refresh()
                found = index.reading(lambda state: state.passages(state.full_text("farm", 999)))
                ids = [passage.id for passage in found]
                assert len(ids) == len(set(ids)), "a passage was found twice"
                self.asked += 1
            except IndexMissingError:
                continue  # before the first state was published
            except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
                self.faults.append(repr(error))


def crash(docs: Path, index: Path, runs: int, seed: int) -> Counter[str]:
    """How many runs of each kind were killed or ended; raises AssertionError for any damage."""
    chance, counts = random.Random(seed), Counter()
    for number in range(runs):
        _change(docs, chance, number)
        maintaining = index.is_dir() and chance.random() < 0.4
        with Asking(index) as asking:
            ended = _killed(docs, index, maintaining, chance)
        counts[f"{'maintain' if maintaining else 'index'} {ended}"] += 1
        counts["asked"] += asking.asked
        assert not asking.faults, asking.faults[:3]
        _check_whole(index)
    return counts


def _change(docs: Path, chance: random.Random, number: int) -> None:
    for each in range(3):
        (docs / f"{number}-{each}.txt").write_text(f"Farm {number} has {each} goats and bees.")
    files = sorted(docs.iterdir())
    chance.choice(files).unlink()
    chance.choice(files[:-1]).write_text(f"Farm of run {number}, written again.")


def _killed(docs: Path, index: Path, maintaining: bool, chance: random.Random) -> str:
    program = (
        ["-c", _MAINTAIN, str(index)]
        if maintaining
        else [str(_HERE / "indexing_run.py"), str(docs), str(index), "0.05"]
    )
    process = subprocess.Popen(
        [sys.executable, *program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()  # it has begun
    time.sleep(chance.random() * (0.15 if maintaining else 0.4))
    process.kill()
    output, _ = process.communicate()
    return "ended" if "done" in output else "killed"


def _check_whole(index: Path) -> None:
    try:
        info = examined(index)
    except IndexMissingError:
        return
    assert info.problems == (), info.problems
    state = open_index(index).now()
    rows = state.full_text("farm", 99_999)
    found = state.passages(rows)
    assert len({passage.id for passage in found}) == len(found) == info.passages
    for passage in found[:20]:
        text = state.document_text(passage.document)
        assert text is not None and text[passage.start : passage.end] == passage.text


def finish(docs: Path, index: Path) -> None:
    """One undisturbed run, after which the index holds exactly the documents."""
    program = [sys.executable, str(_HERE / "indexing_run.py"), str(docs), str(index), "0"]
    subprocess.run(program, check=True, capture_output=True)
    _check_whole(index)
    half_written = [file.name for file in index.rglob(".*.json.*")]
    assert not half_written, half_written
    state = open_index(index).now()
    found = state.passages(state.full_text("farm", 99_999))
    assert sorted(passage.text for passage in found) == sorted(
        path.read_text() for path in docs.iterdir()
    )


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        docs, index = Path(home) / "docs", Path(home) / "ix"
        docs.mkdir()
        began = time.perf_counter()
        counts = crash(docs, index, runs, seed=int(time.time()))
        finish(docs, index)
        print(dict(sorted(counts.items())), f"{time.perf_counter() - began:.0f} s, nothing lost")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
