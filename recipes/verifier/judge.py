"""A language model as the teacher: `python -m recipes.verifier.judge --help`.

It reads a text and a statement and says yes, no or unknown; an adapter of low rank learns the
labels (`recipes.lora`), and what it then thinks of every example goes into one file, from which
`recipes.verifier.train --judged` teaches the student. The clock rules here too.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from recipes.lora.judge import ALPHA, Judge, Lessons, Tokens, token_ids, wait_for
from recipes.lora.lora import lora_weights, save_lora
from recipes.verifier.examples import KEPT, Example, load
from recipes.verifier.measure import figures, show

WORDS = (" yes", " no", " unknown")  # in the order of the labels
ASKED = "\n\nStatement: {claim}\n\nIs the statement true according to the text? Answer:"
MAX_TEXT, MAX_CLAIM = 300, 110  # tokens
# Rules made these labels, and people would often say otherwise: they are judged, not learned.
NOT_LEARNED = ("partly", "both", "subject", "definition")
# All of what people labelled or wrote; one in so many of what rules made.
NATURAL = (
    "fever_pairs", "climate_fever", "covidfact", "healthver", "scifact", "citint", "pubmed",
    "science_unlabelled", "fever_unlabelled", "page_unlabelled", "written_sentence",
)  # fmt: skip
ONE_IN = 10


def is_natural(example: Example) -> bool:
    """True where a person wrote the claim and the text."""
    return example.origin.startswith(NATURAL)


def is_lesson(example: Example, draw: random.Random) -> bool:
    """True for an example that the judge learns from."""
    if example.weight <= 0 or example.origin.startswith(NOT_LEARNED):
        return False
    return is_natural(example) or draw.randrange(ONE_IN) == 0


def tokens_of(examples: Sequence[Example], tokenizer: PreTrainedTokenizerBase) -> Tokens:
    """What the model reads of each example, up to the word that it shall say."""
    shown = [f"Text: {e.title}\n{e.text}" if e.title else f"Text: {e.text}" for e in examples]
    texts, claims = token_ids(shown, tokenizer), token_ids([e.claim for e in examples], tokenizer)
    before, after = (token_ids([part], tokenizer)[0] for part in ASKED.split("{claim}"))
    return [
        text[:MAX_TEXT] + before + claim[:MAX_CLAIM] + after
        for text, claim in zip(texts, claims, strict=True)
    ]


def options_of() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="GGUF file; may come later")
    parser.add_argument("--tokenizer", type=Path, required=True, help="folder of the tokenizer")
    parser.add_argument("--most", type=int, default=400_000, help="examples to judge")
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="examples; may come later")
    parser.add_argument("--adapter", type=Path, help="of an earlier run, to go on from")
    parser.add_argument("--leave", choices=KEPT, help="to the first weights: `train --keep`")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--learn-seconds", type=float, default=380, help="0: as it is")
    parser.add_argument("--judge-seconds", type=float, default=450)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--batch-tokens", type=int, default=16_384)
    parser.add_argument("--dev-rows", type=int, default=500, help="of each reported set")
    return parser.parse_args()


def come_later(paths: Sequence[Path]) -> Iterator[Example]:
    """The examples of files that may still be under way."""
    for path in paths:
        wait_for(path)
        yield from load(path)


def some_of_each(examples: list[Example], most: int) -> list[Example]:
    """At most so many of every reported set."""
    chance, kept = random.Random(2), {}
    for each in chance.sample(examples, len(examples)):
        kept.setdefault(each.origin, []).append(each)
    return [each for rows in kept.values() for each in rows[:most]]


def is_judged(example: Example, options: argparse.Namespace) -> bool:
    """True for an example whose opinion is wanted."""
    return not (options.leave and KEPT[options.leave](example))


def main() -> None:
    """Learn, measure, judge."""
    options = options_of()
    torch.manual_seed(4)
    options.work.mkdir(parents=True, exist_ok=True)
    examples, dev = load(options.examples), load(options.dev)
    dev = some_of_each([e for e in dev if not e.origin.startswith("evouna")], options.dev_rows)
    draw = random.Random(3)
    lessons = [e for e in examples if is_lesson(e, draw)] if options.learn_seconds else []
    # What people wrote comes first: the time may not be enough for everything.
    order = sorted(range(len(examples)), key=lambda n: (not is_natural(examples[n]), draw.random()))
    order = [n for n in order if is_judged(examples[n], options)][: options.most]
    tokenizer = AutoTokenizer.from_pretrained(options.tokenizer)
    lists = (lessons, dev, [examples[n] for n in order])
    taught, asked, judged = (tokens_of(some, tokenizer) for some in lists)
    print(f"{len(taught)} lessons, {len(judged)} to judge", flush=True)
    wait_for(options.base)
    judge = Judge(options.base, WORDS, options.adapter)
    if lessons:
        told = Lessons(taught, [e.label for e in lessons], [e.weight for e in lessons])
        judge.learn(told, options.learn_seconds, options.rate, options.batch_tokens)
        save_lora(options.work / "judge.npz", lora_weights(judge.model), ALPHA)
    judge.merge()
    most = 4 * options.batch_tokens
    more = list(come_later(options.more))
    rows = [n for n, each in enumerate(more) if is_judged(each, options)]
    tokens = tokens_of([more[n] for n in rows], tokenizer)
    began, added = time.time(), judge.opinions_among(len(more), rows, tokens, math.inf, most)
    left = options.judge_seconds - (time.time() - began)
    result = judge.opinions_among(len(examples), order, judged, left, most)
    result = np.concatenate([result, added])
    np.savez(options.work / "part.npz", logits=result)
    (options.work / "part.npz").rename(options.work / "judged.npz")
    print(f"{int(np.isfinite(result[:, 0]).sum())} of {len(result)} judged", flush=True)
    said = torch.from_numpy(judge.opinions(asked, math.inf, most)).float()
    show("judge", figures(dev, said.softmax(-1).numpy()))


if __name__ == "__main__":
    main()
