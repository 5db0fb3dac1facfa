from __future__ import annotations

import pytest

from assay.errors import InputError
from assay_bench.speed import corpus


def test_passages_are_as_many_and_as_long_as_asked_for_and_always_the_same():
    made = list(corpus.passages(50))
    assert len(made) == 50
    assert len(set(made)) == 50
    assert made == list(corpus.passages(50))
    assert all(110 <= len(passage.split()) <= 110 + 60 for passage in made)


def test_questions_differ():
    asked = corpus.questions(40)
    assert len(set(asked)) == 40
    assert all(question.endswith("?") for question in asked)


def test_a_folder_of_texts_can_stand_in(tmp_path):
    (tmp_path / "a.txt").write_text("Gold melts at one thousand degrees or more. " * 3)
    (tmp_path / "b.bin").write_bytes(b"\xff")
    assert corpus.sentences(tmp_path) == ("Gold melts at one thousand degrees or more.",)


@pytest.mark.parametrize("content", [None, "Short."])
def test_a_folder_without_prose_is_an_error(tmp_path, content):
    if content:
        (tmp_path / "a.txt").write_text(content)
    with pytest.raises(InputError):
        corpus.sentences(tmp_path)


def test_files_stop_where_there_is_enough(tmp_path):
    few = corpus.write_files(tmp_path / "few", None, 30)
    more = corpus.write_files(tmp_path / "more", None, 300)
    assert 1 <= len(few) < len(more)
    assert all(path.read_text("utf-8").strip() for path in few)
