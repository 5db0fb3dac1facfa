"""`assay bench` from end to end: real models, real files, a real kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.errors import InputError
from assay_bench.experiments import papers
from assay_bench.runs.folder import read_records
from bench_tests.island import FACTS, write_questions
from tests.adapters.chat.wire_server import answer, serving
from tests.cli.conftest import Result

COMMAND = [sys.executable, "-m", "assay"]


@pytest.fixture
def bench(tmp_path, monkeypatch, capsys):
    """Runs `assay bench` in a folder that holds questions.jsonl."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    write_questions(Path("questions.jsonl"))

    def call(*args: object) -> Result:
        code = run(["bench", *map(str, args)])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


def test_a_run_with_the_shipped_models_leaves_everything(bench):
    result = bench("custom", "--data", "questions.jsonl", "--out", "run")
    assert result.code == 0
    assert "| 83.3 [50.0, 100.0]   | 100.0 [100.0, 100.0] |" in result.out
    records = {(r.strategy, r.case): r for r in read_records(Path("run"))}
    assert all(records["crag", f"q{at}"].correct for at in range(6))
    assert records["rag", "q4"].correct is False
    assert records["crag", "q4"].searches == 1
    assert records["crag", "q0"].answer["trace"][0]["name"] == "retrieve"
    figures = json.loads(Path("run/summary.json").read_text())
    assert [each["strategy"] for each in figures["systems"]] == ["rag", "crag"]
    assert figures["systems"][1]["refusals"]["correct"] == 1
    assert figures["systems"][1]["auroc"] == 1
    assert "<script" in Path("run/report.html").read_text("utf-8")
    assert Path("run/plots/accuracy.png").is_file()
    again = bench("custom", "--data", "questions.jsonl", "--out", "run")
    assert again.out == result.out


def test_progress_is_said_in_lines_where_no_terminal_shows_a_bar(bench, monkeypatch):
    result = bench("custom", "--data", "questions.jsonl", "--out", "run", "--strategies", "rag")
    assert "custom: 0 of 6 answers" in result.err
    assert "custom: 6 of 6 answers" in result.err
    monkeypatch.setattr(papers, "QUICK", {"crag.table5": 1, "crag.table6": 1, "two_hops": 1})
    many = bench("papers", "--quick", "--data", "questions.jsonl", "--out", "papers")
    assert "papers, 1 of 3: crag.table5" in many.err
    assert "papers, 3 of 3: two_hops" in many.err


def test_a_comparison_pairs_the_questions(bench):
    bench("custom", "--data", "questions.jsonl", "--out", "run")
    table = bench("compare", "run")
    assert "| accuracy | rag | crag | 6 | 83.3 | 100 | +16.7 |" in table.out
    figures = bench("compare", "run", "--json").json
    assert figures[0]["difference"]["count"] == 6


def test_a_killed_run_carries_on_and_asks_nothing_twice(bench, monkeypatch):
    pytest.importorskip("openai")
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    hung, let_go = threading.Event(), threading.Event()

    def hang(handler):
        hung.set()
        let_go.wait(60)

    said = answer(f"It is {FACTS[0][1]} [1].", usage=30)
    arguments = ["custom", "--data", "questions.jsonl", "--out", "run", "--strategies", "rag"]
    with serving(said, said, said, hang, said) as server:
        arguments += ["--model", "tiny", "--base-url", server.url, "--jobs", "1"]
        with subprocess.Popen(
            [*COMMAND, "bench", *arguments], stderr=subprocess.DEVNULL
        ) as process:
            assert hung.wait(60)
            process.send_signal(signal.SIGKILL)
        let_go.set()
        assert [r.case for r in read_records(Path("run"))] == ["q0", "q1", "q2"]
        with Path("run/records.jsonl").open("a") as torn:
            torn.write('{"strategy": "rag", "ca')
        assert bench(*arguments).code == 0
        assert [r.case for r in read_records(Path("run"))] == [f"q{at}" for at in range(6)]
        assert {r.tokens for r in read_records(Path("run"))} == {30}
        asked = len(server.requests)
        assert asked == 7
        Path("run/records.jsonl").unlink()
        assert bench(*arguments).code == 0
        assert len(server.requests) == asked
        (first, *_) = read_records(Path("run"))
        assert first.tokens == 30
        assert any(step["name"] == "cached" for step in first.answer["trace"])


