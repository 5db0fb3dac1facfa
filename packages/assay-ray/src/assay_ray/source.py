"""Files read, cut and embedded by a cluster: the source of `index_paths` on many machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assay.indexing.read_ahead import Item, ToRead, Vectors
from assay_documents.read_limits import ReadLimits
from assay_ray.connect import processors
from assay_ray.embedding import ClusterEmbedding, MakeEmbedder
from assay_ray.reading import ClusterReading

# Reading takes a fiftieth of the time that embedding takes; scans and large PDFs take more.
PROCESSORS_FOR_EACH_READER = 8


@dataclass(frozen=True, slots=True)
class ClusterSource:
    """What files hold, with vectors, in the order in which one process would give it.

    Every node reads the files at their paths, so these lie on storage that all nodes share.
    """

    ray: Any
    embedder: MakeEmbedder

    def __call__(
        self, files: Sequence[ToRead], limits: ReadLimits, known: Callable[[], Vectors]
    ) -> Iterator[Item]:
        """The items; as many tasks are under way as the cluster has use for, and no more."""
        readers = 2 + processors(self.ray) // PROCESSORS_FOR_EACH_READER
        read = ClusterReading(self.ray, limits, readers).items(files)
        return ClusterEmbedding(self.ray, self.embedder).items(read, known)
