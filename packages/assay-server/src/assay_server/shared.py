"""Everything that the requests of one server share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InputError
from assay.indexing.store.data_folder import data_folder
from assay.indexing.store.s3_address import s3_address
from assay.wiring import build_quick_embedder
from assay_server.documents.conversations import Conversations
from assay_server.documents.feedback import FeedbackFile
from assay_server.documents.jobs import Jobs
from assay_server.documents.store import UploadStore
from assay_server.errors import NotFoundError
from assay_server.guard.access import Access
from assay_server.guard.hosts import HostRule
from assay_server.guard.keys import KeyFile
from assay_server.guard.rates import RateLimit
from assay_server.observe.metrics import Metrics
from assay_server.observe.traces import SpanWriter, open_spans
from assay_server.options import ServeOptions
from assay_server.work.engines import Engines
from assay_server.work.fair_queue import FairQueue

QUICK = 2  # threads for what needs no scoring: finding, listing, opening a document
APART = 2  # threads for what waits for others: a web address, a process that draws an original


@dataclass(frozen=True, slots=True)
class Served:
    """One index of a server with its engines, uploads, indexing jobs and feedback."""

    name: str
    engines: Engines
    store: UploadStore
    jobs: Jobs
    feedback: FeedbackFile


@dataclass(frozen=True, slots=True)
class Shared:
    """Made once for each process, when the server starts; closed when it stops."""

    options: ServeOptions
    indexes: Mapping[str, Served]
    slow: FairQueue
    quick: FairQueue
    apart: FairQueue
    access: Access
    hosts: HostRule
    conversations: Conversations
    rates: RateLimit
    metrics: Metrics
    spans: SpanWriter | None = None

    @property
    def first(self) -> Served:
        """The index that is meant when a request names none."""
        return next(iter(self.indexes.values()))

    def index(self, name: str | None) -> Served:
        """The index of this name, or the first where none is named."""
        if name is None:
            return self.first
        if name not in self.indexes:
            there = ", ".join(self.indexes)[:200]
            raise NotFoundError(f"there is no index '{name[:60]}' here", hint=f"there are: {there}")
        return self.indexes[name]

    async def close(self) -> None:
        """Stop what runs at its next step, and let the index reach a complete state."""
        await self.slow.close()
        await self.quick.close()
        await self.apart.close()
        for each in self.indexes.values():
            each.jobs.close()
        if self.spans is not None:
            self.spans.close()


def share(indexes: Sequence[Engines], options: ServeOptions) -> Shared:
    """The shared parts of a server over these indexes; `options.uploads` is for the first."""
    named = Counter(each.folder.name for each in indexes)
    if twice := [name for name, times in named.items() if times > 1]:
        raise InputError(
            f"two indexes are named {twice[0]}", hint="requests choose by name: rename a folder"
        )
    served = [
        _served(engines, options.uploads if number == 0 else None)
        for number, engines in enumerate(indexes)
    ]
    return Shared(
        options=options,
        indexes={each.name: each for each in served},
        slow=FairQueue(options.parallel, options.queue),
        quick=FairQueue(QUICK, 4 * options.queue),
        apart=FairQueue(APART, options.queue),
        access=Access(KeyFile(options.keys), always=options.never_open),
        hosts=HostRule(options.allowed_hosts),
        conversations=Conversations(_beside(indexes[0].folder, "conversations")),
        rates=RateLimit(options.rate),
        metrics=Metrics(),
        spans=open_spans() if options.otel else None,
    )


def _served(engines: Engines, uploads: Path | None) -> Served:
    folder = engines.folder
    store = UploadStore(uploads or _beside(folder, "uploads"))
    jobs = Jobs(store, folder, engines.embedder, engines.refresh, build_quick_embedder)
    judged = FeedbackFile(_beside(folder, "feedback.jsonl"))
    return Served(folder.name, engines, store, jobs, judged)


def _beside(index: Path, name: str) -> Path:
    """The place beside the index, or among the user's data for an index in a bucket."""
    if (address := s3_address(index)) is None:
        return Path(f"{index.absolute()}-{name}")
    return data_folder() / name / address.bucket / address.prefix
