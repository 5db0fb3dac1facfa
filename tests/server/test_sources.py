"""Whole folders and web addresses as uploads, and files that a reload does not lose."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from assay.cli.main import run
from assay.config import Settings
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.conftest import KETTLE, LIGHTHOUSE
from tests.server.live import live, options, wait_until

PAGE = "<html><title>Kiln</title><body><h1>Kiln</h1><p>The kiln reaches 1280 degrees.</p></body>"


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


def serving(tmp_path, **search):
    given = {"index": {"dir": tmp_path / "index"}, "search": search}
    return live(Engines(Settings.model_validate(given)), options(tmp_path))


@pytest.fixture
def empty(tmp_path):
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def site():
    """A web server of this machine: a page, a file of another kind, and a moved one."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            known = {
                "/guides/kiln": ("text/html", PAGE.encode()),
                "/notes.md?raw=1": ("text/plain", KETTLE.encode()),
                "/big": ("text/plain", b"x" * 3000),
            }
            moved = self.path == "/moved"
            kind, body = known.get(self.path, ("text/html", b"nothing here"))
            self.send_response(302 if moved else 200 if self.path in known else 404)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            if moved:
                self.send_header("location", "http://169.254.169.254/latest")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def ended(server, job):
    path = f"/v1/jobs/{job['id']}"
    wait_until(lambda: server.http.get(path).json()["state"] in {"done", "failed"})
    return server.http.get(path).json()


def test_files_in_folders_keep_their_paths(empty, tmp_path):
    for name in ("a/notes.md", "b/c/notes.md"):
        job = empty.http.put(f"/v1/documents/{name}", content=f"# {name}\n\nGoats eat hay.").json()
        assert ended(empty, job)["state"] == "done"
    listed = empty.http.get("/v1/documents").json()["documents"]
    assert {each["upload"] for each in listed} == {"a/notes.md", "b/c/notes.md"}
    assert empty.http.delete("/v1/documents/b/c/notes.md").status_code == 202
    assert not (tmp_path / "index-uploads" / "b").exists()
    assert (tmp_path / "index-uploads" / "a" / "notes.md").exists()
    assert empty.http.delete("/v1/documents/a").status_code == 404


def test_a_bad_file_in_a_folder_is_told_and_not_kept(empty, tmp_path):
    job = empty.http.put("/v1/documents/a/bad.pdf", content=b"%PDF-1.7 no").json()
    assert ended(empty, job)["state"] == "failed"
    assert not (tmp_path / "index-uploads" / "a" / "bad.pdf").exists()


@pytest.mark.parametrize(
    "name", ["a/../../evil.md", "a//b.md", "/etc/x.md", "a/.git/x.md", "a/b\\c.md", "n/" * 30 + "a"]
)
def test_a_path_that_leads_elsewhere_is_refused(empty, tmp_path, name):
    escaped = name.replace("/", "%2F").replace("\\", "%5C")
    assert empty.http.put(f"/v1/documents/{escaped}", content="x").status_code == 400
    assert not (tmp_path / "evil.md").exists() and not (tmp_path / "index-uploads").exists()


def test_a_folder_cannot_have_the_name_of_a_file(empty):
    job = empty.http.put("/v1/documents/notes.md", content="Goats eat hay.").json()
    ended(empty, job)
    reply = empty.http.put("/v1/documents/notes.md/a.md", content="x")
    assert reply.status_code == 409 and "name of a folder" in reply.json()["error"]["message"]


