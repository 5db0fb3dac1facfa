from __future__ import annotations

import json
import sys

import pytest

from assay.errors import MissingExtraError
from assay.extras import require


def test_an_installed_package_comes_back_as_its_module():
    assert require("json", extra="none") is json


def test_a_submodule_comes_back_as_itself():
    assert require("json.decoder", extra="none") is json.decoder


def test_a_missing_package_names_the_extra_that_brings_it():
    with pytest.raises(MissingExtraError, match="no_such_package") as caught:
        require("no_such_package.deep.inside", extra="web")
    assert caught.value.hint == "pip install 'assay-rag[web]'"


def test_a_fault_inside_an_installed_package_is_not_mistaken_for_absence(tmp_path, monkeypatch):
    (tmp_path / "half_installed.py").write_text("import its_own_missing_dependency\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="its_own_missing_dependency"):
        require("half_installed", extra="web")
    sys.modules.pop("half_installed", None)
