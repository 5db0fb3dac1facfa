"""How long indexing takes on a cluster, whole and harmed, against one process.

.venv-ray/bin/python -m tests.ray.measure docs/guides --repeats 3
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.indexing.read_ahead import Source, read_here
from assay.wiring.index import build_embedder, embedder_elsewhere
from assay_ray.connect import connected
from assay_ray.source import ClusterSource
from tests.ray.nodes import three_nodes


def main() -> None:
    """Print the seconds of each run and the median of each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    warnings.filterwarnings("ignore")  # Ray leaves processes and pipes to the garbage collector
    ways = {"one process": here, "Ray, 2 workers": own, "3 nodes": whole, "3 nodes, harmed": harmed}
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    used: dict[str, list[float]] = {name: [] for name in ways}
    starts: list[float] = []
    for _ in range(given.repeats):  # one after the other, so that a busy moment hits all of them
        for name, way in ways.items():
            began = time.perf_counter()
            with way() as source, tempfile.TemporaryDirectory() as index:
                starts.append(time.perf_counter() - began)
                embedder = build_embedder(Settings())
                before = processor_seconds()
                report = index_paths([given.documents], index, embedder, source=source)
                used[name].append(processor_seconds() - before)
            seconds[name].append(report.seconds.total)
            print(f"{name}: {seconds[name][-1]:.1f} s, {used[name][-1]:.1f} s of processors,")
            print(f"  after a start of {starts[-1]:.1f} s; {report.passages} passages", flush=True)
    for what, taken in {"seconds": seconds, "seconds of processors": used}.items():
        for name, each in taken.items():
            ratio = median(each) / median(taken["one process"])
            spread = f"{min(each):.1f} to {max(each):.1f}"
            print(f"{name}: {median(each):.1f} {what} ({spread}), ratio {ratio:.2f}")


def processor_seconds() -> float:
    """What this process and those below it have used; of those that have died, nothing is known.

    On a busy machine it says more than the clock does.
    """
    parents, used = {}, {}
    for process in Path("/proc").iterdir():
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # no process, or one that has ended meanwhile
            continue
        if process.name.isdigit():
            parents[int(process.name)] = int(fields[1])
            used[int(process.name)] = int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[each] for each in ours) / os.sysconf("SC_CLK_TCK")


@contextmanager
def here() -> Iterator[Source]:
    """One process on all cores."""
    yield read_here


@contextmanager
def own() -> Iterator[Source]:
    """Ray as `--engine ray` starts it."""
    with connected() as ray:
        yield ClusterSource(ray, embedder_elsewhere(Settings()))


@contextmanager
def whole() -> Iterator[Source]:
    """A cluster of three raylets, two of which work."""
    with three_nodes() as nodes:
        yield ClusterSource(nodes.ray, embedder_elsewhere(Settings()))


@contextmanager
def harmed() -> Iterator[Source]:
    """The same; a worker is killed, and then one of the two nodes that work."""
    with three_nodes() as nodes, nodes.harmed("embed_block"):
        yield ClusterSource(nodes.ray, embedder_elsewhere(Settings()))


if __name__ == "__main__":
    main()