def test_a_web_page_becomes_a_document_that_is_cited_by_its_address(site, tmp_path, capsys):
    with serving(tmp_path, allow_loopback=True) as server:
        for path in ("/guides/kiln", "/notes.md?raw=1"):
            reply = server.http.post("/v1/addresses", json={"address": site + path})
            assert reply.status_code == 202, reply.text
            assert ended(server, reply.json())["state"] == "done"
        listed = server.http.get("/v1/documents").json()["documents"]
        names = {each["upload"]: each["title"] for each in listed}
        assert names["127.0.0.1/guides/kiln.html"] == "Kiln"
        assert len(names) == 2
        assert {each["name"] for each in listed} == {
            f"{site}/guides/kiln",
            f"{site}/notes.md?raw=1",
        }
        answer = server.ask("How many degrees does the kiln reach?").json()
        assert "1280" in answer["text"]
        assert [each["name"] for each in answer["citations"]] == [f"{site}/guides/kiln"]
        asked = ["ask", "How many degrees does the kiln reach?", "-i", str(tmp_path / "index")]
        assert run(asked) == 0
        assert f"\n{site}/guides/kiln\n" in capsys.readouterr().out
        server.http.put("/v1/documents/127.0.0.1/guides/kiln.html", content=PAGE.encode())
        job = server.http.put("/v1/documents/own.md", content="The loom has a pedal.").json()
        assert ended(server, job)["state"] == "done"
        listed = server.http.get("/v1/documents").json()["documents"]
        assert "kiln.html" in {each["name"] for each in listed}, "somebody's own file by now"


@pytest.mark.parametrize("path", ["/nowhere", "/moved"])
def test_what_is_not_there_is_no_document(site, tmp_path, path):
    with serving(tmp_path, allow_loopback=True) as server:
        reply = server.http.post("/v1/addresses", json={"address": site + path})
        assert reply.status_code in {400, 403, 502, 503}
        assert server.http.get("/v1/documents").json()["total"] == 0


def test_addresses_of_this_machine_and_its_network_are_never_read(site, empty):
    for address in (
        site + "/guides/kiln",
        "http://localhost/",
        "file:///etc/passwd",
        "http://[::1]/",
    ):
        reply = empty.http.post("/v1/addresses", json={"address": address})
        assert 400 <= reply.status_code < 600 and reply.status_code != 202, address
    assert empty.http.get("/v1/jobs").json()["jobs"] == []


def test_a_web_server_of_the_own_network_is_read_where_it_is_named(site, tmp_path):
    asked = {"address": site + "/guides/kiln"}
    with serving(tmp_path) as server:
        told = server.http.post("/v1/addresses", json=asked).json()["error"]
        assert told["message"].endswith("127.0.0.1 is not a public page")
        assert "--fetch-from" in told["hint"]
    named = options(tmp_path, fetch_from=(site,))
    with live(
        Engines(Settings.model_validate({"index": {"dir": tmp_path / "index"}})), named
    ) as server:
        reply = server.http.post("/v1/addresses", json=asked)
        assert reply.status_code == 202 and ended(server, reply.json())["state"] == "done"
        other = {"address": "http://127.0.0.1:9/guides/kiln"}
        assert server.http.post("/v1/addresses", json=other).status_code == 403


def test_a_server_without_the_web_fetches_nothing(site, tmp_path):
    with serving(tmp_path, allow_loopback=True, web=False) as server:
        reply = server.http.post("/v1/addresses", json={"address": site + "/guides/kiln"})
        assert reply.status_code == 403 and "no other machine" in reply.json()["error"]["message"]


