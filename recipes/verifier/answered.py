"""Answers as language models give them, beside the right answers; the first weights label them.

`answered write --tables tables.xz --out jobs.jsonl` (`python -m recipes.verifier.answered`) has a
language model answer open questions in a sentence or two, half of them told the right answer, and
`answered keep --jobs jobs.jsonl --replies replies.jsonl --out answered.xz` makes examples of the
replies. Nobody knows which are right: the examples have no weight, and `train --keep answers`
lets the weights at first say what they think of each. The files are those of `recipes.elsewhere`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from assay.types import Message, Role
from recipes.assayer.corpus import Open, Tables
from recipes.assayer.corpus import load as load_tables
from recipes.elsewhere.waiting import chatml
from recipes.verifier.asked import Line, read_lines
from recipes.verifier.examples import ABSENT, Example, save

LONGEST_ANSWER = 60  # signs
MOST_OF_A_KIND = 5_000
# Facts about the world; of manuals and reviews a model knows nothing.
KINDS = (
    "multihop", "nq", "popqa", "squad", "squad2", "squadshifts_new_wiki", "trivia", "webq",
    "wikiqa", "written-factual",
)  # fmt: skip
ASKED = (
    "{question}",
    "{question}\nAnswer in one sentence.",
    "{question}\nAnswer in two or three sentences.",
    "Answer the question and tell a little about it: {question}",
)
TOLD = "Question: {question}\nThe answer is: {answer}\nAnswer the question in {form}."
FORMS = ("a full sentence", "one sentence of your own", "two sentences", "three sentences")


def open_questions(tables: Tables) -> Iterator[Open]:
    """Those with a short answer, at most so many of each kind."""
    spans = (
        Open(p.question, [tables.passages[p.passage][1][p.start : p.end].strip()], "", p.origin)
        for p in tables.pairs
        if p.start >= 0
    )
    kinds: dict[str, dict[int, Open]] = defaultdict(dict)
    for each in (*tables.opens, *spans):
        if each.answers and 0 < len(each.answers[0]) <= LONGEST_ANSWER:
            kinds[each.origin].setdefault(each.question, each)
    for name in KINDS:
        rows = list(kinds[name].values())
        yield from random.Random(9).sample(rows, min(MOST_OF_A_KIND, len(rows)))


def jobs_of(tables: Tables) -> Iterator[Line]:
    """Every question once, half of them with the answer told."""
    rng = random.Random(31)
    for number, each in enumerate(open_questions(tables)):
        question = tables.questions[each.question]
        if rng.random() < 0.5:
            shown = rng.choice(ASKED).format(question=question)
        else:
            form = rng.choice(FORMS)
            shown = TOLD.format(question=question, answer=each.answers[0], form=form)
        yield {
            "id": f"a{number}",
            "prompt": chatml([Message(Role.USER, shown)], system=""),
            "tokens": 70,
            "question": question,
            "answers": each.answers[:6],
        }


def answered(line: Line, reply: str, others: list[str], rng: random.Random) -> Iterator[Example]:
    """The reply beside the right answers, and beside those of another question."""
    text = " ".join(reply.split())
    if "." in text and rng.random() < 0.7:
        text = text[: text.rindex(".") + 1]  # a reply is cut where its tokens end
    question = line["question"].strip()
    if rng.random() < 0.5:
        question = question.rstrip("?").rstrip().lower()  # as people type into a search box
    if len(text.split()) < 3:
        return
    for known in (line["answers"], others)[: 1 if rng.random() < 0.8 else 2]:
        right = " ".join(f"The answer is {a.strip().rstrip('.')}." for a in known)
        yield Example(f"{question} {text}", "", right, ABSENT, "answered", 0.0)


def examples_of(jobs: list[Line], replies: list[Line]) -> Iterator[Example]:
    """Those of every reply, in the order of the jobs' names."""
    rng, lines = random.Random(32), {line["id"]: line for line in jobs}
    for reply in sorted(replies, key=lambda reply: reply["id"]):
        other = rng.choice(jobs)["answers"]
        yield from answered(lines[reply["id"]], reply["text"], other, rng)


def main() -> None:
    """One of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("write", "keep"))
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--jobs", type=Path)
    parser.add_argument("--replies", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.step == "write":
        lines = list(jobs_of(load_tables(options.tables)))
        random.Random(33).shuffle(lines)
        options.out.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        print(len(lines), "lines")
        return
    made = list(examples_of(read_lines(options.jobs), read_lines(options.replies)))
    save(made, options.out)
    print(len(made), "examples")


if __name__ == "__main__":
    main()
