"""Conversations that the server keeps for a key."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from assay_server.documents.conversations import MAX_KEPT
from assay_server.guard.keys import KeyFile, Scope
from tests.server.browser import open_browser, visiting
from tests.server.live import fake_engines, live, options

TALK = {"title": "Goats", "turns": [{"question": "What?", "runs": []}]}


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture
def keyed(tmp_path):
    keys = KeyFile(tmp_path / "keys.json")
    secrets = [keys.add(name, [Scope.ASK, Scope.READ]) for name in ("ann", "bob")]
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        yield server, [{"authorization": f"Bearer {each}"} for each in secrets], secrets


def kept(server, key):
    return server.http.get("/v1/conversations", headers=key).json()["conversations"]


def test_each_key_has_its_own(keyed):
    server, (ann, bob), _ = keyed
    assert server.http.put("/v1/conversations/a-1", json=TALK, headers=ann).json()["kept"]
    assert [each["title"] for each in kept(server, ann)] == ["Goats"]
    assert kept(server, bob) == []
    server.http.delete("/v1/conversations/a-1", headers=bob)
    assert len(kept(server, ann)) == 1
    server.http.delete("/v1/conversations/a-1", headers=ann)
    assert kept(server, ann) == []
    assert server.http.get("/v1/conversations").status_code == 401


def test_the_oldest_of_too_many_go(keyed):
    server, (ann, _), _ = keyed
    for number in range(MAX_KEPT + 3):
        server.http.put(f"/v1/conversations/n{number}", json=TALK, headers=ann)
    ids = [each["id"] for each in kept(server, ann)]
    assert len(ids) == MAX_KEPT
    assert ids[0] == f"n{MAX_KEPT + 2}" and "n0" not in ids


def test_a_damaged_one_is_left_out_and_what_a_kill_left_is_swept(keyed, tmp_path):
    server, (ann, _), _ = keyed
    server.http.put("/v1/conversations/a-1", json=TALK, headers=ann)
    [folder] = [each.parent for each in tmp_path.rglob("a-1.json")]
    (folder / "torn.json").write_text('{"title": "Go')
    (folder / "list.json").write_text("[1]")
    (folder / "folder.json").mkdir()
    (folder / "gone.json").symlink_to("nowhere")
    half = folder / ".upload-abc"
    half.write_text("half")
    os.utime(half, (1, 1))
    server.http.put("/v1/conversations/a-2", json=TALK, headers=ann)
    assert [each["id"] for each in kept(server, ann)] == ["a-2", "a-1"]
    assert not half.exists()


@pytest.mark.parametrize("id", ["..%2Fx", "a.b", "x" * 65, "%00"])
def test_a_name_that_leads_elsewhere_is_refused(keyed, id):
    server, (ann, _), _ = keyed
    reply = server.http.put(f"/v1/conversations/{id}", json=TALK, headers=ann)
    assert reply.status_code == 404
    assert kept(server, ann) == []


def test_without_keys_nothing_is_kept(faked):
    assert faked.http.get("/v1/conversations").status_code == 403


def test_another_browser_with_the_key_has_them(browser, keyed):
    server, (ann, _), (secret, _) = keyed

    def enter(page):
        page.locator("#key-input").fill(secret)
        page.keyboard.press("Enter")
        expect(page.locator("#strategy option").first).to_be_attached()

    with visiting(browser, server.url) as visit:
        enter(visit.page)
        visit.ask("What do goats eat?")
        expect(visit.page.locator("#history .again")).to_have_count(1)
    with visiting(browser, server.url) as visit:
        page = visit.page
        expect(page.locator("#history .none")).to_be_visible()
        enter(page)
        page.locator("#history .again").click()
        expect(visit.last.locator(".answer")).to_contain_text("Goats eat hay.")
        page.locator("#history li").hover()
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_label("Forget: ").click()
        expect(page.locator("#history .none")).to_be_visible()
        page.reload()
        page.locator("body[data-ready]").wait_for()
        expect(page.locator("#history .none")).to_be_visible()
    assert kept(server, ann) == []
