"""Claims and questions of yes or no that a language model writes for texts; the judge labels them.

`composed write --data DIR --tables tables.xz --out jobs.jsonl` (`python -m
recipes.verifier.composed`) asks for them, and `composed keep --jobs jobs.jsonl --replies
replies.jsonl --data DIR --out composed.xz` makes examples of the replies. What the model was asked
for (something true, something wrong) is not believed: the examples have no weight, and
`recipes.verifier.judge` says what the text makes of each. The files are those of
`recipes.elsewhere`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from assay.types import Message, Role
from recipes.assayer.corpus import load as load_tables
from recipes.elsewhere.waiting import chatml
from recipes.verifier.asked import Line, read_lines
from recipes.verifier.edits import Pool, mentions, negated, swapped
from recipes.verifier.examples import ABSENT, Example, save, sentences
from recipes.verifier.flips import both
from recipes.verifier.from_unlabelled import science_texts
from recipes.verifier.from_written import headed, written_passages

LEAST_WORDS, MOST_WORDS = 25, 160
_LINE = re.compile(r"^\W*(true|wrong|open|yes|no):\s*(.+?)\s*$", re.IGNORECASE)
_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|am)\b.*\?$",
    re.IGNORECASE,
)

CLAIMS = """Read the text and write three sentences about its subject, one a line. Each names \
what it is about and can be understood without the text.
True: something that the text tells, in other words, perhaps put together from two places.
Wrong: nearly something that the text tells, but one detail is changed, so that the text denies it.
Open: something about the same subject that is likely, but that the text leaves open.

Text: Harlow Mill
Harlow Mill was built of red brick in 1874 for the brothers Amos and John Pell. A fire in 1902 \
destroyed its upper floors; the machines were moved to Leeds, and the mill never spun cotton \
again. Since 1988 it has housed a museum of canal boats.
True: Cotton was spun in Harlow Mill for less than thirty years.
Wrong: Harlow Mill lost its upper floors when a flood hit it in 1902.
Open: The museum in Harlow Mill is closed during the winter.

Text: {text}"""

QUESTIONS = """Read the text of a manual and write three short questions of its users, one a line, \
to be answered by yes or no. They use their own words and name what they ask about.
Yes: a question to which the answer is yes by the text.
No: a question to which the answer is no by the text.
Open: a question that the text leaves open.

Text: Snapshots, storctl
A snapshot is deleted together with its volume. It can be renamed only while nobody has mounted it.
Yes: Do I lose the snapshots when I remove the volume?
No: can I rename a snapshot that is in use
Open: Is there a limit on the number of snapshots of one volume?

