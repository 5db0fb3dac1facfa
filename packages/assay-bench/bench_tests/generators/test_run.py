from __future__ import annotations

import gzip
import json

import pytest

from assay.adapters.chat.cached import CachedChat
from assay.adapters.generators.chat import ChatGenerator
from assay.errors import InputError
from assay.steps.answer.abstain import Abstaining
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeChatModel, FakeRelevanceScorer
from assay_bench.generators.cases import read_cases
from assay_bench.generators.records import Judges
from assay_bench.generators.run import Measured, finish, run


@pytest.fixture
def data(tmp_path):
    rows = {
        "crag_popqa_odd.jsonl.gz": [
            {
                "question": f"Where is city {i}?",
                "answers": ["norway"],
                "internal": f"City {i} is in Norway.",
                "external": "",
            }
            for i in range(6)
        ],
        "retrieval/search_r1_nq.jsonl.gz": [
            {
                "id": "n",
                "question": "Who?",
                "answers": ["Ada"],
                "passages": [{"title": "T", "text": "Ada did."}],
            }
        ],
    }
    for name, lines in rows.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return tmp_path


def test_a_larger_limit_extends_a_smaller_one(data):
    few, more = read_cases(data, "popqa", 2), read_cases(data, "popqa", 4)
    assert more[:2] == few
    assert len(read_cases(data, "popqa")) == 6
    (case,) = read_cases(data, "nq")
    assert (case.id, case.evidence.strips[0].text) == ("n", "Ada did.")


def test_missing_data_is_a_clear_error(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        read_cases(tmp_path, "nq")


def test_a_run_ends_with_a_table_and_a_figure(data, tmp_path):
    pytest.importorskip("matplotlib")
    cases = read_cases(data, "popqa", 3)
    replies = [f"{case.evidence.strips[0].text}" for case in cases[:2]] + ["It is on the moon."]
    chat = CachedChat(FakeChatModel(replies=replies), tmp_path / "said.jsonl")
    judges = Judges(FakeRelevanceScorer(otherwise=1.0), WordOverlapNli())
    generator = ChatGenerator(chat)
    measured = Measured(generator, Abstaining(generator))
    records = run("test", measured, cases, judges)
    assert [r.correct for r in records] == [True, True, False]
    assert [r.metrics["refused"] for r in records] == [False, False, True]
    counted = ("citations", "relevant", "matching")
    assert [[r.metrics[name] for name in counted] for r in records[:2]] == [[1, 1, 1]] * 2
    table = finish({("popqa", "fake"): records}, tmp_path)
    assert "| popqa | fake | 3 | 66.7 | 66.7 | 100.0 |" in table
    assert (tmp_path / "table.md").read_text() == table + "\n"
    assert (tmp_path / "risk-coverage.svg").read_text().startswith("<?xml")
