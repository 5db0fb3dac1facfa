from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx2
import pytest

from assay_server.errors import BusyError, ClosingError
from assay_server.work.fair_queue import FairQueue
from tests.server.live import Gate, fake_engines, live, options, wait_until


def queued(parallel=1, length=100):
    return FairQueue(parallel, length)


async def ask(queue, key, owner, done, work=None):
    async with queue.asking(key, owner, work or (lambda watcher: done.append(key))) as run:
        return await run.result()


def test_clients_are_served_in_turn_however_many_questions_one_has():
    async def main():
        queue, hold, done = queued(), threading.Event(), []
        asking = [asyncio.ensure_future(ask(queue, "hold", "a", done, lambda w: hold.wait(30)))]
        for key, owner in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c")]:
            asking.append(asyncio.ensure_future(ask(queue, key, owner, done)))
        await asyncio.sleep(0)
        hold.set()
        await asyncio.gather(*asking)
        await queue.close()
        return done

    assert asyncio.run(main()) == ["a1", "b1", "c1", "a2", "a3"]


def test_a_full_queue_sends_away_the_newest_of_whoever_has_most():
    async def main():
        queue, hold, done = queued(length=3), threading.Event(), []
        start = lambda key, owner: asyncio.ensure_future(ask(queue, key, owner, done))  # noqa: E731
        first = asyncio.ensure_future(ask(queue, "hold", "a", done, lambda w: hold.wait(30)))
        greedy = [start(f"a{n}", "a") for n in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError) as refused:
            await ask(queue, "a4", "a", done)
        modest = start("b1", "b")
        await asyncio.sleep(0)
        hold.set()
        results = await asyncio.gather(first, *greedy, modest, return_exceptions=True)
        await queue.close()
        return done, results, refused.value

    done, results, refused = asyncio.run(main())
    assert done == ["a0", "b1", "a1"]
    assert isinstance(results[3], BusyError) and refused.retry_after >= 1


def test_who_leaves_the_queue_leaves_no_work_behind():
    async def main():
        queue, hold, done = queued(), threading.Event(), []
        first = asyncio.ensure_future(ask(queue, "hold", "a", done, lambda w: hold.wait(30)))
        second = asyncio.ensure_future(ask(queue, "second", "a", done))
        await asyncio.sleep(0)
        assert queue.waiting == 1
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert queue.waiting == 0
        hold.set()
        await first
        await queue.close()
        return done

    assert asyncio.run(main()) == []


def test_a_queue_that_closes_takes_nothing_more_and_stops_what_runs():
    async def main():
        queue, done = queued(), []

        def work(watcher):
            assert watcher.stop.wait(30)

        running = asyncio.ensure_future(ask(queue, "running", "a", done, work))
        waiting = asyncio.ensure_future(ask(queue, "waiting", "a", done))
        await asyncio.sleep(0.05)
        await queue.close()
        with pytest.raises(ClosingError):
            await ask(queue, "late", "a", done)
        return await asyncio.gather(running, waiting, return_exceptions=True)

    stopped, refused = asyncio.run(main())
    assert stopped is None and isinstance(refused, ClosingError)


def test_equal_questions_in_flight_are_answered_once(tmp_path):
    gate = Gate()
    with (
        live(fake_engines(tmp_path, gate), options(tmp_path)) as server,
        ThreadPoolExecutor(4) as pool,
    ):
        asked = [pool.submit(server.ask) for _ in range(3)]
        asked.append(pool.submit(server.events, "  What do goats eat? "))
        wait_until(lambda: gate.begun and sum(r.askers for r in server.shared.slow.running) == 4)
        gate.open.set()
        *plain, streamed = [each.result() for each in asked]
    assert gate.begun == ["What do goats eat?"]
    texts = {reply.json()["text"] for reply in plain} | {streamed[-1][1]["text"]}
    assert texts == {"Goats eat hay. They give milk."}


def test_another_threshold_makes_another_question(tmp_path):
    gate = Gate()
    gate.open.set()
    with live(fake_engines(tmp_path, gate), options(tmp_path)) as server:
        server.ask()
        server.ask(upper=0.8)
    assert len(gate.begun) == 2


@contextmanager
def connected(server, body):
    """A client that has asked and waits for its answer, until the block ends."""
    data = json.dumps(body).encode()
    head = f"POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(data)}\r\n"
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(f"{head}content-type: application/json\r\n\r\n".encode() + data)
        yield client


