"""Askers who ask one question after another, as many of them at once as wanted."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx2

BUSY, FINE = 429, 200
_TIMEOUT = 600.0


@dataclass(slots=True)
class Tally:
    """What came back: seconds of each answer, how many pairs were scored, what was refused.

    `processor_seconds` is what the server used of all cores meanwhile.
    """

    askers: int
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    pairs: int = 0
    processor_seconds: float = 0.0
    shed: int = 0
    shed_without_time: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def questions_per_second(self) -> float:
        """Answers for each second of the run."""
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    @property
    def pairs_per_second(self) -> float:
        """Pairs of question and passage scored for each second of the run."""
        return self.pairs / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """The latency that this share of the answers stays within, in seconds."""
        if len(self.latencies) < 2:  # noqa: PLR2004 - quantiles need two
            return self.latencies[0] if self.latencies else 0.0
        cuts = statistics.quantiles(self.latencies, n=1000, method="inclusive")
        return cuts[min(len(cuts) - 1, max(0, round(share * 1000) - 1))]


def ask_for(url: str, askers: int, questions: Iterator[str], seconds: float) -> Tally:
    """So many askers for so many seconds, each at least once; what has begun is waited for."""
    return asyncio.run(_ask_for(url, askers, questions, seconds))


def ask_at_once(url: str, questions: list[str]) -> Tally:
    """Every question at the same moment, each by an asker of its own."""
    return asyncio.run(_ask_at_once(url, questions))


async def _ask_for(url: str, askers: int, questions: Iterator[str], seconds: float) -> Tally:
    tally = Tally(askers)

    async def go_on(client: httpx2.AsyncClient) -> None:
        while True:
            await _ask(client, next(questions), tally)
            if time.perf_counter() - began >= seconds:
                return

    async with _client(url, askers) as client:
        began = time.perf_counter()
        await asyncio.gather(*(go_on(client) for _ in range(askers)))
    tally.seconds = time.perf_counter() - began
    return tally


async def _ask_at_once(url: str, questions: list[str]) -> Tally:
    tally = Tally(len(questions))
    began = time.perf_counter()
    async with _client(url, len(questions)) as client:
        await asyncio.gather(*(_ask(client, question, tally) for question in questions))
    tally.seconds = time.perf_counter() - began
    return tally


def _client(url: str, connections: int) -> httpx2.AsyncClient:
    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    return httpx2.AsyncClient(base_url=url, timeout=_TIMEOUT, limits=limits)


async def _ask(client: httpx2.AsyncClient, question: str, tally: Tally) -> None:
    began = time.perf_counter()
    try:
        reply = await client.post("/v1/ask", json={"question": question})
    except httpx2.HTTPError as error:
        tally.errors.append(type(error).__name__)
        return
    if reply.status_code == BUSY:
        tally.shed += 1
        tally.shed_without_time += "retry-after" not in reply.headers
    elif reply.status_code == FINE:
        tally.latencies.append(time.perf_counter() - began)
        tally.pairs += len(reply.json()["scores"])
    else:
        tally.errors.append(str(reply.status_code))
