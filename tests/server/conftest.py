from __future__ import annotations

import pytest

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.live import fake_engines, live, options

KETTLE = """\
# Brennholt kettle, model K2

The warranty covers the heating element and the switch for three years from the day of purchase.
It does not cover the lid, the seal or damage by limescale.

The K2 holds 1.7 litres. Its heating element draws 2200 watts at 230 volts.
"""
LIGHTHOUSE = """\
# The lighthouse of Varn

The lighthouse of Varn was built in 1871 by the engineer Marta Ollins. It is 34 metres high.
The last keeper, Henrik Dahl, left the tower in 1984, when the light was automated.
"""


@pytest.fixture(scope="session")
def documents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("documents")
    (folder / "kettle.md").write_text(KETTLE)
    (folder / "lighthouse.md").write_text(LIGHTHOUSE)
    return folder


@pytest.fixture(scope="session")
def real_index(tmp_path_factory, documents):
    """A small index on disk, made by the real embedder."""
    folder = tmp_path_factory.mktemp("real") / "index"
    index_paths([documents], folder, build_embedder(Settings()))
    return folder


@pytest.fixture
def real(real_index, tmp_path):
    """A server over the small index with the real models."""
    settings = Settings.model_validate({"index": {"dir": real_index}})
    with live(Engines(settings), options(tmp_path, uploads=tmp_path / "uploads")) as server:
        yield server


@pytest.fixture
def faked(tmp_path):
    """A server over fakes."""
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        yield server
