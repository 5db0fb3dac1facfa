"""Answers for clients that show plain text."""

from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Answer, Citation, Evidence
from assay_server.answer_view import answer_view
from assay_server.endpoint import without_paths
from assay_server.written import written_answer


@pytest.mark.parametrize(
    ("location", "place"), [("page 61", "lamp.pdf, page 61"), ("", "lamp.pdf")]
)
def test_a_source_is_named_with_the_place_in_it(location, place):
    citation = Citation(0, 4, "s1", "lamp.pdf", 0, 9, "Oil burns.", 0.9, location)
    answer = Answer("What burns?", "Oil.", "crag", citations=(citation,))
    assert written_answer(answer) == f"Oil. [1]\n\n[1] {place}: “Oil burns.”"


def test_markers_of_a_model_and_the_list_of_sources_have_the_same_numbers():
    passages = [make_passage(text, id=f"p{n}") for n, text in enumerate(("Oil burns.", "Wax too."))]
    strips = tuple(whole(passage) for passage in passages)
    text = "Wax burns [2]. It melts [2]. Oil burns [1]."
    spans = [(0, 14, 1), (15, 28, 1), (29, 43, 0)]
    citations = tuple(
        Citation(start, end, strips[n].id, f"/srv/docs/{n}.txt", 0, 5, passages[n].text, 0.9)
        for start, end, n in spans
    )
    answer = Answer("?", text, "crag", evidence=Evidence(strips), citations=citations)
    said = written_answer(answer)
    assert said.startswith(f"{text}\n\n[1] ") and said.count("\n[2]") == 1
    assert "(1.txt): “Wax too.”" in said.split("[2] ")[-1] and "/srv" not in said
    assert [each["number"] for each in answer_view(answer)["citations"]] == [2, 2, 1]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("there is no index in /srv/my/index", "there is no index in index"),
        ("cannot read '/srv/a b/x.json': gone", "cannot read 'a b/x.json': gone"),
        ("GET /v1/documents lists them", "GET /v1/documents lists them"),
        ("http://localhost:1/v1/chat is down", "http://localhost:1/v1/chat is down"),
    ],
)
def test_errors_name_no_folder_of_the_server(message, shown):
    assert without_paths(message) == shown
