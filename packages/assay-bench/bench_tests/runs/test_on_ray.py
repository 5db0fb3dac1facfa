"""A run on a real cluster leaves the records of one process, whatever dies on the way."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from assay.cli.main import run as assay
from assay.config import Settings
from assay.errors import InputError
from assay.wiring import build_nli_scorer
from assay_bench.perform import perform
from assay_bench.request import Request
from assay_bench.runs.folder import read_records
from assay_bench.runs.on_cluster import ClusterRecords
from assay_bench.runs.run import run
from assay_bench.runs.system import named_systems
from assay_bench.tasks.load import load_task
from bench_tests.island import questions, write_questions
from tests.ray.nodes import three_nodes

needs_ray = [
    pytest.mark.ray,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra ray"),
    pytest.mark.filterwarnings("ignore"),  # Ray leaves processes and pipes to the garbage collector
    pytest.mark.timeout(600),  # on a busy machine its daemons alone take half a minute to start
]


def timeless(records) -> list[dict]:
    """The records without what no two runs share: how long things took."""
    made = []
    for record in records:
        row = json.loads(json.dumps({**asdict(record), "answer": dict(record.answer)}))
        del row["seconds"], row["answer"]["timings_ms"]
        for step in row["answer"]["trace"]:
            del step["at_ms"], step["ms"]
            step["facts"].pop("saved_ms", None)
        made.append(row)
    return made


class TestOnACluster:
    pytestmark = needs_ray

    def test_a_killed_worker_and_a_lost_node_change_no_record(self, tmp_path):
        rows = [{**row, "id": f"{row['id']}-{n}"} for n in range(12) for row in questions()]
        (tmp_path / "q.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        task = load_task("custom", tmp_path / "q.jsonl")
        systems = named_systems(("rag", "crag"), Settings())
        here = run(task, systems, tmp_path / "here", nli=build_nli_scorer(Settings()))
        with three_nodes() as nodes:
            answering = ClusterRecords(nodes.ray, judged=True)
            with nodes.harmed("Runner.answer"):  # one processor is left for the work of two
                there = run(task, systems, tmp_path / "there", answering=answering)
            assert len(nodes.nodes) == 1
        gc.collect()
        assert len(there) == 144
        assert timeless(there) == timeless(here)

    def test_the_command_carries_on_where_one_process_stopped(self, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        write_questions(Path("q.jsonl"))
        assert assay(["bench", "custom", "--data", "q.jsonl", "--out", "here"]) == 0
        summary = capsys.readouterr().out
        Path("there").mkdir()
        for name in ("run.json", "cases.jsonl"):
            if Path("here", name).exists():
                Path("there", name).write_bytes(Path("here", name).read_bytes())
        lines = Path("here/records.jsonl").read_text().splitlines(keepends=True)
        Path("there/records.jsonl").write_text("".join(lines[:3]))
        command = [sys.executable, "-m", "assay", "bench", "custom", "--data", "q.jsonl"]
        flags = ["--out", "there", "--engine", "ray"]
        ran = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        written = Path("there/records.jsonl").read_text().splitlines(keepends=True)
        assert written[:3] == lines[:3] and len(written) == 12
        found = [list(read_records(Path(name))) for name in ("here", "there")]
        assert timeless(found[1]) == timeless(found[0])
        assert accuracies(ran.stdout) == accuracies(summary)


def accuracies(summary: str) -> list[str]:
    """The rows of the table in which no time stands."""
    return [line for line in summary.splitlines() if line.startswith("| accuracy")]


def test_what_is_timed_here_is_not_for_a_cluster(tmp_path):
    request = Request(None, tmp_path, Settings())
    with pytest.raises(InputError, match="measured in one process"):
        perform("peers", replace(request, ray=object()))
