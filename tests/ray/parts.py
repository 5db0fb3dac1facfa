"""What workers of the test clusters run: embedders that are slow or deadly, limits that kill."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.testing import FakeEmbedder
from assay_documents.read_limits import ReadLimits

POISON = "hemlock"
DEADLY_BYTES = 666


@dataclass
class SlowEmbedder:
    """Takes its time, so that a test can interfere; a text with POISON ends its process."""

    seconds: float = 0.2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if any(POISON in text for text in texts):
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        return FakeEmbedder().embed(texts)


@dataclass(frozen=True)
class DeadlyLimits(ReadLimits):
    """Limits that end the process which reads a file of DEADLY_BYTES."""

    def seconds_for(self, size: int) -> float:
        if size == DEADLY_BYTES:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().seconds_for(size)
