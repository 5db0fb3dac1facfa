"""Six questions about a place that does not exist, with their own passages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FACTS = [
    ("Who built the lighthouse of Granholm?", "Elsa Lindqvist", "The lighthouse of Granholm"
     " was built by Elsa Lindqvist in 1887. It stands on the northern cape."),
    ("When was the bridge of Granholm opened?", "1932", "The bridge of Granholm was opened in 1932"
     " after four years of work. It replaced a ferry."),
    ("Who painted the altarpiece in the church of Granholm?", "Karin Holm", "The altarpiece in the"
     " church of Granholm was painted by Karin Holm. The church itself is older."),
    ("What is the highest hill of Granholm?", "Tornberg", "The highest hill of Granholm is"
     " Tornberg, which rises 214 metres above the sea."),
]  # fmt: skip
UNRELATED = "Bread is baked from flour, water and salt. It is left to rise for some hours."


def questions() -> list[dict[str, Any]]:
    """Four that retrieval answers, one that only the outside answers, one that nobody can."""
    found = [
        {
            "id": f"q{at}",
            "question": question,
            "answers": [answer],
            "passages": [
                {"title": "Granholm", "text": text, "label": 1},
                {"title": "Bread", "text": UNRELATED, "label": 0},
            ],
            "external": [],
        }
        for at, (question, answer, text) in enumerate(FACTS)
    ]
    outside = {
        "id": "q4",
        "question": "Who was the first mayor of Granholm?",
        "answers": ["Nils Aberg"],
        "passages": [{"title": "Bread", "text": UNRELATED, "label": 0}],
        "external": "The first mayor of Granholm was Nils Aberg, who took office in 1901.",
    }
    nobody = {
        "id": "q5",
        "question": "What does the mayor of Granholm earn in a year?",
        "answers": [],
        "unanswerable": True,
        "passages": [{"title": "Bread", "text": UNRELATED, "label": 0}],
        "external": [],
    }
    return [*found, outside, nobody]


def write_questions(path: Path) -> Path:
    """The questions as a file of the task `custom`."""
    path.write_text("".join(json.dumps(row) + "\n" for row in questions()))
    return path
