"""How near the int8 embedder is to float32, on real passages and questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from recipes.records import records

MAX_LENGTH = 256
BATCH = 32
QUESTIONS = "hotpotqa_dev200.jsonl.gz"  # passages picked by people, near distractors beside them


def compare(
    original: torch.nn.Module, float_model: Path, folder: Path, data: Path, passages: int
) -> dict[str, Any]:
    """Cosine of int8 to float32 and recall@10 of both, as figures for the card."""
    questions, texts, gold = load(data, passages)
    exact, small = float_model, folder / "model.onnx"
    passage_32, passage_8 = embed(exact, folder, texts), embed(small, folder, texts)
    question_32, question_8 = embed(exact, folder, questions), embed(small, folder, questions)
    cosine = (passage_32 * passage_8).sum(1)
    return {
        "check_passages": len(texts),
        "check_questions": len(questions),
        "export_difference": difference(original, folder, texts[:64], passage_32[:64]),
        "cosine_mean": round(float(cosine.mean()), 4),
        "cosine_min": round(float(cosine.min()), 4),
        "recall_at_10_float32": round(recall(question_32, passage_32, gold), 4),
        "recall_at_10_int8": round(recall(question_8, passage_8, gold), 4),
        "same_top_10": round(overlap(question_32 @ passage_32.T, question_8 @ passage_8.T), 4),
    }


def load(data: Path, passages: int) -> tuple[list[str], list[str], list[set[int]]]:
    """Questions, passages (those of the questions first) and the gold passages of each question."""
    texts: dict[str, int] = {}
    questions, gold = [], []
    for row in records(data / "retrieval" / QUESTIONS):
        wanted = set()
        for passage in row["passages"]:
            text = f"{passage['title']}\n{passage['text']}"
            at = texts.setdefault(text, len(texts))
            if passage["label"] == 1:
                wanted.add(at)
        questions.append(row["question"])
        gold.append(wanted)
    for row in records(data / "passages" / "wiki_pool.jsonl.gz"):
        if len(texts) >= passages:
            break
        texts.setdefault(f"{row['title']}\n{row['text']}", len(texts))
    return questions, list(texts), gold


def embed(model: Path, folder: Path, texts: list[str]) -> NDArray[np.float32]:
    """Unit vectors of the texts, in their order."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_LENGTH)
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    result = np.zeros((len(texts), 384), np.float32)
    for first in range(0, len(order), BATCH):
        batch = order[first : first + BATCH]
        ids = np.zeros((len(batch), max(len(rows[at]) for at in batch)), np.int64)
        mask = np.zeros_like(ids)
        for row, at in enumerate(batch):
            ids[row, : len(rows[at])] = rows[at]
            mask[row, : len(rows[at])] = 1
        result[batch] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    return result


def difference(
    original: torch.nn.Module, folder: Path, texts: list[str], exported: NDArray[np.float32]
) -> float:
    """The largest difference of one number between the original, text by text, and the export."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_LENGTH)
    worst = 0.0
    for text, vector in zip(texts, exported, strict=True):
        ids = torch.tensor([tokenizer.encode(text).ids])
        with torch.no_grad():
            expected = original(ids, torch.ones_like(ids))[0].numpy()
        worst = max(worst, float(np.abs(expected - vector).max()))
    if worst > 1e-4:
        raise SystemExit(f"the float32 export differs from the original by {worst}")
    return float(f"{worst:.1e}")


def recall(
    questions: NDArray[np.float32], passages: NDArray[np.float32], gold: list[set[int]]
) -> float:
    """Share of gold passages among the ten nearest, averaged over questions."""
    best = np.argsort(-(questions @ passages.T), axis=1)[:, :10]
    return float(
        np.mean([len(set(row) & want) / len(want) for row, want in zip(best, gold, strict=True)])
    )


def overlap(left: NDArray[np.float32], right: NDArray[np.float32]) -> float:
    """Share of the ten nearest that both agree on."""
    one, two = np.argsort(-left, axis=1)[:, :10], np.argsort(-right, axis=1)[:, :10]
    return float(np.mean([len(set(a) & set(b)) / 10 for a, b in zip(one, two, strict=True)]))
