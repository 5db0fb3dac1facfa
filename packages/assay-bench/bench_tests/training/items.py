"""A few questions with judged passages, for the tests of training data."""

from __future__ import annotations

from assay.types import Passage
from assay_bench.training.qa_items import Judged, QaItem


def judged(text: str, answers: bool | None, title: str = "", id: str = "p") -> Judged:
    return Judged(Passage(id, text, title, source=f"{id}.txt", document=id), answers)


RIVER = QaItem(
    "river",
    "Where does the Arlo river rise?",
    ("Mount Bree", "Bree"),
    (
        judged("The Arlo rises on Mount Bree in the north. It is 40 km long.", True, "Arlo", "p0"),
        judged("The town of Sill has a market. It was founded in 1512.", False, "Sill", "p1"),
        judged("Many rivers rise in the hills and flow to the sea.", False, "Rivers", "p2"),
    ),
)
PAINTER = QaItem(
    "painter",
    "Who painted The Grey Door?",
    ("Ida Krell",),
    (
        judged("The Grey Door was painted by Ida Krell in 1903.", True, "The Grey Door", "p0"),
        judged("Oil paint dries slowly. It was used early.", False, "Oil paint", "p1"),
    ),
)
UNKNOWN = QaItem(
    "unknown",
    "Who founded the town of Sill?",
    ("Olaf Tarn",),
    (judged("The town of Sill has a market.", False, "Sill", "p0"),),
)
