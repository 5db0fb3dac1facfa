"""External knowledge from the command line: real server, real ZIM, real indexes, real process."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assay.adapters.search.zim_file import Article, write_zim
from tests.local_site import Reply, as_json, local_site, page

QUESTION = "Who kept the Mura Lighthouse?"
SENTENCE = "Anna Lund kept the lighthouse of Mura."
SETTINGS = """\
[scorer]
name = "fake"
upper = 0.5
lower = -0.5
options = { scores = { "Anna Lund" = 0.9 }, otherwise = -0.95 }
[generator]
name = "fake"
[retrieval]
mode = "fulltext"
[search]
cache = "cache.db"
seconds = 3
"""


def make_index(folder: Path, text: str) -> Path:
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    texts = folder.with_name(folder.name + "-texts")
    texts.mkdir()
    (texts / "a.txt").write_text(text)
    index_paths([texts], folder, FakeEmbedder())
    return folder


@pytest.fixture
def home(fakes, monkeypatch) -> Path:
    monkeypatch.setenv("ASSAY_SEARCH__ALLOW_LOOPBACK", "true")
    (fakes / "assay.toml").write_text(SETTINGS)
    make_index(fakes / "i", "The harbour of Mura is deep.")
    return fakes


@pytest.fixture
def site(monkeypatch):
    with local_site() as running:
        row = {"link": f"{running.url}/article", "title": "Mura", "snippet": "Mura."}
        running.routes["/serper"] = as_json({"organic": [row]})
        running.routes["/article"] = page(f"<title>Mura</title><p>{SENTENCE}</p>")
        monkeypatch.setenv("SERPER_API_KEY", "KEY")
        monkeypatch.setenv("SERPER_URL", f"{running.url}/serper")
        yield running


def ask(assay, *options):
    result = assay("ask", QUESTION, "--index", "i", "--json", *options)
    return result.code, (result.json if result.out else None), result.err


@pytest.mark.usefixtures("home")
def test_without_a_source_there_is_an_abstention_that_says_so(assay):
    code, answer, _ = ask(assay)
    assert code == 3
    assert "nothing outside the index was searched" in answer["notes"]


@pytest.mark.usefixtures("home")
def test_an_engine_answers_and_the_answer_cites_the_page(assay, site):
    code, answer, _ = ask(assay, "--engine", "serper")
    assert (code, answer["text"]) == (0, SENTENCE)
    assert answer["citations"][0]["source"] == f"{site.url}/article"
    assert answer["evidence"][0]["kind"] == "external"
    assert answer["evidence"][0]["title"] == "Mura"
    assert site.asked[0].json["q"] == "kept, Mura Lighthouse"


@pytest.mark.usefixtures("home")
def test_web_uses_every_engine_that_has_its_key(assay, site, monkeypatch):
    monkeypatch.setenv("WIKIPEDIA_URL", site.url)
    site.routes["/serper"] = as_json({"organic": []})
    found = {"query": {"search": [{"title": "Mura Lighthouse", "snippet": "x"}]}}
    site.routes["/w/api.php"] = as_json(found)
    site.routes["/wiki/Mura_Lighthouse"] = page(f"<p>{SENTENCE}</p>")
    code, answer, _ = ask(assay, "--web")
    assert code == 0 and answer["citations"][0]["source"] == f"{site.url}/wiki/Mura_Lighthouse"
    assert "searched the web with wikipedia" in answer["notes"]


@pytest.mark.usefixtures("home")
def test_offline_uses_the_cache_and_sends_nothing(assay, site):
    assert ask(assay, "--engine", "serper", "--offline")[0] == 3
    ask(assay, "--engine", "serper")
    asked = len(site.asked)
    code, answer, _ = ask(assay, "--engine", "serper", "--offline")
    assert code == 0 and "external knowledge is from cached pages" in answer["notes"]
    assert len(site.asked) == asked


@pytest.mark.usefixtures("home")
def test_a_zim_file_answers_without_any_network(assay):
    write_zim(Path("small.zim"), [Article("Mura Lighthouse", SENTENCE)])
    code, answer, _ = ask(assay, "--zim", "small.zim")
    assert code == 0 and answer["citations"][0]["source"] == "zim://small.zim/Mura_Lighthouse"
    assert ask(assay, "--zim", "missing.zim")[0] == 2


def test_a_second_index_is_asked_as_external(assay, home):
    make_index(home / "archive", SENTENCE)
    code, answer, _ = ask(assay, "--fallback-index", "archive")
    assert code == 0 and answer["evidence"][0]["kind"] == "external"
    assert "external knowledge is from the fallback index" in answer["notes"]


@pytest.mark.usefixtures("home")
def test_preferred_domains_are_read_first(assay, site):
    other = site.url.replace("127.0.0.1", "localhost")
    links = [f"{site.url}/{n}" for n in range(6)] + [f"{other}/article"]
    rows = [{"link": link, "title": "x", "snippet": ""} for link in links]
    site.routes["/serper"] = as_json({"organic": rows})
    assert ask(assay, "--engine", "serper")[0] == 3  # the seventh hit is not read
    Path("cache.db").unlink()
    assert ask(assay, "--engine", "serper", "--prefer", "localhost")[0] == 0


@pytest.mark.usefixtures("home")
def test_an_engine_without_its_key_or_name_is_a_clear_error(assay, monkeypatch):
    monkeypatch.delenv("BRAVE_API_KEY", raising=False)
    code, _, err = ask(assay, "--engine", "brave")
    assert code == 2 and "BRAVE_API_KEY" in err
    code, _, err = ask(assay, "--engine", "altavista")
    assert code == 2 and "no search engine" in err


@pytest.mark.usefixtures("home")
def test_batch_uses_recorded_results_instead_of_a_search(assay, site):
    line = {"id": 1, "question": QUESTION, "passages": [{"text": "Of no use."}]}
    recorded = [{"title": "Mura", "url": "https://example.org/m", "html": f"<p>{SENTENCE}</p>"}]
    lines = [line | {"external": recorded}, line | {"id": 2, "external": [{"url": 5}]}]
    Path("q.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    result = assay("batch", "q.jsonl", "--out", "a.jsonl", "--engine", "serper")
    assert result.code == 2 and "not text" in result.err  # the second line is malformed
    (answer,) = [json.loads(each) for each in Path("a.jsonl").read_text().splitlines()]
    assert answer["text"] == SENTENCE
    assert answer["citations"][0]["source"] == "https://example.org/m"
    assert site.asked == []


def test_no_web_makes_a_connection_impossible(home, site, command):
    """A whole process: the engine is not asked, and a socket of any code is refused."""
    args = ["ask", QUESTION, "-i", "i", "--json", "--engine", "serper", "--no-web"]
    done = subprocess.run([*command, *args], capture_output=True, text=True, check=False)
    assert done.returncode == 3 and site.asked == []
    assert "the web is switched off" in json.loads(done.stdout)["notes"][0]


GUARD = """
import socket
from assay.adapters.web.no_network import forbid_network
from assay.adapters.web.client import WebClient
from assay.errors import ServiceError
forbid_network()
def refused(action):
    try:
        action()
    except (ServiceError, OSError) as error:
        assert "switched off" in str(error) or "resolve" in str(error), error
    else:
        raise SystemExit(f"not refused: {action}")