def test_a_folder_and_an_address_are_added_in_the_page(browser, site, tmp_path):
    folder = tmp_path / "manuals"
    (folder / "deep" / ".git").mkdir(parents=True)
    (folder / "kettle.md").write_text(KETTLE)
    (folder / "deep" / "lighthouse.md").write_text(LIGHTHOUSE)
    (folder / "deep" / ".git" / "config").write_text("secret")
    (folder / "song.mp3").write_bytes(b"ID3")
    with (
        serving(tmp_path, allow_loopback=True) as server,
        visiting(browser, server.url) as visit,
    ):
        page = visit.page
        page.locator("#folder").set_input_files(folder)
        expect(page.locator("#document-count")).to_have_text("2")
        expect(page.locator("#jobs-summary")).to_contain_text("2 files of other kinds left out")
        page.get_by_label("Web address to add").fill(f"{site}/guides/kiln")
        page.keyboard.press("Enter")
        expect(page.locator("#document-count")).to_have_text("3")
        expect(page.locator("#welcome-line")).to_contain_text("Ask something")
        page.get_by_label("Web address to add").fill(f"{site}/nowhere")
        page.keyboard.press("Enter")
        expect(page.locator("#jobs .failed .why")).to_have_text(
            "127.0.0.1 replied 404. Open the address in a browser."
        )
        page.get_by_label(f"Dismiss {site}/nowhere").click()
        expect(page.locator("#jobs .failed")).to_have_count(0)
        page.locator("#all-documents").click()
        expect(page.get_by_label("Remove manuals/deep/lighthouse.md")).to_be_visible()


def test_a_folder_is_dropped_onto_the_page_with_all_that_is_in_it(browser, empty, tmp_path):
    folder = tmp_path / "manuals"
    (folder / "deep").mkdir(parents=True)
    (folder / "kettle.md").write_text(KETTLE)
    (folder / "deep" / "lighthouse.md").write_text(LIGHTHOUSE)
    with visiting(browser, empty.url) as visit:
        devtools = visit.page.context.new_cdp_session(visit.page)
        data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        at = {"x": 300, "y": 300, "data": data}
        for kind in ("dragEnter", "dragOver"):
            devtools.send("Input.dispatchDragEvent", {"type": kind, **at})
        expect(visit.page.locator("#landing")).to_be_visible()
        devtools.send("Input.dispatchDragEvent", {"type": "drop", **at})
        expect(visit.page.locator("#document-count")).to_have_text("2")
        visit.page.locator("#all-documents").click()
        expect(visit.page.get_by_label("Remove manuals/deep/lighthouse.md")).to_be_visible()
        assert visit.errors == []


def test_an_address_is_shown_while_it_is_fetched(browser, empty):
    with visiting(browser, empty.url) as visit:
        page = visit.page
        page.route("**/v1/addresses", lambda route: None)  # a server that takes its time
        page.get_by_label("Web address to add").fill("https://example.org/slow")
        page.keyboard.press("Enter")
        expect(page.locator("#jobs li")).to_contain_text("fetching")
        expect(page.get_by_label("Web address to add")).to_have_value("")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("example.org/manual", "https://example.org/manual"),
        ("ftp://example.org/manual", "ftp://example.org/manual"),
    ],
)
def test_an_address_is_typed_as_people_type_it(browser, empty, typed, read):
    with visiting(browser, empty.url) as visit:
        page = visit.page
        if read.startswith("https"):
            page.route("**/v1/addresses", lambda route: None)  # nothing is read from the web here
        page.get_by_label("Web address to add").fill(typed)
        with page.expect_request("**/v1/addresses") as asked:
            page.keyboard.press("Enter")
        assert asked.value.post_data_json["address"] == read
        if read.startswith("ftp"):
            expect(page.locator("#jobs .why")).to_have_text(
                "The address is no web address. It begins with https:// or http:// and holds"
                " no blanks."
            )


def test_files_that_are_not_sent_yet_survive_a_reload(browser, empty):
    with visiting(browser, empty.url) as visit:
        page = visit.page
        page.route("**/v1/documents/*", lambda route: None)  # no upload gets through
        files = [
            {"name": f"n{n}.txt", "mimeType": "text/plain", "buffer": f"Note {n}: hay.".encode()}
            for n in range(12)
        ]
        page.locator("#files").set_input_files(files)
        expect(page.locator("#jobs li").first).to_contain_text("sending")
        page.unroute_all()
        page.reload()
        expect(page.locator("#document-count")).to_have_text("12")
        page.reload()
        page.locator("body[data-ready]").wait_for()
        expect(page.locator("#jobs li")).to_have_count(0)
