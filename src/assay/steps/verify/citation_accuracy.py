"""Citation accuracy: the share of citations whose evidence supports the sentence."""

from __future__ import annotations

from collections.abc import Sequence

from assay.steps.verify.sentence_checks import Finding, View

# Another strip is far better when it says this much more of the claim in the same words.
FAR_BETTER = 0.3
# A strip with nearly all the words of the claim needs no network, unless that sees a contradiction.
IN_ITS_WORDS = 0.8
# Beside a citation that holds, a further one may support a part of the sentence only.
A_PART = 0.3


def citation_accuracy(findings: Sequence[Finding], supported: float = 0.5) -> float:
    """The share of citations that hold; 1 for an answer that cites nothing.

    One holds when the strip it points at supports the sentence, by the network or by nearly all of
    its words, and no other strip says far more of it. A citation that points nowhere does not hold.
    """
    held = [holds for each in findings for holds in _citations(each, supported)]
    return sum(held) / len(held) if held else 1.0


def _citations(finding: Finding, supported: float) -> list[bool]:
    views = {view.strip + 1: view for view in finding.views}
    full = [
        number in views and _holds(views[number], finding, supported)
        for number in finding.claim.cited
    ]
    if not any(full):
        return full
    return [
        holds or (number in views and views[number].coverage >= A_PART)
        for number, holds in zip(finding.claim.cited, full, strict=True)
    ]


def _holds(view: View, finding: Finding, supported: float) -> bool:
    if view.coverage < finding.best_coverage - FAR_BETTER:
        return False
    scores = view.scores
    in_its_words = view.coverage >= IN_ITS_WORDS and scores.contradicted < scores.absent
    return not view.objection and (scores.supported >= supported or in_its_words)
