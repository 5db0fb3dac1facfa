"""Fine-tune the student once more on a small, clean mixture; 15 minutes on two CPU cores.

Why: titles had become too much of the judgement. PopQA's labels call a passage good when its title
is the subject, so a page on Paris was refused for "What is the capital of France?". Here such a
passage counts as good when it holds the answer and names the subject, wherever it stands.

`python -m recipes.assayer.polish --tables tables.xz --student student.pt --backbone DIR --out
polished.pt`
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import bm25s
import torch

from recipes.assayer.corpus import (
    NO_ANSWER,
    Open,
    Pair,
    Tables,
    bare_title,
    by_title,
    find_answer,
    load,
    normalised,
)
from recipes.assayer.encode import Texts, assemble
from recipes.assayer.fit import Plan, fit
from recipes.assayer.network import Network, build

NEAR = 8
MAX_READ, MAX_OPEN = 4000, 9000  # questions that passages are searched for
# How many pairs of each kind; a kind with fewer gives all it has.
MIXTURE = {
    "squad": 2200, "squadshifts_new_wiki": 2200, "squad2": 4000, "nq": 1000, "raat": 1200,
    "squadshifts_reddit": 600, "squadshifts_amazon_reviews": 600, "wikiqa+": 1039, "wikiqa-": 1000,
    "near-": 1800, "open+": 1000, "open-": 1000, "subject+title": 1500, "subject+text": 1500,
    "subject-answer": 800, "subject-": 1200,
}  # fmt: skip


def neighbours(tables: Tables, rows: list[int]) -> dict[int, list[int]]:
    """The passages nearest in words for each question."""
    index = bm25s.BM25()
    corpus = [f"{title} {text}" for title, text in tables.passages]
    index.index(bm25s.tokenize(corpus, stopwords="en", show_progress=False), show_progress=False)
    asked = bm25s.tokenize([tables.questions[r] for r in rows], stopwords="en", show_progress=False)
    found, _ = index.retrieve(asked, k=NEAR, show_progress=False)
    return dict(zip(rows, found.tolist(), strict=True))


def subject_pair(tables: Tables, asked: Open, passage: int) -> Pair:
    """A question on one subject, judged by what the passage says rather than by its title."""
    title, text = tables.passages[passage]
    span = find_answer(asked.answers, text)
    titled = bare_title(title) == normalised(asked.subject)
    if span and (titled or asked.subject.lower() in text.lower()):
        kind = "subject+title" if titled else "subject+text"
        return Pair(asked.question, passage, 1.0, *span, kind)
    relevance, kind = (0.35, "subject-answer") if titled else (0.0, "subject-")
    return Pair(asked.question, passage, relevance, NO_ANSWER, NO_ANSWER, kind)


def open_pair(tables: Tables, asked: Open, passage: int) -> Pair:
    """A question without a known subject, judged by whether the answer stands in the passage."""
    span = find_answer(asked.answers, tables.passages[passage][1])
    if span:
        return Pair(asked.question, passage, 1.0, *span, "open+", 0.6)
    return Pair(asked.question, passage, 0.0, NO_ANSWER, NO_ANSWER, "open-", 0.6)


def near_pairs(tables: Tables, pair: Pair, near: list[int]) -> Iterator[Pair]:
    """The neighbours of a question that do not hold the answer it has in its own passage."""
    answer = tables.passages[pair.passage][1][pair.start : pair.end]
    for row in near[:2]:
        if row != pair.passage and not find_answer([answer], tables.passages[row][1]):
            yield Pair(pair.question, row, 0.0, NO_ANSWER, NO_ANSWER, "near-")


def labelled_pairs(tables: Tables) -> Iterator[Pair]:
    """The pairs of the tables that the mixture wants, WikiQA's by their label."""
    for pair in tables.pairs:
        if pair.origin in MIXTURE:
            yield pair
        elif pair.origin == "wikiqa":
            yield replace(pair, origin="wikiqa+" if pair.relevance > 0.5 else "wikiqa-")


def found_pairs(tables: Tables) -> Iterator[Pair]:
    """Pairs of questions with passages that a word search and the titles find for them."""
    chance = random.Random(5)
    read = [p for p in tables.pairs if p.start >= 0 and p.origin in MIXTURE]
    read = chance.sample(read, min(MAX_READ, len(read)))
    opens = chance.sample(tables.opens, min(MAX_OPEN, len(tables.opens)))
    near = neighbours(tables, list({p.question for p in read} | {o.question for o in opens}))
    for pair in read:
        yield from near_pairs(tables, pair, near[pair.question])
    titled = by_title(tables)
    for asked in opens:
        if asked.subject:
            own_pages = titled.get(normalised(asked.subject), [])[:3]
            for row in dict.fromkeys([*own_pages, *near[asked.question]]):
                yield subject_pair(tables, asked, row)
        else:
            for row in dict.fromkeys(near[asked.question]):
                yield open_pair(tables, asked, row)


def candidates(tables: Tables) -> dict[str, list[Pair]]:
    """All pairs by kind."""
    kinds: dict[str, list[Pair]] = defaultdict(list)
    for pair in (*labelled_pairs(tables), *found_pairs(tables)):
        kinds[pair.origin].append(pair)
    return kinds


def mixture(tables: Tables) -> list[Pair]:
    """The pairs to train on, shuffled, so many of each kind."""
    chance, pairs = random.Random(6), []
    for kind, found in candidates(tables).items():
        most = MIXTURE.get(kind, 0)
        print(f"{kind:28} {len(found):6} found, {min(most, len(found)):5} taken", flush=True)
        pairs += chance.sample(found, min(most, len(found)))
    chance.shuffle(pairs)
    return pairs


def compact(tables: Tables) -> Tables:
    """The mixture alone, with only the texts it needs, so that little is tokenised."""
    small = Tables()
    for pair in mixture(tables):
        asked = small.question(tables.questions[pair.question])
        passage = small.passage(*tables.passages[pair.passage])
        small.pairs.append(replace(pair, question=asked, passage=passage))
    return small


def thin(network: Network) -> None:
    """Leave out what a short run on a CPU can spare: dropout, and steps of the word vectors."""
    network.encoder.set_attn_implementation("eager")
    for part in network.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    for weight in network.encoder.embeddings.parameters():
        weight.requires_grad_(False)


def main() -> None:
    """Mine, fine-tune, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--student", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--share", type=float, default=0.7, help="of the polished weights")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    tables = compact(load(options.tables))
    texts = Texts(tables, options.backbone / "tokenizer.json")
    data = assemble(texts, tables.pairs).to(options.device)
    network = build(options.backbone)
    before = torch.load(options.student, weights_only=True, map_location="cpu")
    network.load_state_dict({n: v.float() for n, v in before.items()})
    plan = Plan("polish", options.epochs, options.rate, 32, report=20)
    thin(network)
    fit(network.to(options.device), data, plan)
    # The polish judges better and reads worse; a mixture of both weights keeps most of either.
    mixed = {
        n: torch.lerp(before[n].float(), v.cpu().float(), options.share)
        for n, v in network.state_dict().items()
    }
    torch.save({n: v.half() for n, v in mixed.items()}, options.out)


if __name__ == "__main__":
    main()
