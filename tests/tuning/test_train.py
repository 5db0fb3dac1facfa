"""The mechanics of training: a few steps of our encoder and of a tiny T5, on real files."""

from __future__ import annotations

import json
import math
import sys

import numpy as np
import pytest

import assay
from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.scorer_files import scorer_kind
from assay.cli.main import run
from assay.config import Settings
from assay.errors import InputError, MissingExtraError, ModelError
from assay.model_files import load_card, tokenizer_file, verify
from assay.types import Passage
from assay.wiring import build_thresholds, with_scorer
from tests.adapters.scorers.tiny_t5 import save_tiny_t5
from tests.models.shipped import FOLDER
from tests.tuning.melting import pairs, rows, write_labels

GOOD, BAD = [next(t for _, t, label in rows(4) if label == want) for want in (1, 0)]
QUESTION = "At how many degrees does tin melt in furnace 0?"
torch_only = pytest.mark.torch


@pytest.fixture
def labels(tmp_path):
    return str(write_labels(tmp_path / "labels.jsonl", 48))


@torch_only
def test_our_encoder_is_trained_exported_and_used(labels, tmp_path, capsys):
    out = tmp_path / "mine"
    assert run(["train", "evaluator", labels, "--out", str(out), "--epochs", "1"]) == 0
    assert "use it with --scorer" in capsys.readouterr().err
    assert {file.name for file in out.iterdir()} == {
        "model.onnx",
        "tokenizer.json",
        "card.toml",
        "CARD.md",
    }
    assert verify(out) == []
    assert scorer_kind(out) == "assayer"
    card = (out / "CARD.md").read_text("utf-8")
    assert "in float32" in card and "as saved (int8)" in card
    assert "give --test" in card  # nothing else was held out to report on
    kept, ours = (load_card(f).raw["calibration"] for f in (out, FOLDER))
    assert kept.keys() == ours.keys()  # an index is asked in the same way
    good, bad = assay.score(QUESTION, [GOOD, BAD], scorer=out)
    assert good > bad
    # It reads as before: relevance was learned, spans and strips were held.
    mine, ours = (Assayer(f).read(QUESTION, [Passage("p", GOOD)])[0] for f in (out, FOLDER))
    assert mine.text == ours.text
    (tmp_path / "doc.txt").write_text(GOOD)
    flags = ["--question", QUESTION, "--scorer", str(out), "--json"]
    assert run(["score", str(tmp_path / "doc.txt"), *flags]) == 0
    assert json.loads(capsys.readouterr().out)["texts"][0]["score"] > bad
    again = ["train", "evaluator", labels, "--out", str(out)]
    assert run(again) == InputError.exit_code  # a finished one is never written over


@torch_only
def test_the_card_counts_an_equal_probability_as_much_as_before(tmp_path):
    from assay.adapters.scorers.calibrated import Curve
    from assay_tuning.evaluator_files import GRAPH, write_encoder_card

    for name in (GRAPH, "tokenizer.json"):
        (tmp_path / name).write_bytes(b"x")
    base = load_card(FOLDER)
    passage, entry = (base.raw["calibration"][name] for name in ("passage", "entry"))
    write_encoder_card(tmp_path, base, Curve(2.0, 0.5))
    written = load_card(tmp_path).raw["calibration"]
    assert written["answer"] == base.raw["calibration"]["answer"]
    moved, entry = written["entry"]["answers"], entry["answers"]
    logit = 1.7  # as ours gives it; the new network gives the same probability by another logit
    other = (passage["relevance"] * logit + passage["bias"] - 0.5) / 2.0
    assert moved["relevance"] * other + moved["bias"] == pytest.approx(
        entry["relevance"] * logit + entry["bias"]
    )
    assert moved["similar"] == entry["similar"]
    ranking = base.raw["calibration"]["entry"]["rank"]
    share = written["entry"]["rank"]["relevance"] / ranking["relevance"]
    assert share == pytest.approx(2.0 / passage["relevance"])


