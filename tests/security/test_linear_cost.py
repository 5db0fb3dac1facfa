"""Four times the text costs about four times the work, whatever the text is made of.

Growth is compared within one run and with much slack: linear is 4, quadratic would be 16. What is
done in a few milliseconds at the larger size cannot be quadratic there and is not compared.
"""

from __future__ import annotations

import time
from itertools import count

import pytest

from assay.adapters.pages.extract import tidy as tidy_page
from assay.adapters.search.hits import plain
from assay.cli.console import printable
from assay.steps.answer.markers import take_markers
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.support import SupportCheck
from assay.steps.correct.refine import cut_strips, whole
from assay.steps.verify.claims import claims_of
from assay.steps.verify.roles import roles_swapped
from assay.steps.verify.wording import bias
from assay.testing import make_passage
from assay.text.keywords import keywords
from assay.text.names import missing_names, subject_names
from assay.text.numbers import missing_figures
from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.text.quantities import in_words_of, other_quantities
from assay.text.quotations import quotations_hold, said_word_for_word
from assay.text.repeats import distinct
from assay.text.sanitise import sanitise
from assay.text.sentences import sentence_spans
from assay.types import Citation, Evidence, Page
from assay_documents.asciidoc.read_asciidoc import asciidoc_blocks
from assay_documents.passages.sizes import split_prose
from assay_documents.texts.settings import settings_blocks
from assay_documents.xml_manual.entities import without_entities
from assay_documents.xml_manual.recognise import vocabulary_of

pytestmark = pytest.mark.slow

SMALL, LARGE = 3_000, 12_000
SLACK = 10.0
CHEAP_S = 0.02
UNITS = (
    *("x", "A!", "\u3002", "\u6f22\u3002", "a. ", "Ab cd. ", "Dr. A. ", "1. ", "1,", "12 ", "A "),
    *("[1]", "[source ", "[ ", "[1,", "[" + " " * 50, "<", "< ", "</", "<|", "<think>", "```", "-"),
    *('"a b c ', '"', "(", "'s ", "n't ", "of course ", "http://a.b/c ", "system: ", "Aa-"),
    *("\n", "\n\n", " \n", "\t", " ", "\r", "\f", "\u200d", "a\u0301", "\u202e", "&#x41;"),
    *("references ", "Anna Lund, ", "1 hour 30 minutes ", "A less than B ", "cut by ", "but "),
)


def page_passages(text: str) -> object:
    passages = cut_paragraphs(Page("u", "t", text))
    return most_promising(distinct(passages), text[:4_000], 10)


def cited(text: str) -> object:
    citations = tuple(
        Citation(at, at + 5, "e", "", 0, 0, "", 0.0) for at in range(0, len(text), 50)
    )
    return claims_of(text, citations, Evidence((whole(make_passage(text)),)))


def checked(text: str) -> object:
    return SupportCheck().check("What is it?", text, Evidence((whole(make_passage(text)),)))


_FRESH = count()


def compared(text: str) -> object:
    """The rules of `assay verify`; what was compared once is kept, so the text is a new one."""
    text = f"{text} {next(_FRESH)}"
    return (
        other_quantities(text, text),
        in_words_of(text, text),
        roles_swapped(text, text),
    )


PARTS = {
    "sentences": sentence_spans,
    "strips": lambda text: cut_strips(make_passage(text)),
    "passages": lambda text: split_prose(text, 150),
    "pages": page_passages,
    "keywords": keywords,
    "sanitising": sanitise,
    "tidy page": tidy_page,
    "tidy answer": clean_reply,
    "refusal": is_refusal,
    "search result": plain,
    "names": lambda text: (missing_names(text, text[::-1]), subject_names(text)),
    "figures": lambda text: missing_figures(text, text),
    "markers": lambda text: take_markers(text, 5, text),
    "claims": cited,
    "quotations": lambda text: quotations_hold(text, Evidence((whole(make_passage(text)),))),
    "word for word": lambda text: said_word_for_word(text[: len(text) // 2], text),
    "bias": lambda text: bias(text, text),
    "citation check": checked,
    "rules of verify": compared,
    "terminal": printable,
    "AsciiDoc": asciidoc_blocks,
    "vocabulary": lambda text: (vocabulary_of(text), vocabulary_of(f"<!DOCTYPE a [{text}")),
    "entities": lambda text: without_entities(f"<!DOCTYPE a [<!ENTITY a '{text}'>]><a>{text}</a>"),
    "settings": lambda text: settings_blocks("# a b\n" * len(text.splitlines()) + text),
}


def cost(part, unit: str, size: int) -> float:
    text = (unit * (size // len(unit) + 1))[:size]
    began = time.process_time()
    part(text)
    return time.process_time() - began


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_the_cost_of_a_step_is_linear_in_its_input(part):
    for unit in UNITS:
        cost(part, unit, 500)  # what is loaded or compiled once is not counted
        tries = []
        for _ in range(4):
            large = cost(part, unit, LARGE)
            small = max(cost(part, unit, SMALL), CHEAP_S / SLACK)
            tries.append(large / small)
            if tries[-1] < SLACK:
                break
        assert min(tries) < SLACK, f"{unit!r} grows {min(tries):.1f} times"
