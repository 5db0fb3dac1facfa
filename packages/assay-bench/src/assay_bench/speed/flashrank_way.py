"""Our network run as FlashRank runs its own: plain session, one padded batch for each question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from assay.model_files import tokenizer_file
from assay_bench.speed.pair_rate import Group, PairRate, measure

NAME = "FlashRank's way (our weights)"
LONGEST = 512  # FlashRank's default
_SILENT = 3


def measure_flashrank_way(folder: Path, groups: Sequence[Group], max_seconds: float) -> PairRate:
    """The rate of its recipe: default options, all passages padded to the longest, one run."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SILENT  # the only option set: it changes no speed
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    wanted = {each.name for each in session.get_inputs()}
    tokenizer = Tokenizer.from_file(str(tokenizer_file(folder)))
    tokenizer.enable_truncation(max_length=LONGEST)
    tokenizer.enable_padding()

    def judge(group: Group) -> object:
        pairs = [(group.question, passage.text) for passage in group.passages]
        encodings = tokenizer.encode_batch(pairs)
        inputs = {
            "input_ids": np.array([e.ids for e in encodings], np.int64),
            "attention_mask": np.array([e.attention_mask for e in encodings], np.int64),
            "token_type_ids": np.array([e.type_ids for e in encodings], np.int64),
        }
        return session.run(None, {name: inputs[name] for name in wanted})

    if not wanted <= {"input_ids", "attention_mask", "token_type_ids"}:
        return PairRate(NAME, None, note=f"the model wants other inputs: {sorted(wanted)}")
    return measure(NAME, judge, groups, max_seconds)
