from __future__ import annotations

from assay.text.sentences import segments


def test_sentences_and_loose_words_are_all_there():
    text = "Gold is a metal. It shines!\n\n- no full stop"
    assert [text[a:b] for a, b in segments(text)] == [
        "Gold is a metal.",
        "It shines!",
        "- no full stop",
    ]


def test_marks_alone_say_nothing():
    assert segments(" ... !! ") == []
