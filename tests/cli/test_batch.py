from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from assay.errors import InputError, StorageError
from tests.answers import GOOD, crag_answer

TEXT = "The continue statement starts the next cycle. It skips the rest."


def write_questions(path: Path, count: int = 3) -> Path:
    lines = [
        {
            "id": number,
            "question": f"What does continue do, {number}?",
            "passages": [{"title": "Loops", "text": TEXT, "url": "https://example.org/loops"}],
            "theirs": "a field of the user's own",
        }
        for number in range(count)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def answers(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.usefixtures("fakes")
def test_lines_with_their_own_passages_need_no_index(assay):
    questions = write_questions(Path("q.jsonl"), 40)  # more than one block
    result = assay("batch", questions, "--out", "a.jsonl")
    assert (result.code, result.out) == (0, "")
    found = answers(Path("a.jsonl"))
    assert [line["id"] for line in found] == list(range(40))
    assert {line["verdict"] for line in found} == {"correct"}
    (citation,) = found[0]["citations"]
    assert citation["source"] == "https://example.org/loops"
    assert TEXT[citation["start"] : citation["end"]] == citation["quote"]


@pytest.mark.usefixtures("fakes")
def test_output_lines_have_the_fields_of_ask_json_and_the_id(assay):
    assay("batch", write_questions(Path("q.jsonl"), 1), "--out", "a.jsonl")
    (line,) = answers(Path("a.jsonl"))
    from assay.answer_json import answer_to_json

    assert list(line) == ["id", *answer_to_json(crag_answer(GOOD))]
    assert [step["name"] for step in line["trace"]][:3] == ["prime", "retrieve", "score"]


@pytest.mark.usefixtures("fakes")
def test_answered_questions_are_not_asked_again(assay):
    questions = write_questions(Path("q.jsonl"), 2)
    assay("batch", questions, "--out", "a.jsonl")
    before = Path("a.jsonl").read_text()
    write_questions(Path("q.jsonl"), 3)
    assert assay("batch", questions, "--out", "a.jsonl").code == 0
    after = Path("a.jsonl").read_text()
    assert after.startswith(before)
    assert [line["id"] for line in answers(Path("a.jsonl"))] == [0, 1, 2]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_line_torn_by_a_kill_is_dropped_and_asked_again(assay, cut):
    questions = write_questions(Path("q.jsonl"))
    assay("batch", questions, "--out", "a.jsonl")
    whole = Path("a.jsonl").read_bytes()
    Path("a.jsonl").write_bytes(whole[:-cut])
    assert assay("batch", questions, "--out", "a.jsonl").code == 0
    assert [line["id"] for line in answers(Path("a.jsonl"))] == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.usefixtures("fakes")
def test_a_process_killed_in_the_middle_is_resumed(assay, command):
    questions = write_questions(Path("q.jsonl"), 3000)
    out = Path("a.jsonl")
    arguments = [*command, "batch", str(questions), "--out", str(out)]
    with subprocess.Popen(arguments, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not (
            Path("a.jsonl").exists() and Path("a.jsonl").stat().st_size
        ):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    partial = Path("a.jsonl").read_bytes().count(b"\n")
    assert 0 < partial < 3000
    write_questions(questions, partial + 5)
    assert assay("batch", questions, "--out", "a.jsonl").code == 0
    assert [line["id"] for line in answers(Path("a.jsonl"))] == list(range(partial + 5))


@pytest.mark.usefixtures("fakes")
def test_malformed_lines_are_reported_by_number_and_the_rest_is_answered(assay):
    questions = write_questions(Path("q.jsonl"), 1)
    with questions.open("a") as stream:
        stream.write('{"id": 1}\n\nnot json\n[]\n{"id": 0, "question": "again"}\n')
        stream.write('{"id": 9, "question": "  ", "passages": []}\n{"id": null, "question": "q"}\n')
        stream.write('{"id": 7, "question": "q", "passages": [{"title": "no text"}]}\n')
    result = assay("batch", questions, "--out", "a.jsonl")
    assert result.code == InputError.exit_code
    for number in (2, 4, 5, 6, 7, 8, 9):
        assert f"line {number}:" in result.err
    assert [line["id"] for line in answers(Path("a.jsonl"))] == [0]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("content", ["precious notes\n", "precious notes", '{"a": 1}\n', "[1]"])
def test_a_file_that_is_not_ours_is_never_touched(assay, content):
    Path("notes.txt").write_text(content)
    result = assay("batch", write_questions(Path("q.jsonl")), "--out", "notes.txt")
    assert result.code == InputError.exit_code
    assert Path("notes.txt").read_text() == content


@pytest.mark.usefixtures("fakes")
def test_a_question_without_passages_needs_an_index(assay):
    Path("q.jsonl").write_text('{"id": 1, "question": "What?"}\n')
    result = assay("batch", "q.jsonl", "--out", "a.jsonl")
    assert result.code == InputError.exit_code
    assert "--index" in result.err


@pytest.mark.usefixtures("fakes")
def test_no_passages_at_all_end_in_an_abstention_not_in_an_error(assay):
    Path("q.jsonl").write_text('{"id": "x", "question": "What?", "passages": []}\n')
    assert assay("batch", "q.jsonl", "--out", "a.jsonl").code == 0
    (line,) = answers(Path("a.jsonl"))
    assert line["abstained"] and line["reason"]


@pytest.mark.usefixtures("fakes")
def test_an_absent_file_of_questions_is_named(assay):
    result = assay("batch", "absent.jsonl", "--out", "a.jsonl")
    assert result.code == InputError.exit_code
    assert "absent.jsonl" in result.err


@pytest.mark.usefixtures("fakes")
def test_a_disk_that_fills_up_is_a_storage_error_and_loses_nothing(assay, command):
    questions = write_questions(Path("q.jsonl"), 40)
    limited = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *command]
    done = subprocess.run(
        [*limited, "batch", str(questions), "--out", "a.jsonl"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == StorageError.exit_code
    assert "cannot write a.jsonl" in done.stderr and "Traceback" not in done.stderr
    assert assay("batch", questions, "--out", "a.jsonl").code == 0
    assert [line["id"] for line in answers(Path("a.jsonl"))] == list(range(40))


def test_an_index_of_other_documents_changes_nothing_for_given_passages(assay, fakes):
    passage = {"text": "A gromwhit knits with two needles."}
    line = {"id": 1, "question": "how does gromwhit knit", "passages": [passage]}
    Path("q.jsonl").write_text(json.dumps(line) + "\n")
    (fakes / "rings").mkdir()
    for name in ("one", "two"):
        (fakes / "rings" / f"{name}.txt").write_text(f"Ring {name} is the gromwhet of a rope.")
    assay("index", "rings", "-i", "rings")
    kept = []
    for named in ((), ("-i", "rings")):
        assay("batch", "q.jsonl", "--out", f"{len(named)}.jsonl", *named)
        (found,) = answers(Path(f"{len(named)}.jsonl"))
        kept.append({key: found[key] for key in ("question", "text", "scores", "queries")})
    assert kept[0] == kept[1]
