from datetime import timedelta

import pytest

from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import examined, open_index
from assay.indexing.table import Table
from assay.indexing.upkeep.maintain import maintain
from assay.testing import FakeEmbedder
from tests.faults.crashes import crash, finish
from tests.faults.server_crashes import crash_batch, crash_server

pytestmark = pytest.mark.slow


def test_kills_at_random_moments_lose_and_double_nothing(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    counts = crash(docs, tmp_path / "ix", runs=5, seed=11)
    assert counts["asked"] > 0
    finish(docs, tmp_path / "ix")


def test_a_clock_that_jumps_loses_nothing(tmp_path, monkeypatch):
    """Forward, every version looks old and is deleted; back, none does. The last state stays."""
    docs = tmp_path / "docs"
    docs.mkdir()
    real, reader = Table.forget, None
    for number, days in enumerate((0, 3650, -3650, 0)):
        (docs / f"{number}.txt").write_text(f"Farm number {number}.")
        # What Lance compares with its own clock: the age grows by the jump.
        monkeypatch.setattr(
            Table,
            "forget",
            lambda table, keep, days=days: real(table, max(timedelta(0), keep - timedelta(days))),
        )
        index_paths([docs], tmp_path / "ix", FakeEmbedder())
        reader = reader or open_index(tmp_path / "ix")
        maintain(tmp_path / "ix")
        assert examined(tmp_path / "ix").problems == ()
        found = reader.reading(lambda state: state.passages(state.full_text("farm", 99)))
        assert found  # of its own state, or of the newest when that is gone
        assert examined(tmp_path / "ix").documents == number + 1


def test_a_killed_server_does_what_it_had_acknowledged_when_it_starts_again(tmp_path):
    counts = crash_server(tmp_path, runs=2, seed=3)
    assert counts["documents taken"] > 0 and counts["servers killed"] == 2


def test_a_killed_batch_goes_on_until_each_answer_stands_there_once(tmp_path):
    assert crash_batch(tmp_path, questions=60, seed=3)["batch killed"] > 0
