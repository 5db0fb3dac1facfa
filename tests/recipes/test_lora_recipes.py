"""The parts of the adapters' recipes that decide what is learned and how it is stored."""

from __future__ import annotations

import importlib
import json
import lzma
import random

import numpy as np
import pytest

from assay.adapters.verifiers.chat_verifier import ChatVerifier
from assay.testing import FakeChatModel
from assay.types import Draft, Evidence, Passage, Strip
from assay_bench.training.qa_items import QaItem
from assay_strategies.reflect.reflection_tokens import REFLECTION_TOKENS
from bench_tests.training.items import PAINTER, RIVER, UNKNOWN


def load(folder: str, name: str):
    """A file of a recipe by name."""
    return importlib.import_module(f"recipes.{folder}.{name}")


def test_the_same_questions_are_set_aside_whatever_they_are_made_into():
    pack = load("lora", "pack")
    asked = [f"What is thing number {n}?" for n in range(5_000)]
    aside = [question for question in asked if pack.is_dev(question)]
    assert 60 < len(aside) < 140
    assert all(pack.is_dev(question.upper()) for question in aside)


def test_rows_are_packed_and_counted(tmp_path):
    pack = load("lora", "pack")
    rows = [{"task": "answer", "target": "é"}, {"task": "answer", "target": "b", "dev": True}]
    counts = pack.pack(rows, tmp_path / "rows.xz")
    assert counts == {"answer": 1, "answer (dev)": 1}
    with lzma.open(tmp_path / "rows.xz", "rt", encoding="utf-8") as file:
        assert [json.loads(line) for line in file] == rows


def test_cov_rows_hold_both_tasks(tmp_path):
    prepare = load("cov_model", "prepare")
    for name, task in (("d1", "answer"), ("d2", "verify")):
        line = {"task": task, "messages": [], "target": "x", "question": "Why?", "kind": "gold"}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
    made = list(prepare.rows(tmp_path))
    assert [row["task"] for row in made] == ["answer", "verify"]
    assert all(row.keys() <= {"task", "messages", "target", "dev"} for row in made)
    assert [row["task"] for row in prepare.rows(tmp_path, prepare.Arm.D1)] == ["answer"]


@pytest.mark.parametrize(
    ("judgment", "revised", "target"),
    [
        ("false", "source of the Arlo", "source of the Arlo"),
        ("true", "", "NONE"),
        ("true", "source of the Arlo", "NONE"),
        ("false", "", "NONE"),
    ],
)
def test_without_the_chain_only_the_query_is_learned(judgment, revised, target):
    prepare = load("cov_model", "prepare")
    form = {"RefCorrect": 0.5, "Judgment": judgment, "RevisedQuery": revised}
    references = [{"title": "Arlo", "text": "It is long."}, {"title": "", "text": "Rivers flow."}]
    example = {
        "question": "Where does the Arlo rise?",
        "references": references,
        "answer": "In Sill [1].",
        "target": json.dumps(form),
    }
    made = prepare.directly(example)
    assert made["target"] == target
    evidence = Evidence(
        tuple(Strip(Passage(f"p{n}", **each), 0, 99) for n, each in enumerate(references))
    )
    model = FakeChatModel([made["target"]])
    verifier = ChatVerifier(model, "cov_direct")
    check = verifier.verify(example["question"], evidence, Draft(example["answer"]))
    (message,) = made["messages"]
    assert list(model.calls) == [message["content"]]  # in use it is asked as it was trained
    assert check.judgment == (target == "NONE")


def test_the_chain_turned_around_has_the_same_form_with_the_judgment_first():
    prepare = load("cov_model", "prepare")
    form = {"RefCorrect": 0.5, "Answer-Score": {}, "Judgment": "false", "RevisedQuery": "Where?"}
    (target,) = prepare.told({"target": json.dumps(form)}, prepare.Arm.JUDGE_FIRST).values()
    assert list(json.loads(target))[:2] == ["Judgment", "RevisedQuery"]
    assert json.loads(target) == form
    assert prepare.told({"target": json.dumps(form)}, prepare.Arm.CHAIN) == {}


