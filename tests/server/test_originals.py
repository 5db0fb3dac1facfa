"""The original of a document as the server shows it, and what it never shows."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.originals import show
from assay_server.originals.locate import MAX_TEXT, locate
from assay_server.originals.markup import MAX_NODES, TooLongError, html_view, markdown_view
from assay_server.originals.pdf_page import page_view
from assay_server.shared import APART
from assay_server.work.engines import Engines
from tests.documents.samples import pdf
from tests.server.live import live, options, wait_until

LINES = (
    "The lighthouse of Varn was built in 1871 by Marta Ollins. Its light is seen from thirty-",
    "two miles away in clear weather.",
)
REPORT = pdf(
    [
        [(72, 700, 20, "The lighthouse of Varn"), (72, 660, 10, "A report of the tower.")],
        [(72, 660 - 14 * n, 10, line) for n, line in enumerate(LINES)],
    ]
)
KETTLE = """\
<title>K2</title><style>.gone { display: none }</style><nav>Home</nav><h1>The kettle</h1>
<p class="gone">hidden words</p><p>The <b>war</b>ranty lasts three years.</p>
<table><tr><th>Model<th>Litres<tr><td>K2<td>1.7<tr><td>K3<td>2.5</table>
<script>window.pwned = 1</script>
<p onclick="window.pwned = 2">Press <a href="javascript:pwned=3">on</a>.
"""
FERRY = "---\ntitle: Ferry\n---\n# Ferry of Orlo\n\nIt **leaves** at 9:40.\n"


@pytest.fixture
def documents(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "report.pdf").write_bytes(REPORT)
    (folder / "kettle.html").write_text(KETTLE)
    (folder / "ferry.md").write_text(FERRY)
    (folder / "notes.txt").write_text("Dogs travel free of charge.")
    return folder


@pytest.fixture
def server(tmp_path, documents):
    index_paths([documents], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server:
        yield server


def original(server, file: Path, quote: str = "", **more):
    id = str(file)
    text = server.http.get("/v1/text", params={"id": id}).json()["text"]
    start = text.index(quote)
    asked = {"id": id, "start": start, "end": start + len(quote), **more}
    reply = server.http.get("/v1/original", params=asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def flat(nodes, within=""):
    """Every text of a tree with the tag that it stands in."""
    for node in nodes:
        if isinstance(node, str):
            yield within, node
        else:
            yield from flat(node[2:], node[0])


def marked(tree):
    return "".join(text for tag, text in flat(tree) if tag == "mark")


def test_the_page_of_a_pdf_is_drawn_with_a_box_on_each_quoted_line(server, documents):
    found = original(server, documents / "report.pdf", "thirtytwo miles")
    assert (found["kind"], found["page"], found["pages"]) == ("page", 2, 2)
    data = base64.b64decode(found["image"])
    assert struct.unpack(">II", data[16:24]) == (found["width"], found["height"])
    above, below = found["boxes"]
    assert above[0] > 0.5 and below[0] < 0.2, "the end of one line, the start of the next"
    assert above[3] < below[3] < 0.25
    whole = page_view(REPORT, 2, LINES[1], 0.5)["boxes"]
    assert len(whole) == 1 and whole[0][0] < 0.13 and whole[0][2] < 0.5


def test_another_page_of_it_has_no_boxes(server, documents):
    found = original(server, documents / "report.pdf", "thirtytwo miles", page=1)
    assert (found["page"], found["boxes"]) == (1, [])


def test_of_two_equal_lines_of_a_page_the_cited_one_is_marked(tmp_path):
    lines = [
        (72, 700, 10, "The fee is nine euros."),
        (72, 400, 10, "Other words."),
        (72, 100, 10, "The fee is nine euros."),
    ]
    (tmp_path / "fees.pdf").write_bytes(pdf([lines] * 3))
    index_paths([tmp_path / "fees.pdf"], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    id = str(tmp_path / "fees.pdf")
    with live(Engines(settings), options(tmp_path)) as server:
        text = server.http.get("/v1/text", params={"id": id}).json()["text"]
        starts = [found.start() for found in re.finditer("The fee is nine", text)]
        marked = []
        for start in starts:
            asked = {"id": id, "start": start, "end": start + 21}
            found = server.http.get("/v1/original", params=asked).json()
            marked.append((found["page"], len(found["boxes"]), found["boxes"][0][1] > 0.5))
    assert marked == [(page, 1, below) for page in (1, 2, 3) for below in (False, True)]


@pytest.mark.parametrize(("name", "quote", "words"), [
    ("kettle.html", "warranty lasts", "warranty lasts"),
    ("kettle.html", "Model: K3; Litres: 2.5", "K32.5"),
    ("ferry.md", "leaves at 9:40", "leaves at 9:40"),
])  # fmt: skip
def test_the_quoted_words_of_a_page_are_marked_wherever_they_stand(
    server, documents, name, quote, words
):
    found = original(server, documents / name, quote)
    assert found["kind"] == "markup" and found["marked"]
    assert words in marked(found["tree"])


def test_nothing_hidden_or_alive_comes_along(server, documents):
    found = original(server, documents / "kettle.html", "three years")
    assert set(tags(found["tree"])) <= {
        "div",
        "h3",
        "p",
        "b",
        "mark",
        "span",
        "table",
        "tr",
        "th",
        "td",
    }
    assert "pwned" not in str(found) and "hidden words" not in str(found)
    assert all(not given for given in attributes(found["tree"]))


def tags(nodes):
    for node in nodes:
        if isinstance(node, list):
            yield node[0]
            yield from tags(node[2:])


def attributes(nodes):
    for node in nodes:
        if isinstance(node, list):
            yield node[1]
            yield from attributes(node[2:])


def test_a_list_calls_documents_as_citations_do(documents, tmp_path):
    for folder in ("2019", "2020"):
        (documents / folder).mkdir()
        (documents / folder / "ferry.md").write_text(f"# Ferry\n\nIt left in {folder}.\n")
    index_paths([documents], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server:
        found = server.http.get("/v1/documents").json()["documents"]
        text = server.http.get("/v1/text", params={"id": found[0]["id"]}).json()
    assert {each["name"] for each in found} == {
        *("2019/ferry.md", "2020/ferry.md", "documents/ferry.md"),
        *("report.pdf", "kettle.html", "notes.txt"),
    }
    assert text["name"] == found[0]["name"]


def test_a_text_file_is_its_own_original(server, documents):
    assert original(server, documents / "notes.txt") == {"kind": "text", "note": ""}


def test_a_file_that_has_changed_or_gone_is_not_shown(server, documents):
    file = documents / "kettle.html"
    file.write_text(KETTLE.replace("three", "nine"))
    assert "has changed" in original(server, file, "three years")["note"]
    file.unlink()
    assert "no longer where" in original(server, file, "three years")["note"]


def test_a_link_or_a_pipe_in_its_place_is_not_followed(server, documents, tmp_path):
    secret = tmp_path / "secret.html"
    secret.write_text("<p>The secret of Orlo: three years</p>")
    file = documents / "kettle.html"
    file.unlink()
    file.symlink_to(secret)
    found = original(server, file, "three years")
    assert found["kind"] == "text" and "secret" not in str(found)
    file.unlink()
    os.mkfifo(file)
    assert original(server, file, "three years")["kind"] == "text"


@pytest.mark.parametrize("id", ["/etc/passwd", "../etc/passwd", "' OR '1'='1", "", "kettle.html"])
def test_only_what_is_in_the_index_is_opened(server, id):
    reply = server.http.get("/v1/original", params={"id": id})
    assert reply.status_code == 404
    assert "root:" not in reply.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"start": -1}, 400),
        ({"start": 5, "end": 4}, 409),
        ({"page": "x"}, 400),
        ({"end": 10**12}, 400),
        ({"end": "9" * 5_000}, 400),
    ],
)
def test_a_place_that_is_none_is_refused(server, documents, asked, status):
    asked = {"id": str(documents / "notes.txt"), **asked}
    assert server.http.get("/v1/original", params=asked).status_code == status


def test_a_process_that_dies_or_talks_nonsense_leaves_the_text(server, documents, monkeypatch):
    monkeypatch.setattr(show, "MAX_REPLY", 20)  # as a reply that is cut in the middle
    found = original(server, documents / "report.pdf", "tower")
    assert found == {"kind": "text", "note": "the original cannot be drawn"}


def test_listings_do_not_wait_for_originals(server, documents, monkeypatch):
    begun, go = [], threading.Event()

    def slow(request):
        begun.append(request)
        assert go.wait(30)
        return show.FAILED

    monkeypatch.setattr(show, "_ask", slow)
    asked = {"id": str(documents / "kettle.html")}
    with ThreadPoolExecutor(3) as pool:
        for end in range(3):
            pool.submit(server.http.get, "/v1/original", params={**asked, "end": end})
        wait_until(lambda: len(begun) == APART)
        try:
            assert server.http.get("/v1/documents", timeout=5).status_code == 200
        finally:
            go.set()


def test_a_damaged_pdf_ends_only_its_own_process(tmp_path):
    (tmp_path / "broken.pdf").write_bytes(REPORT[:400])
    asked = {"path": str(tmp_path / "broken.pdf"), "kind": "pdf", "page": 1, "quote": "", "near": 0}
    asked["sha256"] = hashlib.sha256(REPORT[:400]).hexdigest()
    assert show._ask(asked) == show.FAILED


DEEP = "<div>" * 5_000 + "words" + "</div>" * 5_000
ODD = "<ul>loose<p>text</p><li>item</ul><td>cell</td><li>alone<table>stray<tr>more<td>x</table>"


def test_odd_and_deep_pages_keep_the_shape_that_a_browser_expects():
    assert len(str(html_view(DEEP.encode(), "words", 0.5))) < 100_000
    tree = html_view(ODD.encode(), "", 0)["tree"]
    assert [text.strip() for _, text in flat(tree) if text.strip()].count("item") == 1
    holders = {"ul": {"li"}, "tr": {"th", "td"}, "table": {"tr", "caption", "tbody"}}
    for node in every(tree):
        if node[0] in holders:
            assert {each[0] if isinstance(each, list) else "text" for each in node[2:]} <= holders[
                node[0]
            ]


def every(nodes):
    for node in nodes:
        if isinstance(node, list):
            yield node
            yield from every(node[2:])


@pytest.mark.parametrize("page", [
    "<p>" + "<a>x</a>" * (MAX_NODES + 1),
    "<br>" * (MAX_NODES + 1),
    f"<p>{'words ' * 1_000}</p>" * (MAX_TEXT // 5_000),
])  # fmt: skip
def test_a_page_that_would_hold_up_a_browser_is_not_drawn(page):
    with pytest.raises(TooLongError):
        html_view(page.encode(), "x", 0)


def test_headings_go_down_one_level_at_a_time():
    tree = html_view(b"<h1>a</h1><h4>b</h4><h2>c</h2><h6>d</h6>", "", 0)["tree"]
    assert [node[0] for node in every(tree) if node[0][0] == "h"] == ["h3", "h4", "h4", "h5"]


def test_html_in_markdown_is_as_tame():
    found = markdown_view(
        b"# A\n\n<script>x</script><b onclick=y>bold</b> <img alt=pic src=z>\n", "bold", 0
    )
    assert {"script", "img"}.isdisjoint(tags(found["tree"]))
    assert marked(found["tree"]) == "bold" and "pic" in str(found)


@pytest.mark.parametrize(("quote", "text", "near", "parts"), [
    ("waterproof case", "a water-\nproof CASE here", 0.0, ["water-\nproof CASE"]),
    ("the fish", "the fish, the ship, the fish", 0.9, ["the fish"]),
    ("efficient ﬁre", "an eﬃcient fire", 0.0, ["eﬃcient fire"]),
    ("Country: Norway; Currency: NOK", "Country Currency\nSweden SEK\nNorway NOK\n", 0.5,
     ["Country Currency", "Norway NOK"]),
    ("Tool: T-40 wrench; Torque: 40 Nm; Kept in: drawer 4",
     "Tool Torque Kept in\nT-20 wrench 20 Nm drawer 3\nT-40 wrench 40 Nm drawer 4\n", 0.5,
     ["Tool Torque Kept in", "T-40 wrench 40 Nm drawer 4"]),
    ("One line.\nA row: of facts", "one line, words between, a row", 0.0, ["one line", "a row"]),
    ("nothing of this", "quite other words", 0.0, []),
    ("...", "...", 0.0, []),
    ("\u2103", "25 \u2103", 0.0, ["\u2103"]),
])  # fmt: skip
def test_words_are_found_although_they_are_laid_out_otherwise(quote, text, near, parts):
    found = locate(quote, text, near)
    assert [text[start:end] for start, end in found] == parts
    if near > 0.8:
        assert found[0][0] > len(text) / 2


def test_the_process_that_draws_has_no_keys_in_its_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    told = tmp_path / "told"
    told.write_text('#!/bin/sh\ncat >/dev/null\nprintf \'{"note": "%s"}\' "$OPENAI_API_KEY$HOME"\n')
    told.chmod(0o700)
    monkeypatch.setattr(show.sys, "executable", str(told))
    assert show._ask({})["note"] == os.environ.get("HOME", "")
