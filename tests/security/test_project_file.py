"""./assay.toml comes with a folder: it decides neither who is spoken to nor what lies outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.config import load_settings
from assay.errors import SettingsError

REFUSED = {
    "base url": ("[model]\nbase_url = 'http://evil.example/v1'\n", "model.base_url"),
    "key variable": ("[model]\nkey_variable = 'AWS_SECRET'\n", "model.key_variable"),
    "loopback": ("[search]\nallow_loopback = true\n", "search.allow_loopback"),
    "cache above": ("[search]\ncache = '../../.bashrc'\n", "search.cache"),
    "cache absolute": ("[search]\ncache = '/etc/passwd'\n", "search.cache"),
    "a link": ("[search]\ncache = 'link/cache.db'\n", "search.cache"),
    "model cache": ("[model]\ncache = '/tmp/x'\n", "model.cache"),
    "memory": ("[model]\nremember = '/tmp/x'\n", "model.remember"),
    "model by path": ("[model]\nname = '/opt/evil.gguf'\n", "model.name"),
    "adapter": ("[model]\nadapter = '../a.gguf'\n", "model.adapter"),
    "one of several": ("[search]\nzim = ['in.zim', '/out.zim']\n", "search.zim"),
    "weights": ("[verifier]\nmodel = '/w'\n", "verifier.model"),
    "index": ("[index]\ndir = '..'\n", "index.dir"),
    "plugin url": (
        "[generator]\nname = 'x'\noptions = { where = 'http://evil' }\n",
        "generator.options.where",
    ),
    "plugin key": ("[scorer.options.deep]\napi_key = 'x'\n", "scorer.options.deep.api_key"),
    "plugin command": (
        "[[search.options.steps]]\ncommand = 'rm'\n",
        "search.options.steps.command",
    ),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    home, outside = tmp_path / "cloned", tmp_path / "outside"
    home.mkdir()
    outside.mkdir()
    (home / "link").symlink_to(outside)
    monkeypatch.chdir(home)
    return home


@pytest.mark.parametrize(("toml", "name"), REFUSED.values(), ids=REFUSED)
def test_a_project_file_is_named_and_refused_and_told_how_to_trust_it(toml, name):
    Path("assay.toml").write_text(toml)
    with pytest.raises(SettingsError, match=f"assay.toml sets '{name}'") as caught:
        load_settings()
    assert "--config assay.toml" in caught.value.hint
    load_settings(Path("assay.toml"))  # whoever names it trusts it


def test_what_stays_inside_the_folder_is_read():
    Path("assay.toml").write_text(
        "[index]\ndir = 'i'\n[search]\nzim = ['a/b.zim']\n[model]\nname = 'org/model'\n"
        "[generator]\noptions = { temperature = 0 }\n"
    )
    settings = load_settings()
    assert settings.index.dir == Path("i")
    assert settings.model.name == "org/model"


def test_the_users_own_file_may_say_all_and_the_project_wins_key_by_key(tmp_path, monkeypatch):
    own = tmp_path / "config" / "assay" / "assay.toml"
    own.parent.mkdir(parents=True)
    own.write_text("strategy = 'rag'\n[model]\nbase_url = 'http://localhost:1/v1'\nname = 'm'\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(own.parents[1]))
    Path("assay.toml").write_text("[model]\nname = 'n'\n")
    settings = load_settings()
    assert settings.strategy == "rag"
    assert (settings.model.base_url, settings.model.name) == ("http://localhost:1/v1", "n")
    monkeypatch.setenv("ASSAY_MODEL__BASE_URL", "http://localhost:2/v1")
    assert load_settings().model.base_url == "http://localhost:2/v1"


@pytest.mark.parametrize(
    "toml",
    [
        'strategy = "\\u0000"\n[index]\ndir = "a\\u0000b"\n',
        '[search]\nzim = ["a\\u0000b"]\n',
        '[model]\nname = "a\\u0000b"\n',
    ],
)
def test_a_nul_in_a_setting_is_refused_by_name(toml):
    Path("assay.toml").write_text(toml)
    with pytest.raises(SettingsError, match="NUL"):
        load_settings()


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:11434v1",
        "localhost:11434",
        "http://[::1",
        "ftp://host/",
        "http://host:0/",
        "http://a b/",
        "http://me:pass@host/v1",
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_is_sent(url):
    with pytest.raises(SettingsError, match=r"model\.base_url"):
        load_settings(flags={"model": {"base_url": url}})


def test_deep_toml_is_refused_in_one_line():
    Path("assay.toml").write_text("a = " + "[" * 60_000)
    with pytest.raises(SettingsError, match="not valid TOML"):
        load_settings()
