"""A few hundred bent inputs, always the same ones; `make fuzz` goes on from there."""

from __future__ import annotations

import pytest

from tests.fuzz.drive import NAMES, try_once

pytestmark = pytest.mark.slow

TRIES = {
    "settings": 40,
    "batch": 25,
    "score": 15,
    "manifest": 25,
    "bench": 12,
    "documents": 5,
    "tables": 5,
    "requests": 5,
    "devices": 15,
    "flipped bits": 3,
}
OTHERS = 25
# What `make fuzz` found once: a citation that lacks its end.
FOUND = {"bench": (915267312,)}


# It compares times, which nothing in the suite does.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "slow texts"])
def test_no_bent_input_ends_in_a_traceback(name, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = tmp_path / "home"
    home.mkdir()
    for seed in (*range(TRIES.get(name, OTHERS)), *FOUND.get(name, ())):
        try_once(name, seed, home)
