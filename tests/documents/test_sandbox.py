"""Reading in another process: what goes wrong there is a reason here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assay_documents.errors import ReadingError, UnreadableError
from assay_documents.model import BadRow, Block, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox import wire
from assay_documents.sandbox.environment import bare_environment
from assay_documents.sandbox.pool import ReaderPool
from tests.documents import samples

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pool():
    with ReaderPool() as pool:
        yield pool


def reason(pool, path, inside=None):
    with pytest.raises(UnreadableError) as caught:
        list(pool.read(path, inside))
    return str(caught.value)


def processes(pool):
    return [reader._process.pid for reader in pool._all]


def table(path, rows=2):
    path.write_text("name,text\n" + "".join(f"n{n},Goat {n} eats hay.\n" for n in range(rows)))
    return path


def test_documents_arrive_as_they_were_read(tmp_path, pool):
    path = tmp_path / "a.docx"
    path.write_bytes(samples.samples()[".docx"])
    from assay_documents.readers import read_documents

    assert list(pool.read(path)) == list(read_documents(path))


def test_one_process_reads_many_files(tmp_path, pool):
    for number in range(5):
        list(pool.read(table(tmp_path / f"{number}.csv")))
    first = processes(pool)
    assert reason(pool, tmp_path / "none.csv").startswith("cannot be read")
    (tmp_path / "bad.json").write_text("{")
    assert "not JSON" in reason(pool, tmp_path / "bad.json")
    list(pool.read(table(tmp_path / "last.csv")))
    assert processes(pool) == first
    assert len(first) == 1


def test_threads_have_processes_of_their_own(tmp_path, pool):
    path = table(tmp_path / "a.csv", rows=500)
    found = []

    def read():
        found.append(len(list(pool.read(path))))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [500] * 4


def test_a_killed_process_is_a_reason_and_is_replaced(tmp_path, pool):
    path = table(tmp_path / "a.csv", rows=200_000)
    reading = pool.read(path)
    next(reading)
    (process,) = processes(pool)
    os.kill(process, signal.SIGKILL)
    with pytest.raises(UnreadableError, match="crash"):
        list(reading)
    assert len(list(pool.read(table(tmp_path / "b.csv")))) == 2
    assert processes(pool) != [process]


def test_an_unfinished_read_leaves_no_process_behind(tmp_path, pool):
    reading = pool.read(table(tmp_path / "a.csv", rows=200_000))
    next(reading)
    (process,) = processes(pool)
    reading.close()
    assert not alive(process)
    assert len(list(pool.read(table(tmp_path / "b.csv")))) == 2


def test_time_and_memory_have_limits(tmp_path):
    slow = tmp_path / "slow.json"
    slow.write_text("[" + ",".join(['{"a": [1, 2]}'] * 500_000) + "]")
    with ReaderPool(ReadLimits(seconds=0.2, seconds_per_mib=0)) as pool:
        assert "longer than the limit of 0.2 seconds" in reason(pool, slow)
    with ReaderPool(ReadLimits(memory_bytes=64 * MIB)) as pool:
        assert reason(pool, slow) == "needs more than the limit of 64 MB of memory"
        assert len(list(pool.read(table(tmp_path / "b.csv")))) == 2


def test_what_the_program_itself_holds_does_not_count(tmp_path):
    """The system passes the peak of a program on to what it starts."""
    held = """
import sys
from pathlib import Path
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.environment import bare_environment
from assay_documents.sandbox.pool import ReaderPool
held = bytearray(b"x" * (400 * MIB))
with ReaderPool(ReadLimits(memory_bytes=300 * MIB)) as pool:
    print(len(list(pool.read(Path(sys.argv[1])))))
