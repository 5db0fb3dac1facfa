"""`search.web = false` means no connection to another machine, however it is set."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from assay.config import Settings
from assay.errors import SettingsError
from assay.wiring import build_chat_model, build_engine

# An address for documentation: nobody answers there, and nobody may be asked.
AWAY = "http://192.0.2.1:8000/v1"
SWITCHED_OFF = "the network is switched off"
LINE = {"id": 1, "question": "Who?", "passages": [{"text": "Ada wrote the first programme."}]}


def ways(folder):
    (folder / "named.toml").write_text("[search]\nweb = false\n")
    project = folder / "project"
    project.mkdir()
    (project / "assay.toml").write_text("[search]\nweb = false\n")
    own = folder / "own" / "assay"
    own.mkdir(parents=True)
    (own / "assay.toml").write_text("[search]\nweb = false\n")
    return {
        "flag": (folder, ["--no-web"], {}),
        "environment": (folder, [], {"ASSAY_SEARCH__WEB": "false"}),
        "--config": (folder, ["--config", str(folder / "named.toml")], {}),
        "project file": (project, [], {}),
        "own file": (folder, [], {"XDG_CONFIG_HOME": str(folder / "own")}),
    }


@pytest.mark.parametrize("way", ["flag", "environment", "--config", "project file", "own file"])
def test_no_request_goes_to_a_model_elsewhere(tmp_path, way):
    folder, flags, env = ways(tmp_path)[way]
    (folder / "q.jsonl").write_text(json.dumps(LINE))
    command = ["batch", "q.jsonl", "-o", "a.jsonl", "--model", "m", "--base-url", AWAY, *flags]
    ran = subprocess.run(
        [sys.executable, "-m", "assay", *command],
        env={**os.environ, "OPENAI_API_KEY": "a-key-for-tests", **env},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == SettingsError.exit_code
    assert SWITCHED_OFF in ran.stderr


def test_no_connection_of_any_code_in_the_process_leaves_the_machine(tmp_path):
    code = """
import os, socket, sys
from pathlib import Path
from assay.cli.loaded import loaded_settings
from assay.errors import UnsafeAddressError
loaded_settings(None, {"search": {"web": False}})
assert not [n for n in os.environ if n.lower().endswith("_proxy")], "a proxy would lead out"
for host in ("192.0.2.1", "2001:db8::1"):
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(family, kind) as s:
            try:
                s.connect((host, 80)) if kind is socket.SOCK_STREAM else s.sendto(b"x", (host, 53))
            except UnsafeAddressError:
                continue
            sys.exit(f"{host} was asked")
try:
    socket.getaddrinfo("example.org", 80)
except UnsafeAddressError:
    print("nobody was asked")
"""
    env = {**os.environ, "HTTP_PROXY": "http://127.0.0.1:3128", "all_proxy": "http://127.0.0.1:1"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "nobody was asked\n", ran.stderr


def test_the_search_command_and_a_download_obey_too(tmp_path):
    env = {**os.environ, "ASSAY_SEARCH__WEB": "false"}
    fetch = ["bench", "custom", "--url", "http://8.8.8.8/q.jsonl", "--sha256", "0" * 64]
    for command in (["search", "tea"], [*fetch, "--out", "run"]):
        ran = subprocess.run(
            [sys.executable, "-m", "assay", *command],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert ran.returncode in (2, 11) and SWITCHED_OFF in ran.stderr


@pytest.mark.parametrize("url", [None, AWAY, "https://api.example.org/v1"])
def test_a_program_that_forbids_the_web_gets_no_model_elsewhere(url, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    settings = Settings(
        search={"web": False}, generator={"name": "chat"}, model={"name": "m", "base_url": url}
    )
    with pytest.raises(SettingsError, match=SWITCHED_OFF):
        build_chat_model(settings)
    with pytest.raises(SettingsError):
        build_engine(settings.model_copy(update={"strategy": "no_retrieval"}))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_model_on_this_machine_is_still_there(host):
    pytest.importorskip("openai")
    model = {"name": "m", "base_url": f"http://{host}:11434/v1"}
    assert build_chat_model(Settings(search={"web": False}, model=model))
