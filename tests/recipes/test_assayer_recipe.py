"""The parts of recipes/assayer that decide what is trained on and what is reported."""

from __future__ import annotations

import gzip
import importlib
import json

import numpy as np
import pytest

REPORTED_PASSAGE = "Lake Ember lies in the north and is fed by two rivers. " * 5
HALVES = ("Who wrote Hamlet?", "When did the wall fall?", "Where is Leeds?", "What is an opera?")
OTHER_PASSAGE = "Mount Tamsin rises in the south and carries snow all year. " * 5


@pytest.fixture(scope="module")
def recipe():
    """A file of the recipe by name; some need packages that not every test has."""
    return lambda name: importlib.import_module(f"recipes.assayer.{name}")


# What is trained on


@pytest.mark.parametrize(
    ("answers", "text", "found"),
    [
        (["Rome"], "All roads lead to Rome.", "Rome"),
        (["rome"], "All roads lead to ROME.", "ROME"),
        (["Rome"], "Romeo left Jerome behind.", None),
        (["York", "New York"], "She moved to New York.", "New York"),
        (["Oslo", "Rome", "Bern"], "Bern, Rome and Oslo.", "Oslo"),  # of equals the first given
        (["C++ (2011)"], "It needs C++ (2011) or later.", "C++ (2011)"),
        (["5"], "It is 5 miles away.", None),  # one character is found everywhere
        ([], "Nothing was asked.", None),
    ],
)
def test_an_answer_is_found_as_whole_words_longest_first(recipe, answers, text, found):
    span = recipe("corpus").find_answer(answers, text)
    assert (text[slice(*span)] if span else None) == found


# Recorded: another split would let what was trained on into what is reported.
@pytest.mark.parametrize(
    ("text", "training"),
    [
        ("Who wrote Hamlet?", False),
        ("When did the wall fall?", False),
        ("Where is Leeds?", True),
        ("What is an opera?", True),
        ("the Nile", True),
        ("Nile!", True),  # articles, case and punctuation do not matter
    ],
)
def test_the_split_stays_as_it_was_recorded(recipe, text, training):
    assert recipe("corpus").in_training_half(text) is training


def test_tables_come_back_as_they_were_saved(recipe, tmp_path):
    corpus = recipe("corpus")
    tables = corpus.Tables()
    asked, passage = tables.question("Who?"), tables.passage("Title", "Text of Ann.")
    tables.pairs.append(corpus.Pair(asked, passage, 1.0, 8, 11, "test", 0.5))
    tables.opens.append(corpus.Open(asked, ["Ann"], "", "test"))
    tables.seeds.append(passage)
    tables.save(tmp_path / "tables.xz")
    again = corpus.load(tmp_path / "tables.xz")
    assert again == tables
    assert again.question("Who?") == asked
    assert again.passage("Title", "Other text.") == passage + 1


@pytest.mark.parametrize(
    ("title", "text", "relevance"),
    [
        ("Ada Lovelace", "She was born in London.", 1.0),
        ("Byron", "Ada Lovelace was born in London.", 1.0),  # another page may answer too
        ("Ada Lovelace", "She wrote on engines.", 0.35),
        ("Byron", "He was born in London.", 0.0),  # the right words about somebody else
    ],
)
def test_a_passage_is_judged_by_what_it_says_of_the_subject(recipe, title, text, relevance):
    corpus = recipe("corpus")
    tables = corpus.Tables(passages=[(title, text)])
    asked = corpus.Open(0, ["London"], "Ada Lovelace", "popqa")
    pair = corpus.subject_pair(tables, asked, 0)
    assert pair.relevance == relevance
    assert (pair.start >= 0) is (relevance == 1.0)


def test_titles_match_without_their_parenthesis(recipe):
    corpus = recipe("corpus")
    tables = corpus.Tables(
        passages=[("Mercury (planet)", "a"), ("The Mercury", "b"), ("Venus", "c")]
    )
    assert corpus.by_title(tables) == {"mercury": [0, 1], "venus": [2]}


def test_articles_are_cut_at_sentences(recipe):
    text = "One two three. Four five six.\nSeven eight nine. " + "Ten " * 20 + "end."
    chunks = recipe("prepare").first_chunks(text, 2, words=6)
    assert chunks == ["One two three. Four five six.", "Seven eight nine."]


