from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import open_index
from assay.indexing.schema import TERMS, schemas
from assay.indexing.vocabulary import (
    MAX_LETTERS,
    Vocabulary,
    compacted,
    count_terms,
    read_vocabulary,
)
from assay.testing import FakeEmbedder
from assay.text.stemmer import stem_of
from assay.text.stop_words import Language

SCHEMA = schemas(4)[TERMS]
TEXTS = st.lists(
    st.lists(st.sampled_from(["Goat", "goat", "cow", "bee's"]), max_size=5), max_size=5
)


def _rows(counts) -> pa.Table:
    return pa.table({"term": list(counts), "passages": list(counts.values())}, schema=SCHEMA)


def _vocabulary(folder: Path) -> Vocabulary:
    return open_index(folder).now().vocabulary


def _fresh(docs: Path, folder: Path) -> Vocabulary:
    index_paths([docs], folder, FakeEmbedder())
    return _vocabulary(folder)


def test_after_every_change_the_counts_are_those_of_a_fresh_index(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    rounds = [
        {
            "goat.txt": "The goat eats hay.",
            "cow.txt": "The cow eats grass.",
            "bee.md": "# Bee\n\nHoney.",
        },
        {"hen.txt": "The hen lays eggs. The cow looks on."},
        {"goat.txt": "The goat has left the farm for good.", "hen.txt": "Nobody lays eggs."},
        {"cow.txt": None, "bee.md": None},
        {"cow.txt": "The cow is back.", "rows.csv": "animal,legs\nbee,six\nhen,two\n"},
        {name: None for name in ("goat.txt", "hen.txt", "rows.csv")},
    ]
    for number, changes in enumerate(rounds):
        for name, text in changes.items():
            (docs / name).unlink() if text is None else (docs / name).write_text(text)
        index_paths([docs], tmp_path / "ix", FakeEmbedder())
        grown, fresh = _vocabulary(tmp_path / "ix"), _fresh(docs, tmp_path / f"fresh{number}")
        assert dict(grown.counts) == dict(fresh.counts)
        assert grown.passages == fresh.passages


def test_a_moved_file_does_not_count_twice(tmp_path):
    docs = tmp_path / "docs"
    (docs / "old").mkdir(parents=True)
    (docs / "new").mkdir()
    (docs / "old" / "goat.txt").write_text("The goat eats hay.")
    before = _fresh(docs, tmp_path / "ix")
    (docs / "old" / "goat.txt").rename(docs / "new" / "goat.txt")
    assert dict(_fresh(docs, tmp_path / "ix").counts) == dict(before.counts)


def test_headings_and_titles_are_words_of_their_passages(tmp_path):
    (tmp_path / "bee.md").write_text("# Beekeeping\n\n## Swarming\n\nIn May they leave.\n")
    words = _fresh(tmp_path / "bee.md", tmp_path / "ix")
    assert all(words.knows(word) for word in ("beekeeping", "swarming", "leave"))
    assert not words.knows("June")


@given(TEXTS, TEXTS)
def test_what_is_taken_off_again_leaves_no_trace(kept, gone):
    kept, gone = ([" ".join(words) for words in texts] for texts in (kept, gone))
    added = _rows(count_terms([*kept, *gone]))
    taken = _rows(count_terms(gone, -1))
    left = read_vocabulary(pa.concat_tables([added, taken]), len(kept))
    assert dict(left.counts) == dict(count_terms(kept))


def test_a_word_counts_once_in_a_passage_and_a_key_not_at_all():
    key = "a" * (MAX_LETTERS + 1)
    assert count_terms([f"hay hay HAY {key}", "hay"]) == {"hay": 2}


def test_summing_up_leaves_one_row_for_each_word_that_is_there():
    rows = pa.concat_tables([_rows({"goat": 2, "cow": 1}), _rows({"goat": 1, "cow": -1})])
    assert compacted(rows).to_pylist() == [{"term": "goat", "passages": 3}]


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["goat", "cow", "bee", "hen"]), st.integers(1, 50)))
def test_the_idf_of_a_known_word_is_below_that_of_an_unknown_one(counts):
    words = Vocabulary(counts, passages=50)
    values = [words.idf(word) for word in sorted(counts, key=lambda each: counts[each])]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value < words.idf("nothing") for value in values)


def test_forms_of_one_word_count_together_and_never_above_all_passages():
    words = Vocabulary({"retry": 40, "retries": 40}, passages=50)
    assert words.idf(stem_of("retries")) == 0
    assert words.knows("Retries") and words.knows("retried")


FORMS = (
    "goat",
    "goats",
    "goat's",
    "bees",
    "caf\u00e9",
    "cafes",
    "u.s",
    "us",
    "x-ray",
    "fly",
    "flies",
    "die",
    "dying",
    "stable",
    "stability",
)


@given(st.dictionaries(st.one_of(st.sampled_from(FORMS), st.text("aeiosy'.-n", min_size=1))
                       .map(str.casefold), st.integers(1, 9)))  # fmt: skip
def test_words_are_counted_by_their_bare_form_whatever_they_look_like(counts):
    summed = Counter()
    for word, count in counts.items():
        summed[stem_of(word)] += count
    vocabulary = Vocabulary(counts, passages=1_000)
    for stem in (*summed, "goat", "zebra"):
        expected = math.log(1_001 / (min(1_000, summed[stem]) + 1))
        assert vocabulary.idf(stem) == expected


def test_an_empty_index_has_a_vocabulary_too():
    words = read_vocabulary(_rows({}), 0)
    assert (words.idf("goat"), words.knows("goat")) == (0.0, False)
    assert Vocabulary({}, 9).idf("goat") == pytest.approx(math.log(10))


@pytest.mark.parametrize("word", ["sines", "sine", "Sines", "used", "uses", "gzipped", "gzipping"])
def test_another_form_of_a_known_word_is_known(word):
    words = Vocabulary({"sine": 1, "use": 1, "gzip": 1}, passages=3)
    assert words.knows(word)
    assert not words.knows("skipped")


def test_a_word_without_its_last_e_is_no_form_of_it():
    words = Vocabulary({"delete": 3, "deleted": 4, "zips": 2}, passages=9)
    assert not words.knows("delet")
    assert words.knows("deleting") and words.knows("zip")
    assert words.speller.corrected("how to delet it") == "how to delete it"


def test_names_in_a_table_are_no_language():
    rows = Counter({"vos": 3, "elle": 2, "murphy": 40})
    assert Vocabulary(rows, 300).language is Language.ENGLISH
    assert Vocabulary(rows | Counter({"dans": 40, "nous": 30}), 300).language is Language.FRENCH
    assert Vocabulary(Counter({"dans": 1}), 1).language is Language.FRENCH
    assert Vocabulary({}, 0).language is Language.ENGLISH
