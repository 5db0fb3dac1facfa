"""Questions of yes or no as people ask them, written by a language model for sentences of manuals.

`asked write --data DIR --out jobs.jsonl` (`python -m recipes.verifier.asked`) asks for a question
that a sentence answers by yes; the sentence that denies it (`flips.py`) answers it by no.
`asked check --jobs jobs.jsonl --replies replies.jsonl --out checks.jsonl` asks the model for the
answer by both, and `asked keep --jobs checks.jsonl --replies replies.jsonl --out asked.jsonl` keeps
the questions that it answers as they were meant. The files are those of `recipes.elsewhere`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from assay.types import Message, Role
from recipes.elsewhere.waiting import chatml
from recipes.verifier.examples import Example, sentences
from recipes.verifier.flips import both
from recipes.verifier.from_rulings import answered
from recipes.verifier.from_written import headed, written_passages

Line = dict[str, Any]
SHORTEST, LONGEST, OF_A_PASSAGE = 6, 40, 6
# How sure the model has to be of a yes by the sentence, and how much less by the one that denies
# it: a small model seldom says "no" to anything.
LEAST_YES, LEAST_FALL = 0.7, 0.15
_WHOLE = re.compile(r"^(?:[-*] )?[\"'(]?[A-Z].*[a-z)\"'][.!]$", re.DOTALL)
_BLIND = re.compile(r"^(?:- )?(?:It|This|That|They|These|Those|He|She|We|In this case|However)\b")
_ASKED = re.compile(
    r"^\W*((?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|am|if|when)\b"
    r"[^?\n]{10,160}\?)",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")

SHOWN = (
    (
        "Snapshots \u00b7 storctl",
        "A snapshot is deleted together with its volume.",
        "Do I lose the snapshots when I remove the volume?",
    ),
    (
        "Saving",
        "You can open several files in one window.",
        "Is it possible to have more than one document in the same window?",
    ),
    (
        "tidyd.conf",
        "The cleaner follows symbolic links by default.",
        "are symlinks followed if I don't configure anything?",
    ),
    (
        "Timeouts",
        "The client is told when its request takes longer than 30 seconds.",
        "Would a user get a message if the server needs a whole minute?",
    ),
)


def job(name: str, prompt: str, tokens: int, logprobs: int = 0) -> Line:
    """A line for the model."""
    whole = chatml([Message(Role.USER, prompt)], system="")
    line: Line = {"id": name, "prompt": whole, "tokens": tokens}
    return line | ({"logprobs": logprobs} if logprobs else {})


def writing_prompt(title: str, sentence: str) -> str:
    """Asks for a question answered by yes."""
    shown = "\n\n".join(
        f"Manual: {head}\nText: {text}\nQuestion: {asked}" for head, text, asked in SHOWN
    )
    return (
        "For a sentence of a manual, write a short question that a user might ask and that the "
        "sentence answers by yes. Use other words than the sentence where you can; name what it is "
        f"about.\n\n{shown}\n\nManual: {title}\nText: {sentence}\nQuestion:"
    )


def checking_prompt(title: str, sentence: str, question: str) -> str:
    """Asks for the answer to such a question."""
    return (
        f"Manual: {title}\nText: {sentence}\nQuestion: {question}\n"
        "By this text alone, is the answer yes, no, or does the text not say? "
        "Reply with one word: Yes, No or Unknown."
    )


def chosen_sentences(data: Path, most: int) -> list[Line]:
    """Sentences with what says them and what denies them; half deny, if there are so many."""
    rng = random.Random(11)
    found: dict[bool, list[Line]] = {True: [], False: []}
    passages = written_passages(data)
    for title, text, _ in rng.sample(passages, len(passages)):
        if not (title + text).isascii():
            continue
        head, body = headed(title, text)
        good = [part for part in sentences(body) if _tells(part)]
        for part in rng.sample(good, min(OF_A_PASSAGE, len(good))):
            if pair := both(part):
                line = {"title": head, "says": pair[0], "denies": pair[1]}
                found[part == pair[1]].append(line)
    denying = found[True][: most // 2]
    return denying + found[False][: most - len(denying)]


def _tells(sentence: str) -> bool:
    return (
        SHORTEST <= len(sentence.split()) <= LONGEST
        and _WHOLE.match(sentence) is not None
        and _BLIND.match(sentence) is None
    )


def question_in(reply: str) -> str | None:
    """The question at the beginning of a reply; None where it repeats one that it was shown."""
    found = _ASKED.match(reply)
    question = " ".join(found[1].split()) if found else None
    return None if question in {asked for _, _, asked in SHOWN} else question


def chance_of(reply: Line, answer: str) -> float:
    """How likely the model's first word is this answer."""
    tops = reply["tops"][0]
    return sum(math.exp(p) for word, p in tops if _WORD.findall(word.lower()) == [answer])


def asked_examples(asked: Iterable[Line], rng: random.Random) -> Iterator[Example]:
    """Both answers by both sentences."""
    for line in asked:
        title = line["title"] if rng.random() < 0.8 else ""
        yield from answered(line["question"], title, line["says"], line["denies"], "asked")


def read_lines(path: Path) -> list[Line]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _write(options: argparse.Namespace) -> Iterator[Line]:
    for n, line in enumerate(chosen_sentences(options.data, options.most)):
        yield line | job(f"w{n}", writing_prompt(line["title"], line["says"]), 40)


def _check(options: argparse.Namespace) -> Iterator[Line]:
    jobs = {line["id"]: line for line in read_lines(options.jobs)}
    for reply in read_lines(options.replies):
        source = jobs[reply["id"]]
        if question := question_in(reply["text"]):
            kept = {name: source[name] for name in ("title", "says", "denies")}
            for name in ("says", "denies"):
                prompt = checking_prompt(source["title"], source[name], question)
                yield kept | {"question": question} | job(f"{reply['id']}{name}", prompt, 2, 8)


def _keep(options: argparse.Namespace) -> Iterator[Line]:
    jobs = {line["id"]: line for line in read_lines(options.jobs)}
    replies = {reply["id"]: reply for reply in read_lines(options.replies)}
    for name, reply in replies.items():
        other = replies.get(name.replace("says", "denies"))
        if name.endswith("denies") or other is None:
            continue
        sure = chance_of(reply, "yes")
        if sure >= LEAST_YES and sure - chance_of(other, "yes") >= LEAST_FALL:
            source = jobs[name]
            yield {each: source[each] for each in ("title", "says", "denies", "question")}


STEPS = {"write": _write, "check": _check, "keep": _keep}


def main() -> None:
    """One of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--jobs", type=Path)
    parser.add_argument("--replies", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, default=16_000, help="sentences")
    options = parser.parse_args()
    lines = list(STEPS[options.step](options))
    options.out.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    print(len(lines), "lines")


if __name__ == "__main__":
    main()
