"""Bytes changed at random in a file of each format: a document, a reason, and nothing else."""

from __future__ import annotations

import os
import random
import re

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.model import Document
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.pool import ReaderPool
from tests.documents import samples
from tests.documents.hostile.changes import changed

LIMITS = ReadLimits(seconds=20, memory_bytes=512 * MIB, document_bytes=16 * MIB)
# For a longer search: FUZZ_TRIES=20000 FUZZ_SEED=2 pytest tests/documents/hostile
TRIES = int(os.environ.get("FUZZ_TRIES", "150"))
SEED = os.environ.get("FUZZ_SEED", "goats")


@pytest.fixture(scope="module")
def pool():
    with ReaderPool(LIMITS) as pool:
        yield pool


@pytest.mark.parametrize("ending", samples.samples())
def test_a_changed_file_is_read_or_refused(tmp_path, pool, ending):
    chance = random.Random(f"{SEED}{ending}")
    whole = samples.samples()[ending]
    path = tmp_path / f"changed{ending}"
    outcomes = set()
    for _ in range(TRIES):
        path.write_bytes(changed(ending, whole, chance))
        try:
            found = list(pool.read(path))
            outcomes.add("read" if any(isinstance(each, Document) for each in found) else "bad")
        except UnreadableError as error:
            assert str(error)
            assert not re.search("crash|nonsense|Error:", str(error)), error
            outcomes.add("refused")
    assert "read" in outcomes  # else the changes were too many to test anything
