from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.spelling import MAX_CORRECTIONS, Speller, mistakes

COUNTS = {
    "anchor": 9,
    "harbour": 7,
    "lantern": 4,
    "lanterns": 2,
    "compass": 5,
    "mast": 3,
    "most": 30,
    "raresail": 1,
    "chart.txt": 2,
}
SPELLER = Speller(COUNTS)
WORDS = st.text("abcde", min_size=0, max_size=8)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("where is the ancor?", "where is the anchor?"),
        ("the hrabour", "the harbour"),
        ("harbuor lanetrn", "harbour lantern"),
        ("compasss", "compass"),
        ("the 'ancor'.", "the 'anchor'."),
        ("Copmass!", "compass!"),
        ("what is ancor_lantern_max?", "what is anchor_lantern_max?"),
    ],
)
def test_a_misspelt_word_becomes_the_nearest_of_the_index(typed, meant):
    assert SPELLER.corrected(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "anchor",  # right
        "ANCHOR and Harbour",  # right in another case
        "zebra crossing",  # near to nothing
        "mst",  # too short to guess from
        "aNcor",  # a name with a spelling of its own
        "rarseail",  # the only near word stands in one passage
        "ancho7",  # a key, not a word
        "charts.txt",  # a name of a file
        "anchormast_length",  # no two words in a name
        "",
    ],
)
def test_everything_else_stays_as_it_was_typed(typed):
    assert SPELLER.corrected(typed) == typed


def test_a_word_of_a_file_name_is_no_word_to_mend():
    assert (
        Speller({"confirm": 50, "config.yml": 3}).corrected("read config.yml") == "read config.yml"
    )


def test_known_words_stay_although_the_vocabulary_lacks_them():
    assert SPELLER.corrected("ancor", frozenset(["ancor"])) == "ancor"


def test_of_equally_near_words_the_more_common_one_wins():
    assert SPELLER.nearest("mest") == "most"


def test_fewer_mistakes_win_over_more_passages():
    assert Speller({"harbour": 2, "harbours": 90}).nearest("harbuor") == "harbour"


def test_a_short_word_keeps_its_first_letter():
    assert Speller({"lines": 80, "sinus": 3}).corrected("sines") == "sinus"
    assert Speller({"lines": 80}).corrected("sines") == "sines"


def test_only_so_many_words_are_mended():
    mended = SPELLER.corrected(" ".join(["ancor"] * (MAX_CORRECTIONS + 3)))
    assert mended.split().count("anchor") == MAX_CORRECTIONS


@given(st.text(max_size=80))
def test_no_text_breaks_it_and_an_empty_vocabulary_changes_nothing(text):
    assert Speller({}).corrected(text) == text
    SPELLER.corrected(text)


@given(st.sampled_from([w for w in COUNTS if w.isalpha() and len(w) > 4]), st.data())
def test_two_neighbours_swapped_inside_a_word_are_one_mistake(word, data):
    at = data.draw(st.integers(1, len(word) - 3))
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    assert mistakes(word, swapped, 2) == (swapped != word)


def _optimal_alignment(one: str, two: str) -> int:
    """The textbook's recursion, as an independent measure."""
    table: dict[tuple[int, int], int] = {}
    for i in range(len(one) + 1):
        for j in range(len(two) + 1):
            if not i or not j:
                table[i, j] = i + j
                continue
            same = one[i - 1] == two[j - 1]
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (not same))
            if i > 1 and j > 1 and one[i - 1] == two[j - 2] and one[i - 2] == two[j - 1]:
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best
    return table[len(one), len(two)]


@given(WORDS, WORDS, st.integers(0, 3))
def test_mistakes_are_those_of_the_textbook_up_to_the_limit(one, two, limit):
    assert mistakes(one, two, limit) == min(_optimal_alignment(one, two), limit + 1)
    assert mistakes(one, two, limit) == mistakes(two, one, limit)


def test_two_words_in_one_are_taken_apart_but_no_ending_is_a_word():
    speller = Speller({"lamp": 1, "oil": 4, "quick": 9, "est": 3, "lampo": 1})
    assert speller.corrected("the lampoil") == "the lamp oil"
    assert speller.corrected("the quickest") == "the quickest"
    assert speller.halves("lamps") is None
    assert speller.halves("lampwick") is None


def test_a_word_behind_a_prefix_is_no_misspelt_word():
    speller = Speller({"connect": 9, "moored": 5})
    assert speller.corrected("reconnect unmoored") == "reconnect unmoored"
    assert speller.corrected("conect") == "connect"


def test_a_word_of_the_language_is_no_mistake_though_it_stands_once():
    counts = {"position": 1}
    assert Speller(counts).corrected("postion") == "postion"
    assert Speller(counts, {"position"}.__contains__).corrected("postion") == "position"
