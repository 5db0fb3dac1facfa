from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from assay.config import Settings, load_settings
from assay.config.write import settings_toml

NAMES = st.text(st.characters(codec="utf-8"), min_size=1)
VALUES = st.one_of(
    st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False), NAMES
)


def test_a_written_file_gives_the_same_settings(tmp_path):
    settings = Settings(
        strategy="rag",
        scorer={"name": "t5", "model": Path("a folder"), "upper": 0.1, "bias": -1e-7},
        search={"engines": ["brave"], "web": False},
    )
    file = tmp_path / "assay.toml"
    file.write_text(settings_toml(settings), encoding="utf-8")
    assert load_settings(file).model_dump() == settings.model_dump()
    assert settings_toml(Settings()).strip() == ""


@given(st.dictionaries(NAMES, st.one_of(VALUES, st.lists(VALUES), st.dictionaries(NAMES, VALUES))))
def test_whatever_a_plugin_takes_can_be_written(options):
    written = tomllib.loads(settings_toml(Settings(scorer={"options": options})))
    assert written.get("scorer", {}).get("options", {}) == options
