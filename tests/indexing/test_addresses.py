"""What a fetched file is called, whatever happened to the file that says so."""

from __future__ import annotations

import json

import pytest

from assay.indexing.index_paths import index_paths
from assay.indexing.index_state import IndexState
from assay.indexing.store.addresses import NAME, keep_address, known_addresses
from assay.indexing.upkeep.remove import remove_index
from assay.testing import FakeEmbedder

ADDRESS = "https://www.example.org/kiln?page=2"


@pytest.fixture
def kiln(tmp_path):
    file = tmp_path / "kiln.html"
    file.write_text("<p>The kiln reaches 1280 degrees.</p>")
    return file


def test_a_fetched_file_is_called_by_its_address(tmp_path, kiln):
    index = tmp_path / "index"
    keep_address(index, kiln, ADDRESS)
    index_paths([kiln], index, FakeEmbedder())
    assert IndexState(index).passages([0])[0].name == ADDRESS
    keep_address(index, kiln, None)
    assert IndexState(index).passages([0])[0].name == ""


def test_an_address_goes_with_its_index(tmp_path, kiln):
    index = tmp_path / "index"
    keep_address(index, kiln, ADDRESS)
    index_paths([kiln], index, FakeEmbedder())
    remove_index(index)
    assert not index.exists()


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://a.org/\x1b[2J", "https://a.org/" + "a" * 500]
)
def test_what_is_no_plain_address_names_nothing(tmp_path, kiln, address):
    keep_address(tmp_path, kiln, ADDRESS)
    keep_address(tmp_path, kiln, address)
    assert known_addresses(tmp_path) == {}
    (tmp_path / NAME).write_text(json.dumps({str(kiln): address, "other": 7}))
    assert known_addresses(tmp_path) == {}


@pytest.mark.parametrize("damage", [b"", b"[1]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_costs_the_names_alone(tmp_path, kiln, damage):
    index_paths([kiln], tmp_path / "index", FakeEmbedder())
    (tmp_path / "index" / NAME).write_bytes(damage)
    assert IndexState(tmp_path / "index").passages([0])[0].name == ""
    keep_address(tmp_path / "index", kiln, ADDRESS)
    assert known_addresses(tmp_path / "index") == {str(kiln): ADDRESS}
