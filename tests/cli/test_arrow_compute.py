"""pyarrow's functions on columns wait until somebody calls one. Each in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

PUT_OFF = "from assay.cli.start.arrow_compute import put_off as p; p(); import sys, pyarrow as pa\n"


def said(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_lance_and_datasets_are_loaded_without_them():
    heavy = ("pyarrow.vendored.docscrape", "pyarrow._parquet")
    code = f"import lance, pyarrow.dataset\nprint([name in sys.modules for name in {heavy}])"
    assert said(PUT_OFF + code) == "[False, False]"
    assert said("import sys\n" + code) == "[True, True]"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("import pyarrow.compute as pc\nprint(pc.sum(pa.array([1, 2])))", "3"),
        ("from pyarrow.compute import add\nprint(add(1, 2))", "3"),
        ("from pyarrow.compute import *\nprint(add(1, 2))", "3"),
        ("import pyarrow.dataset as ds\nprint(ds.field('a') > 3)", "(a > 3)"),
        (
            "import lance, pyarrow.dataset as ds\nprint(ds.ParquetFileFormat.__name__)",
            "ParquetFileFormat",
        ),
        ("from pyarrow.dataset import dataset\nprint(callable(dataset))", "True"),
        ("print(issubclass(pa.dataset.InMemoryDataset, pa.dataset.Dataset))", "True"),
        ("from pyarrow.compute import scalar\nprint(scalar(5))", "5"),
        ("print(pa.table({'a': [1, 2]}).filter(pa.array([True, False])).num_rows)", "1"),
        ("print('add' in dir(pa.compute))", "True"),
        ("print(hasattr(pa.compute, 'no_such_function'))", "False"),
    ],
)
def test_whatever_is_asked_for_is_there(code, result):
    assert said(PUT_OFF + code) == result


def test_what_is_loaded_already_stays():
    code = (
        "import pyarrow.compute as pc\n" + PUT_OFF + "print(sys.modules['pyarrow.compute'] is pc)"
    )
    assert said(code) == "True"


def test_a_question_calls_none_of_them(tmp_path):
    (tmp_path / "lamp.txt").write_text("The lamp of the tower burns for nine hours.\n" * 3)
    place = str(tmp_path / "i")
    runs = "import sys\nfrom assay.cli.main import run\n"
    said(f"{runs}run(['index', {str(tmp_path / 'lamp.txt')!r}, '--index', {place!r}])")
    out = said(
        f"{runs}run(['ask', 'How long does the lamp burn?', '--index', {place!r}])\n"
        "print('loaded', 'pyarrow.vendored.docscrape' in sys.modules)"
    )
    assert "nine hours" in out
    assert "loaded False" in out
