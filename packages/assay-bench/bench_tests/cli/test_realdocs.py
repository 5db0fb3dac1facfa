from __future__ import annotations

import json

QUESTION = {
    "id": "1",
    "corpus": "docs",
    "kind": "factoid",
    "question": "Who built the lighthouse of Granholm?",
    "must": "Lindqvist",
    "evidence": [{"file": "a.txt", "quote": "built by Elsa Lindqvist"}],
}


def test_a_folder_of_questions_and_documents_is_measured(assay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set" / "docs").mkdir(parents=True)
    words = "The lighthouse of Granholm was built by Elsa Lindqvist in 1887."
    (tmp_path / "set" / "docs" / "a.txt").write_text(words)
    (tmp_path / "set" / "questions.jsonl").write_text(json.dumps(QUESTION))
    result = assay("bench", "realdocs", "--data", "set", "--out", "run", "--json")
    assert (result.code, result.json["overall"]["measures"]["right"]["value"]) == (0, 1.0)
    again = assay("bench", "realdocs", "--data", "set", "--out", "run", "--kinds", "factoid")
    assert "## By kind of question" in again.out
    assert len((tmp_path / "run" / "records.jsonl").read_text().splitlines()) == 1


def test_a_folder_without_questions_is_the_users_mistake(assay, tmp_path):
    result = assay("bench", "realdocs", "--data", tmp_path, "--out", tmp_path / "run")
    assert result.code == 2
    assert "there are no questions" in result.err
