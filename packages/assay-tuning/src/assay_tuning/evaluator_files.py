"""The folder of a trained evaluator: weights, tokenizer, and a card that says how good it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from assay.adapters.scorers.calibrated import Curve
from assay.extras import require
from assay.model_files import (
    CARD,
    TOKENIZER,
    ModelCard,
    file_sha256,
    load_card,
    tokenizer_file,
)
from assay_tuning.encoder import EncoderLearner
from assay_tuning.export import export_int8
from assay_tuning.fit import Epoch
from assay_tuning.measures import Comparison
from assay_tuning.t5 import JOIN, T5Learner

require("torch", extra="train")

import torch

GRAPH = "model.onnx"
RAW = Curve(1.0, 0.0)
BESIDE = ("entry", "answer", "answerable")


@dataclass(frozen=True, slots=True)
class Origin:
    """What an evaluator was made of: the backbone, the data, and how many pairs of it."""

    backbone: str
    data: tuple[str, ...]
    pairs: int
    dev_pairs: int


def write_encoder(learner: EncoderLearner, base: Path, folder: Path) -> None:
    """Export our encoder beside its tokenizer; its card calibrates nothing yet."""
    folder.mkdir(parents=True, exist_ok=True)
    learner.module.encoder.set_attn_implementation("eager")
    ids = torch.tensor([[101, 7592, 102, 2088, 102, 0], [101, 2088, 2003, 102, 7592, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1]])
    inputs = {"input_ids": ids, "attention_mask": (ids != 0).long(), "token_type_ids": types}
    outputs = {"relevance": ("rows",), "tokens": ("rows", "length")}
    export_int8(learner.module, folder / GRAPH, inputs, outputs, ("/relevance/", "/tokens/"))
    shutil.copyfile(tokenizer_file(base), folder / TOKENIZER)
    write_encoder_card(folder, load_card(base), RAW)


def write_encoder_card(folder: Path, base: ModelCard, curve: Curve) -> None:
    """The card of our encoder: relevance by the curve, reading and strips as before.

    What was fitted beside relevance, for an index, stays too: an equal probability by the curve
    counts as much there as it did.
    """
    own = base.raw["calibration"]
    was = Curve(own["passage"]["relevance"], own["passage"]["bias"])
    calibration = {
        "passage": {"relevance": curve.slope, "lead": 0.0, "bias": curve.bias},
        "strip": own["strip"],
        "span": own["span"],
        **{name: _moved(own[name], was, curve) for name in BESIDE if name in own},
    }
    tables = {f"calibration.{name}": values for name, values in calibration.items()}
    _write_card(folder, (GRAPH, TOKENIZER), {"thresholds": base.thresholds, **tables})


def _moved(weights: Mapping[str, Any], was: Curve, now: Curve) -> dict[str, Any]:
    """Weights over the old logit of relevance as weights over the new one, if they have it.

    A table in the table has weights of its own; a ranking has no bias to move.
    """
    moved: dict[str, Any] = {
        name: _moved(weight, was, now) if isinstance(weight, Mapping) else weight
        for name, weight in weights.items()
    }
    if "relevance" in moved:
        relevance = moved["relevance"] / was.slope
        moved["relevance"] = relevance * now.slope
        if "bias" in moved:
            moved["bias"] += relevance * (now.bias - was.bias)
    return moved


def write_t5(learner: T5Learner, folder: Path) -> bool:
    """Save a T5 as torch reads it and, unless it is too large, as an int8 graph beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    learner.save(folder)
    end = learner.module.config.eos_token_id
    ids = torch.tensor([[5, 6, 7, 8, 9, end], [9, 8, 7, 6, 5, end]])
    inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    graph = export_int8(_Scores(learner.module), folder / GRAPH, inputs, {"score": ("rows",)})
    write_t5_card(folder, {})
    return graph


def write_t5_card(folder: Path, thresholds: Mapping[str, float]) -> None:
    """The card of a T5: how its graph reads a pair, and its thresholds."""
    files = sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix in {".onnx", ".json", ".safetensors", ".model"}
    )
    form: dict[str, object] = {"join": JOIN, "output": "score"}
    _write_card(folder, files, {"thresholds": thresholds, "reranker": form})


class _Scores(torch.nn.Module):
    """A T5 whose only output is its one number."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.model(input_ids=ids, attention_mask=mask).logits


def thresholds_on(curve: Curve, like: Mapping[str, float]) -> dict[str, float]:
    """The raw scores that mean the same probabilities as those thresholds do."""
    if curve.slope <= 0:
        return {}

    def raw(score: float) -> float:
        return float(np.tanh((2 * np.arctanh(score) - curve.bias) / (2 * curve.slope)))

    return {name: raw(like[name]) for name in ("upper", "lower")}


def _write_card(
    folder: Path, files: Sequence[str], tables: Mapping[str, Mapping[str, object]]
) -> None:
    lines = [f"name = {json.dumps(folder.name)}", 'version = "1"', "", "[files]"]
    lines += [f"{json.dumps(name)} = {json.dumps(file_sha256(folder / name))}" for name in files]
    for name, values in tables.items():
        lines += _table(name, values)
    (folder / CARD).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(name: str, values: Mapping[str, object]) -> list[str]:
    """The lines of a table, and of those inside it; none of an empty one."""
    inner = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    own = [f"{key} = {json.dumps(value)}" for key, value in values.items() if key not in inner]
    lines = ["", f"[{name}]", *own] if own else []
    return lines + [line for key, value in inner.items() for line in _table(f"{name}.{key}", value)]


def write_report(
    folder: Path, origin: Origin, history: Sequence[Epoch], result: Comparison, notes: Sequence[str]
) -> None:
    """Write CARD.md: description of the evaluator, training data, measured effect."""
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 2**20
    lines = [
        f"# {folder.name}",
        "",
        f"An evaluator for assay, {size:.0f} MiB, made by `assay train evaluator`.",
        "",
        f"- **Backbone**: {origin.backbone}",
        f"- **Data**: {', '.join(origin.data)}; {origin.pairs:,} pairs, and {origin.dev_pairs:,}"
        " more that decided when to stop",
        *(f"- {note}" for note in notes),
        "",
        f"AUROC over {result.pairs:,} pairs of {result.questions:,} questions, with 95 % intervals"
        " by drawing questions:",
        "",
        "| | AUROC |",
        "|---|---|",
        f"| before: assay's own evaluator | {result.before} |",
        f"| trained, in float32 | {result.unrounded} |",
        f"| this evaluator, as saved (int8) | {result.after} |",
        f"| difference | {result.difference} |",
        "",
        "| epoch | loss in training | loss | AUROC |",
        "|---|---|---|---|",
        *(f"| {e.number} | {e.train_loss:.4f} | {e.loss:.4f} | {e.auroc:.4f} |" for e in history),
    ]
    (folder / "CARD.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
