"""Evaluators on labelled retrievals."""

from __future__ import annotations

import json

import pytest

from assay.adapters.scorers.relevance_prompts import Prompting
from assay.errors import InputError
from assay.testing import make_passage
from assay.types import Completion
from assay.wiring import chat
from assay_bench.experiments.crag import table4
from assay_bench.experiments.crag.printed_prompts import printed_prompt
from bench_tests.experiments import varholm


def test_our_evaluator_tells_and_its_scores_are_kept(tmp_path):
    rows = varholm.rows()
    data = varholm.write(tmp_path / "search_r1_popqa.jsonl", [rows[0], rows[1], rows[10]])
    page = table4.run(varholm.request(tmp_path, tmp_path / "out")).read_text("utf-8")
    assert "| search_r1_popqa | assayer | 22 million | 3 | 100.0 [100.0, 100.0] | 1.000 [" in page
    assert "- T5 (paper: 84.3): no folder was named" in page
    assert "- chat model, few-shot (paper: 64.7): no language model" in page
    kept = tmp_path / "out" / "scores.jsonl"
    lines = kept.read_text("utf-8").splitlines()
    assert [json.loads(line)[:3] for line in lines] == [
        ["assayer", "search_r1_popqa", id] for id in ("v1", "v2", "v11")
    ]
    # What stands there is believed, and a line torn by a kill is scored again.
    upside_down = json.dumps(["assayer", "search_r1_popqa", "v1", [-1.0] * 4])
    kept.write_text(f"{upside_down}\n{lines[1]}\n{lines[2][:20]}", "utf-8")
    page = table4.run(varholm.request(data, tmp_path / "out")).read_text("utf-8")
    assert "| assayer | 22 million | 3 | 66.7 [" in page
    assert kept.read_text("utf-8").splitlines()[2] == lines[2]


def test_passages_without_labels_are_refused(tmp_path):
    row = varholm.rows()[0]
    for passage in row["passages"]:
        del passage["label"]
    data = varholm.write(tmp_path / "plain.jsonl", [row])
    with pytest.raises(InputError, match="no labelled passages"):
        table4.run(varholm.request(data, tmp_path / "out"))
    with pytest.raises(InputError, match="holds none of"):
        table4.run(varholm.request(tmp_path, tmp_path / "out"))


def test_the_papers_prompts_are_said_word_for_word():
    passage = make_passage("Varholm lies in the north.", "Varholm")

    def asked(prompting):
        (message,) = printed_prompt(prompting, "Where is Varholm?", passage)
        return message.content

    task = "does the following document have exact information to answer the question?"
    case = "Question: Where is Varholm?\nDocument: Varholm: Varholm lies in the north."
    assert asked(Prompting.DIRECT) == f"Given a question, {task} Answer yes or no only.\n{case}"
    assert asked(Prompting.CHAIN_OF_THOUGHT) == (
        f"Given a question, {task}\n{case}\nThink Step by step, and answer with yes or no only."
    )
    shots = asked(Prompting.FEW_SHOT)
    answers = [line for line in shots.splitlines() if line.startswith("Answer:")]
    assert answers == ["Answer: No.", "Answer: Yes.", "Answer: Yes.", "Answer: No.", "Answer:"]
    assert shots.endswith(f"{case}\nAnswer:")


def test_a_chat_model_is_asked_in_our_words_and_in_the_papers(tmp_path, monkeypatch):
    class Model:
        def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
            printed = messages[-1].content.startswith("Given a question")
            return Completion("No." if printed else "yes")

    monkeypatch.setattr(chat, "_chat_model", lambda *given: Model())
    data = varholm.write(tmp_path / "one.jsonl", varholm.rows()[:1])
    served = {"name": "any-1.5b", "base_url": "http://x.test/v1"}
    settings = varholm.Settings(generator={"name": "chat"}, model=served)
    page = table4.run(varholm.request(data, tmp_path / "out", settings=settings)).read_text("utf-8")
    assert "| one | chat model, few-shot | 1.5 billion | 1 | 100.0 " in page
    assert "| one | chat model, table 10 as printed | 1.5 billion | 1 | 0.0 " in page
