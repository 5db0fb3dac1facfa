from __future__ import annotations

from pathlib import Path

from assay.indexing.names import index_folder
from assay.indexing.writer_lock import writer_lock


def test_it_tells_what_it_did(farm, assay):
    done = assay("maintain", "-i", "farm")
    assert (done.code, "4 passages in order" in done.out) == (0, True), done
    assert assay("maintain", "-i", "farm", "--json").json["passages"] == 4


def test_an_index_that_is_not_there_is_named(farm, assay):
    done = assay("maintain", "-i", "nothing")
    assert (done.code, "there is no index named nothing" in done.err) == (4, True)
    assert not index_folder(Path("nothing")).exists()


def test_it_waits_for_nobody_unless_told(farm, assay):
    with writer_lock(index_folder(Path("farm"))):
        assert assay("maintain", "-i", "farm").code == 6
