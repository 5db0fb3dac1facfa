"""The command line as the tests of the product call it."""

from __future__ import annotations

from tests.cli.conftest import assay, command, fakes

__all__ = ["assay", "command", "fakes"]
