from hypothesis import example, given
from hypothesis import strategies as st

from assay.indexing.cut import MOST_WORDS, cut_spans

_WORDS = st.sampled_from(
    [
        *("a", "The", "ends.", "why?", "\n", "\n\n", "# Head\n", "Title\n=====\n", "Dr."),
        *("漢字かな" * 40, "e\u0301" * 90, "👩\u200d🔬" * 50, "\r\n\r\n", "\f", "(", '"', "\t"),
        *("x" * 130, "3.14"),
    ]
)
_TEXTS = st.one_of(st.text(max_size=400), st.lists(_WORDS, max_size=400).map(" ".join))


@given(_TEXTS)
@example("x" * 5000)
@example("One. " * 700)
@example("# Only a heading")
@example("Head\n\nHead two\n\nHead three")
def test_passages_are_exact_slices_in_order_and_nothing_is_lost(text):
    spans = cut_spans(text)
    at = 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        assert not text[at:start].strip()
        assert text[start:end].strip() == text[start:end]
        at = end
    assert not text[at:].strip()


@given(_TEXTS)
def test_no_passage_is_much_longer_than_the_limit(text):
    for start, end in cut_spans(text):
        assert len(text[start:end].split()) <= MOST_WORDS * 1.1


def test_paragraphs_and_sentences_are_kept_whole():
    sentence = "The quick brown fox jumps over the lazy dog near the river bank. "
    text = "\n\n".join([(sentence * 5).strip()] * 8)
    cut = [text[start:end] for start, end in cut_spans(text)]
    assert len(cut) == 4
    assert all(each.startswith("The quick") and each.endswith("bank.") for each in cut)
    assert all(100 <= len(each.split()) <= MOST_WORDS for each in cut)


def test_a_heading_travels_with_the_paragraph_after_it():
    filler = "Words fill this paragraph until it is long enough. " * 14
    text = f"{filler}\n\nCare of goats\n\nGoats eat hay. {filler}"
    cut = [text[start:end] for start, end in cut_spans(text)]
    assert any(each.startswith("Care of goats\n\nGoats eat hay.") for each in cut)


def test_a_marked_heading_needs_no_blank_line():
    filler = "Words fill this paragraph until it is long enough. " * 14
    text = f"{filler}\n\n## Care of goats\nGoats eat hay. {filler}"
    assert any(text[start:].startswith("## Care of goats\nGoats") for start, _ in cut_spans(text))


def test_an_endless_sentence_is_cut_between_words_and_an_endless_word_between_characters():
    words = " ".join(f"word{number}" for number in range(400))
    cut = [words[start:end] for start, end in cut_spans(words)]
    assert len(cut) > 2
    assert " ".join(cut) == words
    accents = "e\u0301" * 2000
    assert all(accents[start] == "e" for start, _ in cut_spans(accents))
