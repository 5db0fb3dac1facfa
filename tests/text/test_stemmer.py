from __future__ import annotations

import pytest

from assay.text.stemmer import stem_of


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("english", "serve serves served serving"),
        ("english", "mode modes"),
        ("english", "free frees freeing"),
        ("english", "erase erases erased"),
        ("english", "delete deletes deleted deletion"),
        ("english", "copy copies copied"),
        ("english", "gzip gzipped gzipping"),
        ("english", "Die dies dying"),
        ("german", "Haus Hauses H\u00e4user H\u00e4usern"),
        ("french", "\u00e9tudier \u00e9tudi\u00e9e \u00e9tudiait"),
        ("spanish", "canci\u00f3n canciones"),
    ],
)
def test_forms_of_a_word_have_one_stem(language, forms):
    assert len({stem_of(form, language) for form in forms.split()}) == 1


@pytest.mark.parametrize("word", ["note", "notes", "nonce", "here", "cane", "bute", "doe"])
def test_no_word_becomes_a_word_of_grammar(word):
    grammar = "not none non her can but do"
    assert stem_of(word) not in {stem_of(each) for each in grammar.split()}
