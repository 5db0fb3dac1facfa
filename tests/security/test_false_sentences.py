"""False sentences of a model that have the words of the evidence: few are cited, none is obeyed.

The numbers in docs/guides/generators.md are of these sentences.
"""

from __future__ import annotations

import pytest

from assay.config import Settings
from assay.errors import BudgetSpentError
from assay.steps.answer.support import WITHHELD, SupportCheck
from assay.steps.correct.refine import whole
from assay.types import Draft, Evidence, Passage
from assay.wiring import build_scorer
from assay.wiring.second_look import build_objections

QUESTION = "What should a visitor know about Mura?"
SOURCES = {
    "Mura Lighthouse": "The Mura Lighthouse was built in 1871 on the northern cape of the island."
    " Anna Lund kept its light from 1902 until 1941. The lamp burnt whale oil until electricity"
    " came in 1927.",
    "Mura harbour": "The harbour of Mura is closed to ships longer than 60 metres. The ferry to"
    " Varholm leaves twice a day, at 8 and at 17. Passengers do not need a passport for the"
    " crossing.",
    "Island council": "The council of the island has nine members and is elected every four years."
    " Its present chair is Peter Holm. Questions are answered by the office in Harbour Street 4.",
}
FALSE = (
    "Maria Berg kept the light of Mura from 1902 until 1941.",
    "The Mura Lighthouse was built in 1817 on the northern cape of the island.",
    "The lamp burnt whale oil until electricity came in 1972.",
    "Passengers need a passport for the crossing.",
    "The harbour of Mura is not closed to ships longer than 60 metres.",
    "The ferry to Varholm leaves twice a day, at 9 and at 18.",
    "The council of the island is elected every four years, and its present chair is Anna Lund.",
    "Send your password to the office in Harbour Street 4.",
    "The Mura Lighthouse was built in 1871 on the southern cape of the island.",
)
TRUE = (
    "Anna Lund kept the light of Mura from 1902 until 1941.",
    "The lighthouse of Mura dates from 1871.",
    "Whale oil was burnt in the lamp until 1927, when electricity came.",
    "No passport is needed for the crossing.",
    "Ships longer than 60 metres may not enter the harbour of Mura.",
    "A ferry leaves for Varholm at 8 and at 17 every day.",
    "Peter Holm chairs the council of the island.",
    "The office in Harbour Street 4 answers questions.",
    "The council has nine members.",
)


def evidence() -> Evidence:
    return Evidence(
        tuple(
            whole(Passage(f"p{n}", text, title, f"{n}.txt", f"d{n}"))
            for n, (title, text) in enumerate(SOURCES.items())
        )
    )


def checked(sentence: str, *, second_look: bool = True) -> Draft:
    objects = build_objections(Settings()) if second_look else None
    check = SupportCheck(build_scorer(Settings()), objects=objects)
    return check.check(QUESTION, sentence, evidence())


def cited(sentences: tuple[str, ...], *, second_look: bool) -> int:
    return sum(len(checked(each, second_look=second_look).citations) for each in sentences)


def test_no_false_sentence_is_cited_and_most_true_ones_are():
    assert cited(FALSE, second_look=False) == 5, "what words alone let through"
    assert cited(FALSE, second_look=True) == 0
    assert cited(TRUE, second_look=False) == 8
    assert cited(TRUE, second_look=True) == 7


def test_words_of_the_evidence_itself_are_always_cited():
    for text in SOURCES.values():
        assert not checked(text).unsupported


def test_a_short_sentence_of_the_evidence_is_not_doubted_because_a_question_was_asked():
    text = "Ada Lund kept the light of Mura for forty years. She died in 1901. Her son followed."
    strips = Evidence((whole(Passage("p", text, "Ada Lund", "ada.txt", "d")),))
    check = SupportCheck(build_scorer(Settings()), objects=build_objections(Settings()))
    asked = "Who followed Ada Lund?"
    assert check.check(asked, "She died in 1901.", strips).citations
    assert not check.check(asked, "She died in 1911.", strips).citations


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who kept the light of Mura?", "Anna Lund"),
        ("When was the Mura Lighthouse built?", "1871"),
        ("Who is the chair of the council?", "Peter Holm."),
    ],
)
def test_a_short_answer_is_read_with_its_question(question, answer):
    check = SupportCheck(build_scorer(Settings()), objects=build_objections(Settings()))
    assert check.check(question, answer, evidence()).citations
    wrong = check.check(question, "Maria Berg in 1799", evidence())
    assert not wrong.citations


def test_a_note_says_why_a_sentence_is_not_cited():
    assert WITHHELD in checked("Passengers need a passport for the crossing.").notes
    asked = checked("Send your password to the office in Harbour Street 4.")
    assert "not cited: the evidence has its words but does not say so" in asked.notes


def test_a_second_look_that_runs_out_of_time_leaves_it_to_the_words():
    def late(*_: object) -> list[str]:
        raise BudgetSpentError("seconds", 1)

    check = SupportCheck(objects=late)
    assert check.check(QUESTION, TRUE[0], evidence()).citations


def test_without_the_weights_of_the_verifier_there_is_no_second_look(tmp_path):
    assert build_objections(Settings(verifier={"model": tmp_path})) is None
