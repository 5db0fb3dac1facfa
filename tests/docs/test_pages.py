"""The documentation is true: links lead somewhere, generated pages are current, the tree exists."""

from __future__ import annotations

import re

import pytest

from tests.docs.references import PAGES, ROOT

DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("packages/*/README.md")]
)
LINK = re.compile(r"\]\((?!https?://|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("place", PAGES)
def test_a_generated_page_is_current(place):
    assert (ROOT / place).read_text("utf-8") == PAGES[place](), "run `make docs`"


def test_every_link_leads_somewhere():
    links = [
        (document, path, anchor)
        for document in DOCUMENTS
        for path, anchor in LINK.findall(FENCE.sub("", document.read_text("utf-8")))
    ]
    assert len(links) > 100
    assert [link for link in links if not leads_somewhere(*link)] == []


def leads_somewhere(document, path, anchor):
    target = (document.parent / path).resolve() if path else document
    return target.exists() and (not anchor or anchor[1:] in anchors(target.read_text("utf-8")))


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def test_the_tree_is_drawn_once_and_every_room_in_it_exists():
    drawn = [d for d in DOCUMENTS if re.search(r"^src/assay/$", d.read_text("utf-8"), re.MULTILINE)]
    assert [document.name for document in drawn] == ["architecture.md"]
    tree = drawn[0].read_text("utf-8").partition("```text\n")[2].partition("```")[0]
    rooms = dict(re.findall(r"^(\S+/)\n((?:  \S.*\n)+)", tree, re.MULTILINE))
    inside = {top: re.findall(r"^  (\S+)", lines, re.MULTILINE) for top, lines in rooms.items()}
    below = [f"{top}{name}" for top, names in inside.items() for name in names]
    for name in [*re.findall(r"^(\S+)", tree, re.MULTILINE), *below]:
        assert (ROOT / name).exists(), name
    for top, names in inside.items():
        real = {p.name + "/" * p.is_dir() for p in (ROOT / top).iterdir() if p.name[0] != "_"}
        assert real - {"py.typed"} - set(names) == set(), "a room is missing from the tree"
