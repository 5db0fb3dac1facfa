"""A question that takes two passages, with and without joining them."""

from __future__ import annotations

import json

from assay_bench.experiments import two_hops
from bench_tests.experiments import varholm

ROW = {
    "id": "1",
    "question": "In which town was the director of the film Northern Rain born?",
    "answers": ["Lindholm"],
    "passages": [
        {"title": "Carl Berg", "text": "Carl Berg was born in Tarn.", "label": 0},
        {"title": "Northern Rain", "text": "It was directed by Ada Palm.", "label": 1},
        {"title": "Ada Palm", "text": "Ada Palm was born in Lindholm.", "label": 1},
    ],
}


def test_joining_answers_with_both_passages_quoted(tmp_path):
    data = varholm.write(tmp_path / "hotpotqa_dev200.jsonl", [ROW]).parent
    two_hops.run(varholm.request(data, tmp_path / "out"))
    figures = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))["figures"]
    assert {f["arm"] for f in figures} == {"one passage", "two passages joined"}
    joined = next(f for f in figures if f["arm"] == "two passages joined")
    assert joined["value"]["value"] == 1.0
