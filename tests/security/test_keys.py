"""A key never shows: not in an error, a note, a trace, a record, a repr or a JSON line."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import pytest

from assay.adapters.keys import read_key
from assay.adapters.search.engines import ENGINES, make_engine
from assay.answer_json import answer_to_json
from assay.config import load_settings
from assay.engine import Engine
from assay.errors import ServiceError, SettingsError
from assay.secret import Secret, redacted
from assay.types import Answer

KEY = "sk-test-0123456789-abcdef"
BROKEN = {
    "line break": "sk-test-01234567\n89-abcdef",
    "non-ascii": "sk-test-0123456789-äbcdef",
    "nul-like": "sk-test-0123456789\x01abcdef",
    "blank": "sk-test-01234 56789-abcdef",
}


def test_a_key_prints_as_stars_and_is_not_pickled():
    key = Secret(f"  {KEY}\n")
    assert key.reveal() == KEY
    assert f"{key} {key!r} {[key]}" == "*** *** [***]"
    with pytest.raises(TypeError):
        pickle.dumps(key)


@pytest.mark.parametrize("spelt", [KEY, json.dumps(KEY), repr(KEY.encode()), f"?key={KEY}&q=1"])
def test_every_spelling_of_a_key_is_taken_out(spelt):
    Secret(KEY)
    assert KEY not in redacted(f"before {spelt} after")
    assert len(redacted(spelt)) == len(spelt), "offsets into the text still hold"


@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_a_broken_key_is_refused_without_being_shown(value):
    with pytest.raises(SettingsError) as caught:
        read_key({"OPENAI_API_KEY": value}, "OPENAI_API_KEY")
    assert "OPENAI_API_KEY" in str(caught.value)
    for part in value.split():
        assert part not in f"{caught.value} {caught.value.hint}"


def test_an_error_and_its_hint_are_redacted_whoever_raises_it():
    Secret(KEY)
    error = ServiceError(f"the server said: wrong key {KEY}", hint=f"not {KEY}")
    assert KEY not in str(error) + error.hint


class Leaky:
    def answer(self, question: str) -> Answer:
        return Answer(question, f"It is {KEY}.", "leaky", reason=KEY, notes=(f"tried {KEY}",))


def test_an_answer_holds_no_key_in_any_field():
    Secret(KEY)
    answer = Engine(Leaky()).ask("What is the key?")
    assert KEY not in repr(answer) + json.dumps(answer_to_json(answer))
    assert answer.text == f"It is {'*' * len(KEY)}."


@pytest.mark.parametrize("engine", ["serper", "google", "brave", "tavily"])
def test_search_engines_refuse_broken_keys_and_hide_good_ones(engine):
    variables = ENGINES[engine].needs
    for value in BROKEN.values():
        with pytest.raises(SettingsError) as caught:
            make_engine(engine, dict.fromkeys(variables, value), 1.0)
        assert value.split()[0] not in str(caught.value)
    assert KEY not in repr(
        make_engine(engine, {**dict.fromkeys(variables, "CX"), variables[0]: KEY}, 1.0)
    )


@pytest.mark.parametrize("name", ["key_variable", "base_url"])
def test_a_key_in_the_wrong_place_is_not_echoed(name, monkeypatch):
    monkeypatch.setenv(f"ASSAY_MODEL__{name.upper()}", f"http://me:{KEY}@host/")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_the_command_line_shows_no_broken_key(tmp_path, value):
    passages = tmp_path / "q.jsonl"
    line = {"id": 1, "question": "Who?", "passages": [{"text": "Ada wrote it."}]}
    passages.write_text(json.dumps(line))
    command = ["batch", str(passages), "--out", str(tmp_path / "a.jsonl"), "--fallback"]
    command += ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
    ran = subprocess.run(
        [sys.executable, "-m", "assay", *command],
        env={**os.environ, "OPENAI_API_KEY": value},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == SettingsError.exit_code
    assert "Traceback" not in ran.stderr
    assert value.split()[0] not in ran.stdout + ran.stderr
