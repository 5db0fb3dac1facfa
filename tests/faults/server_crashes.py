"""Real kills of `assay serve` and `assay batch`: python -m tests.faults.server_crashes [RUNS].

A server is asked and given documents by several clients at once until SIGKILL finds it somewhere;
a run over a file of questions is killed again and again until it is through. What was
acknowledged must be there, nothing twice, and no answer in half.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2

from assay.errors import IndexMissingError
from assay.indexing.listing import list_documents
from assay.indexing.open_index import examined, open_index
from tests.server.test_process import serving

ASSAY = [sys.executable, "-m", "assay"]
QUESTION = "How many goats has farm 1?"
START_SECONDS = 120.0
KINDS = ("new", "new too", "replaced", "slow")
VERSIONS = 1_000_000
HALF_WRITTEN = (".upload-*", "*.new", ".*.json.*")


class Clients:
    """Askers and a giver of documents, until the server is gone; keeps what it was told."""

    def __init__(self, url: str, run: int) -> None:
        self.counts: Counter[str] = Counter()
        self.given, self.taken = dict[str, int](), dict[str, int]()  # the last version of a name
        self.faults: list[str] = []
        self._url, self._run = url, run
        works = (self._ask, self._ask, self._give)
        self._threads = [threading.Thread(target=self._until_gone, args=(w,)) for w in works]

    def __enter__(self) -> Clients:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._threads:
            thread.join()

    def _until_gone(self, work) -> None:
        with httpx2.Client(base_url=self._url, timeout=60) as http:
            try:
                for number in range(1_000_000):
                    work(http, number)
            except httpx2.HTTPError:
                self.counts["cut off"] += 1
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
                self.faults.append(repr(error))

    def _ask(self, http: httpx2.Client, number: int) -> None:
        reply = http.post("/v1/ask", json={"question": f"{QUESTION} ({number})"})
        assert reply.status_code in (200, 404), reply.text  # before the first document: no index
        assert reply.json()  # whole, not a part of an answer
        self.counts["answers" if reply.status_code == 200 else "no index yet"] += 1

    def _give(self, http: httpx2.Client, number: int) -> None:
        """Two files of their own, one that every run replaces, and one that comes slowly."""
        kind = number % len(KINDS)
        name = f"farm-{self._run}-{number}.txt" if kind < 2 else f"{KINDS[kind]}.txt"
        version = VERSIONS * (self._run + 1) + number
        text = f"Farm {name} has {version} goats."
        self.given[name] = version
        body = text.encode() if kind < 3 else _slowly(text)
        reply = http.put(f"/v1/documents/{name}", content=body)
        assert reply.status_code == 202, reply.text
        self.taken[name] = version
        self.counts["documents taken"] += 1
        time.sleep(0.05)


def _slowly(text: str) -> Iterator[bytes]:
    for word in text.encode().split(b" "):
        yield word + b" "
        time.sleep(0.02)


def served(home: Path) -> AbstractContextManager[tuple[str, subprocess.Popen[bytes], Path]]:
    """The address, the process and the log of a server over the index of this folder."""
    return serving(
        home, "-i", home / "ix", "--create", "--port", 0, "--rate", 0, seconds=START_SECONDS
    )


def crash_server(home: Path, runs: int, seed: int) -> Counter[str]:
    """Kill a server as often; AssertionError where what it had acknowledged is lost or doubled."""
    chance, counts = random.Random(seed), Counter[str]()
    given, taken = dict[str, int](), dict[str, int]()
    for run in range(runs):
        left = set(left_over(home))
        counts["half-written files"] += len(left)
        with served(home) as (url, process, log):
            # What the index itself has left goes with the first run of indexing.
            still = {each for each in left & set(left_over(home)) if "uploads" in each}
            assert not still, still
            with Clients(url, run) as clients:
                time.sleep(0.2 + 1.8 * chance.random())
                process.kill()
        assert not clients.faults, (clients.faults[:3], log.read_text()[-3000:])
        counts += clients.counts
        given |= clients.given
        taken |= clients.taken
        counts["servers killed"] += 1
        _check_whole(home / "ix")
    with served(home) as (url, _, _):
        states = _ended(url)
        assert not left_over(home), left_over(home)
    assert set(states) <= {"done", "replaced"}, states
    found = _versions(home / "ix")
    late = [name for name, version in taken.items() if found.get(name, -1) < version]
    assert not late and set(found) <= set(given), late
    return counts


def left_over(home: Path) -> list[str]:
    """Files that were never moved to their place."""
    found = [file for pattern in HALF_WRITTEN for file in home.rglob(pattern)]
    return sorted(str(file.relative_to(home)) for file in found)


def _ended(url: str) -> Counter[str]:
    """How all jobs ended, once they have."""
    end = time.monotonic() + START_SECONDS
    while True:
        jobs = httpx2.get(f"{url}/v1/jobs", timeout=60).json()["jobs"]
        states = Counter(job["state"] for job in jobs)
        if not states.keys() & {"waiting", "running"}:
            return states
        assert time.monotonic() < end, states
        time.sleep(0.2)


def _versions(index: Path) -> dict[str, int]:
    """The version of each document, by its name."""
    state = open_index(index).now()
    lines = list_documents(state, state.manifest.documents, 0)
    texts = {Path(line.file).name: state.document_text(line.id) or "" for line in lines}
    return {name: int(re.findall(r"has (\d+) goats", text)[-1]) for name, text in texts.items()}


def _check_whole(index: Path) -> None:
    try:
        assert examined(index).problems == ()
    except IndexMissingError:
        return  # killed before anything was published
    names = _names(index)
    assert len(names) == len(set(names))


def _names(index: Path) -> list[str]:
    state = open_index(index).now()
    return [Path(line.file).name for line in list_documents(state, state.manifest.documents, 0)]


def crash_batch(home: Path, questions: int, seed: int) -> Counter[str]:
    """Kill a run over many questions until it is through; the lines must be those of one run."""
    chance, counts = random.Random(seed), Counter[str]()
    passages = [{"title": "Farm 1", "text": "Farm 1 has 12 goats. They eat hay."}]
    lines = [{"id": n, "question": QUESTION, "passages": passages} for n in range(questions)]
    asked, out = home / "q.jsonl", home / "a.jsonl"
    asked.write_text("".join(json.dumps(line) + "\n" for line in lines))
    while True:
        process = subprocess.Popen(
            [*ASSAY, "batch", str(asked), "-o", str(out)], stderr=subprocess.DEVNULL
        )
        before = out.stat().st_size if out.exists() else 0
        while process.poll() is None and (not out.exists() or out.stat().st_size == before):
            time.sleep(0.02)
        time.sleep(0.5 * chance.random())
        process.kill()
        if process.wait() == 0:
            break
        counts["batch killed"] += 1
    answers = [json.loads(line) for line in out.read_text().splitlines()]
    assert [answer["id"] for answer in answers] == list(range(questions))
    assert len({answer["text"] for answer in answers}) == 1
    return counts


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        began, seed = time.perf_counter(), int(time.time())
        counts = crash_server(Path(home), runs, seed) + crash_batch(Path(home), 40 * runs, seed)
        print(dict(sorted(counts.items())), f"{time.perf_counter() - began:.0f} s, nothing lost")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
