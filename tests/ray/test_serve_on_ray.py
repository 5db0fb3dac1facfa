"""`assay serve --engine ray` is the one-process server: same answers, same guard, graceful end."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import httpx2
import pytest

from assay.cli.main import run as assay
from assay.config import Settings
from assay.errors import MissingExtraError, SettingsError
from assay_ray.serving import Replica, check_extra
from assay_server.options import ServeOptions
from assay_server.work.engines import Engines
from tests.server.conftest import documents, real_index  # noqa: F401 - fixtures
from tests.server.live import live, options, parsed, wait_until
from tests.server.test_process import TOWER, run, serving, towers

needs_ray = [
    pytest.mark.ray,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra ray-serve"),
    pytest.mark.filterwarnings("ignore"),  # Ray leaves processes and pipes to the garbage collector
    pytest.mark.timeout(600),  # on a busy machine its daemons alone take half a minute to start
]
QUESTIONS = (
    "How high is the lighthouse of Varn?",
    "Who was the last keeper of the lighthouse of Varn?",
    "What does the warranty of the K2 cover?",
    "What does the moon weigh?",
)


def on_ray(tmp_path, index, *args):
    """A server whose replicas Ray runs; without a way out, so that nothing else is needed."""
    flags = ["--index", index, "--port", 0, "--engine", "ray", "--uploads", tmp_path / "uploads"]
    return serving(tmp_path, *flags, "--no-web", *args, seconds=300)


def answer(reply: httpx2.Response) -> dict:
    """An answer without what no two runs share: how long each step took."""
    assert reply.status_code == 200, reply.text
    made = reply.json()
    del made["timings_ms"]
    for step in made["trace"]:
        del step["at_ms"], step["ms"]
    return made


def replicas_of(process: int) -> list[int]:
    """The processes of the replicas below a process."""
    found = []
    for each in Path("/proc").iterdir():
        try:
            if not (each / "cmdline").read_text().startswith("ray::ServeReplica"):
                continue
            above = int(each.name)
            while above not in {process, 0}:
                above = int(Path(f"/proc/{above}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # no process, or one that has ended meanwhile
            continue
        found += [int(each.name)] if above == process else []
    return found


class TestServed:
    pytestmark = needs_ray

    def test_answers_are_those_of_one_process_and_the_guard_stands(
        self,
        tmp_path,
        real_index,  # noqa: F811 - the fixture
    ):
        keys = tmp_path / "keys.json"
        made = run("keys", "add", "team", "--scope", "ask", "--keys", keys).stdout.strip()
        settings = Settings.model_validate({"index": {"dir": real_index}, "search": {"web": False}})
        bodies = [{"question": question} for question in QUESTIONS]
        with live(Engines(settings), options(tmp_path / "one", rate=0)) as one:
            here = [answer(one.http.post("/v1/ask", json=body)) for body in bodies]
        also = ["--also", towers(tmp_path)]
        with on_ray(tmp_path, real_index, "--rate", 120, *also) as (url, _, log):
            assert url, log.read_text()
            bearer = {"authorization": f"Bearer {made}"}
            with httpx2.Client(base_url=url, headers=bearer, timeout=60) as http:
                assert http.get("/v1/ready").json()["ready"] is True
                there = [answer(http.post("/v1/ask", json=body)) for body in bodies]
                assert there == here
                assert "52" in http.post("/v1/ask", json=TOWER).json()["text"]
                with http.stream("POST", "/v1/ask", json={**bodies[0], "stream": True}) as reply:
                    events = list(parsed(reply.iter_lines()))
                assert events[-1][0] == "answer" and events[-1][1]["text"] == here[0]["text"]
                assert httpx2.post(f"{url}/v1/ask", json=bodies[0]).status_code == 401
                wrong = {"authorization": "Bearer assay_wrong"}
                assert httpx2.post(f"{url}/v1/ask", json=bodies[0], headers=wrong).is_client_error
                assert http.post("/v1/find", json={"query": "varn"}).status_code == 403
                evil = http.get("/v1/health", headers={"host": "evil.example"})
                assert evil.json()["error"]["type"] == "ForbiddenError"
                statuses = [http.post("/v1/ask", json={}).status_code for _ in range(40)]
                assert set(statuses) == {400, 429}, "20 at a time, then too often"

    def test_a_full_queue_refuses_and_does_not_wait(self, tmp_path, real_index):  # noqa: F811
        flags = ["--queue", 1, "--parallel", 1, "--replicas", 1, "--rate", 0]
        with on_ray(tmp_path, real_index, *flags) as (url, _, log), ThreadPoolExecutor(12) as pool:
            assert url, log.read_text()
            bodies = [{"question": f"How high is lighthouse number {n}?"} for n in range(24)]
            replies = pool.map(
                lambda body: httpx2.post(f"{url}/v1/ask", json=body, timeout=120), bodies
            )
            statuses = [(each.status_code, "retry-after" in each.headers) for each in replies]
        assert set(statuses) == {(200, False), (429, True)}

    def test_a_dead_replica_is_replaced_and_what_is_under_way_at_the_end_is_finished(
        self,
        tmp_path,
        real_index,  # noqa: F811 - the fixture
    ):
        begun, go_on = threading.Event(), threading.Event()

        def slowly():
            yield b"Goats eat hay. "
            begun.set()
            assert go_on.wait(60)
            yield b"They give milk."

        with on_ray(tmp_path, real_index) as (url, process, log), ThreadPoolExecutor(1) as pool:
            assert url, log.read_text()
            (replica,) = replicas_of(process.pid)
            os.kill(replica, signal.SIGKILL)
            wait_until(lambda: httpx2.get(f"{url}/v1/ready", timeout=60).status_code == 200, 120)
            reply = httpx2.post(f"{url}/v1/ask", json={"question": QUESTIONS[0]}, timeout=60)
            assert "34" in reply.json()["text"]
            (replaced,) = replicas_of(process.pid)
            assert replaced != replica
            place = f"{url}/v1/documents/goats.txt"
            upload = pool.submit(httpx2.put, place, content=slowly(), timeout=60)
            assert begun.wait(30)
            time.sleep(1)  # the first part has to reach the replica
            process.send_signal(signal.SIGTERM)
            time.sleep(2)
            go_on.set()
            assert upload.result().status_code == 202
            assert process.wait(90) == 0
            with pytest.raises(httpx2.TransportError):
                httpx2.get(f"{url}/v1/health")
            wait_until(lambda: not Path(f"/proc/{replaced}").exists())
        assert "Traceback" not in log.read_text()


def test_options_of_the_other_engine_are_refused(tmp_path, capsys):
    index = ["--index", str(tmp_path / "ix")]
    assert assay(["serve", *index, "--replicas", "2"]) == 2
    assert "--replicas is for --engine ray" in capsys.readouterr().err
    assert assay(["serve", *index, "--workers", "2", "--engine", "ray"]) == 2
    assert "use --replicas" in capsys.readouterr().err


def test_without_ray_serve_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("assay_ray.serving.PACKAGES", ("no_such_package",))
    with pytest.raises(MissingExtraError) as told:
        check_extra()
    assert told.value.hint == "pip install 'assay-rag[ray-serve]'"


def test_a_node_without_the_file_of_keys_serves_nobody(tmp_path):
    there = ServeOptions(keys=tmp_path / "keys.json")
    with pytest.raises(SettingsError, match="there is no key in"):
        Replica(Settings(), there, str(Path.cwd()), keyed=True).app()
