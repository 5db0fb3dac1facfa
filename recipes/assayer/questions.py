"""Write questions for passages: fine-tune a small language model on ours, then sample from it.

`python -m recipes.assayer.questions --tables tables.xz --model DIR --gguf FILE --out
work/written.json`
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    StoppingCriteria,
    StoppingCriteriaList,
)

from recipes.assayer.corpus import Tables, load

STYLES = {
    "squadshifts_new_wiki": "quiz", "squad": "quiz", "squad2": "quiz",
    "nq": "search", "raat": "search",
    "squadshifts_reddit": "talk", "squadshifts_amazon_reviews": "talk",
}  # fmt: skip
MIXTURE = {"quiz": 0.45, "search": 0.35, "impossible": 0.2}
MAX_PROMPT, MAX_REPLY = 230, 48
EVERY_TALK, MAX_TALK = 6, 3000  # informal text is taken sparingly
GROUP = 8  # batches that are tokenised and sorted by length together


class Example(NamedTuple):
    """A passage with a question that people wrote for it."""

    title: str
    text: str
    style: str
    answer: str
    question: str


class Written(NamedTuple):
    """A question that the model wrote for the passage in row `passage`."""

    passage: int
    style: str
    answer: str
    question: str


class Job(NamedTuple):
    """A question to be written: for which passage, in which style, after which tokens."""

    passage: int
    style: str
    prompt: list[int]


@dataclass(frozen=True, slots=True)
class Writer:
    """The language model that writes questions."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    device: str

    def prompts(self, passages: list[tuple[str, str]], styles: list[str]) -> list[list[int]]:
        """The passages, cut to fit, each with the kind of question wanted."""
        bodies = self.tokenizer([f"{title}\n{text}" for title, text in passages]).input_ids
        kinds = sorted(set(styles))
        suffixes = self.tokenizer([f"\n\nA {kind} question.\nAnswer:" for kind in kinds]).input_ids
        suffix = dict(zip(kinds, suffixes, strict=True))
        return [
            body[: MAX_PROMPT - 12] + suffix[style]
            for body, style in zip(bodies, styles, strict=True)
        ]

    def replies(self, examples: list[Example]) -> list[list[int]]:
        """What the model shall write: the answer first, so that the question is about it."""
        texts = [f" {e.answer}\nQuestion: {e.question}" for e in examples]
        end = self.tokenizer.eos_token_id
        return [[*ids[: MAX_REPLY - 1], end] for ids in self.tokenizer(texts).input_ids]

    def line_breaks(self) -> Tensor:
        """The tokens that hold a line break."""
        pieces = self.tokenizer.batch_decode([[number] for number in range(len(self.tokenizer))])
        breaks = [number for number, piece in enumerate(pieces) if "\n" in piece]
        return torch.tensor(breaks, device=self.device)


def parse(reply: str) -> tuple[str, str] | None:
    """The answer and the question of a reply, whose second line is the question; None if unfit."""
    answer, _, rest = reply.partition("\nQuestion:")
    answer, question = answer.strip(), rest.partition("\n")[0].strip()
    return (answer, question) if answer and len(question.split()) >= 3 else None


class SecondLineEnds(StoppingCriteria):
    """Stops a reply at its second line break: what would follow is no part of the question."""

    def __init__(self, line_breaks: Tensor, prompt: int) -> None:
        """Take the tokens that hold a line break; the reply comes after `prompt` tokens."""
        self.line_breaks = line_breaks
        self.prompt = prompt

    def __call__(self, input_ids: Tensor, scores: Tensor, **_: object) -> Tensor:
        """Which rows are done."""
        return torch.isin(input_ids[:, self.prompt :], self.line_breaks).sum(1) >= 2


def gather_examples(tables: Tables) -> list[Example]:
    """Examples from the human-made reading sets, shuffled; the rarer styles twice."""
    examples: list[Example] = []
    talked = 0
    for pair in tables.pairs:
        style = STYLES.get(pair.origin)
        if style is None:
            continue
        if style == "talk":
            talked += 1
            if talked % EVERY_TALK or talked > MAX_TALK * EVERY_TALK:
                continue
        title, text = tables.passages[pair.passage]
        answer = text[pair.start : pair.end]
        if pair.start < 0:
            answer, style = "none", "impossible"
        if len(answer) > 120 or pair.end > 900:  # the prompt would cut the answer off
            continue
        example = Example(title, text, style, answer, tables.questions[pair.question])
        examples += [example] * (2 if style in ("impossible", "search") else 1)
    random.Random(0).shuffle(examples)
    return examples


