"""Every public layout, in miniature, with text of our own."""

from __future__ import annotations

import gzip
import json

import pytest
from pyarrow import Table
from pyarrow.parquet import write_table

from assay_bench.case import AnswerKind
from assay_bench.tasks.forms import FORMS
from assay_bench.tasks.load import load_task

Q = "Where does the ferry to Lillhamn start?"


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def load(tmp_path, task, name, text):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return load_task(task, path).cases


SHORT = [
    (
        "popqa",
        "p.tsv",
        f'id\tsubj\tquestion\tpossible_answers\n7\tferry\t{Q}\t["Storhamn", "SH"]\n',
    ),
    ("popqa", "p.jsonl", lines({"id": 7, "question": Q, "possible_answers": '["Storhamn", "SH"]'})),
    ("popqa", "p.jsonl.gz", lines({"index": 7, "question": Q, "answers": ["Storhamn", "SH"]})),
    ("nq", "nq.jsonl", lines({"id": "7", "question": Q, "answer": ["Storhamn", "SH"]})),
    ("nq", "nq.jsonl", lines({"id": "7", "question": Q, "golden_answers": ["Storhamn", "SH"]})),
    (
        "webquestions",
        "w.json",
        json.dumps(
            [
                {
                    "id": 7,
                    "utterance": Q,
                    "targetValue": '(list (description Storhamn) (description "SH"))',
                }
            ]
        ),
    ),
    (
        "triviaqa",
        "t.json",
        json.dumps(
            {
                "Data": [
                    {
                        "QuestionId": "7",
                        "Question": Q,
                        "Answer": {"Value": "Storhamn", "Aliases": ["SH", "Storhamn"]},
                    }
                ]
            }
        ),
    ),
    (
        "triviaqa",
        "t.jsonl",
        lines(
            {
                "question_id": "7",
                "question": Q,
                "answer": {"value": "Storhamn", "aliases": ["SH"]},
            }
        ),
    ),
    (
        "flashrag",
        "f.jsonl",
        lines({"id": "7", "question": Q, "golden_answers": ["Storhamn", "SH"]}),
    ),
    ("custom", "c.jsonl", lines({"id": 7, "question": Q, "answers": ["Storhamn", "SH"]})),
]


@pytest.mark.parametrize(("task", "name", "text"), SHORT)
def test_short_answers(tmp_path, task, name, text):
    (case,) = load(tmp_path, task, name, text)
    assert (case.id, case.question, case.answers) == ("7", Q, ("Storhamn", "SH"))
    assert (case.kind, case.internal, case.external) == (AnswerKind.SHORT, None, None)


def test_the_column_files_of_dataset_hubs(tmp_path):
    row = {"id": "7", "question": Q, "choices": {"text": ["x", "y"], "label": ["A", "B"]}}
    write_table(Table.from_pylist([{**row, "answerKey": "B"}]), tmp_path / "arc.parquet")
    (case,) = load_task("arc", tmp_path / "arc.parquet").cases
    assert (case.id, case.choices, case.answer_key) == ("7", (("A", "x"), ("B", "y")), "B")


def test_passages_that_a_retriever_found_come_along(tmp_path):
    ctxs = [{"id": "9", "title": "Ferry", "text": "It starts in Storhamn."}, {"text": " "}]
    row = {"question": Q, "answers": ["Storhamn"], "possible_answers": ["Storhamn"], "ctxs": ctxs}
    (case,) = load(tmp_path, "popqa", "popqa_longtail_w_gs.jsonl", lines(row))
    (passage,) = case.internal
    assert (passage.title, passage.text, passage.source) == ("Ferry", "It starts in Storhamn.", "9")
    assert case.external is None


def test_refined_knowledge_of_both_kinds_and_labels(tmp_path):
    row = {
        "index": 3,
        "question": Q,
        "answers": ["Storhamn"],
        "internal": "In.",
        "external": "Out.",
    }
    labelled = {
        "id": "l",
        "question": Q,
        "answers": ["Storhamn"],
        "passages": [{"title": "", "text": "Yes.", "label": 1}, {"text": "No.", "label": 0}],
        "external": [{"url": "https://a.example/", "title": "A", "text": "Page."}],
    }
    one, two = load(tmp_path, "custom", "c.jsonl", lines(row, labelled))
    assert [p.text for p in one.internal] == ["In."]
    assert [(p.url, p.text) for p in one.external] == [("recorded:0", "Out.")]
    assert two.labels == (1, 0)
    assert two.external[0].url == "https://a.example/"


def test_true_and_false_in_the_words_of_several_sets(tmp_path):
    rows = [
        {"claim": "Water is wet.", "label": "true"},
        {"claim": "Water is dry.", "label": "REFUTES"},
        {"claim": "Water is odd.", "label": "mixture"},
        {"claim": "Ice floats.", "label": True},
        {"claim": "Ice burns.", "answers": ["false"], "evidence": ["It does not."]},
    ]
    cases = load(tmp_path, "pubhealth", "h.jsonl", lines(*rows))
    assert [case.answers for case in cases] == [("true",), ("false",), ("true",), ("false",)]
    assert {case.kind for case in cases} == {AnswerKind.TRUE_FALSE}
    assert [p.text for p in cases[-1].internal] == ["It does not."]
    (told,) = load(
        tmp_path, "pubhealth", "test.tsv", "claim_id\tclaim\tlabel\n5\tIce floats.\ttrue\n"
    )
    assert (told.id, told.answers) == ("5", ("true",))


