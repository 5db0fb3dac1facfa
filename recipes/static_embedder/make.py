"""Make the table of token vectors, measure it, and write it with its card.

    python -m recipes.static_embedder.make --embedder DIR --data DIR --out DIR

Minutes on two cores; nothing but numpy, scipy, tokenizers and onnxruntime is needed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.adapters.embedders.static_embedder import SCALES, TABLE, VECTORS, StaticEmbedder
from assay.model_files import tokenizer_file
from recipes.static_embedder.bags import MAX_TOKENS, Bags, frequencies
from recipes.static_embedder.contrast import Examples, Plan, train
from recipes.static_embedder.measure import held_out_recalls
from recipes.static_embedder.pairs import Pairs, questions
from recipes.static_embedder.quantise import four_bits
from recipes.static_embedder.teacher import principal, token_vectors
from recipes.static_embedder.write_card import write_card

DIMENSION = 384
RARE = 0.01
"""A token counts RARE / (RARE + share of texts that hold it) at the start (Arora et al., 2017)."""


def start(embedder: Path, passages: NDArray[np.float64]) -> NDArray[np.float32]:
    """The embedder's vectors of single tokens, shortened, common tokens made light."""
    weights = RARE / (RARE + passages)
    return (principal(token_vectors(embedder), DIMENSION) * weights[:, None]).astype(np.float32)


def made(pairs: Pairs, embedder: Path, plan: Plan) -> NDArray[np.float32]:
    """The trained table."""
    bags = Bags(tokenizer_file(embedder))
    groups = np.unique(pairs.groups, return_inverse=True)[1]
    examples = Examples(
        bags.rows(pairs.questions), bags.rows(pairs.passages), np.array(pairs.gold), groups
    )
    print(f"{len(pairs.questions)} questions, {len(pairs.passages)} passages")
    table = start(embedder, frequencies(examples.passages))
    return train(table, examples, plan, lambda epoch, _: print(f"epoch {epoch + 1} done"))


def write(table: NDArray[np.float32], out: Path) -> None:
    """The table in four bits, and a first card."""
    packed, scales = four_bits(table)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / TABLE, **{VECTORS: packed, SCALES: scales})
    write_card(out, DIMENSION, MAX_TOKENS, {})


def figures(held_out: Pairs, embedder: Path, out: Path) -> dict[str, Any]:
    """Recall on the manuals that were kept back, beside full text and the embedder itself."""
    bags = Bags(tokenizer_file(embedder))
    static, network = StaticEmbedder(out), OnnxEmbedder(embedder)
    began = time.process_time()  # of all threads, so that other work on the machine does not count
    static.embed(held_out.passages)
    rate = len(held_out.passages) / (time.process_time() - began)
    found = held_out_recalls(held_out, bags, {"static": static.embed, "minilm": network.embed})
    return {
        "held_out_passages": len(held_out.passages),
        "held_out_questions": len(held_out.questions),
        **{name: round(value, 4) for name, value in found.items()},
        "passages_a_core_second": round(rate),
    }


def main() -> None:
    """Train, write, measure, write the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    train_on, held_out = questions(asked.data)
    write(made(train_on, asked.embedder, Plan()), asked.out)
    check = figures(held_out, asked.embedder, asked.out)
    write_card(asked.out, DIMENSION, MAX_TOKENS, check)
    for name, value in check.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
