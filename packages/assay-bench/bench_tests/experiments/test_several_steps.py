"""Strategies that look several times, with a language model that says what it is told to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from assay.config import Settings
from assay.errors import SettingsError
from assay.types import Completion
from assay.wiring import chat
from assay_bench.experiments import several_steps
from bench_tests.experiments import varholm
from bench_tests.experiments.test_two_hops import ROW

CHAT = Settings(generator={"name": "chat"}, model={"name": "any", "base_url": "http://x.test/v1"})


@dataclass
class Scripted:
    """Plans, splits and answers, each in one way."""

    asked: list[str] = field(default_factory=list)

    def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
        system = messages[0].content
        self.asked.append(system)
        if system.startswith("You plan"):
            return Completion(
                "DONE" if "reply only: DONE" in system else "1. Northern Rain director"
            )
        if system.startswith("You split"):
            return Completion("Sub-question: Where was Ada Palm born?\nAnswer: Lindholm")
        return Completion("Lindholm [1]" if "numbered evidence" in system else "Tarn")


@pytest.fixture
def scripted(monkeypatch):
    model = Scripted()
    monkeypatch.setattr(chat, "_chat_model", lambda *given: model)
    return model


def test_every_strategy_answers_the_same_question(tmp_path, scripted):
    data = varholm.write(tmp_path / "hotpotqa_dev200.jsonl", [ROW]).parent
    several_steps.run(varholm.request(data, tmp_path / "out", settings=CHAT))
    figures = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))["figures"]
    right = {f["arm"]: f["value"]["value"] for f in figures if f["measure"] == "accuracy"}
    assert right == {"rag": 1, "no_retrieval": 0, "adaptive": 1, "plan": 1, "star": 1}
    assert any(each.startswith("You plan") for each in scripted.asked)
    assert any(each.startswith("You split") for each in scripted.asked)


def test_without_a_language_model_it_says_so(tmp_path):
    with pytest.raises(SettingsError, match="take a language model"):
        several_steps.run(varholm.request(tmp_path, tmp_path / "out"))
