"""Indexing on a real cluster gives what one process gives, whatever dies on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from assay.config import Settings
from assay.errors import InputError
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import read_manifest
from assay.indexing.schema import DOCUMENTS, FILES, PASSAGES, TERMS, schemas, table_path
from assay.indexing.table import Table
from assay.testing import FakeEmbedder
from assay.wiring.index import build_embedder, embedder_elsewhere
from assay_ray.source import ClusterSource
from tests.ray.nodes import Harmed
from tests.ray.parts import DEADLY_BYTES, POISON, DeadlyLimits, SlowEmbedder

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra ray"),
    pytest.mark.filterwarnings("ignore"),  # Ray leaves processes and pipes to the garbage collector
    pytest.mark.timeout(600),  # on a busy machine its daemons alone take half a minute to start
]
DOCS = Path(__file__).parents[2] / "docs"


def rows(index: Path, table: str) -> list[dict]:
    manifest = read_manifest(index)
    names = schemas(manifest.dimension)[table].names
    return Table.open(table_path(index, table), manifest.versions[table]).read(names).to_pylist()


def words(index: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows(index, TERMS):
        counts[row["term"]] = counts.get(row["term"], 0) + row["passages"]
    return counts


def assert_equal(index: Path, other: Path) -> None:
    """The same rows in the same order, vectors to the last bit, and the same counts of words."""
    for table in (PASSAGES, DOCUMENTS, FILES):
        assert rows(index, table) == rows(other, table)
    assert words(index) == words(other)


def write_rows(path: Path, count: int) -> None:
    lines = (json.dumps({"id": n, "text": f"Farm {n} keeps goats and bees."}) for n in range(count))
    path.write_text("\n".join(lines))


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(70):
        (folder / f"{number:02}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    write_rows(folder / "rows.jsonl", 3500)
    (folder / "empty.txt").write_text("")
    return folder


def test_a_killed_worker_and_a_lost_node_change_nothing(nodes, tmp_path):
    """The real embedder over a real page and hundreds of real lines."""
    lines = [line for page in sorted(DOCS.rglob("*.md")) for line in page.read_text().splitlines()]
    texts = list(dict.fromkeys(line for line in lines if 20 < len(line) < 60))[:900]
    rows = tmp_path / "lines.jsonl"
    rows.write_text("\n".join(json.dumps({"id": n, "text": text}) for n, text in enumerate(texts)))
    paths = [DOCS / "quickstart.md", rows]
    embedder = build_embedder(Settings())
    index_paths(paths, tmp_path / "here", embedder)
    source = ClusterSource(nodes.ray, embedder_elsewhere(Settings()))
    with nodes.harmed("embed_block"):
        report = index_paths(paths, tmp_path / "there", embedder, source=source)
    assert (len(nodes.nodes), report.unreadable, report.added) == (1, (), 2)
    assert_equal(tmp_path / "there", tmp_path / "here")


def test_a_reader_that_dies_in_the_middle_of_a_file_begins_it_again(nodes, docs, tmp_path):
    index_paths([docs], tmp_path / "here", SlowEmbedder(0))
    within_rows = 70 + 400
    source = Harmed(
        ClusterSource(nodes.ray, partial(SlowEmbedder, 0.1)),
        {within_rows: lambda: nodes.kill("read_portion")},
    )
    report = index_paths([docs], tmp_path / "there", SlowEmbedder(0), source=source)
    assert (source.harm, report.added) == ({}, 71)
    assert [path for path, _ in report.skipped] == [str(docs / "empty.txt")]
    assert_equal(tmp_path / "there", tmp_path / "here")


def test_only_the_file_that_kills_its_workers_is_skipped_and_the_reason_says_so(
    own_ray, docs, tmp_path
):
    (docs / "10.txt").write_text(f"A cup of {POISON}.")
    (docs / "20.txt").write_text("x" * DEADLY_BYTES)
    source = ClusterSource(own_ray, partial(SlowEmbedder, 0))
    index = tmp_path / "ix"
    report = index_paths([docs], index, SlowEmbedder(0), source=source, limits=DeadlyLimits())
    reasons = {Path(path).name: reason for path, reason in report.skipped}
    assert "its embedder was lost 8 times" in reasons["10.txt"]
    assert "its reader was lost 4 times" in reasons["20.txt"]
    assert reasons.keys() == {"10.txt", "20.txt", "empty.txt"}
    assert len(rows(index, DOCUMENTS)) == 68 + 3500


def test_a_second_run_takes_over_vectors_and_reads_only_what_changed(own_ray, docs, tmp_path):
    index = tmp_path / "ix"
    (docs / "rows.jsonl").unlink()
    (docs / "empty.txt").unlink()
    (docs / "first.txt").write_text(f"A cup of {POISON}.")
    index_paths([docs], index, FakeEmbedder())  # here nobody dies of it
    (docs / "below").mkdir()
    (docs / "first.txt").rename(docs / "below" / "first.txt")
    (docs / "00.txt").write_text("Farm number 0 keeps hens.")
    source = ClusterSource(own_ray, partial(SlowEmbedder, 0))
    report = index_paths([docs], index, FakeEmbedder(), source=source)
    assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 1, 69)
    assert report.unreadable == ()
    texts = {row["text"] for row in rows(index, PASSAGES)}
    assert {f"A cup of {POISON}.", "Farm number 0 keeps hens."} <= texts and len(texts) == 71


def test_a_file_that_a_node_does_not_have_ends_the_run_and_is_not_forgotten(
    own_ray, docs, tmp_path
):
    """What a process has open is under a path that no other process has."""
    index, source = tmp_path / "ix", ClusterSource(own_ray, partial(SlowEmbedder, 0))
    (docs / "rows.jsonl").unlink()
    index_paths([docs], index, SlowEmbedder(0))
    with (docs / "00.txt").open() as stream:
        os.dup2(stream.fileno(), 987)
        try:
            with pytest.raises(InputError, match="/proc/self/fd/987 is not on the node") as told:
                index_paths(["/proc/self/fd/987"], index, SlowEmbedder(0), source=source)
        finally:
            os.close(987)
    assert "storage that all nodes have" in told.value.hint
    assert len(rows(index, DOCUMENTS)) == 70


def test_the_command_prints_its_report_alone(tmp_path):
    (tmp_path / "goat.txt").write_text("The goat of farm 1 eats clover.")
    command = [sys.executable, "-m", "assay", "index", tmp_path / "goat.txt", "--engine", "ray"]
    flags = ["--index", tmp_path / "ix", "--json"]
    environment = {**os.environ, "ASSAY_SEARCH__WEB": "false"}  # Ray may not leave the machine
    ran = subprocess.run(
        [*command, *flags], capture_output=True, text=True, env=environment, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["passages"] == 1
    assert "WARNING" not in ran.stderr and "Warning" not in ran.stderr
