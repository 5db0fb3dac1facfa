"""Real Ray clusters of several nodes on this machine, and ways to harm them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.indexing.read_ahead import Fresh
from assay_ray.connect import connected, set_variables
from assay_ray.source import ClusterSource

STORE_BYTES = 100_000_000


@dataclass
class Nodes:
    """A cluster whose nodes have one processor each; the first has none and holds the driver."""

    cluster: Any
    ray: Any = None
    nodes: list[Any] = field(default_factory=list)

    def add(self) -> None:
        args = {"num_cpus": 1, "object_store_memory": STORE_BYTES}
        self.nodes.append(self.cluster.add_node(**args))

    def remove(self) -> None:
        """End a node at once, as a machine that loses its power."""
        self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)

    def kill(self, task: str) -> int:
        """End one worker that runs the task; the number of its process."""
        pid = self._worker(task)
        os.kill(pid, signal.SIGKILL)
        return pid

    @contextmanager
    def harmed(self, task: str) -> Iterator[None]:
        """While the block runs, one worker of the task is killed, and when it goes on, a node."""

        def harm() -> None:
            self.kill(task)
            self._worker(task)
            self.remove()

        with ThreadPoolExecutor(1) as thread:
            done = thread.submit(harm)
            yield
            done.result()

    def _worker(self, task: str) -> int:
        """The process of a worker that runs the task; waited for."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for pid in self.workers(f"ray::{task}"):
                return pid
            time.sleep(0.02)
        raise AssertionError(f"no worker runs {task}")

    def workers(self, title: str) -> list[int]:
        """The processes of workers of the cluster whose title begins so."""
        raylets = {_raylet(node) for node in [self.cluster.head_node, *self.nodes]}
        return [
            int(process.name)
            for process in Path("/proc").iterdir()
            if process.name.isdigit() and _is_worker(process, title, raylets)
        ]


def _raylet(node: Any) -> int:
    return int(node.all_processes["raylet"][0].process.pid)


def _is_worker(process: Path, title: str, raylets: set[int]) -> bool:
    try:
        parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        return parent in raylets and (process / "cmdline").read_text().startswith(title)
    except OSError:  # it has ended meanwhile
        return False


@contextmanager
def three_nodes() -> Iterator[Nodes]:
    """One node for the driver and two that work; they end with the block."""
    set_variables(own=True)  # it listens to this machine alone
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "object_store_memory": STORE_BYTES, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        made = Nodes(cluster)
        made.add()
        made.add()
        with connected(cluster.address) as made.ray:
            yield made
    finally:
        cluster.shutdown()


@dataclass
class Harmed:
    """A source; when so many of its passages have passed, something is done to the cluster."""

    source: ClusterSource
    harm: dict[int, Callable[[], object]]

    def __call__(self, files, limits, known):
        passed = 0
        for item in self.source(files, limits, known):
            passed += len(item.cuts) if isinstance(item, Fresh) else 0
            for number in [number for number in self.harm if number <= passed]:
                self.harm.pop(number)()
            yield item
