"""What eight askers get from `assay serve --engine ray` as replicas come and a node is lost.

.venv-ray/bin/python -m tests.ray.measure_serving my-index --seconds 120 --lose-at 85
"""

from __future__ import annotations

import argparse
import itertools
import signal
import tempfile
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2

from tests.ray.nodes import three_nodes
from tests.server.test_process import serving

ASKERS = 8
PART_SECONDS = 15


def main() -> None:
    """Print for each quarter of a minute the replies a second, by status, and the replicas."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--lose-at", type=float, default=85)
    given = parser.parse_args()
    warnings.filterwarnings("ignore")  # Ray leaves processes and pipes to the garbage collector
    with three_nodes() as nodes, tempfile.TemporaryDirectory() as folder:
        flags = ["--index", given.index, "--port", 0, "--rate", 0, "--replicas", 2]
        flags += ["--engine", "ray", "--ray-address", nodes.cluster.address]
        with serving(Path(folder), *flags, seconds=300) as (url, process, _):
            measure(nodes, url, given)
            process.send_signal(signal.SIGTERM)
            process.wait(90)


def measure(nodes: Any, url: str, given: argparse.Namespace) -> None:
    """Ask all the time; at the given moment one of the two nodes goes."""
    began = time.monotonic()
    numbers = itertools.count()
    seen: list[tuple[float, int]] = []

    def ask() -> None:
        with httpx2.Client(base_url=url, timeout=120) as client:
            while time.monotonic() - began < given.seconds:
                question = f"How high is lighthouse number {next(numbers)}?"
                status = client.post("/v1/ask", json={"question": question}).status_code
                seen.append((time.monotonic() - began, status))

    with ThreadPoolExecutor(ASKERS) as pool:
        asking = [pool.submit(ask) for _ in range(ASKERS)]
        part = 0
        while part * PART_SECONDS < given.seconds:
            part += 1
            end = part * PART_SECONDS
            if len(nodes.nodes) > 1 and end > given.lose_at:
                time.sleep(max(0.0, began + given.lose_at - time.monotonic()))
                nodes.remove()
                print(f"{given.lose_at:.0f} s: a node is lost", flush=True)
            time.sleep(max(0.0, began + end - time.monotonic()))
            mine = Counter(status for at, status in seen if end - PART_SECONDS <= at < end)
            rate = sum(mine.values()) / PART_SECONDS
            replicas = len(nodes.workers("ray::ServeReplica"))
            print(f"{end} s: {rate:.1f} a second, {dict(mine)}, {replicas} replicas", flush=True)
        for each in asking:
            each.result()


if __name__ == "__main__":
    main()
