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
from torch import Tensor, nn
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from recipes.lora.base import load_base
from recipes.lora.lora import LoraLinear, add_lora, fill_lora, lora_weights, save_lora
from recipes.verifier.examples import KEPT, Example, load
from recipes.verifier.measure import figures, show

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WORDS = (" yes", " no", " unknown")  # in the order of the labels
ASKED = "\n\nStatement: {claim}\n\nIs the statement true according to the text? Answer:"
MAX_TEXT, MAX_CLAIM = 300, 110  # tokens
RANK, ALPHA = 32, 64.0
# Rules made these labels, and people would often say otherwise: they are judged, not learned.
NOT_LEARNED = ("partly", "both", "subject", "definition")
# All of what people labelled or wrote; one in so many of what rules made.
NATURAL = (
    "fever_pairs", "climate_fever", "covidfact", "healthver", "scifact", "citint", "pubmed",
    "science_unlabelled", "fever_unlabelled", "page_unlabelled", "written_sentence",
)  # fmt: skip
ONE_IN = 10

BLOCK = 20_000

Tokens = list[list[int]]
Lessons = tuple[list[Example], Tokens]


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

    def cut(texts: list[str]) -> Tokens:
        return tokenizer(texts, add_special_tokens=False)["input_ids"] if texts else []

    texts = cut([f"Text: {e.title}\n{e.text}" if e.title else f"Text: {e.text}" for e in examples])
    claims = cut([e.claim for e in examples])
    before, after = (cut([part])[0] for part in ASKED.split("{claim}"))
    return [
        text[:MAX_TEXT] + before + claim[:MAX_CLAIM] + after
        for text, claim in zip(texts, claims, strict=True)
    ]


def width_of(row: list[int]) -> int:
    """Its tokens, filled up to a multiple of eight."""
    return -(-len(row) // 8) * 8


def batches(
    tokens: Tokens, rows: Sequence[int], most: int, chance: random.Random
) -> Iterator[list[int]]:
    """Rows of like length together, at most so many tokens, the batches in random order."""
    made: list[list[int]] = [[]]
    for row in sorted(rows, key=lambda row: (width_of(tokens[row]), chance.random())):
        if made[-1] and (len(made[-1]) + 1) * width_of(tokens[row]) > most:
            made.append([])
        made[-1].append(row)
    chance.shuffle(made)
    yield from (batch for batch in made if batch)


class Judge:
    """The language model with its adapter, reduced to three words."""

    def __init__(self, base: Path, adapter: Path | None) -> None:
        """Load the model, and an adapter of an earlier run if there is one."""
        tokenizer, self.model = load_base(base)
        add_lora(self.model, RANK, ALPHA, 0.05)
        if adapter:
            fill_lora(self.model, adapter)
        self.model.to(DEVICE)
        for parameter in self.model.parameters():
            if not parameter.requires_grad and DEVICE == "cuda":
                parameter.data = parameter.data.to(torch.bfloat16)
        self._words = [tokenizer.encode(word, add_special_tokens=False)[0] for word in WORDS]

    def logits(self, some: Tokens) -> Tensor:
        """Three logits for each; what follows the end is padding that nothing before it sees."""
        width = max(map(width_of, some))
        ids = torch.zeros(len(some), width, dtype=torch.long)
        for number, row in enumerate(some):
            ids[number, : len(row)] = torch.tensor(row)
        last = torch.tensor([len(row) - 1 for row in some], device=DEVICE)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            states = self.model.model(input_ids=ids.to(DEVICE)).last_hidden_state
        ends = states[torch.arange(len(some), device=DEVICE), last]
        return ends.float() @ self.model.lm_head.weight[self._words].float().T

    def learn(self, lessons: Lessons, seconds: float, rate: float, most: int) -> None:
        """Train the adapter for so long."""
        examples, tokens = lessons
        learning = [p for p in self.model.parameters() if p.requires_grad]
        optimiser = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01)
        chance, began, seen, told = random.Random(4), time.time(), 0, 0.0
        queue: list[list[int]] = []
        self.model.train()
        while (done := (time.time() - began) / seconds) < 1:
            queue = queue or list(batches(tokens, range(len(tokens)), most, chance))
            rows = queue.pop()
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, done / 0.04 + 0.02) * (1 + math.cos(math.pi * done)) / 2
            right = torch.tensor([examples[row].label for row in rows], device=DEVICE)
            weight = torch.tensor([examples[row].weight for row in rows], device=DEVICE)
            logits = self.logits([tokens[row] for row in rows])
            loss = nn.functional.cross_entropy(logits, right, reduction="none")
            ((loss * weight).sum() / weight.sum()).backward()
            nn.utils.clip_grad_norm_(learning, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            seen += len(rows)
            if time.time() - told > 15:
                told = time.time()
                print(
                    f"{told - began:.0f} s, {seen} examples, {float(loss.detach().mean()):.4f}",
                    flush=True,
                )
        print(f"learned from {seen} examples, {seen / len(examples):.2f} epochs", flush=True)

    def merge(self) -> None:
        """Add the adapter to the weights, which makes judging faster."""
        for parent in list(self.model.modules()):
            for name, child in list(parent.named_children()):
                if isinstance(child, LoraLinear):
                    added = child.scale * (child.b.data @ child.a.data)
                    child.base.weight.data += added.to(child.base.weight.dtype)
                    setattr(parent, name, child.base)

    @torch.no_grad()
    def opinions(self, tokens: Tokens, seconds: float, most: int) -> np.ndarray:
        """The logits of each; not a number where the time was over."""
        self.model.eval()
        result = np.full((len(tokens), 3), np.nan, np.float16)
        chance, began, done = random.Random(5), time.time(), 0
        # In blocks, so that what is judged before the time is over is of every length.
        for first in range(0, len(tokens), BLOCK):
            block = range(first, min(first + BLOCK, len(tokens)))
            for rows in batches(tokens, block, most, chance):
                if time.time() - began > seconds:
                    return result
                result[rows] = self.logits([tokens[row] for row in rows]).cpu().numpy()
                done += len(rows)
            print(f"{time.time() - began:.0f} s, {done} judged", flush=True)
        return result

    def opinions_among(
        self, count: int, rows: list[int], tokens: Tokens, seconds: float, most: int
    ) -> np.ndarray:
        """The logits of some rows of so many; not a number for the others."""
        result = np.full((count, 3), np.nan, np.float16)
        result[rows] = self.opinions(tokens, seconds, most)
        return result


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


def wait_for(path: Path) -> None:
    """Sleep until a file is there, which another process or person brings."""
    while not path.exists():
        time.sleep(0.5)


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
    judge = Judge(options.base, options.adapter)
    if lessons:
        judge.learn((lessons, taught), options.learn_seconds, options.rate, options.batch_tokens)
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