def test_no_question_of_a_reported_set_is_trained_on(recipe, data_folder):
    tables = recipe("prepare").gather(data_folder, articles=10, chunks=2)
    used = {p.question for p in tables.pairs} | {o.question for o in tables.opens}
    assert {tables.questions[row] for row in used} == {
        "Who wrote the trained one?",  # WikiQA train has this and a reported question
        "What may be learned?",
        "Where is Leeds?",  # the training half of HALVES
        "What is an opera?",
    }
    assert [tables.passages[row][1] for row in tables.seeds] == [OTHER_PASSAGE]


@pytest.fixture
def data_folder(recipe, tmp_path):
    """A data folder with every file the recipe reads, most of them empty."""
    spans = (
        "squad_800ctx", "squad2_dev", "nq_oracle_spans", "raat_spans", "clapnq_dev",
        "squadshifts_new_wiki", "squadshifts_reddit", "squadshifts_amazon_reviews",
    )  # fmt: skip
    retrieval = (
        *recipe("reported").REPORTED_RETRIEVAL, "wikiqa_train", "popqa_hippo1k", "2wiki_train500",
        "hotpotqa_train100", "musique_train100",
    )  # fmt: skip
    questions = ("popqa_train", "webquestions_train", "nq_open_dev", "triviaqa_test")
    files = {"crag_popqa_odd": [{"question": "Who is in CRAG?"}]}
    files |= {f"spans/{name}": [] for name in spans}
    files |= {f"retrieval/{name}": [] for name in retrieval}
    files |= {f"questions/{name}": [] for name in questions}
    files |= {"passages/enwiki_articles": [], "written/technical": [], "written/wikipedia": []}
    files["passages/wiki_pool"] = [
        {"title": "Ember", "text": REPORTED_PASSAGE}, {"title": "Tamsin", "text": OTHER_PASSAGE},
    ]  # fmt: skip
    found = {"title": "Ember", "text": REPORTED_PASSAGE, "label": 1, "label_source": "human"}
    reported = {"question": "Who feeds the lake?", "answers": ["two rivers"], "passages": [found]}
    files["retrieval/search_r1_nq"] = [reported]
    learned = {"question": "Who wrote the trained one?", "answers": [], "passages": [found]}
    files["retrieval/wikiqa_train"] = [learned, {**reported, "question": "who feeds  lake"}]
    files["questions/webquestions_train"] = [
        {"question": text, "answers": ["x"]}
        for text in ("Who is in CRAG?", "Who feeds the lake?", "What may be learned?")
    ]
    files["questions/nq_open_dev"] = [{"question": text, "answers": ["x"]} for text in HALVES]
    for name, records in files.items():
        path = tmp_path / f"{name}.jsonl.gz"
        path.parent.mkdir(exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
    return tmp_path


# What is reported


@pytest.mark.parametrize(
    ("scores", "labels", "area"),
    [
        ([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1], 0.75),  # three of the four pairs are in order
        ([0.2, 0.9], [0, 1], 1.0),
        ([0.9, 0.2], [0, 1], 0.0),
        ([0.5, 0.5, 0.7], [0, 1, 1], 0.75),  # a tie is half a win
    ],
)
def test_auroc_is_the_share_of_pairs_in_order(recipe, scores, labels, area):
    assert recipe("measure").auroc(np.array(scores), np.array(labels)) == pytest.approx(area)


def test_f1_exact_and_match_of_an_answer(recipe):
    measure = recipe("measure")
    # "cat sat" against "cat sat down": precision 1, recall 2/3
    assert measure.token_f1("The cat sat", ["cat sat down"]) == pytest.approx(0.8)
    assert measure.token_f1("The cat sat", ["dog", "a cat sat!"]) == 1.0
    assert measure.token_f1("", ["dog"]) == 0.0
    assert measure.exact("the  Cat.", ["cat"]) == 1.0
    assert measure.exact("cat sat", ["cat"]) == 0.0
    assert measure.match("In Rome, Italy", ["rome"]) == 1.0
    assert measure.match("In Rome", ["Rome, Italy"]) == 0.0


def test_calibration_error_is_the_mean_gap_of_the_bins(recipe):
    error = recipe("measure").calibration_error
    # Half the rows say .05 where half are right, the other half .95 where all are right.
    said, right = np.array([0.05, 0.05, 0.95, 0.95]), np.array([0, 1, 1, 1])
    assert error(said, right) == pytest.approx(0.5 * 0.45 + 0.5 * 0.05)
    assert error(np.array([0.0, 1.0]), np.array([0, 1])) == 0.0


def test_the_better_scored_side_answers(recipe):
    rows = [
        {"set": "crag_popqa", "group": group, "side": side, "answers": ["Rome"]}
        for group in (1, 2)
        for side in ("internal", "external")
    ]
    figures = recipe("measure").report(
        rows, np.array([1.0, 2.0, 2.0, 1.0]), ["Rome", "Oslo", "Rome", "Rome"], np.zeros(4)
    )
    assert figures == {
        "crag_popqa internal": 1.0, "crag_popqa external": 0.5, "crag_popqa better": 0.5,
    }  # fmt: skip


# Windows, which need torch

WORDS = [f"word{number}" for number in range(600)]
FIRST_WORD = 1000


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    """A tokenizer that knows a few hundred words, one token each."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    vocabulary = {word: FIRST_WORD + number for number, word in enumerate(WORDS)} | {"[UNK]": 1}
    cutter = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    cutter.pre_tokenizer = Whitespace()
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    cutter.save(str(path))
    return path


@pytest.mark.torch
@pytest.mark.parametrize(
    ("start", "end", "tokens"),
    [(0, 3, (0, 0)), (4, 7, (1, 1)), (0, 9, (0, 2)), (5, 6, (1, 1)), (-1, -1, (-1, -1))],
)
def test_characters_become_tokens(recipe, start, end, tokens):
    offsets = np.array([[0, 3], [4, 7], [7, 9]])
    pair = recipe("corpus").Pair(0, 0, 1.0, start, end, "test")
    assert recipe("encode").token_span(pair, offsets) == tokens


@pytest.mark.torch
def test_a_window_keeps_the_answer_or_the_beginning(recipe):
    window, random = recipe("encode").window, np.random.default_rng(0)
    assert window(10, 20, (3, 4), random) == 0
    assert window(100, 20, (-1, -1), None) == window(100, 20, (60, 61), None) == 0
    begins = {window(100, 20, (60, 61), random) for _ in range(300)}
    assert begins == set(range(42, 61))
    anywhere = {window(100, 20, (-1, -1), random) for _ in range(2000)}
    assert anywhere == set(range(81))


@pytest.mark.torch
# Later Pythons warn of every fork beside threads, and lance of any, if another test has loaded it;
# the workers only fill arrays.
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:lance is not fork-safe:UserWarning")
def test_training_cuts_around_the_answer_and_evaluation_at_the_beginning(recipe, tokenizer):
    corpus, encode = recipe("corpus"), recipe("encode")
    text = " ".join(WORDS[:500])
    start = text.index("word450")
    tables = corpus.Tables(questions=["word1 word2"], passages=[("word3", text)])
    told = corpus.Pair(0, 0, 1.0, start, start + len("word450 word451"), "test")
    silent = corpus.Pair(0, 0, 0.0, corpus.NO_ANSWER, corpus.NO_ANSWER, "test")
    texts = encode.Texts(tables, tokenizer)
    lead = [101, FIRST_WORD + 1, FIRST_WORD + 2, 102, FIRST_WORD + 3, 102]

    trained = encode.assemble(texts, [told] * 8, drop_titles=0.0)
    for row in range(8):
        answer = trained.ids[row, trained.start[row] : trained.end[row] + 1]
        assert answer.tolist() == [FIRST_WORD + 450, FIRST_WORD + 451]
    assert len({int(start) for start in trained.start}) > 1

    read = encode.assemble(texts, [silent] * 8, drop_titles=0.0, first_window=True)
    expected = lead + list(range(FIRST_WORD, FIRST_WORD + encode.LENGTH - len(lead) - 1)) + [102]
    assert read.ids.tolist() == [expected] * 8
    assert read.start.tolist() == read.end.tolist() == [0] * 8