@pytest.mark.parametrize("stream", [True, False])
def test_the_work_stops_when_the_asker_leaves(tmp_path, stream):
    gate = Gate()
    with live(fake_engines(tmp_path, gate), options(tmp_path)) as server:
        with connected(server, {"question": "What do goats eat?", "stream": stream}):
            wait_until(lambda: gate.begun)
            [run] = server.shared.slow.running
        wait_until(run.stop.is_set)
        gate.open.set()
        wait_until(lambda: not server.shared.slow.running)
        assert (gate.begun, gate.ended) == (["What do goats eat?"], [])
        wait_until(lambda: b"assay_stopped_total 1.0" in server.http.get("/metrics").content)


def test_one_asker_who_leaves_does_not_take_the_answer_from_the_other(tmp_path):
    gate = Gate()
    with (
        live(fake_engines(tmp_path, gate), options(tmp_path)) as server,
        ThreadPoolExecutor(1) as pool,
    ):
        with connected(server, {"question": "What do goats eat?"}):
            stays = pool.submit(server.ask)
            wait_until(lambda: [run.askers for run in server.shared.slow.running] == [2])
        wait_until(lambda: [run.askers for run in server.shared.slow.running] == [1])
        gate.open.set()
        assert stays.result().json()["text"]


def test_a_full_server_says_when_to_come_back(tmp_path):
    gate = Gate()
    with (
        live(fake_engines(tmp_path, gate), options(tmp_path, parallel=1, queue=1)) as server,
        ThreadPoolExecutor(2) as pool,
    ):
        asked = [pool.submit(server.ask, f"What {n}?") for n in range(2)]
        wait_until(lambda: server.shared.slow.waiting == 1)
        refused = server.ask("What else?")
        streamed = server.http.post("/v1/ask", json={"question": "And?", "stream": True})
        gate.open.set()
        assert [each.result().status_code for each in asked] == [200, 200]
    for reply in (refused, streamed):
        assert reply.status_code == 429 and int(reply.headers["retry-after"]) >= 1


def test_a_request_that_takes_too_long_is_given_up(tmp_path):
    gate = Gate()
    with live(fake_engines(tmp_path, gate), options(tmp_path, seconds=0.3)) as server:
        reply = server.ask()
        name, last = server.events("What else?")[-1]
        wait_until(lambda: all(run.stop.is_set() for run in server.shared.slow.running))
        gate.open.set()
        wait_until(lambda: not server.shared.slow.running)
    assert reply.status_code == 503 and reply.headers["retry-after"]
    assert name == "error" and last["error"]["code"] == 503
    assert gate.ended == []


def test_finding_does_not_wait_for_those_who_ask(tmp_path):
    gate = Gate()
    with (
        live(fake_engines(tmp_path, gate), options(tmp_path, parallel=1)) as server,
        ThreadPoolExecutor(1) as pool,
    ):
        asked = pool.submit(server.ask)
        wait_until(lambda: gate.begun)
        assert server.http.post("/v1/find", json={"query": "hay"}).status_code == 200
        gate.open.set()
        assert asked.result().status_code == 200


def test_a_stop_lets_the_running_answer_finish(tmp_path):
    gate = Gate()
    with ThreadPoolExecutor(1) as pool:
        with live(fake_engines(tmp_path, gate), options(tmp_path)) as server:
            asked = pool.submit(httpx2.post, f"{server.url}/v1/ask", json={"question": "What?"})
            wait_until(lambda: gate.begun)
            threading.Timer(0.3, gate.open.set).start()
        assert asked.result().json()["text"]


def test_a_slow_reader_holds_nobody_up(tmp_path):
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        body = {"question": "What do goats eat?", "stream": True}
        with server.http.stream("POST", "/v1/ask", json=body) as reply:
            lines = reply.iter_lines()
            next(lines)
            with httpx2.Client(base_url=server.url) as other:
                assert other.post("/v1/ask", json={"question": "Who?"}).status_code == 200
            time.sleep(0.2)
            assert any("event: answer" in line for line in lines)


def test_a_body_that_never_comes_is_not_waited_for(tmp_path):
    with live(fake_engines(tmp_path), options(tmp_path, silence=0.2)) as server:
        host, port = server.url.removeprefix("http://").split(":")
        head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n"
        with socket.create_connection((host, int(port))) as client:
            client.sendall(f"{head}content-type: application/json\r\n\r\n{{".encode())
            assert b"408" in client.recv(100)
