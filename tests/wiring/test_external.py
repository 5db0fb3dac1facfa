from __future__ import annotations

import pytest

from assay.adapters.rewriters.keep_question import KeepQuestion
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.rewriters.prompted import PromptedRewriter, RewriteTask
from assay.adapters.search.cached import CachedPages
from assay.adapters.search.engines import ENGINES, configured, make_engine, missing
from assay.adapters.search.fallback import FallbackSearch
from assay.adapters.search.null_search import NullSearch
from assay.config import load_settings
from assay.errors import SettingsError
from assay.ports import SearchEngine
from assay.wiring import build_rewriter, build_search

ENVIRONMENT = {need: "https://example.org" for kind in ENGINES.values() for need in kind.needs}


@pytest.fixture(autouse=True)
def empty_home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_can_be_made_by_name(name):
    engine = make_engine(name, ENVIRONMENT, seconds=3)
    assert isinstance(engine, SearchEngine) and engine.name == name


@pytest.mark.parametrize("name", [name for name, kind in ENGINES.items() if kind.needs])
def test_an_engine_without_its_key_says_which_variable_to_set(name):
    assert missing(name, {}) == ENGINES[name].needs
    with pytest.raises(SettingsError) as refused:
        make_engine(name, {}, seconds=3)
    assert ENGINES[name].needs[0] in refused.value.hint


def test_engines_with_a_key_come_before_wikipedia():
    assert configured({}) == ("wikipedia",)
    assert configured({"BRAVE_API_KEY": "k", "GOOGLE_API_KEY": "k"}) == ("brave", "wikipedia")
    assert configured(ENVIRONMENT)[-1] == "wikipedia"


def search(**flags):
    return build_search(load_settings(flags={"search": flags}))


def names(found) -> list[str]:
    return [name for name, _ in found.sources]


def test_nothing_is_searched_until_a_source_is_chosen():
    assert isinstance(search(), NullSearch)
    assert "switched off" in search(web=False, engines=["wikipedia"]).reason


def test_sources_stand_in_the_order_of_degradation(tmp_path):
    assert names(search(web=True)) == ["the web", "cached pages"]
    assert names(search(engines=["wikipedia"], cache_megabytes=0)) == ["the web"]
    offline = search(offline=True, engines=["wikipedia"])
    assert isinstance(offline, FallbackSearch) and names(offline) == ["cached pages"]
    cached = offline.sources[0][1]
    assert isinstance(cached, CachedPages)
    assert cached.cache.file == tmp_path / "caches" / "assay" / "pages.db"


def test_the_rewriter_is_chosen_by_name():
    assert isinstance(build_rewriter(load_settings()), KeywordRewriter)
    keep = load_settings(flags={"rewriter": {"name": "keep"}})
    assert isinstance(build_rewriter(keep), KeepQuestion)


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("free", RewriteTask.QUESTION),
        ("true-false", RewriteTask.CLAIM),
        ("choice", RewriteTask.CHOICE),
    ],
)
def test_the_prompted_rewriter_uses_the_model_and_the_task_of_the_run(task, expected):
    flags = {
        "rewriter": {"name": "prompt"},
        "generator": {"name": "chat", "task": task},
        "model": {"name": "any", "base_url": "http://127.0.0.1:9/v1"},
    }
    rewriter = build_rewriter(load_settings(flags=flags))
    assert isinstance(rewriter, PromptedRewriter) and rewriter.task is expected
    assert rewriter.rewrite("Who kept the Mura Lighthouse?") == "kept, Mura Lighthouse"
