from __future__ import annotations

import gzip
import json

import pytest

from assay.adapters.chat.remembered import RememberedChat
from assay.adapters.generators.chat import ChatGenerator
from assay.bench.generators.__main__ import Measured, finish, run
from assay.bench.generators.cases import read_cases
from assay.bench.generators.records import Judges
from assay.errors import InputError
from assay.steps.abstain import Abstaining
from assay.steps.word_stances import WordStances
from assay.testing import FakeChatModel, FakeRelevanceScorer


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


def test_a_run_ends_with_a_table_and_a_figure(data, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    cases = read_cases(data, "popqa", 3)
    replies = [f"{case.evidence.strips[0].text}" for case in cases[:2]] + ["It is on the moon."]
    chat = RememberedChat(FakeChatModel(replies=replies), tmp_path / "said.jsonl")
    judges = Judges(FakeRelevanceScorer(otherwise=1.0), WordStances())
    generator = ChatGenerator(chat)
    measured = Measured(generator, Abstaining(generator))
    records = run("test", measured, cases, judges)
    assert [r.right for r in records] == [True, True, False]
    assert [r.refused for r in records] == [False, False, True]
    assert [(r.citations, r.relevant, r.matching) for r in records[:2]] == [(1, 1, 1)] * 2
    finish({("popqa", "fake"): records}, tmp_path)
    assert "| popqa | fake | 3 | 66.7 | 66.7 | 100.0 |" in capsys.readouterr().out
    assert (tmp_path / "risk-coverage.svg").read_text().startswith("<?xml")
