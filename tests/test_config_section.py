"""Settings are frozen values: what is wrong is named, what was given is known."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from pydantic import ValidationError

from assay.config import IndexSettings, ModelSettings, RetrievalSettings, Settings


def test_a_wrong_value_is_named_with_its_table():
    with pytest.raises(ValidationError, match=r"retrieval\.top_k"):
        Settings(retrieval={"top_k": 0})
    with pytest.raises(ValidationError, match=r"retrieval\.topk"):
        Settings(retrieval={"topk": 1})


@pytest.mark.parametrize("text", ["a\0b", Path("a\0b")])
def test_no_text_holds_a_nul(text):
    with pytest.raises(ValidationError, match="NUL"):
        Settings(index={"dir": text})


def test_tables_that_were_made_already_are_taken_beside_values_to_convert():
    settings = Settings(index=IndexSettings(dir=Path("a")), retrieval={"top_k": "7"})
    assert (settings.index.dir, settings.retrieval.top_k) == (Path("a"), 7)
    assert settings.index.model_fields_set == {"dir"}


def test_settings_are_values():
    one, other = RetrievalSettings(top_k=5), RetrievalSettings().model_copy(update={"top_k": 5})
    assert one == other != RetrievalSettings() and one != IndexSettings()
    assert hash(ModelSettings(name="a")) == hash(ModelSettings(name="a"))
    assert pickle.loads(pickle.dumps(Settings(retrieval=one))).retrieval == one
    assert repr(IndexSettings()) == "IndexSettings(dir=None, thorough=True, models=None)"
    with pytest.raises(ValidationError, match="frozen"):
        del one.top_k


def test_they_are_written_as_json_and_without_what_was_not_said():
    settings = Settings(index={"dir": Path("a")}, retrieval={"mode": "hybrid"})
    assert settings.model_dump(exclude_defaults=True) == {"index": {"dir": Path("a")}}
    told = {"index": {"dir": Path("a")}, "retrieval": {"mode": "hybrid"}}
    assert settings.model_dump(exclude_unset=True) == told
    assert '"index":{"dir":"a","thorough":true,"models":null}' in settings.model_dump_json()
