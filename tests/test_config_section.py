"""What is plain to see is what pydantic would make of it; where it is not, pydantic is asked."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from assay.config import IndexSettings, ModelSettings, RetrievalSettings, Settings
from assay.config.checked import checked
from assay.config.section import MISSING, WrongSettingError

TABLES = [each.table for each in Settings.model_fields.values() if each.table]
VALUES = [
    *(None, True, False, 0, 1, -1, 5, 10**6, 0.5, -0.5, 1.5, float("nan"), float("inf")),
    *("", "a", "1", "true", "free", "span", "a\0b", "http://localhost:1/v1", b"a"),
    *(Path("a"), Path("a\0b"), (), ("a",), ["a"], (Path("a"),), ("a\0",), (1,), {}, {"a": 1}),
    {1: 2},
]
CASES = [
    (table, name, value) for table in TABLES for name in table.model_fields for value in VALUES
]


def made(make):
    try:
        return repr(make())
    except WrongSettingError:
        return "refused"


def test_what_is_plain_to_see_is_what_pydantic_makes_of_it():
    for table, name, value in CASES:
        seen = table.plain({name: value})
        if seen is not MISSING:
            assert repr(seen) == repr(checked(table, {name: value})), (table, name, value)
        direct = made(lambda table=table, name=name, value=value: table(**{name: value}))
        assert direct == made(lambda t=table, n=name, v=value: checked(t, {n: v}))


def test_usual_values_are_plain_to_see():
    given = {"index": {"dir": Path("a")}, "retrieval": {"top_k": 5, "mode": "dense"}}
    settings = Settings.plain(given)
    assert (settings.index.dir, settings.retrieval.top_k) == (Path("a"), 5)
    assert settings.model_fields_set == {"index", "retrieval"}


def test_a_wrong_value_is_named_with_its_table():
    with pytest.raises(WrongSettingError, match=r"retrieval\.top_k") as caught:
        Settings(retrieval={"top_k": 0})
    assert caught.value.known and caught.value.value == 0
    with pytest.raises(WrongSettingError) as caught:
        Settings(retrieval={"topk": 1})
    assert not caught.value.known and caught.value.name == ("retrieval", "topk")


def test_tables_that_were_made_already_are_taken_beside_values_to_convert():
    settings = Settings(index=IndexSettings(dir=Path("a")), retrieval={"top_k": "7"})
    assert (settings.index.dir, settings.retrieval.top_k) == (Path("a"), 7)
    assert settings.index.model_fields_set == {"dir"}


def test_settings_are_values():
    one, other = RetrievalSettings(top_k=5), RetrievalSettings().model_copy(update={"top_k": 5})
    assert one == other != RetrievalSettings() and one != IndexSettings()
    assert hash(ModelSettings(name="a")) == hash(ModelSettings(name="a"))
    assert pickle.loads(pickle.dumps(Settings(retrieval=one))).retrieval == one
    assert repr(IndexSettings()) == "IndexSettings(dir=None, thorough=True)"
    with pytest.raises(AttributeError, match="frozen"):
        del one.top_k


def test_they_are_written_as_json_and_without_what_was_not_said():
    settings = Settings(index={"dir": Path("a")}, retrieval={"mode": "hybrid"})
    assert settings.model_dump(exclude_defaults=True) == {"index": {"dir": Path("a")}}
    told = {"index": {"dir": Path("a")}, "retrieval": {"mode": "hybrid"}}
    assert settings.model_dump(exclude_unset=True) == told
    assert '"index":{"dir":"a","thorough":true}' in settings.model_dump_json()
