"""Everything that the requests of one server share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.indexing.names import data_folder
from assay.indexing.store.s3_address import s3_address
from assay.server.documents.jobs import Jobs
from assay.server.documents.store import UploadStore
from assay.server.guard.access import Access
from assay.server.guard.hosts import HostRule
from assay.server.guard.keys import KeyFile
from assay.server.guard.rates import RateLimit
from assay.server.observe.metrics import Metrics
from assay.server.observe.traces import SpanWriter, open_spans
from assay.server.options import ServeOptions
from assay.server.work.engines import Engines
from assay.server.work.fair_queue import FairQueue
from assay.wiring import build_quick_embedder

QUICK = 2  # threads for what needs no scoring: finding, listing, opening a document


@dataclass(frozen=True, slots=True)
class Shared:
    """Made once for each process, when the server starts; closed when it stops."""

    options: ServeOptions
    engines: Engines
    slow: FairQueue
    quick: FairQueue
    store: UploadStore
    jobs: Jobs
    access: Access
    hosts: HostRule
    rates: RateLimit
    metrics: Metrics
    spans: SpanWriter | None = None

    async def close(self) -> None:
        """Stop what runs at its next step, and let the index reach a complete state."""
        await self.slow.close()
        await self.quick.close()
        self.jobs.close()
        if self.spans is not None:
            self.spans.close()


def share(engines: Engines, options: ServeOptions) -> Shared:
    """The shared parts of a server over these engines."""
    folder = engines.folder
    uploads = options.uploads or _uploads_beside(folder)
    store = UploadStore(uploads)
    return Shared(
        options=options,
        engines=engines,
        slow=FairQueue(options.parallel, options.queue),
        quick=FairQueue(QUICK, 4 * options.queue),
        store=store,
        jobs=Jobs(store, folder, engines.embedder, engines.refresh, build_quick_embedder),
        access=Access(KeyFile(options.keys)),
        hosts=HostRule(options.allowed_hosts),
        rates=RateLimit(options.rate),
        metrics=Metrics(),
        spans=open_spans() if options.otel else None,
    )


def _uploads_beside(index: Path) -> Path:
    """The folder beside the index, or among the user's data for an index in a bucket."""
    if (address := s3_address(index)) is None:
        return Path(f"{index.absolute()}-uploads")
    return data_folder() / "uploads" / address.bucket / address.prefix
