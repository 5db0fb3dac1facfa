"""Every way in that takes input of others: a good input, bent, and given to the command line.

A target writes its input into the working folder and gives back the command lines to run.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench_tests.report.small_run import write_run
from tests.fuzz.mutations import bent, bent_bytes
from tests.security.test_devices import COMMANDS, NO_FILES

Target = Callable[[random.Random], list[list[str]]]
PASSAGE = {"title": "Mura", "text": "Anna Lund kept the light of Mura.", "url": "https://e.org/m"}
QUESTION: dict[str, Any] = {
    "id": "one",
    "question": "Who kept the light?",
    "passages": [PASSAGE],
    "external": [{"title": "t", "url": "https://e.org/a", "html": "<p>Anna kept it.</p>"}],
}
SETTINGS = """\
strategy = "crag"
[index]
dir = "i"
[retrieval]
mode = "fulltext"
top_k = 5
[scorer]
upper = 0.5
lower = -0.5
[search]
engines = ["wikipedia"]
offline = true
zim = []
cache = "pages.db"
seconds = 1.5
[model]
name = "m"
temperature = 0.5
[generator]
options = { a = [1, 2], b = "c" }
[budget]
seconds = 5
"""
PAGE = """<!doctype html><html><head><title>Mura</title><style>.x{display:none}</style></head>
<body><h1>Mura</h1><p>Anna Lund kept the light.</p><table><tr><td>a</td></tr></table>
<ul><li>one</li></ul><p class="x">hidden</p></body></html>"""
TEXTS = {
    "txt": "Anna Lund kept the light of Mura from 1902 until 1941. The lamp burnt whale oil.",
    "md": "# Mura\n\nAnna Lund kept it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n",
    "rst": "Mura\n====\n\n.. note:: Anna kept it.\n\n* one\n* two\n",
    "html": PAGE,
    "csv": "id,title,text\n1,Mura,Anna kept it.\n2,Holm,Peter did not.\n",
    "jsonl": json.dumps({"id": 1, "title": "Mura", "text": "Anna kept it."}) + "\n",
}


def settings(rng: random.Random) -> list[list[str]]:
    Path("assay.toml").write_bytes(bent_bytes(rng, SETTINGS.encode()))
    return [["strategies"], ["strategies", "--config", "assay.toml"]]


def batch(rng: random.Random) -> list[list[str]]:
    lines = [bent(rng, {**QUESTION, "id": n}) for n in range(3)]
    Path("q.jsonl").write_bytes(b"\n".join(lines))
    Path("a.jsonl").unlink(missing_ok=True)
    if rng.random() < 0.3:  # answers of an earlier run, edited by somebody
        Path("a.jsonl").write_bytes(bent(rng, {"id": 1, "version": 2, "text": None, "trace": []}))
    return [["batch", "q.jsonl", "-o", "a.jsonl"]]


def score(rng: random.Random) -> list[list[str]]:
    ending = rng.choice(list(TEXTS))
    Path(f"t.{ending}").write_bytes(bent_bytes(rng, TEXTS[ending].encode()))
    answer = bent_bytes(rng, b"Anna Lund kept it [1].").decode("utf-8", "replace").replace("\0", "")
    shown = rng.choice([[], ["--json"]])
    return [
        ["score", "-q", "Who kept the light?", f"t.{ending}", *shown],
        ["verify", "-a", answer, "-q", "Who?", "-e", f"t.{ending}", *shown],
    ]


def manifest(rng: random.Random) -> list[list[str]]:
    place = Path("i/manifest.json")
    whole = Path("i/whole.json")
    if not whole.exists():
        _make_index()
        whole.write_bytes(place.read_bytes())
    raw = json.loads(whole.read_bytes())
    place.write_bytes(bent(rng, raw))
    return [["info", "-i", "i"], ["ask", "Who kept the light?", "-i", "i", "--mode", "fulltext"]]


def _make_index() -> None:
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    Path("texts").mkdir(exist_ok=True)
    Path("texts/a.txt").write_text(TEXTS["txt"])
    index_paths([Path("texts")], Path("i"), FakeEmbedder())


def bench_files(rng: random.Random) -> list[list[str]]:
    folder = Path("run")
    if not folder.exists():
        write_run(folder)
        for name in ("records.jsonl", "cases.jsonl", "run.json"):
            Path(f"whole-{name}").write_bytes((folder / name).read_bytes())
    for name in ("records.jsonl", "cases.jsonl", "run.json"):
        (folder / name).write_bytes(Path(f"whole-{name}").read_bytes())
    name = rng.choice(("records.jsonl", "records.jsonl", "cases.jsonl", "run.json"))
    text = (folder / name).read_bytes()
    lines = [text] if name == "run.json" else text.splitlines()
    at = rng.randrange(len(lines))
    lines[at] = bent(rng, json.loads(lines[at]))
    (folder / name).write_bytes(b"\n".join(lines) + b"\n")
    return [["bench", "compare", "run"], ["bench", "report", "run"]]


def devices(rng: random.Random) -> list[list[str]]:
    """A command given what is no file of a disk: it must not wait for it."""
    if not Path("pipe").exists():
        os.mkfifo("pipe")
        Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    command = rng.choice(list(COMMANDS.values()))
    return [[part.format(rng.choice(NO_FILES)) for part in command]]


TARGETS: dict[str, Target] = {
    "settings": settings,
    "batch": batch,
    "score": score,
    "manifest": manifest,
    "bench": bench_files,
    "devices": devices,
}
