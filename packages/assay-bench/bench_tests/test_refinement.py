from __future__ import annotations

import gzip
import json

from assay_bench.generators.cases import DATASETS


def test_both_ways_are_compared_on_questions_whose_passages_hold_the_answer(assay, tmp_path):
    rows = [
        {
            "question": f"Where is city {i}?",
            "answers": ["norway" if i else "Chile"],
            "passages": [{"title": f"City {i}", "text": f"City {i} is in Norway. It is old."}],
        }
        for i in range(3)
    ]
    for name in DATASETS.values():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    result = assay("bench", "refinement", "--data", tmp_path)
    assert result.code == 0
    lines = result.out.splitlines()
    assert len(lines) == 4
    assert all("2 questions: 100.0% keep the answer" in line for line in lines)