"""
    path = table(tmp_path / "b.csv", rows=40_000)  # long enough for the watch to look
    told = subprocess.run(
        [sys.executable, "-c", held, path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (told.stdout, told.stderr) == ("40000\n", "")


def test_what_comes_back_has_a_limit(tmp_path):
    with ReaderPool(ReadLimits(output_bytes=300)) as pool:
        path = tmp_path / "a.docx"
        path.write_bytes(samples.samples()[".docx"])
        assert "more than the limit of 300 bytes" in reason(pool, path)


def test_pipes_devices_folders_and_links_out_of_the_folder_are_refused(tmp_path, pool):
    os.mkfifo(tmp_path / "pipe.txt")
    assert reason(pool, tmp_path / "pipe.txt") == "is not a regular file but a pipe"
    assert reason(pool, Path("/dev/zero")) == "is not a regular file but a device"
    assert reason(pool, tmp_path) == "is not a regular file but a folder"
    inner = tmp_path / "folder"
    inner.mkdir()
    outside = table(tmp_path / "secret.csv")
    (inner / "link.csv").symlink_to(outside)
    assert reason(pool, inner / "link.csv", inner) == "is a link that leads out of the folder"
    assert list(pool.read(inner / "link.csv"))
    (inner / "loop.csv").symlink_to(inner / "loop.csv")
    assert reason(pool, inner / "loop.csv", inner).startswith("cannot be read")
    assert pool._all


def test_a_large_file_is_refused_before_anything_is_read(tmp_path):
    path = tmp_path / "large.pdf"
    with path.open("wb") as file:
        file.truncate(3 * MIB)
    with ReaderPool(ReadLimits(document_bytes=2 * MIB)) as pool:
        assert reason(pool, path) == f"is larger than the limit of {2 * MIB} bytes"
        assert not pool._all


def test_nothing_of_the_folder_one_stands_in_is_imported(tmp_path, monkeypatch):
    for name in ("json.py", "csv.py", "lxml.py"):
        (tmp_path / name).write_text("import os; open('caught', 'w').close(); os._exit(3)")
    monkeypatch.chdir(tmp_path)
    with ReaderPool() as pool:
        assert list(pool.read(table(tmp_path / "a.csv")))
    assert not (tmp_path / "caught").exists()


def test_a_closed_pool_reads_no_more(tmp_path):
    pool = ReaderPool()
    pool.close()
    with pytest.raises(ReadingError, match="closed"):
        list(pool.read(table(tmp_path / "a.csv")))


def test_ctrl_c_leaves_no_process_behind(tmp_path):
    path = table(tmp_path / "a.csv", rows=500_000)
    code = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from pathlib import Path\n"
        "from assay_documents.sandbox.pool import ReaderPool\n"
        "with ReaderPool() as pool:\n"
        "    for n, _ in enumerate(pool.read(Path(sys.argv[1]))):\n"
        "        if n == 0: print(*[r._process.pid for r in pool._all], flush=True)\n"
        "        time.sleep(0.01)\n"
    )
    for harm in (signal.SIGINT, signal.SIGKILL):
        program = subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment(),
        )  # fmt: skip
        assert program.stdout is not None
        (process,) = map(int, program.stdout.readline().split())
        program.send_signal(harm)
        program.wait(timeout=30)
        program.stdout.close()
        end = time.monotonic() + 30
        while alive(process) and time.monotonic() < end:
            time.sleep(0.05)
        assert not alive(process)


def _environment():
    return {**os.environ, "PYTHONPATH": str(ROOT / "packages" / "assay-documents" / "src")}


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    try:  # one that has ended and that nobody has asked after yet is not alive
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not state.parent.parent.exists()


PLACE = Place(page=3, sheet="S", cell="A1", line=4, anchor="x", slide=2)
BLOCK = Block(BlockKind.ENTRY, "-v 😀", PLACE, ("One", "Two"), 3, "1.", "-v")


def test_messages_carry_documents_unchanged():
    path = Path("/f/a.txt")
    whole = Document(
        f"{path}#1", "T", "https://example.org", (BLOCK, Block(BlockKind.ROW, "x")), ("n",)
    )
    assert wire.read_back(wire.unpack(wire.pack(wire.written(whole))[8:]), path) == whole
    assert wire.read_back(wire.written(BadRow("why")), path) == BadRow("why")


@pytest.mark.parametrize(
    "message",
    [
        {}, {"document": 3}, {"document": ["/f/b", "T", "s", [], []]}, {"bad": 3},
        {"document": ["/f/a", "T", "s", [["entry", "x", {}, [], -1, "", ""]], []]},
        {"document": ["/f/a", "T", "s", [["virus", "x", {}, [], 0, "", ""]], []]},
        {"document": ["/f/a", "T", "s", [["row", "x", {"page": "1"}, [], 0, "", ""]], []]},
        {"document": ["/f/a", "T", "s", [["row", "x", {"evil": 1}, [], 0, "", ""]], []]},
        {"document": ["/f/a", "T", "s", [["row", 5, {}, [], 0, "", ""]], []]},
        {"document": ["/f/a", "T", "s", [["row", "x", {}, [7], 0, "", ""]], [1]]},
    ],
)  # fmt: skip
def test_nonsense_from_a_reading_process_is_noticed(message):
    with pytest.raises(wire.WireError):
        wire.read_back(message, Path("/f/a"))


def test_a_reading_process_has_no_keys_in_its_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "sesame")
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    with ReaderPool() as pool:
        list(pool.read(table(tmp_path / "a.csv")))
        (process,) = processes(pool)
        assert b"sesame" not in Path(f"/proc/{process}/environ").read_bytes()
    assert bare_environment({"PATH": "/bin", "LC_ALL": "C", "ASSAY_API_KEY": "sesame"}) == {
        "PATH": "/bin", "LC_ALL": "C", "MALLOC_ARENA_MAX": "2",
    }  # fmt: skip