def test_an_interrupted_run_leaves_a_summary(bench, monkeypatch):
    pytest.importorskip("openai")
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    hung, let_go = threading.Event(), threading.Event()

    def hang(handler):
        hung.set()
        let_go.wait(60)

    with serving(answer("NO ANSWER"), answer("NO ANSWER"), hang) as server:
        arguments = ["custom", "--data", "questions.jsonl", "--out", "run", "--strategies", "rag"]
        arguments += ["--model", "tiny", "--base-url", server.url, "--jobs", "1"]
        with subprocess.Popen(
            [*COMMAND, "bench", *arguments], stderr=subprocess.PIPE, env={**os.environ}
        ) as process:
            assert hung.wait(60)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        let_go.set()
    assert process.returncode == 130
    assert b"run the same command again" in errors
    figures = json.loads(Path("run/summary.json").read_text())
    assert figures["systems"][0]["questions"] == 2
    assert "| questions " in Path("run/summary.md").read_text()


def test_a_corpus_is_indexed_and_its_documents_judged(bench):
    Path("qrels").mkdir()
    rows = [{"_id": f"d{at}", "title": "", "text": text} for at, (_, _, text) in enumerate(FACTS)]
    queries = [{"_id": f"q{at}", "text": asked} for at, (asked, _, _) in enumerate(FACTS)]
    for name, content in (("corpus.jsonl", rows), ("queries.jsonl", queries)):
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in content))
    judged = "".join(f"q{at}\td{at}\t1\n" for at in range(len(FACTS)))
    Path("qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + judged)
    result = bench("beir", "--data", ".", "--out", "run", "--strategies", "rag", "--json")
    assert result.code == 0
    (rag,) = result.json["systems"]
    assert rag["accuracy"] is None
    assert rag["metrics"]["recall@10"]["value"] == rag["metrics"]["mrr@10"]["value"] == 1
    (first, *_) = read_records(Path("run"))
    assert first.answer["text"] == "Elsa Lindqvist"


def test_the_list_shows_forms_and_files(bench):
    shown = bench("list").out
    for words in ("popqa_longtail_w_gs.jsonl", "question, golden_answers", "beir", "custom"):
        assert words in shown
    assert bench("list", "--json").json["tasks"]["squad"]["layouts"]["SQuAD"] == ["paragraphs"]


WRONG = {
    "unknown name": (["poqa"], "'poqa' is neither a task nor an experiment", "did you mean popqa?"),
    "no data": (["nq"], "name the data with --data", "assay bench list"),
    "no checksum": (["nq", "--url", "https://a.example/x"], "--url needs --sha256", ""),
    "wrong path": (["nq", "--data", "nowhere"], "there is no file or folder nowhere", "--data"),
    "wrong form": (["arc", "--data", "questions.jsonl"], "no layout of this task", "answer_key"),
    "no index": (["nq", "--data", "bare.jsonl"], "bring no passages", "--index DIR"),
    "strategy": (
        ["custom", "--data", "questions.jsonl", "--strategies", "rag,nonsense"],
        "'nonsense' is not one of the strategies",
        "choose from",
    ),
    "no model": (
        ["custom", "--data", "questions.jsonl", "--strategies", "rag,plan"],
        "'plan' needs a language model",
        "--generator local",
    ),
    "no quoting": (["arc", "--data", "choice.jsonl"], "can only quote", "--generator local"),
    "no strategy": (
        ["custom", "--data", "questions.jsonl", "--strategies", ","],
        "name one or more strategies",
        "",
    ),
}


@pytest.mark.parametrize(("args", "message", "hint"), WRONG.values(), ids=WRONG.keys())
def test_mistakes_are_one_line_with_a_hint_before_any_work(bench, args, message, hint):
    Path("bare.jsonl").write_text('{"question": "Where?", "answers": ["here"]}\n')
    choice = {"question": "Which?", "choices": {"A": "x"}, "answer_key": "A", "internal": ""}
    Path("choice.jsonl").write_text(json.dumps(choice) + "\n")
    result = bench(*args, "--out", "run")
    assert result.code == InputError.exit_code
    assert message in result.err
    assert hint in result.err
    assert not Path("run").exists()


def test_comparing_what_is_no_run_is_a_clear_error(bench):
    result = bench("compare", "nowhere")
    assert (result.code, "nowhere is not the folder of a run" in result.err) == (2, True)