refused(lambda: socket.create_connection(("10.0.0.1", 80), timeout=1))
refused(lambda: socket.create_connection(("example.org", 80), timeout=1))
refused(lambda: socket.getaddrinfo("example.org", 80))
refused(lambda: socket.gethostbyname("example.org"))
refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53)))
refused(lambda: socket.socket(socket.AF_INET6).connect(("2606:2800:21f::1", 80)))
refused(lambda: WebClient().get("http://example.org/"))
refused(lambda: WebClient().get("http://8.8.8.8/"))
with socket.create_server(("127.0.0.1", 0)) as here:  # this machine stays within reach
    socket.create_connection(here.getsockname()).close()
print("all refused")
"""


def test_the_socket_guard_sees_every_way_out(command):
    process = [command[0], "-W", "ignore", "-c", GUARD]
    done = subprocess.run(process, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "all refused", done.stderr


def test_search_shows_what_an_engine_finds(assay, site):
    site.routes["/serper"] = as_json(
        {"organic": [{"link": "https://example.org/a", "title": "[b]Tea[/b]", "snippet": "Hot."}]}
    )
    shown = assay("search", "tea", "--engine", "serper")
    assert shown.code == 0 and "https://example.org/a" in shown.out and "[b]Tea[/b]" in shown.out
    found = assay("search", "tea", "--engine", "serper", "--json").json
    assert found["hits"][0] == {
        "url": "https://example.org/a",
        "title": "[b]Tea[/b]",
        "snippet": "Hot.",
    }
    site.routes["/serper"] = as_json({"organic": []})
    assert "found nothing" in assay("search", "tea", "--engine", "serper").out
    site.routes["/serper"] = Reply(b"", 500)
    assert assay("search", "tea", "--engine", "serper").code == 11


def test_the_doctor_says_which_engines_are_configured(assay, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "SECRETKEY")
    monkeypatch.delenv("BRAVE_API_KEY", raising=False)
    engines = {each["name"]: each for each in assay("doctor", "--json").json["engines"]}
    assert engines["serper"]["missing"] == [] and engines["wikipedia"]["missing"] == []
    assert engines["brave"]["missing"] == ["BRAVE_API_KEY"]
    shown = assay("doctor").out
    assert "BRAVE_API_KEY" in shown and "SECRETKEY" not in shown


def test_the_demonstration_ends_with_an_answer_from_outside(home, capsys):
    from assay.cli.demo import _ask_outside

    settings = (home / "assay.toml").read_text().replace('"Anna Lund"', '"140,000 people"')
    (home / "assay.toml").write_text(settings)
    assert _ask_outside(home, home / "i") == 0
    assert "140,000 people live in Reykjavik" in " ".join(capsys.readouterr().out.split())
