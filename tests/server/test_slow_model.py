"""A language model that is too slow costs the time of a question, and not the reader's answer."""

from __future__ import annotations

import threading

import pytest

from assay.config import Settings
from assay_server.work.engines import Engines
from tests.adapters.chat.wire_server import serving
from tests.server.live import live, options

pytest.importorskip("openai")

SECONDS = 4


@pytest.mark.parametrize("effort", ["fast", "balanced", "thorough"])
def test_a_server_that_never_replies_leaves_the_answer_to_the_reader(real_index, tmp_path, effort):
    over = threading.Event()
    with serving(lambda handler: over.wait(60)) as model:
        chosen = {
            "index": {"dir": real_index},
            "generator": {"name": "chat"},
            "model": {"name": "slow", "base_url": model.url, "effort": effort},
            "budget": {"seconds": SECONDS},
        }
        engines = Engines(Settings.model_validate(chosen))
        with live(engines, options(tmp_path)) as server:
            answer = server.ask("How high is the lighthouse of Varn?").json()
        over.set()
    assert "34 metres" in answer["text"]
    assert any("the model had not finished after" in note for note in answer["notes"])
    assert model.requests, "it was asked"