def fine_tune(
    writer: Writer, examples: list[Example], epochs: int, batch: int, rate: float
) -> None:
    """Train the model on the replies alone."""
    prompts = writer.prompts([(e.title, e.text) for e in examples], [e.style for e in examples])
    pairs = list(zip(prompts, writer.replies(examples), strict=True))
    optimiser = torch.optim.AdamW(writer.model.parameters(), lr=rate, weight_decay=0.01)
    steps = epochs * (len(pairs) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps + 1, pct_start=0.05)
    writer.model.train()
    began = time.time()
    for step in range(steps):
        some = [pairs[(step * batch + i) % len(pairs)] for i in range(batch)]
        ids = pad_sequence([torch.tensor(p + r) for p, r in some], True, 0)
        labels = pad_sequence([torch.tensor([-100] * len(p) + r) for p, r in some], True, -100)
        mask = pad_sequence([torch.ones(len(p) + len(r)) for p, r in some], True, 0)
        with torch.autocast(writer.device, torch.bfloat16):
            loss = writer.model(
                input_ids=ids.to(writer.device),
                attention_mask=mask.to(writer.device),
                labels=labels.to(writer.device),
            ).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(writer.model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()
        schedule.step()
        if step % 100 == 0:
            spent = time.time() - began
            print(f"writer step {step}/{steps} loss {loss.item():.3f} {spent:.0f} s", flush=True)


def batches(writer: Writer, tables: Tables, seeds: list[int], size: int) -> Iterator[list[Job]]:
    """The work in batches of similar length, tokenised only when its turn comes."""
    chance = random.Random(1)
    styles = chance.choices(list(MIXTURE), weights=list(MIXTURE.values()), k=len(seeds))
    for first in range(0, len(seeds), size * GROUP):
        rows, wanted = seeds[first : first + size * GROUP], styles[first : first + size * GROUP]
        prompts = writer.prompts([tables.passages[row] for row in rows], wanted)
        jobs = [Job(*parts) for parts in zip(rows, wanted, prompts, strict=True)]
        jobs.sort(key=lambda job: len(job.prompt))
        group = [jobs[i : i + size] for i in range(0, len(jobs), size)]
        chance.shuffle(group)
        yield from group


@torch.no_grad()
def sample(writer: Writer, jobs: list[Job], line_breaks: Tensor) -> list[str]:
    """One reply for each job."""
    longest = max(len(job.prompt) for job in jobs)
    end = writer.tokenizer.eos_token_id
    gaps = [longest - len(job.prompt) for job in jobs]
    ids = [[end] * gap + job.prompt for gap, job in zip(gaps, jobs, strict=True)]
    mask = [[0] * gap + [1] * (longest - gap) for gap in gaps]
    stop = SecondLineEnds(line_breaks, longest)
    with torch.autocast(writer.device, torch.bfloat16):
        out = writer.model.generate(
            input_ids=torch.tensor(ids, device=writer.device),
            attention_mask=torch.tensor(mask, device=writer.device),
            max_new_tokens=MAX_REPLY, do_sample=True, temperature=0.8, top_p=0.95, top_k=0,
            # The end that the replies were trained with, whatever the model's own settings name.
            pad_token_id=end, eos_token_id=end, stopping_criteria=StoppingCriteriaList([stop]),
        )  # fmt: skip
    return writer.tokenizer.batch_decode(out[:, longest:], skip_special_tokens=True)


def write(
    writer: Writer, tables: Tables, seeds: list[int], batch: int, seconds: float
) -> list[Written]:
    """Questions for as many of the passages as the time allows."""
    writer.model.eval()
    line_breaks = writer.line_breaks()
    written: list[Written] = []
    began = time.time()
    for number, jobs in enumerate(batches(writer, tables, seeds, batch)):
        if time.time() - began > seconds:
            break
        for job, reply in zip(jobs, sample(writer, jobs, line_breaks), strict=True):
            found = parse(reply)
            if found:
                written.append(Written(job.passage, job.style, *found))
        if number % 10 == 0:
            spent = time.time() - began
            print(f"written {len(written)} after {spent:.0f} s: {written[-1:]}", flush=True)
    return written


def main() -> None:
    """Fine-tune the writer and let it write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="folder that holds the GGUF file")
    parser.add_argument("--gguf", required=True, help="name of the GGUF file")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--write-batch", type=int, default=3072)
    parser.add_argument("--seconds", type=float, default=200, help="time for writing")
    parser.add_argument("--most", type=int, help="passages to write for; all if not given")
    parser.add_argument("--max-examples", type=int, help="to train on; only for a trial")
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tables = load(options.tables)
    tokenizer = AutoTokenizer.from_pretrained(options.model, gguf_file=options.gguf)
    model = AutoModelForCausalLM.from_pretrained(
        options.model, gguf_file=options.gguf, dtype=torch.float32
    ).to(device)
    writer = Writer(model, tokenizer, device)
    examples, seeds = gather_examples(tables)[: options.max_examples], list(tables.seeds)
    random.Random(2).shuffle(seeds)
    fine_tune(writer, examples, options.epochs, options.batch, 3e-4)
    if device == "cuda":
        model.to(torch.bfloat16)
    written = write(writer, tables, seeds[: options.most], options.write_batch, options.seconds)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(written))
    print(f"{len(written)} questions written")


if __name__ == "__main__":
    main()
