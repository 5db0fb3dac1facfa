"""A task: the cases of one dataset."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass, replace
from pathlib import Path

from assay_bench.case import Case
from assay_bench.case_json import case_to_json


@dataclass(frozen=True, slots=True)
class Task:
    """Questions in a fixed order; `source` says where they were read from.

    `corpus` is a file of passages to retrieve from, where the dataset has one.
    """

    name: str
    cases: tuple[Case, ...]
    description: str = ""
    source: str = ""
    corpus: Path | None = None

    def sample(self, limit: int | None, seed: int = 0) -> Task:
        """So many of the cases, drawn by lot but always the same; a smaller sample is a part."""
        if limit is None or limit >= len(self.cases):
            return self
        order = list(range(len(self.cases)))
        random.Random(seed).shuffle(order)
        return replace(self, cases=tuple(self.cases[at] for at in sorted(order[:limit])))

    @property
    def fingerprint(self) -> str:
        """A short name for exactly these cases."""
        digest = hashlib.sha256()
        for case in self.cases:
            digest.update(json.dumps(case_to_json(case), sort_keys=True).encode())
        return digest.hexdigest()[:16]
