"""What speaks for an answer or against it: words that must be known, names that must be there."""

from __future__ import annotations

import pytest

from tests.adapters.generators.test_entry_reader import evidence_of, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

STORY = "Yesterday my wretched neighbour laughed about it for hours."


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("What is the default of steel and glass?", 0.0),
        (f"{STORY} What is the default of steel and glass?", 0.0),
        (f"{STORY} What about steel?", 5 / 6),  # that alone says too little
    ],
)
def test_of_a_story_only_its_question_must_be_known(tmp_path, question, unknown):
    entries = entries_of(tmp_path, "k.md", "# Steel\n\nThe default is steel.\n")
    told = reader(Seen("steel"))
    candidates = told._candidates(question, evidence_of(entries))
    assert told.signs(question, candidates).unknown == pytest.approx(unknown)


@pytest.mark.parametrize(
    ("name", "unnamed"), [("Kettlev3", False), ("Kettlev2", True), ("Teapot", True)]
)
def test_a_name_with_a_version_is_no_stranger_where_its_document_has_both(tmp_path, name, unnamed):
    entries = entries_of(tmp_path, "Kettle-3.md", "# Steel\n\nThe default is steel.\n")
    told = reader(Seen("steel"))
    question = f"Under {name}, what is the default?"
    candidates = told._candidates(question, evidence_of(entries))
    assert told.signs(question, candidates).unnamed is unnamed
