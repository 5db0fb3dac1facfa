"""The paper's evaluator as the paper runs it: a T5-large, one pair at a time, padded to 512."""

from __future__ import annotations

import importlib.util
import time

from assay_bench.extras import require
from assay_bench.speed.pair_rate import TOKENS, PairRate, absent

NAME = "T5-large (paper)"
PADDED_TO = 512
PAIRS = 3  # each takes seconds


def measure_paper_t5(pairs: int = PAIRS) -> PairRate:
    """The rate of a T5-large with random weights: what they are makes no difference to speed."""
    for package in ("torch", "transformers"):
        if importlib.util.find_spec(package) is None:
            return absent(NAME, package)
    torch = require("torch", extra="peers")
    transformers = require("transformers", extra="peers")
    config = transformers.T5Config(
        d_model=1024,
        d_kv=64,
        d_ff=4096,
        num_layers=24,
        num_heads=16,
        num_labels=1,
        decoder_start_token_id=0,
    )
    with torch.device("meta"):
        model = transformers.T5ForSequenceClassification(config)
    # Memory that is merely claimed would be all zeros and share one page: write to every weight.
    model = model.to_empty(device="cpu").eval()
    with torch.inference_mode():
        for weight in model.parameters():
            weight.fill_(0.01)
        ids = torch.randint(2, config.vocab_size, (1, PADDED_TO))
        ids[0, TOKENS - 1] = config.eos_token_id
        ids[0, TOKENS:] = config.pad_token_id
        mask = (torch.arange(PADDED_TO) < TOKENS).long().unsqueeze(0)
        model(input_ids=ids, attention_mask=mask)
        began = time.perf_counter()
        for _ in range(pairs):
            model(input_ids=ids, attention_mask=mask)
    return PairRate(NAME, pairs / (time.perf_counter() - began), pairs)
