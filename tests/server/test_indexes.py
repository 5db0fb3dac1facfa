"""Several indexes in one server: chosen by name in requests, models, tools and the page."""

from __future__ import annotations

import json

import openai
import pytest
from playwright.sync_api import expect

from assay.cli.main import run
from assay.config import Settings
from assay.errors import InputError
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.options import ServeOptions
from assay_server.run import application
from assay_server.work.engines import every_index
from tests.server.browser import open_browser, visiting
from tests.server.live import live, options, wait_until

HEIGHT = "How high is the lighthouse of Varn?"
TOWER = "# The water tower of Ulm\n\nThe tower was built in 1899. It is 52 metres high.\n"


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def towers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("towers")
    (folder / "tower.md").write_text(TOWER)
    index = tmp_path_factory.mktemp("second") / "towers"
    index_paths([folder], index, build_embedder(Settings()))
    return index


@pytest.fixture
def two(real_index, towers, tmp_path):
    settings = Settings.model_validate({"index": {"dir": real_index}})
    served = options(tmp_path, also=(towers,), uploads=tmp_path / "uploads")
    with live(every_index(settings, served), served) as server:
        yield server


def test_each_index_answers_from_its_own_documents(two):
    assert two.http.get("/v1/strategies").json()["indexes"] == ["index", "towers"]
    assert "34" in two.ask(HEIGHT).json()["text"]
    question = "How high is the water tower of Ulm?"
    assert two.ask(question, index="towers").json()["text"].count("52") == 1
    assert "52" not in (two.ask(question).json()["text"] or "")
    found = two.http.post("/v1/find", json={"query": "tower", "index": "towers"}).json()
    assert [each["title"] for each in found["passages"]] == ["The water tower of Ulm"]


def test_documents_are_listed_opened_and_uploaded_by_index(two):
    listed = two.http.get("/v1/documents?index=towers").json()
    assert [each["title"] for each in listed["documents"]] == ["The water tower of Ulm"]
    id = listed["documents"][0]["id"]
    assert two.http.get("/v1/text", params={"id": id}).status_code == 404
    text = two.http.get("/v1/text", params={"id": id, "index": "towers"}).json()["text"]
    assert "52 metres" in text
    job = two.http.put("/v1/documents/b.txt?index=towers", content=b"The Elm tower leans.").json()
    path = f"/v1/jobs/{job['id']}"
    wait_until(lambda: two.http.get(f"{path}?index=towers").json()["state"] == "done")
    assert two.http.get(path).status_code == 404
    assert two.http.get("/v1/documents?index=towers").json()["total"] == 2
    assert two.http.get("/v1/documents").json()["total"] == 2
    two.http.delete("/v1/documents/b.txt?index=towers")


def test_an_unknown_index_is_named_as_such(two):
    for reply in (two.ask(HEIGHT, index="tower"), two.http.get("/v1/documents?index=tower")):
        assert reply.status_code == 404
        assert "no index 'tower'" in reply.json()["error"]["message"]


def test_openai_models_name_the_index(two):
    client = openai.OpenAI(base_url=f"{two.url}/v1", api_key="none")
    names = [each.id for each in client.models.list()]
    assert {"assay/crag", "assay/index/crag", "assay/towers/rag"} <= set(names)
    assert client.models.retrieve("assay/towers/crag").id == "assay/towers/crag"
    reply = client.chat.completions.create(
        model="assay/towers/crag",
        messages=[{"role": "user", "content": "How high is the water tower of Ulm?"}],
    )
    assert "52" in reply.choices[0].message.content
    with pytest.raises(openai.NotFoundError, match="no index 'nowhere'"):
        client.chat.completions.create(
            model="assay/nowhere/crag", messages=[{"role": "user", "content": HEIGHT}]
        )


def test_mcp_tools_take_the_index_by_name(two):
    call = {"name": "list_documents", "arguments": {"index": "towers"}}
    assert "water tower of Ulm" in json.dumps(_mcp(two, call))
    call = {"name": "find", "arguments": {"query": "tower", "index": "tower"}}
    assert "The indexes are: index, towers" in json.dumps(_mcp(two, call))


def _mcp(server, call):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"accept": "application/json, text/event-stream"}
    return server.http.post("/mcp", json=body, headers=headers).json()


def test_two_indexes_of_one_name_are_refused(real_index, tmp_path):
    settings = Settings.model_validate({"index": {"dir": real_index}})
    with pytest.raises(InputError, match="two indexes are named index"):
        application(settings, ServeOptions(also=(tmp_path / "index",)))


def test_a_misspelt_further_index_is_not_served(real_index, tmp_path, capsys):
    status = run(["serve", "-i", str(real_index), "--also", str(tmp_path / "typo"), "--port", "0"])
    assert status != 0
    assert "typo" in capsys.readouterr().err


def test_the_page_asks_and_lists_the_index_that_is_chosen(browser, two):
    with visiting(browser, two.url) as visit:
        page = visit.page
        expect(page.locator("#document-count")).to_have_text("2")
        visit.ask(HEIGHT)
        page.get_by_label("Index").select_option("towers")
        expect(page.locator(".turn")).to_have_count(0)
        expect(page.locator("#document-count")).to_have_text("1")
        visit.ask("How high is the water tower of Ulm?")
        expect(visit.last.locator(".answer")).to_contain_text("52")
        visit.last.locator(".answer .cite").click()
        expect(page.locator("#viewer mark")).to_contain_text("52 metres")
        page.keyboard.press("Escape")
        page.reload()
        expect(page.get_by_label("Index")).to_have_value("towers")
        page.locator("#history .again").nth(1).click()
        expect(page.get_by_label("Index")).to_have_value("index")
        visit.last.locator(".answer .cite").click()
        expect(page.locator("#viewer mark")).to_contain_text("34 metres")
        assert visit.errors == []
