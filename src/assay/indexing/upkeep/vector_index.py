"""When the vectors of an index get a vector index of their own."""

from __future__ import annotations

from assay.indexing.schema import EXACT_UP_TO, QUICK, THOROUGH, VECTOR
from assay.indexing.table import Table, index_name


def index_vectors(passages: Table, *, quick: bool, retrain: bool) -> None:
    """Build a vector index once exact search in memory is over its limit.

    Quick vectors have one too, for as long as they are searched.
    """
    # Rows of the first stage have no vector yet, and an index cannot be trained on none.
    thorough, all_rows = passages.count(THOROUGH if quick else ""), passages.count()
    _index_column(passages, VECTOR, thorough, retrain)
    if quick and thorough < all_rows:
        _index_column(passages, QUICK, all_rows, retrain)
    elif index_name(QUICK) in passages.indexes():
        passages.drop_index(QUICK)


def _index_column(passages: Table, column: str, rows: int, retrain: bool) -> None:
    missing = index_name(column) not in passages.indexes()
    if rows > EXACT_UP_TO and (missing or (retrain and passages.outgrown(column))):
        passages.index_vectors(column)
