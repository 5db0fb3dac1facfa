from __future__ import annotations

import asyncio
import os
import sys

import pytest
from mcp import Client, StdioServerParameters

from tests.server.conftest import KETTLE
from tests.server.live import Gate, fake_engines, live, options, wait_until

TOOLS = ["ask", "find", "list_documents", "read_document", "score_evidence", "verify_answer"]


async def used(server):
    """What the tools say, each called once through the official client."""
    async with Client(server) as client:
        names = sorted(tool.name for tool in (await client.list_tools()).tools)
        calls = {
            "ask": {"question": "How high is the lighthouse of Varn?"},
            "find": {"query": "lighthouse", "top_k": 1},
            "list_documents": {"limit": 1},
            "score_evidence": {"question": "How much does the K2 hold?", "texts": [KETTLE, "No."]},
            "verify_answer": {"answer": "The K2 holds 1.7 litres.", "evidence": [KETTLE]},
        }
        said = {}
        for name, arguments in calls.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result.content
            said[name] = result.structured_content
        [first] = said["list_documents"]["documents"]
        read = await client.call_tool("read_document", {"id": first["id"], "start": 2})
        said["read_document"] = read.structured_content
        undescribed = [
            (tool.name, name)
            for tool in (await client.list_tools()).tools
            for name, of in tool.input_schema["properties"].items()
            if not of.get("description")
        ]
        assert undescribed == []
        return names, said


def check(names, said):
    assert names == TOOLS
    assert "34" in said["ask"]["answer"] and "lighthouse" in said["ask"]["sources"]
    [found] = said["find"]["passages"]
    assert "Varn" in found["text"] and len(str(found)) < 3_000
    assert said["list_documents"]["total"] == 2
    [line] = said["list_documents"]["documents"]
    assert sorted(line) == ["id", "name", "title"]
    assert said["read_document"]["text"].startswith("ennholt kettle, model K2\n")
    first, second = said["score_evidence"]["texts"]
    assert first["score"] > second["score"]
    assert said["verify_answer"]["passed"] is True


def test_the_official_client_uses_the_tools_over_http(real):
    check(*asyncio.run(used(f"{real.url}/mcp")))


def test_the_official_client_uses_the_tools_over_standard_input_and_output(real_index):
    command = ["-m", "assay", "mcp", "--index", str(real_index)]
    path = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    server = StdioServerParameters(command=sys.executable, args=command, env=path)
    check(*asyncio.run(used(server)))


@pytest.mark.parametrize(
    ("tool", "arguments", "complaint"),
    [
        ("ask", {"question": "  "}, "empty"),
        ("ask", {"question": "x", "strategy": "guess"}, "no strategy 'guess'"),
        ("verify_answer", {"answer": "...", "evidence": ["x"]}, "no words"),
        ("score_evidence", {"question": "x", "texts": []}, "texts"),
        ("find", {"query": "x", "top_k": 0}, "top_k"),
    ],
)
def test_a_mistake_is_told_to_the_model(faked, tool, arguments, complaint):
    async def call():
        async with Client(f"{faked.url}/mcp") as client:
            return await client.call_tool(tool, arguments)

    result = asyncio.run(call())
    assert result.is_error and complaint in result.content[0].text


def test_a_call_that_is_given_up_stops_the_work(tmp_path):
    gate = Gate()
    with live(fake_engines(tmp_path, gate), options(tmp_path)) as server:

        async def give_up():
            async with Client(f"{server.url}/mcp") as client:
                asking = asyncio.ensure_future(client.call_tool("ask", {"question": "What?"}))
                while not gate.begun:
                    await asyncio.sleep(0.01)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

        asyncio.run(give_up())
        [run] = server.shared.slow.running
        wait_until(run.stop.is_set)
        gate.open.set()
        wait_until(lambda: not server.shared.slow.running)
    assert gate.ended == []