def test_a_sample_has_answers_of_the_seed_model_first(tmp_path):
    prepare = load("cov_model", "prepare")
    lines = [{"n": n, "kind": "seed" if n % 2 else "gold"} for n in range(100)]
    (tmp_path / "d2.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    some = prepare.drawn(tmp_path / "d2.jsonl", 40, 0.25)
    assert [line["kind"] for line in some].count("seed") == 30
    assert len({line["n"] for line in some}) == 40
    few = prepare.drawn(tmp_path / "d2.jsonl", 90, 0.25)  # rules fill up what the seed left
    assert [line["kind"] for line in few].count("seed") == 50
    assert prepare.drawn(tmp_path / "d2.jsonl", 0, 0.25) == lines


@pytest.mark.torch
def test_training_goes_on_from_a_stored_adapter(tmp_path):
    torch = pytest.importorskip("torch")
    lora = load("lora", "lora")

    class Block(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.q_proj = torch.nn.Linear(6, 4)

    def adapted(alpha):
        model = torch.nn.ModuleDict({"layers": torch.nn.ModuleList([Block()])})
        lora.add_lora(model, 2, alpha)
        return model

    before, after = adapted(4.0), adapted(4.0)
    torch.nn.init.normal_(before["layers"][0].q_proj.b)
    lora.save_lora(tmp_path / "d1.npz", lora.lora_weights(before), 4.0)
    lora.fill_lora(after, tmp_path / "d1.npz")
    one, two = lora.lora_weights(before), lora.lora_weights(after)
    assert one.keys() == two.keys()
    assert all(np.allclose(one[key], two[key], atol=1e-2) for key in one)
    with pytest.raises(SystemExit):
        lora.fill_lora(adapted(8.0), tmp_path / "d1.npz")


def reflective_rows(seed: int) -> list[dict]:
    prepare, chance = load("reflective_lm", "prepare"), random.Random(seed)
    made = list(prepare.about_relevant(RIVER, RIVER.passages[0], PAINTER, chance))
    made += prepare.about_irrelevant(RIVER, RIVER.passages[1], chance)
    return made + list(prepare.without_passage(UNKNOWN, PAINTER, chance))


def test_a_wrong_answer_is_only_ever_judged():
    rows = [row for seed in range(40) for row in reflective_rows(seed)]
    assert {row["task"] for row in rows} == {"answer", "judge", "gate", "memory"}
    for row in rows:
        assert not row["prompt"].endswith(tuple(" \n")) or row["task"] in {"gate", "memory"}
        if row["task"] == "judge":
            bare = row["target"]
            for token in REFLECTION_TOKENS:
                bare = bare.replace(token, "")
            assert bare == ""
        assert "Ida Krell" not in row["target"]


def test_a_relevant_passage_is_answered_and_an_irrelevant_one_is_not():
    targets = {row["target"] for seed in range(10) for row in reflective_rows(seed)}
    assert "[Relevant]Mount Bree.[Fully supported][Utility:5]" in targets
    assert "[Irrelevant]NO ANSWER[No support / Contradictory][Utility:1]" in targets


def test_small_tasks_are_all_different_and_right():
    tasks = load("reflective_lm", "small_tasks").requests(300, random.Random(1))
    assert len(dict(tasks)) == 300
    added = [(asked, reply) for asked, reply in tasks if " + " in asked]
    assert added
    for asked, reply in added:
        one, two = (int(word) for word in asked.strip("?").split() if word.isdigit())
        assert int(reply) == one + two


def test_rows_go_back_to_the_order_of_llama_cpp():
    permuted = load("lora", "export").permuted
    heads, size = 3, 8
    rows = np.arange(heads * size)[:, None]
    order = permuted(rows, heads)[:, 0].reshape(heads, size)
    assert order[0].tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    assert (order == order[0] + size * np.arange(heads)[:, None]).all()


def test_only_llamas_rows_are_put_in_another_order():
    export = load("lora", "export")
    rows = np.arange(16)[:, None]
    llama, qwen = export.Base("llama", 2, 1), export.Base("qwen2", 2, 1)
    assert llama.ordered(rows, "self_attn.q_proj.b")[:3, 0].tolist() == [0, 4, 1]
    assert llama.ordered(rows, "self_attn.k_proj.b")[:3, 0].tolist() == [0, 8, 1]
    assert (llama.ordered(rows, "self_attn.v_proj.b") == rows).all()
    assert (qwen.ordered(rows, "self_attn.q_proj.b") == rows).all()


def test_an_unanswered_question_makes_no_row_about_a_relevant_passage():
    prepare = load("reflective_lm", "prepare")
    item = QaItem("x", "Who?", ())
    assert not list(prepare.about_relevant(item, RIVER.passages[0], PAINTER, random.Random(0)))