@torch_only
def test_a_tiny_t5_trains_saves_loads_and_scores(labels, tmp_path):
    from assay.adapters.scorers.reranker import Reranker
    from assay.adapters.scorers.t5_scorer import T5Scorer

    start, out = save_tiny_t5(tmp_path / "t5"), tmp_path / "mine"
    flags = ["--backbone", str(start), "--epochs", "3", "--batch", "8", "--rate", "0.01"]
    assert run(["train", "evaluator", labels, "--out", str(out), *flags]) == 0
    passages = [Passage("a", GOOD, "A title that is not read"), Passage("b", BAD)]
    through_torch = T5Scorer(out).score(QUESTION, passages)
    assert scorer_kind(out) == "reranker"
    assert Reranker(out).score(QUESTION, passages) == pytest.approx(through_torch, abs=0.15)
    assert through_torch != T5Scorer(start).score(QUESTION, passages)
    (out / "model.onnx").unlink()
    assert scorer_kind(out) == "t5"  # as a model too large for one graph, and as published ones are


@torch_only
def test_the_t5_reads_what_the_authors_wrote(tmp_path):
    from transformers import AutoTokenizer

    from assay_tuning.fit import Pair
    from assay_tuning.t5 import T5Learner

    folder = save_tiny_t5(tmp_path)
    learner = T5Learner(str(folder))
    long = "Gold melts. " * 200
    made = learner.encode([Pair("When?", Passage("p", text), True, 0) for text in ("Gold.", long)])
    theirs = AutoTokenizer.from_pretrained(folder)
    expected = [
        theirs(f"When? [SEP] {text}", truncation=True, max_length=512)["input_ids"]
        for text in ("Gold.", long)
    ]
    assert made == expected
    assert len(made[1]) == 512
    assert learner.module.config.num_labels == 1
    loss = learner.losses(made, [True, False])
    outputs = learner.judge(made, [True, False])[1]
    learner.module.eval()
    assert float(learner.losses(made, [True, False]).detach()) == pytest.approx(
        ((outputs[0] - 1) ** 2 + (outputs[1] + 1) ** 2) / 2, rel=1e-4
    )
    assert math.isfinite(float(loss.detach()))


class Stopped(BaseException):
    pass


@torch_only
def test_a_training_that_was_cut_off_carries_on_to_the_same_weights(tmp_path, monkeypatch):
    import torch

    from assay_tuning import fit as fitting
    from assay_tuning.t5 import T5Learner

    monkeypatch.setattr(fitting, "SAVE_SECONDS", 0.0)  # after every step, not every minute
    start = str(save_tiny_t5(tmp_path / "t5"))
    plan = fitting.Plan(epochs=2, rate=1e-3, batch=8, patience=5)
    train, dev = pairs(40), pairs(8, start=100)

    def weights(folder, stop_after=None):
        def report(done, total, rate):
            if done == stop_after:
                raise Stopped

        learner = T5Learner(start)
        history = fitting.fit(learner, train, dev, fitting.Run(plan, folder, report))
        return history, learner.module.state_dict()

    whole, expected = weights(tmp_path / "whole")
    for stop in (3, 7):  # in the first epoch, and in the second
        with pytest.raises(Stopped):
            weights(tmp_path / "cut", stop_after=stop)
    carried, found = weights(tmp_path / "cut")
    assert [e.number for e in carried] == [1, 2]
    assert [e.loss for e in carried] == pytest.approx([e.loss for e in whole], rel=1e-6)
    assert all(torch.allclose(expected[name], found[name], atol=1e-6) for name in expected)
    longer = fitting.Plan(epochs=3)
    for other, learned in ((longer, train), (plan, pairs(40, start=200))):
        with pytest.raises(InputError, match="other data or options"):
            fitting.fit(T5Learner(start), learned, dev, fitting.Run(other, tmp_path / "cut"))


@torch_only
def test_training_ends_when_it_no_longer_helps(tmp_path):
    from assay_tuning.fit import Plan, Run, fit
    from assay_tuning.t5 import T5Learner

    learner = T5Learner(str(save_tiny_t5(tmp_path / "t5")))
    wild = Plan(epochs=30, rate=0.3, batch=8, patience=2)
    history = fit(learner, pairs(16), pairs(8, start=100), Run(wild, tmp_path / "out"))
    assert len(history) < 30
    best = min(range(len(history)), key=lambda i: history[i].loss)
    assert best == len(history) - 3
    learner.module.eval()
    held = pairs(8, start=100)
    loss, _ = learner.judge(learner.encode(held), [pair.label for pair in held])
    assert loss == pytest.approx(history[best].loss, rel=1e-5)  # the best weights were kept


