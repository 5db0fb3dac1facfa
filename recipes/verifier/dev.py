"""The reported sets as examples: `python -m recipes.verifier.dev --data DIR --out dev.xz`."""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from recipes.assayer.corpus import in_training_half
from recipes.records import records
from recipes.verifier.edits import kind_of, same
from recipes.verifier.examples import CONTRADICTED, SUPPORTED, Example, held_out, save
from recipes.verifier.from_claims import LABELS, plain
from recipes.verifier.from_spans import LONGEST_ANSWER, rival_spans, unanswered

CLAIMS = (
    "fever_symmetric_dev", "healthver_test", "factcheck_gpt_stance", "lfqa_verification_odd",
    "pubmedqa_test", "wice_dev_chunks", "citint_dev_test",
)  # fmt: skip


def reported(data: Path) -> Iterator[Example]:
    """Claims by file, the held-out FEVER claims, and judged answers of the half for reports."""
    for name in CLAIMS:
        for row in records(data / f"claims/{name}.jsonl.gz"):
            yield Example(plain(row["claim"]), "", row["evidence"], LABELS[row["label"]], name)
    for row in records(data / "claims/fever_pairs.jsonl.gz"):
        if held_out(row["claim"]):
            yield Example(row["claim"], "", row["evidence"], LABELS[row["label"]], "fever_held_out")
    for row in records(data / "answers_judged/evouna_nq.jsonl.gz"):
        text = " ".join(f"The answer is {a.strip().rstrip('.')}." for a in row["answers"])
        label = SUPPORTED if row["correct"] else CONTRADICTED
        half = "even" if in_training_half(row["question"]) else "odd"
        claim = f"{row['question']} {row['candidate']}"
        yield Example(claim, "", text, label, f"evouna_{half}_{row['system']}")


def spans(data: Path) -> Iterator[Example]:
    """Spans of the right passage, right and wrong, as the product asks about them.

    Of SQuAD 2.0 and NQ the half that is not trained on. A question without an answer gets a span
    of the kind that it asks for.
    """
    rng = random.Random(7)
    answered: dict[str, list[str]] = defaultdict(list)
    rows = [
        row
        for name, half in (("squad2_dev", "context"), ("nq_oracle_spans", "question"))
        for row in records(data / f"spans/{name}.jsonl.gz")
        if not in_training_half(row[half])
    ]
    for row in rows:
        answered[row["context"]] += [a["text"] for a in row["answers"][:1]]
    for row in rows:
        question, text = row["question"].strip(), row["context"]
        title = row["meta"].get("title", "").replace("_", " ")
        if row["unanswerable"]:
            yield from unanswered(question, title, text, rng, "span")
            continue
        answer = row["answers"][0]["text"].strip()
        right = [a["text"] for a in row["answers"]]
        rivals = [
            r
            for r in rival_spans(text, answer, answered[text], rng)
            if not any(same(r, a) for a in right)
        ]
        if rivals and len(answer) <= LONGEST_ANSWER:
            yield Example(f"{question} {answer}", title, text, SUPPORTED, "span_right")
            # One of the same kind, a year for a year, is the mistake that a reader makes.
            kin = kind_of(rivals[0]) == kind_of(answer)
            origin = "span_wrong" if kin else "span_other"
            yield Example(f"{question} {rivals[0]}", title, text, CONTRADICTED, origin)


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    save([*reported(options.data), *spans(options.data)], options.out)


if __name__ == "__main__":
    main()
