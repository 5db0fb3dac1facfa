"""A run whose files somebody edited is refused in one line, or read; it is never a traceback."""

from __future__ import annotations

import json
import shutil

import pytest

from assay.cli.main import run
from assay.errors import AssayError, InputError
from assay_bench.runs.compare import compare_folders
from assay_bench.runs.folder import read_records
from bench_tests.report.small_run import write_run
from tests.fuzz.mutations import ODD, paths, removed, replaced

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("run") / "whole")


def edits(value):
    for path in paths(value):
        if path:
            yield removed(value, path)
        for odd in ODD:
            yield replaced(value, path, odd)


def test_every_edit_of_a_record_is_refused_or_harmless(whole, tmp_path):
    folder = shutil.copytree(whole, tmp_path / "edited")
    place = folder / "records.jsonl"
    lines = place.read_text().splitlines()
    record = json.loads(lines[0])
    record["answer"]["trace"] = record["answer"]["trace"][:1]
    refused = read = 0
    for number, edited in enumerate(edits(record)):
        place.write_text("\n".join([json.dumps(edited), *lines[1:]]) + "\n")
        try:
            read_records(folder)
        except InputError:
            refused += 1
            continue
        read += 1
        if number % 40 == 0:  # the figures take a while; the fuzzer takes the rest
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(tmp_path)
                assert run(["bench", "report", str(folder)]) in (0, 2)
                assert run(["bench", "compare", str(folder)]) in (0, 2)
    assert refused > 100 and read > 10


@pytest.mark.parametrize("name", ["run.json", "cases.jsonl"])
def test_every_edit_of_what_was_asked_is_refused_or_harmless(whole, tmp_path, name):
    folder = shutil.copytree(whole, tmp_path / "edited")
    place = folder / name
    first, *rest = place.read_text().splitlines() if name != "run.json" else [place.read_text()]
    kinds = {"InputError": 0, "": 0}
    for edited in edits(json.loads(first)):
        place.write_text("\n".join([json.dumps(edited), *rest]) + "\n")
        kinds[_outcome(folder)] += 1
    assert all(kinds.values())


def _outcome(folder) -> str:
    from assay_bench.runs.folder import read_whole
    from assay_bench.runs.summary import summarise

    try:
        run_json, cases, records = read_whole(folder)
        assert isinstance(run_json["systems"], dict)
        summarise(records[:1], cases)
    except InputError as error:
        return type(error).__name__
    return ""


def test_runs_that_do_not_fit_are_named(whole, tmp_path):
    folder = shutil.copytree(whole, tmp_path / "edited")
    place = folder / "records.jsonl"
    record = json.loads(place.read_text().splitlines()[0])
    place.write_text(json.dumps({**record, "case": "nobody's"}) + "\n")
    assert run(["bench", "report", str(folder)]) == 2
    with pytest.raises(AssayError):
        compare_folders([folder])
