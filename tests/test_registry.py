from __future__ import annotations

import pytest

from assay import registry
from assay.errors import SettingsError


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """A package with entry points, installed the way pip leaves it: a folder beside a dist-info."""
    (tmp_path / "plugged.py").write_text("class Mine:\n    pass\n")
    info = tmp_path / "plugged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[assay.generators]\nmine = plugged:Mine\nbroken = plugged:Absent\n"
        "extractive = plugged:Mine\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize(
    ("port", "name"), [(port, name) for port, table in registry.OURS.items() for name in table]
)
def test_every_name_of_ours_leads_to_a_class(port, name):
    assert isinstance(registry.find(port, name), type)


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(SettingsError, match="'crga'") as caught:
        registry.find("generators", "crga")
    assert "extractive, chat" in caught.value.hint


@pytest.mark.usefixtures("plugin")
def test_a_plugin_is_found_by_its_entry_point():
    assert registry.find("generators", "mine").__name__ == "Mine"
    assert registry.names("generators")[-2:] == ["broken", "mine"]


@pytest.mark.usefixtures("plugin")
def test_a_plugin_cannot_take_the_name_of_ours():
    assert registry.find("generators", "extractive").__name__ == "SpanReader"


@pytest.mark.usefixtures("plugin")
def test_a_plugin_that_cannot_be_loaded_says_so():
    with pytest.raises(SettingsError, match="plugged:Absent"):
        registry.find("generators", "broken")
