"""What a look outside costs, as ratios of one run: `assay bench speed --external`."""

from __future__ import annotations

import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.search.web import WebSearch
from assay.adapters.search.zim import Zim
from assay.adapters.search.zim_file import Article, write_zim
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.types import Hit
from assay_bench.speed import corpus

DELAY = 0.2
PAGES = 5
RUNS = 5
ARTICLES = 10_000
QUERIES = 100


@dataclass(frozen=True, slots=True)
class ExternalSpeed:
    """Seconds for five slow pages, and for one search in a ZIM file."""

    pages: float
    zim_articles: int
    zim_median: float
    zim_worst: float
    zim_build: float

    @property
    def delays(self) -> float:
        """The time of the external branch in delays of a single page; 5 would be one by one."""
        return self.pages / DELAY


@dataclass(frozen=True, slots=True)
class FixedHits:
    """A search engine that answers at once, so that only the pages take time."""

    hits: tuple[Hit, ...]

    def find(self, query: str) -> tuple[Hit, ...]:
        """Always the same pages."""
        return self.hits


def measure(articles: int = ARTICLES, queries: int = QUERIES) -> ExternalSpeed:
    """Median time of the external branch over a slow local server, and of ZIM searches."""
    with _slow_site() as url, tempfile.TemporaryDirectory() as folder:
        hits = tuple(Hit(f"{url}/{number}", f"Page {number}") for number in range(PAGES))
        client = WebClient(AddressPolicy(loopback=True))
        search = WebSearch((FixedHits(hits),), WebPages(client))
        search.search("warm up")
        once = partial(search.search, "server, delay")
        pages = statistics.median(_seconds(once) for _ in range(RUNS))
        began = time.perf_counter()
        zim = Zim(write_zim(Path(folder) / "bench.zim", _articles(articles)))
        built = time.perf_counter() - began
        asked = _queries(articles, queries)
        times = sorted(_seconds(partial(zim.search, query)) for query in asked)
    return ExternalSpeed(pages, articles, statistics.median(times), times[-1], built)


def _articles(count: int) -> Iterator[Article]:
    for number, text in enumerate(corpus.passages(count, words=300)):
        yield Article(f"Article {number}", text)


def _queries(articles: int, count: int) -> list[str]:
    """A title and two words of some text each, as the rewriter would give them."""
    chance, pool = random.Random(corpus.SEED), corpus.sentences()
    found = []
    for _ in range(count):
        words = [word for word in chance.choice(pool).split() if len(word) > 5 and word.isalpha()]  # noqa: PLR2004 - content words
        chosen = chance.sample(words, min(2, len(words)))
        found.append(", ".join([f"Article {chance.randrange(articles)}", *chosen]))
    return found


def _seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


@contextmanager
def _slow_site() -> Iterator[str]:
    body = "".join(f"<p>{text}</p>" for text in corpus.passages(20)).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            time.sleep(DELAY)
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: nobody reads the log of a benchmark."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def report(found: ExternalSpeed) -> str:
    """The figures in two sentences."""
    return (
        f"{PAGES} pages, {DELAY * 1000:.0f} ms delay each: {found.pages * 1000:.0f} ms, "
        f"{found.delays:.2f} times one delay (one after another: {PAGES})\n"
        f"ZIM of {found.zim_articles:,} articles: median search {found.zim_median * 1000:.1f} ms, "
        f"slowest {found.zim_worst * 1000:.1f} ms (built in {found.zim_build:.1f} s)"
    )
