"""Examples from the claims data: as they are, and changed so that the claim alone tells nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from recipes.records import records
from recipes.verifier.edits import Pool, mentions, negated, other_value, replaced, swapped
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, held_out, sentences

LABELS = {"supported": SUPPORTED, "refuted": CONTRADICTED, "unknown": ABSENT}
# How often each file is used, and how far its labels are to be trusted. A citation judged wrong
# (citint) is seldom a contradiction: there only "supported" or not is known.
FILES = {
    "fever_pairs": 2.0,
    "climate_fever": 0.7,
    "covidfact": 1.0,
    "healthver_dev": 3.0,
    "scifact_train": 3.0,
    "pubmedqa_train": 2.0,
    "citint_train": 0.5,
}

_CITATION = re.compile(
    r"\s*\[[^\]]*<\|(?:multi_|other_)?cit\|>[^\]]*\]|<\|(?:multi_|other_)?cit\|>"
)


def claim_examples(data: Path, rng: random.Random) -> Iterator[Example]:
    """The claims files that may be trained on, with their changed forms."""
    pool = Pool()
    rows = {name: list(records(data / f"claims/{name}.jsonl.gz")) for name in FILES}
    for name in ("fever_pairs", "climate_fever"):
        pool.add(m.text for row in rows[name] for m in mentions(row["evidence"]))
    for name, weight in FILES.items():
        kept = [row for row in rows[name] if name != "fever_pairs" or not held_out(row["claim"])]
        for row in kept:
            claim, text = plain(row["claim"]), row["evidence"].strip()
            label = LABELS[row["label"]]
            if name == "citint_train" and label == CONTRADICTED:
                label = ABSENT
            title = row["meta"].get("article", "") if rng.random() < 0.5 else ""
            yield Example(claim, title, text, label, name, weight)
        if name == "pubmedqa_train":
            yield from _pubmed_forms(kept, rng)
        if name == "fever_pairs":
            yield from _fever_changes(kept, pool, rng)
        else:
            yield from _elsewhere(kept, name, rng, share=0.15)


def plain(claim: str) -> str:
    """The claim without the marks that citation data carry."""
    return _CITATION.sub("", claim).replace(" .", ".").strip()


def _pubmed_forms(rows: list[dict], rng: random.Random) -> Iterator[Example]:
    """Questions about an abstract with a yes or no, and what its authors conclude."""
    for row in rows:
        question, text, end = row["claim"], row["evidence"], row["meta"].get("conclusion", "")
        whole = " ".join([*sentences(text)[-5:], end]) if rng.random() < 0.5 else end
        if row["label"] != "unknown":
            said = rng.choice(["Yes.", "No."])
            holds = (said == "Yes.") == (row["label"] == "supported")
            label = SUPPORTED if holds else CONTRADICTED
            yield Example(f"{question} {said}", "", text, label, "pubmed_yes_no")
            if end:
                label = LABELS[row["label"]]
                yield Example(question, "", whole, label, "pubmed_conclusion")
        last = " ".join(sentences(text)[-6:])
        for each in sentences(end)[:1]:
            yield Example(each, "", last, SUPPORTED, "pubmed_conclusion", 0.4)
            if opposite := negated(each, rng):
                yield Example(opposite, "", last, CONTRADICTED, "pubmed_conclusion", 0.4)
                yield Example(opposite, "", whole or last, CONTRADICTED, "pubmed_conclusion")


def _fever_changes(rows: list[dict], pool: Pool, rng: random.Random) -> Iterator[Example]:
    """What breaks the habit of judging by the claim alone."""
    for row in rows:
        claim, text = row["claim"], row["evidence"]
        supported = row["label"] == "supported"
        if supported:
            # The evidence is changed and the claim stays: the very same claim becomes false.
            shared = [m for m in mentions(claim) if m.text in text]
            if shared:
                spot = rng.choice(shared)
                new = other_value(spot.text, text, pool, rng)
                if new:
                    yield Example(
                        claim, "", replaced(text, spot.text, new), CONTRADICTED, "fever_evidence"
                    )
            false = negated(claim, rng) if rng.random() < 0.5 else swapped(claim, text, pool, rng)
            if false:
                yield Example(false, "", text, CONTRADICTED, "fever_claim")
        elif rng.random() < 0.6:
            # A claim known as false stands in the evidence: here it is supported.
            around = sentences(rng.choice(rows)["evidence"])[:2]
            around.insert(rng.randint(0, len(around)), claim)
            yield Example(claim, "", " ".join(around), SUPPORTED, "fever_stated")
        if rng.random() < 0.5:
            opposite = negated(claim, rng)
            if opposite and not supported:
                yield Example(opposite, "", text, SUPPORTED, "fever_negated", 0.5)
    yield from _elsewhere(rows, "fever_pairs", rng, share=0.6)


def _elsewhere(rows: list[dict], name: str, rng: random.Random, share: float) -> Iterator[Example]:
    """Claims beside the evidence of another claim that has words in common: it is silent."""
    by_word: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        for mention in {m.text for m in mentions(row["claim"])}:
            by_word.setdefault(mention, []).append(at)
    for at, row in enumerate(rows):
        if rng.random() > share:
            continue
        near = [n for m in mentions(row["claim"]) for n in by_word.get(m.text, []) if n != at]
        near = [n for n in near if rows[n]["evidence"] != row["evidence"]]
        if near and name == "fever_pairs" and rng.random() < 0.6:
            other = rows[rng.choice(near)]
            # The same subject, another fact: no word of the claim's own fact may stand there.
            names = {m.text for m in mentions(row["claim"])}
            fact = [
                w for w in row["claim"].split() if len(w) > 3 and not any(w in n for n in names)
            ]
            if fact and not any(w.strip(".,").lower() in other["evidence"].lower() for w in fact):
                yield Example(row["claim"], "", other["evidence"], ABSENT, name + "_near", 0.7)
            continue
        other = rng.choice(rows)
        if other["claim"] != row["claim"]:
            yield Example(row["claim"], "", other["evidence"], ABSENT, name + "_far", 0.5)
