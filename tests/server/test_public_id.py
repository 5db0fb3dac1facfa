"""No client is told where on the server the documents lie."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client

from assay_server.public_id import public_id

ASKED = "How high is the lighthouse of Varn?"
REFUSED = "Who was the third king of Atlantis?"


def replies(server):
    """What the server says of its documents, by the way that was taken to ask."""
    said = [{"role": "user", "content": ASKED}]
    chat = {"model": "assay/crag", "messages": said}
    post = {
        "answer": ("/v1/ask", {"question": ASKED, "verify": True}),
        "refusal": ("/v1/ask", {"question": REFUSED}),
        "what there is": ("/v1/ask", {"question": "what documents do you have?"}),
        "events": ("/v1/ask", {"question": ASKED, "stream": True}),
        "find": ("/v1/find", {"query": "lighthouse"}),
        "chat": ("/v1/chat/completions", chat),
        "chat chunks": ("/v1/chat/completions", {**chat, "stream": True}),
        "no strategy": ("/v1/ask", {"question": ASKED, "strategy": "none"}),
    }
    for name, (path, body) in post.items():
        yield name, server.http.post(path, json=body).text
    listed = server.http.get("/v1/documents")
    yield "documents", listed.text
    for each in listed.json()["documents"]:
        for path in ("/v1/text", "/v1/original"):
            found = server.http.get(path, params={"id": each["id"]})
            assert found.status_code == 200, found.text
            yield path, found.text
    for path in ("/v1/ready", "/v1/strategies", "/v1/jobs", "/metrics", "/openapi.json"):
        yield path, server.http.get(path).text
    yield "no document", server.http.get("/v1/text", params={"id": "000000000000/no.md"}).text
    yield from asyncio.run(of_tools(f"{server.url}/mcp"))


async def of_tools(address):
    calls = [
        ("ask", {"question": ASKED}),
        ("find", {"query": "lighthouse"}),
        ("list_documents", {}),
    ]
    said = {}
    async with Client(address) as client:
        for name, arguments in calls:
            said[name] = await client.call_tool(name, arguments)
        first = said["list_documents"].structured_content["documents"][0]
        said["read_document"] = await client.call_tool("read_document", {"id": first["id"]})
    assert not any(each.is_error for each in said.values())
    return [(name, str(each)) for name, each in said.items()]


def test_no_reply_holds_a_folder_of_the_server(real, real_index, documents):
    folders = (str(documents), str(real_index.parent))
    found = dict(replies(real))
    assert {name for name, text in found.items() if any(each in text for each in folders)} == set()
    assert "lighthouse.md" in found["answer"] and "lighthouse.md" in found["find"]


def test_citations_passages_and_documents_go_by_the_same_id(real):
    answer = real.ask(ASKED).json()
    [citation] = answer["citations"]
    passages = {each["id"]: each for each in answer["passages"]}
    listed = {each["id"] for each in real.http.get("/v1/documents").json()["documents"]}
    assert {each["document"] for each in passages.values()} <= listed
    assert {each["passage"] for each in answer["scores"]} == set(passages)
    assert citation["source"] in {each["source"] for each in passages.values()}
    scored = next(each for each in answer["trace"] if each["name"] == "score")
    assert {each["passage"] for each in scored["facts"]["scores"]} == set(passages)


@pytest.mark.parametrize(
    "id", ["%", "000000000000/%", "000000000000/' OR '1'='1", "000000000000/", "/etc/passwd", "#"]
)
def test_an_id_that_is_none_finds_nothing(real, id):
    assert real.http.get("/v1/text", params={"id": id}).status_code == 404


def test_files_of_one_name_have_different_ids():
    first, second = public_id("/srv/a/minutes.md"), public_id("/srv/b/minutes.md")
    assert first != second and first.endswith("/minutes.md")
    assert public_id("/srv/a/mails.mbox#3:0:0-10").endswith("/mails.mbox#3:0:0-10")
    assert public_id("/srv/a/r.jsonl#x/y").split("/")[0] == first.split("/")[0]


@pytest.mark.parametrize("id", ["goats", "https://example.org/a/b", "1", "", "a/b.txt"])
def test_what_is_no_path_of_the_server_stays(id):
    assert public_id(id) == id
