from __future__ import annotations

import pytest

from assay.config import Settings
from assay.errors import MissingExtraError
from assay.wiring.catalogue import CATALOGUE, Need, StrategyEntry
from assay.wiring.readiness import CHECKS, lacking


def missing(need, **settings):
    return lacking(
        StrategyEntry("x", "assay.wiring.x:x", "x", "x", needs=(need,)), Settings(**settings)
    )


@pytest.fixture(autouse=True)
def no_keys(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "SERPER_API_KEY", "BRAVE_API_KEY", "TAVILY_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_every_need_can_be_checked():
    assert set(CHECKS) == set(Need)


def test_an_index_must_be_named_and_be_there(tmp_path):
    assert missing(Need.INDEX) == ("no index is named (--index DIR)",)
    assert "nowhere" in missing(Need.INDEX, index={"dir": "nowhere"})[0]
    assert missing(Need.INDEX, index={"dir": tmp_path}) == ()
    assert missing(Need.INDEX, retrieval={"mode": "my-plugin"}) == ()


@pytest.mark.parametrize("need", [Need.MODEL, Need.LOGPROBS])
def test_a_language_model_must_be_chosen_named_and_have_its_key(need, monkeypatch):
    pytest.importorskip("openai")
    chat = {"name": "chat"}
    assert "--generator local" in missing(need)[0]
    assert "--model NAME" in missing(need, generator=chat)[0]
    assert "OPENAI_API_KEY" in missing(need, generator=chat, model={"name": "m"})[0]
    own = {"name": "m", "base_url": "http://127.0.0.1:1"}
    assert missing(need, generator=chat, model=own) == ()
    assert missing(need, model=own) == ()  # the reader answers, the model thinks
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert missing(need, generator=chat, model={"name": "m"}) == ()


def test_a_package_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr("assay.wiring.readiness.PACKAGES", {"local": ("no_such_thing", "local")})
    assert "assay-rag[local]" in missing(Need.MODEL, model={"name": "a.gguf"})[0]


def test_a_strategy_whose_package_is_not_there_says_how_to_get_it():
    lost = StrategyEntry("x", "no_such_package.wiring:build", "x", "x")
    assert "assay-rag[strategies]" in lacking(lost, Settings())[0]
    with pytest.raises(MissingExtraError) as error:
        lost.load()
    assert error.value.hint == "pip install 'assay-rag[strategies]'"


def test_a_reader_has_no_memory():
    assert "only from evidence" in missing(Need.MEMORY)[0]
    assert missing(Need.MEMORY, generator={"name": "my-plugin"}) == ()
    assert "--model NAME" in missing(Need.MEMORY, generator={"name": "chat"})[0]


@pytest.mark.parametrize(
    ("search", "there"),
    [
        ({}, False),
        ({"web": False, "engines": ["wikipedia"]}, False),
        ({"engines": ["wikipedia"]}, True),
        ({"zim": ["a.zim"]}, True),
        ({"fallback_index": "other"}, True),
        ({"offline": True}, True),
        ({"name": "my-plugin"}, True),
    ],
)
def test_a_source_outside_must_be_configured(search, there):
    assert (missing(Need.SOURCE, search=search) == ()) is there


def test_weights_must_be_where_the_settings_say(tmp_path):
    assert "no weights" in missing(Need.COMPLEXITY, reasoning={"complexity": tmp_path})[0]
    (tmp_path / "card.toml").write_text("")
    assert missing(Need.COMPLEXITY, reasoning={"complexity": tmp_path}) == ()
    assert missing(Need.VERIFIER, verifier={"model": tmp_path}) == ()


def test_every_need_that_is_missing_is_told():
    plan = next(entry for entry in CATALOGUE if entry.name == "plan")
    assert len(lacking(plan, Settings())) == 2
