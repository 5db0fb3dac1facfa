"""The files of deploy/: well-formed, and every command in them one that assay has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from assay.cli.main import run

DEPLOY = Path(__file__).parents[2] / "deploy"


def assert_is_a_command(words, capsys):
    """The flags are known: `--help` at the end is reached only when all before it are read."""
    assert run([*words, "--help"]) == 0, capsys.readouterr().err
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


def test_compose_starts_a_command_that_exists(capsys):
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose["services"]) == {"assay", "ollama", "searxng"}
    assert_is_a_command(compose["services"]["assay"]["command"], capsys)
    assert all(port.startswith("127.0.0.1:") for port in compose["services"]["assay"]["ports"])
    mounted = [v for service in compose["services"].values() for v in service["volumes"]]
    named = {volume.partition(":")[0] for volume in mounted if not volume.startswith(".")}
    assert named == set(compose["volumes"])


def test_searxng_gives_json():
    settings = yaml.safe_load((DEPLOY / "searxng.yml").read_text())
    assert "json" in settings["search"]["formats"]


def test_the_container_starts_a_command_that_exists(capsys):
    text = (DEPLOY / "Containerfile").read_text()
    assert_is_a_command(json.loads(re.search(r"^CMD (.*)$", text, re.MULTILINE)[1]), capsys)
    assert re.search(r"^USER \d+$", text, re.MULTILINE)


def test_the_unit_starts_a_command_that_exists(capsys, tmp_path):
    text = (DEPLOY / "assay.service").read_text()
    words = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1].split()
    assert_is_a_command(words[1:], capsys)
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here to check the unit with")
    unit = tmp_path / "assay.service"
    unit.write_text(text.replace(words[0], sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert "assay.service" not in checked.stderr, checked.stderr