@torch_only
def test_the_weights_of_the_shipped_encoder_are_read_back(tmp_path):
    """The network in torch says what the ONNX file says, up to its 8 bits."""
    import onnxruntime

    from assay_tuning.encoder import EncoderLearner

    learner = EncoderLearner(FOLDER)
    learner.module.eval()
    examples = pairs(12)
    rows_ = learner.encode(examples)
    _, logits = learner.judge(rows_, [pair.label for pair in examples])
    session = onnxruntime.InferenceSession(str(FOLDER / "model.onnx"))
    theirs = [
        float(
            session.run(
                ["relevance"],
                {
                    "input_ids": row.ids[None],
                    "attention_mask": np.ones_like(row.ids[None]),
                    "token_type_ids": row.types[None],
                },
            )[0][0]
        )
        for row in rows_
    ]
    assert max(theirs) - min(theirs) > 3
    assert logits == pytest.approx(theirs, abs=0.7)  # the surest lose most to the 8 bits
    assert np.corrcoef(logits, theirs)[0, 1] > 0.99


@torch_only
def test_bad_passages_are_found_in_a_beir_corpus(tmp_path):
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    documents = [{"_id": f"d{i}", "text": text} for i, (_, text, _) in enumerate(rows(80))]
    asked = [(i, q) for i, (q, _, label) in enumerate(rows(80)) if label]
    write = {
        "corpus.jsonl": [json.dumps(each) for each in documents],
        "queries.jsonl": [json.dumps({"_id": f"q{i}", "text": q}) for i, q in asked],
        "qrels/train.tsv": ["query-id\tcorpus-id\tscore", *(f"q{i}\td{i}\t1" for i, _ in asked)],
    }
    for name, lines in write.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    out = tmp_path / "mine"
    start = save_tiny_t5(tmp_path / "t5")
    flags = ["--backbone", str(start), "--epochs", "1"]
    assert run(["train", "evaluator", str(folder), "--out", str(out), *flags]) == 0
    assert "pairs" in (out / "CARD.md").read_text("utf-8")


@torch_only
@pytest.mark.parametrize(
    ("lines", "flags", "code"),
    [
        (['{"question": "Q?", "passage": "x", "label": 1}'] * 30, [], InputError.exit_code),
        (['{"question": "Q?", "passage": "x", "label": 1}'], [], InputError.exit_code),
        (None, ["--backbone", "/no/such/folder"], ModelError.exit_code),
    ],
    ids=["one kind", "one pair", "no backbone"],
)
def test_what_cannot_be_trained_is_refused(lines, flags, code, tmp_path, capsys):
    labels = str(write_labels(tmp_path / "labels.jsonl", 48))
    path = tmp_path / "few.jsonl"
    if lines is not None:
        path.write_text("\n".join(lines) + "\n")
    given = labels if lines is None else str(path)
    assert run(["train", "evaluator", given, "--out", str(tmp_path / "out"), *flags]) == code
    assert "hint" in capsys.readouterr().err


def test_without_torch_the_extra_is_named(labels, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    code = run(["train", "evaluator", labels, "--out", str(tmp_path / "out")])
    assert code == MissingExtraError.exit_code
    assert "[train]" in capsys.readouterr().err


def test_a_card_beside_the_weights_gives_the_thresholds(tmp_path):
    (tmp_path / "model.onnx").write_bytes((FOLDER / "model.onnx").read_bytes())
    (tmp_path / "tokenizer.json").write_bytes(tokenizer_file(FOLDER).read_bytes())
    (tmp_path / "card.toml").write_text(
        '[files]\n"model.onnx" = "x"\n[thresholds]\nupper = 0.4\nlower = -0.6\n'
    )
    chosen = with_scorer(Settings(), tmp_path)
    assert chosen.scorer.name == "reranker"
    assert build_thresholds(chosen) == assay.Thresholds(0.4, -0.6)


@torch_only
def test_questions_are_never_on_both_sides():
    from assay_tuning.train_evaluator import split_pairs

    learned, held = split_pairs(pairs(400))
    assert not {p.question for p in learned} & {p.question for p in held}
    assert 10 <= len(held) <= 80
