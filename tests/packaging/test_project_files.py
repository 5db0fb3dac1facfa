"""What stands at the root says the same as the code: version, licences, pages of the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.distribution import VERSION
from tests.docs.site import BESIDE, site_text
from tests.packaging.distributions import ROOT

PAGES = sorted(path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md"))
PACKAGES = sorted(path.parent for path in ROOT.glob("packages/*/pyproject.toml"))


def test_the_newest_entry_of_the_changes_is_this_version():
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == VERSION
    assert len(set(versions)) == len(versions)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_every_package_carries_the_licence_and_the_version(package):
    assert (package / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert f'version = "{VERSION}"' in (package / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("package", [".", "packages/assay-models", "packages/assay-models-large"])
def test_the_notice_names_every_model_that_a_card_builds_on(package):
    home = ROOT / "packages" if package == "." else ROOT / package
    cards = " ".join(path.read_text("utf-8") for path in home.glob("**/CARD.md"))
    built_on = {"all-MiniLM-L6-v2", "all-mpnet-base-v2", "SmolLM2-135M-Instruct"}
    built_on.add("Qwen2.5-Coder-1.5B-Instruct")  # wrote questions
    named = re.findall(r"[\w./-]+(?= \(Apache-2\.0\))", cards)
    models = {name.rpartition("/")[2] for name in named}
    assert models and models <= built_on
    assert all(name in (ROOT / package / "NOTICE").read_text("utf-8") for name in models)


def test_every_page_is_in_the_navigation_of_the_site():
    named = set(re.findall(r"[ :-] (\S+\.md)$", _navigation(), re.MULTILINE))
    assert PAGES and set(PAGES) - named == set(), "add them to nav"


def _navigation() -> str:
    return (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]


@pytest.mark.parametrize(
    ("place", "written", "shown"),
    [
        ("index.md", "[log](docs/log.md#top)", "[log](log.md#top)"),
        ("index.md", "![flow](docs/flow.svg)", "![flow](flow.svg)"),
        ("index.md", "[rules](CONTRIBUTING.md)", "[rules](contributing.md)"),
        ("contributing.md", "[log](docs/log.md)", "[log](log.md)"),
        ("log.md", "[home](../README.md)", "[home](index.md)"),
        ("guides/speed.md", "[log](../log.md)", "[log](../log.md)"),
        ("guides/speed.md", "[it](../../Makefile)", "it (`Makefile`)"),
        ("guides/speed.md", "[`Makefile`](../../Makefile)", "`Makefile`"),
        ("guides/speed.md", "[gone](../nowhere.md)", "[gone](../nowhere.md)"),
        ("guides/speed.md", "[far](https://example.org/a.md)", "[far](https://example.org/a.md)"),
        ("log.md", "```\n[a](../README.md)\n```\n", "```\n[a](../README.md)\n```\n"),
    ],
)
def test_links_lead_to_the_pages_of_the_site_or_become_paths(place, written, shown):
    assert site_text(written, place) == shown


def test_pages_beside_the_documentation_have_no_name_twice():
    assert not set(BESIDE.values()) & set(PAGES)
    assert all(Path(place).suffix == ".md" for place in BESIDE.values())
