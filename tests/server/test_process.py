"""`assay serve`, `assay mcp` and `assay keys` as processes: real signals, real ports."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx2
import pytest

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from tests.server.live import wait_until

TOWER = {"question": "How high is the tower of Ulm?", "index": "towers"}
READY = re.compile(r"assay is ready: (http://\S+)")


@contextmanager
def serving(tmp_path, *args, command="serve", seconds=90):
    """The address of a server in a process of its own, and the process."""
    log = tmp_path / "log"
    line = [sys.executable, "-m", "assay", command, "--keys", str(tmp_path / "keys.json")]
    with log.open("w") as stream:
        process = subprocess.Popen([*line, *map(str, args)], stderr=stream)
    try:
        wait_until(lambda: READY.search(log.read_text()) or process.poll() is not None, seconds)
        found = READY.search(log.read_text())
        yield (found[1] if found else ""), process, log
    finally:
        process.kill()
        process.wait()


def run(*args):
    line = [sys.executable, "-m", "assay", *map(str, args)]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)


def test_it_serves_and_stops_when_it_is_told_to(tmp_path, real_index):
    with serving(tmp_path, "--index", real_index, "--port", 0) as (url, process, log):
        body = {"question": "How high is the lighthouse of Varn?"}
        assert "34" in httpx2.post(f"{url}/v1/ask", json=body, timeout=60).json()["text"]
        assert httpx2.get(url).text.startswith("<!doctype html>")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM)
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert {"answer", "request"} <= {line["event"] for line in lines}
    assert "lighthouse" not in json.dumps(lines)


@pytest.mark.slow  # both workers load the models
def test_two_workers_share_their_indexes_and_folders_of_uploads(tmp_path, real_index):
    log = tmp_path / "log"
    port = free_port()
    args = ["--index", real_index, "--also", towers(tmp_path), "--port", port, "--workers", 2]
    args += ["--uploads", tmp_path / "up"]
    with serving(tmp_path, *args, seconds=240) as (_, process, _log):
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/v1/ready"), 90)
        body = {"question": "How high is the lighthouse of Varn?"}
        for _ in range(6):  # each over a new connection, which either worker may take
            assert "34" in httpx2.post(f"{url}/v1/ask", json=body, timeout=60).json()["text"]
        for _ in range(4):
            assert "52" in httpx2.post(f"{url}/v1/ask", json=TOWER, timeout=60).json()["text"]
        there = httpx2.put(f"{url}/v1/documents/x.txt?index=towers", content="Ships sail.").json()
        job = httpx2.put(f"{url}/v1/documents/note.txt", content="Goats eat hay.").json()
        for _ in range(6):
            assert httpx2.get(f"{url}/v1/jobs/{job['id']}").status_code == 200
        counted = httpx2.get(f"{url}/metrics").text
        total = re.search(r'assay_answers_total\{.*outcome="answered".*\} (\d+)', counted)
        assert total and int(total[1]) == 10
        jobs = (f"{url}/v1/jobs/{job['id']}", f"{url}/v1/jobs/{there['id']}?index=towers")
        for each in jobs:
            wait_until(lambda each=each: httpx2.get(each).json()["state"] == "done", 120)
        listed = f"{url}/v1/documents?index=towers"
        wait_until(lambda: httpx2.get(listed).json()["total"] == 2, 60)
        httpx2.delete(f"{url}/v1/documents/note.txt")
        wait_until(lambda: httpx2.get(f"{url}/v1/documents").json()["total"] == 2, 60)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) in (0, -signal.SIGTERM)
    assert "Traceback" not in log.read_text()


def test_tools_are_served_over_http_alone(tmp_path, real_index):
    args = ["--index", real_index, "--port", 0, "--http"]
    with serving(tmp_path, *args, command="mcp") as (url, process, _):
        assert url.endswith("/mcp")
        assert httpx2.get(url.replace("/mcp", "/v1/health")).status_code == 200
        assert httpx2.get(url.replace("/mcp", "/")).status_code == 404
        process.send_signal(signal.SIGINT)
        process.wait(30)


def test_a_port_in_use_is_told_in_one_line(tmp_path, real_index):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("serve", "--index", real_index, "--port", port)
    assert said.returncode == 7
    assert f"cannot listen on 127.0.0.1 port {port}" in said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize("command", [("serve",), ("mcp", "--http")])
def test_a_wider_address_without_a_key_is_refused(tmp_path, real_index, command):
    keys = tmp_path / "keys.json"
    said = run(*command, "--index", real_index, "--host", "0.0.0.0", "--keys", keys)
    assert said.returncode == 2 and "there is no key" in said.stderr


def test_more_workers_than_cores_are_refused(tmp_path, real_index):
    said = run("serve", "--index", real_index, "--workers", 60, "--keys", tmp_path / "keys.json")
    assert said.returncode == 2 and "60 workers" in said.stderr


def test_keys_are_made_listed_and_removed(tmp_path):
    keys = tmp_path / "keys.json"
    made = run("keys", "add", "team", "--scope", "ask", "--keys", keys)
    assert made.returncode == 0 and made.stdout.startswith("assay_")
    assert made.stdout.strip() not in keys.read_text()
    listed = run("keys", "list", "--keys", keys, "--json")
    [line] = json.loads(listed.stdout)
    assert (line["name"], line["scopes"]) == ("team", ["ask"])
    assert "team" in run("keys", "list", "--keys", keys).stdout
    wrong = run("keys", "add", "x", "--scope", "ask,read", "--keys", keys)
    assert wrong.returncode == 2 and "give --scope once for each" in wrong.stderr
    assert run("keys", "remove", "team", "--keys", keys).returncode == 0
    assert json.loads(run("keys", "list", "--keys", keys, "--json").stdout) == []
    assert "assay keys add NAME" in run("keys", "list", "--keys", keys).stdout


def towers(tmp_path):
    """A second index, which `TOWER` is about."""
    (tmp_path / "tower.md").write_text("# Ulm\n\nThe tower of Ulm is 52 metres high.\n")
    index_paths([tmp_path / "tower.md"], tmp_path / "towers", build_embedder(Settings()))
    return tmp_path / "towers"


def answers(address):
    try:
        return httpx2.get(address).status_code == 200
    except httpx2.TransportError:
        time.sleep(0.2)
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_without_our_weights_a_server_says_what_to_install(tmp_path, real_index):
    hide = "import sys; sys.modules['assay_models'] = None; from assay.__main__ import main; main()"
    line = [sys.executable, "-c", hide, "serve", "-i", real_index, "--keys", tmp_path / "keys.json"]
    said = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
    assert said.returncode == 9 and "pip install assay-rag-models" in said.stderr
