from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from assay import ports

PORTS = [n for n, p in inspect.getmembers(ports, inspect.isclass) if p.__module__ == ports.__name__]


@pytest.mark.parametrize("port", PORTS)
def test_every_port_has_a_contract(port):
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", port).lower()
    assert (Path(__file__).parent / f"test_{name}.py").is_file()
