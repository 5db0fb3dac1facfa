from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from assay.config import Settings, load_settings
from assay.errors import SettingsError


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_without_any_source_the_defaults_hold():
    settings = load_settings()
    assert (settings.strategy, settings.retrieval.mode, settings.retrieval.top_k) == (
        "crag",
        "hybrid",
        10,
    )


def test_assay_toml_in_the_working_directory_is_read():
    Path("assay.toml").write_text('strategy = "rag"\n[retrieval]\ntop_k = 3\n')
    settings = load_settings()
    assert (settings.strategy, settings.retrieval.top_k) == ("rag", 3)


def test_flags_win_over_environment_over_file_key_by_key(monkeypatch):
    Path("mine.toml").write_text('[retrieval]\nmode = "dense"\ntop_k = 3\n[refine]\ntop_k = 7\n')
    monkeypatch.setenv("ASSAY_RETRIEVAL__TOP_K", "4")
    monkeypatch.setenv("ASSAY_REFINE__TOP_K", "8")
    flags = {"retrieval": {"mode": None, "top_k": 5}, "index": {"dir": None}}
    settings = load_settings(Path("mine.toml"), flags)
    assert settings.retrieval.mode == "dense"  # only the file says so
    assert settings.refine.top_k == 8  # the environment over the file
    assert settings.retrieval.top_k == 5  # the flag over both


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ("[retrieval]\ntop_k = 0\n", "retrieval.top_k"),
        ("[retrieval]\ntopk = 5\n", "retrieval.topk"),
        ("colour = 'red'\n", "colour"),
        ("[scorer]\nupper = 'high'\n", "scorer.upper"),
        ("[scorer]\nupper = nan\n", "scorer.upper"),
        ("retrieval = 5\n", "retrieval"),
    ],
)
def test_a_wrong_setting_is_named(toml, named):
    Path("assay.toml").write_text(toml)
    with pytest.raises(SettingsError, match=f"'{named}'"):
        load_settings()


def test_a_wrong_variable_is_named_as_a_variable(monkeypatch):
    monkeypatch.setenv("ASSAY_BUDGET__SECONDS", "soon")
    with pytest.raises(SettingsError, match=r"budget\.seconds") as caught:
        load_settings()
    assert "ASSAY_BUDGET__SECONDS" in caught.value.hint


def test_a_misspelt_variable_is_not_ignored(monkeypatch):
    monkeypatch.setenv("ASSAY_TOPK", "5")
    with pytest.raises(SettingsError, match="ASSAY_TOPK"):
        load_settings()


def test_a_variable_that_is_not_json_where_a_section_is_expected(monkeypatch):
    monkeypatch.setenv("ASSAY_RETRIEVAL", "{broken")
    with pytest.raises(SettingsError, match="ASSAY_RETRIEVAL"):
        load_settings()


def test_a_table_and_its_single_settings_are_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("ASSAY_RETRIEVAL", '{"top_k": 3, "mode": "dense"}')
    monkeypatch.setenv("ASSAY_RETRIEVAL__MODE", "fulltext")
    monkeypatch.setenv("ASSAY_RETRIEVAL__OPTIONS__SIZE", "5")
    monkeypatch.setenv("assay_search__engines", '["one", "two"]')
    for settings in (load_settings(), Settings()):
        assert (settings.retrieval.top_k, settings.retrieval.mode) == (3, "fulltext")
        assert settings.retrieval.options == {"size": "5"}
        assert settings.search.engines == ("one", "two")


def test_what_is_given_to_settings_holds_over_the_environment(monkeypatch):
    monkeypatch.setenv("ASSAY_RETRIEVAL__TOP_K", "4")
    monkeypatch.setenv("ASSAY_RETRIEVAL__MODE", "dense")
    settings = Settings.model_validate({"retrieval": {"top_k": 5}})
    assert (settings.retrieval.top_k, settings.retrieval.mode) == (5, "dense")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ASSAY_RETRIEVAL", "5"),
        ("ASSAY_RETRIEVAL__TOPK", "5"),
        ("ASSAY_SEARCH__ENGINES", "one,two"),
        ("ASSAY_SEARCH__ENGINES", "5"),
        ("ASSAY_MODEL__OPTIONS__URL", "http://example.org"),
    ],
)
def test_a_variable_that_fits_no_setting_is_refused(monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError):
        load_settings()


def test_a_value_and_settings_below_it_do_not_meet(monkeypatch):
    monkeypatch.setenv("ASSAY_MODEL__NAME", "small")
    monkeypatch.setenv("ASSAY_MODEL__NAME__SIZE", "5")
    monkeypatch.setenv("ASSAY_STRATEGY__NAME", "rag")
    assert (load_settings().model.name, load_settings().strategy) == ("small", "crag")


def test_the_name_of_a_table_is_written_in_one_way():
    """Or else `[MODEL]` would pass the check of what a project file may say of `[model]`."""
    Path("assay.toml").write_text('[MODEL]\nbase_url = "http://127.0.0.1:9/v1"\n')
    with pytest.raises(SettingsError, match="'MODEL'"):
        load_settings()


@pytest.mark.parametrize("content", [b"[retrieval\n", b"\xff\xfe"])
def test_a_file_that_is_not_toml_is_refused_in_one_line(content):
    Path("assay.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=r"assay\.toml") as caught:
        load_settings()
    assert "\n" not in str(caught.value)


def test_a_config_file_that_is_named_must_exist():
    with pytest.raises(SettingsError, match=r"absent\.toml"):
        load_settings(Path("absent.toml"))


def test_settings_cannot_change_after_they_are_made():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().retrieval.top_k = 3
