"""The same network through sentence-transformers' CrossEncoder, in torch and float32."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay_bench.extras import require
from assay_bench.speed.pair_rate import Group, PairRate, absent, measure

NAME = "CrossEncoder (torch)"
PACKAGES = ("torch", "transformers", "sentence_transformers")
LONGEST = 512


def measure_cross_encoder(tokenizer: Path, groups: Sequence[Group], max_seconds: float) -> PairRate:
    """The rate of a MiniLM-L6 with random weights: what they are makes no difference to speed."""
    for package in PACKAGES:
        if importlib.util.find_spec(package) is None:
            return absent(NAME, package)
    with tempfile.TemporaryDirectory() as folder:
        encoder = _random_minilm(tokenizer, folder)

    def judge(group: Group) -> object:
        pairs = [(group.question, passage.text) for passage in group.passages]
        return encoder.predict(pairs, show_progress_bar=False)

    return measure(NAME, judge, groups, max_seconds)


def _random_minilm(tokenizer: Path, folder: str) -> Any:  # noqa: ANN401 - optional package
    transformers = require("transformers", extra="peers")
    transformers.utils.logging.disable_progress_bar()
    # The shape of all-MiniLM-L6-v2, the backbone of our own scorer.
    config = transformers.BertConfig(
        hidden_size=384,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=1536,
        num_labels=1,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(tokenizer),
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=LONGEST,
    ).save_pretrained(folder)
    return require("sentence_transformers", extra="peers").CrossEncoder(folder, device="cpu")