Text: {text}"""

# What begins a reply: the form is then kept.
FIRST = {CLAIMS: "True:", QUESTIONS: "Yes:"}


def job(name: str, asked: str, title: str, text: str) -> Line:
    """A line for the model, with what it is about."""
    shown = asked.format(text=f"{title}\n{text}" if title else text)
    prompt = chatml([Message(Role.USER, shown)], system="") + FIRST[asked]
    return {"id": name, "prompt": prompt, "tokens": 110, "title": title, "text": text}


def piece(text: str, rng: random.Random, most: int) -> str:
    """So many words of a text at most, in whole sentences."""
    parts, words = sentences(text), 0
    first = rng.randrange(len(parts)) if len(text.split()) > most else 0
    kept = []
    for part in parts[first:]:
        words += len(part.split())
        if kept and words > most:
            break
        kept.append(part)
    return " ".join(kept)


def jobs_of(options: argparse.Namespace) -> Iterator[Line]:
    """Claims for pages, science and manuals, and questions for manuals."""
    rng = random.Random(23)
    tables = load_tables(options.tables)
    pages = [tables.passages[row] for row in tables.seeds]
    manuals = [
        headed(title, text)
        for title, text, _ in written_passages(options.data, ("technical",))
        if (title + text).isascii()  # some are not in English
    ]
    science = [("", text) for text in science_texts(options.data)]
    half, quarter = options.claims // 2, options.claims // 4
    for kind, texts, most in (("p", pages, half), ("s", science, quarter), ("m", manuals, quarter)):
        for n, (title, text) in enumerate(rng.sample(texts, min(most, len(texts)))):
            if LEAST_WORDS <= len((cut := piece(text, rng, MOST_WORDS)).split()) <= 2 * MOST_WORDS:
                yield job(f"{kind}{n}", CLAIMS, title, cut)
    for n in range(options.questions):
        title, text = rng.choice(manuals)
        cut = piece(text, rng, rng.choice([12, 25, 40, 80]))
        if 6 <= len(cut.split()) <= MOST_WORDS:
            yield job(f"q{n}", QUESTIONS, title, cut)


def composed(line: Line, reply: str, pool: Pool, rng: random.Random) -> Iterator[Example]:
    """The examples of one reply: claims beside their text, questions with both answers."""
    is_question = line["id"].startswith("q")
    first = FIRST[QUESTIONS if is_question else CLAIMS]
    texts = [line["text"], *denied(line["text"])]
    for each in f"{first} {reply}".splitlines():
        found = _LINE.match(each)
        if found is None or not 4 <= len(found[2].split()) <= 45:
            continue
        title = line["title"] if rng.random() < 0.7 else ""
        if not is_question:
            yield claimed(found[2], title, line["text"], pool, rng)
            continue
        question = found[2] if found[2].endswith("?") else f"{found[2]}?"
        if _YES_OR_NO.match(question):
            for text in texts[: 1 if found[1].lower() == "open" else 2]:
                yield from both_answers(question, title, text, "composed_question")


def denied(text: str) -> Iterator[str]:
    """The text with a sentence that says the opposite, where one can be made so."""
    for part in sentences(text):
        if pair := both(part):
            yield text.replace(part, pair[1] if part == pair[0] else pair[0])
            return


def claimed(claim: str, title: str, text: str, pool: Pool, rng: random.Random) -> Example:
    """A claim beside its text or a piece of it; some are changed, for a model seldom says no."""
    draw = rng.random()
    if draw < 0.1:
        claim = negated(claim, rng) or claim
    elif draw < 0.25:
        claim = swapped(claim, text, pool, rng) or claim
    near = text if rng.random() < 0.7 else piece(text, rng, 50)
    return Example(claim, title, near, ABSENT, "composed_claim", 0.0)


def both_answers(question: str, title: str, text: str, origin: str) -> Iterator[Example]:
    """Yes and no to a question, of no weight."""
    for said in ("Yes.", "No."):
        yield Example(f"{question} {said}", title, text, ABSENT, origin, 0.0)


def written_questions(data: Path, rng: random.Random) -> Iterator[Example]:
    """Written questions that are answered by yes or no, beside the text they were written for."""
    for title, text, questions in written_passages(data):
        for asked in questions:
            question = asked["question"].strip()
            if not _YES_OR_NO.match(question):
                continue
            head, body = headed(title, text)
            yield from both_answers(question, head, body, "written_question")
            if "start" in asked:
                near = text[asked["start"] : asked["end"]]
                whole = [s for s in sentences(text) if near[:40] in s or s in near]
                if whole and rng.random() < 0.7:
                    yield from both_answers(question, title, " ".join(whole), "written_question")


def examples_of(options: argparse.Namespace) -> Iterator[Example]:
    """Those of the written questions, if data is given, and those of the replies, if there are."""
    rng, pool = random.Random(25), Pool()
    if options.data:
        yield from written_questions(options.data, rng)
    if options.replies:
        jobs = {line["id"]: line for line in read_lines(options.jobs)}
        some = rng.sample(sorted(jobs), min(len(jobs), 5_000))
        pool.add(m.text for name in some for m in mentions(jobs[name]["text"]))
        for reply in sorted(read_lines(options.replies), key=lambda reply: reply["id"]):
            yield from composed(jobs[reply["id"]], reply["text"], pool, rng)


def main() -> None:
    """One of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("write", "keep"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--jobs", type=Path)
    parser.add_argument("--replies", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--claims", type=int, default=16_000, help="texts to write claims for")
    parser.add_argument("--questions", type=int, default=14_000, help="texts to ask about")
    options = parser.parse_args()
    if options.step == "write":
        lines = list(jobs_of(options))
        random.Random(24).shuffle(lines)
        options.out.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        print(len(lines), "lines")
        return
    made = list(examples_of(options))
    save(made, options.out)
    print(len(made), "examples")


if __name__ == "__main__":
    main()
