"""The rows of an index, made from embedded documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.documents.cut import Cut
from assay.documents.model import Document
from assay.indexing.document import content_sha256
from assay.indexing.layout import Layout, heading_words, write_layout
from assay.indexing.schema import FULL_TEXT_COLUMNS


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document with the offsets and the vectors of its passages."""

    document: Document
    file: str
    cuts: Sequence[Cut]
    vectors: NDArray[np.float32]


def document_table(embedded: Iterable[Embedded], schema: pa.Schema) -> pa.Table:
    """One row for each document."""
    rows: list[Mapping[str, Any]] = []
    for each in embedded:
        document = each.document
        known = {"sha256": content_sha256(document), "file": each.file}
        rows.append({name: known.get(name) or getattr(document, name) for name in schema.names})
    return pa.Table.from_pylist(rows, schema)


def passage_table(embedded: Sequence[Embedded], schema: pa.Schema) -> pa.Table:
    """One row for each passage, with its vector."""
    columns: dict[str, list[Any]] = {name: [] for name in schema.names if name != "vector"}
    for each in embedded:
        document = each.document
        for number, cut in enumerate(each.cuts):
            columns["id"].append(f"{document.id}:{number}")
            columns["text"].append(document.text[cut.start : cut.end])
            columns["title"].append(document.title)
            columns["source"].append(document.source)
            columns["document"].append(document.id)
            columns["start"].append(cut.start)
            columns["layout"].append(write_layout(Layout(cut.headings, cut.place, cut.blocks)))
            columns["headings"].append(heading_words(cut.headings))
            columns["file"].append(each.file)
    dimension = schema.field("vector").type.list_size
    stacked = [each.vectors for each in embedded] or [np.zeros((0, dimension), np.float32)]
    flat = pa.array(np.concatenate(stacked).astype(np.float32, copy=False).ravel())
    vectors = pa.FixedSizeListArray.from_arrays(flat, dimension)
    return pa.table({**columns, "vector": vectors}, schema=schema)


def searched(passages: pa.Table) -> Iterator[str]:
    """The words of each passage as the full-text index sees them."""
    columns = [passages.column(name).to_pylist() for name in FULL_TEXT_COLUMNS]
    return (" ".join(parts) for parts in zip(*columns, strict=True))


def term_table(terms: Counter[str], schema: pa.Schema) -> pa.Table:
    """By how much the number of passages with each word changed."""
    changed = [(term, count) for term, count in terms.items() if count]
    words, counts = zip(*changed, strict=True) if changed else ((), ())
    return pa.table({"term": list(words), "passages": list(counts)}, schema=schema)