CHOICES = [
    {
        "id": "7",
        "question": {
            "stem": "What floats?",
            "choices": [{"text": "ice", "label": "A"}, {"text": "iron", "label": "B"}],
        },
        "answerKey": "A",
    },
    {
        "id": "7",
        "question": "What floats?",
        "choices": {"text": ["ice", "iron"], "label": ["A", "B"]},
        "answerKey": "A",
    },
    {
        "id": "7",
        "question": "What floats?",
        "choices": {"A": "ice", "B": "iron"},
        "answer_key": "A",
    },
]


@pytest.mark.parametrize("row", CHOICES)
def test_choices(tmp_path, row):
    (case,) = load(tmp_path, "arc", "arc.jsonl", lines(row))
    assert case.choices == (("A", "ice"), ("B", "iron"))
    assert (case.answer_key, case.kind) == ("A", AnswerKind.CHOICE)
    assert case.asked == "What floats?\nA: ice\nB: iron"


@pytest.mark.parametrize("golden", [["1"], ["B"], ["iron"], [1]])
def test_choices_of_flashrag(tmp_path, golden):
    row = {"question": "What?", "golden_answers": golden, "metadata": {"choices": ["ice", "iron"]}}
    (case,) = load(tmp_path, "flashrag", "f.jsonl", lines(row))
    assert (case.answer_key, case.kind) == ("B", AnswerKind.CHOICE)


def test_mintaka_needs_all_parts(tmp_path):
    def row(id, given, mention):
        answer = {"answerType": "entity", "answer": given, "mention": mention}
        return {"id": id, "question": Q, "answer": answer, "complexityType": "count"}

    name = [{"name": "Q1", "label": {"en": "Storhamn"}}, {"name": "Q2", "label": {"en": "Mellan"}}]
    rows = [row("a", name, "both"), row("b", [3], "three"), row("c", [True], "Yes")]
    both, three, yes = load(tmp_path, "mintaka", "m.json", json.dumps(rows))
    assert (both.parts, both.answers) == ((("Storhamn",), ("Mellan",)), ("both",))
    assert (three.parts, three.answers) == ((), ("3", "three"))
    assert yes.answers == ("yes", "Yes")


def test_squad_in_its_three_forms(tmp_path):
    qas = [
        {"id": "a", "question": Q, "answers": [{"text": "Storhamn", "answer_start": 3}]},
        {"id": "b", "question": "Who rows?", "answers": [], "is_impossible": True},
    ]
    context = "In Storhamn it starts."
    data = [{"title": "The_Ferry", "paragraphs": [{"context": context, "qas": qas}]}]
    nested = load(tmp_path, "squad", "dev-v2.0.json", json.dumps({"version": "2", "data": data}))
    assert [(c.id, c.answers, c.unanswerable, c.labels) for c in nested] == [
        ("a", ("Storhamn",), False, (1,)),
        ("b", (), True, (0,)),
    ]
    assert nested[0].internal[0].title == "The Ferry"
    flat = {"id": "a", "title": "T", "context": context, "question": Q}
    columns = {**flat, "answers": {"text": ["Storhamn"], "answer_start": [3]}}
    spans = {"id": "a", "question": Q, "context": context, "answers": [{"text": "Storhamn"}]}
    for row in (columns, spans):
        (case,) = load(tmp_path, "squad", "s.jsonl", lines(row))
        assert (case.answers, case.internal[0].text) == (("Storhamn",), context)


@pytest.mark.parametrize("columns", [False, True])
def test_hotpot_labels_the_supporting_articles(tmp_path, columns):
    row = {"_id": "h", "question": Q, "answer": "Storhamn", "type": "bridge"}
    if columns:
        row["context"] = {"title": ["A", "B"], "sentences": [["One.", " Two."], ["Three."]]}
        row["supporting_facts"] = {"title": ["B"], "sent_id": [0]}
    else:
        row["context"] = [["A", ["One.", " Two."]], ["B", ["Three."]]]
        row["supporting_facts"] = [["B", 0]]
    (case,) = load(tmp_path, "hotpotqa", "hotpot.json", json.dumps([row]))
    assert [p.text for p in case.internal] == ["One. Two.", "Three."]
    assert (case.labels, case.meta["type"]) == ((0, 1), "bridge")


def test_rgb_mixes_good_and_noise(tmp_path):
    rows = [
        {
            "id": number,
            "query": Q,
            "answer": answer,
            "positive": [f"good {at}" for at in range(4)],
            "negative": [f"noise {at}" for at in range(9)],
        }
        for number, answer in enumerate(["Storhamn", [["Storhamn", "SH"]], ["Ada", ["Bo", "B"]]])
    ]
    one, same, both = load(tmp_path, "rgb", "en.json", lines(*rows))
    assert (len(one.internal), sum(one.labels)) == (5, 2)
    assert [label == 1 for label in one.labels] == [p.text[0] == "g" for p in one.internal]
    assert (one.answers, same.answers) == (("Storhamn",), ("Storhamn", "SH"))
    assert (both.answers, both.parts) == ((), (("Ada",), ("Bo", "B")))
    assert load_task("rgb", tmp_path / "en.json").cases == (one, same, both)


def test_biographies(tmp_path):
    (topic,) = load(tmp_path, "biography", "f.jsonl", lines({"topic": "Ada Roe", "output": "x"}))
    assert (topic.question, topic.kind) == ("Tell me a bio of Ada Roe.", AnswerKind.LONG)
    names = load(tmp_path, "biography", "prompt_entities.txt", "Ada Roe\n\nBo Doe\n")
    assert [(case.id, case.meta["topic"]) for case in names] == [("1", "Ada Roe"), ("3", "Bo Doe")]
    (asked,) = load(tmp_path, "biography", "b.jsonl", lines({"index": 4, "question": "Who?"}))
    assert (asked.question, asked.id) == ("Who?", "4")


def test_every_form_says_what_it_is():
    for name, form in FORMS.items():
        assert form.about and form.files, name
        assert form.layouts or form.folder, name
