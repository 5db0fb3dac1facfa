from __future__ import annotations

import pytest

from assay.adapters.verifiers.nli_model import NliModel
from assay.errors import ModelError
from assay.model_files import verify
from assay.types import Passage
from tests.models.shipped import VERIFIER, shipped_nli

MILL = Passage(
    "mill",
    "The mill at Arden was built in 1842 by Thomas Hale. It ground barley until a fire closed it.",
    "Arden Mill",
)
PAIRS = {
    "The mill at Arden was built by Thomas Hale.": "supported",
    "What did the mill grind? Barley": "supported",
    "When was the mill at Arden built? In 1842": "supported",
    "Who built the mill at Arden? Peter Crane": "contradicted",
    "When was the mill at Arden built? In 1910": "contradicted",
    "The harbour of Lorne has a lighthouse.": "absent",
}


def likeliest(scores):
    shares = {name: getattr(scores, name) for name in ("supported", "contradicted", "absent")}
    return max(shares, key=shares.__getitem__)


def test_the_files_are_those_of_the_card():
    assert verify(VERIFIER) == []


@pytest.mark.parametrize(("claim", "label"), PAIRS.items())
def test_it_tells_the_three_labels_apart(claim, label):
    assert likeliest(shipped_nli().nli([(claim, MILL)])[0]) == label


def test_a_long_text_is_read_to_its_end():
    claim = "The mill at Arden was built by Thomas Hale."
    filler = "The road to the coast passes many fields and small villages on its way. " * 60
    beside, with_it = (
        shipped_nli().nli([(claim, Passage("long", text, "Arden Mill"))])[0]
        for text in (filler, f"{filler}{MILL.text}")
    )
    assert likeliest(beside) == "absent"
    assert likeliest(with_it) != "absent"


def test_a_stance_does_not_depend_on_the_number_of_threads():
    pairs = [(claim, MILL) for claim in PAIRS]
    one, many = NliModel(VERIFIER, threads=1).nli(pairs), shipped_nli().nli(pairs)
    for first, second in zip(one, many, strict=True):
        assert first.supported == pytest.approx(second.supported, abs=1e-3)


@pytest.mark.parametrize("calibration", ["", "[calibration.stance]\ntemperature = 0\n"])
def test_a_card_without_a_temperature_is_refused(tmp_path, calibration):
    card = f'name = "v"\nversion = "1"\n[files]\n"model.onnx" = "{"0" * 64}"\n{calibration}'
    (tmp_path / "card.toml").write_text(card)
    with pytest.raises(ModelError):
        NliModel(tmp_path)
