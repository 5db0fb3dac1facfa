import hashlib

import pytest

from assay.errors import ModelError
from assay.model_files import load_card, verify
from assay.steps.answer.confidence import Confidence


def _folder(tmp_path, extra=""):
    (tmp_path / "model.onnx").write_bytes(b"weights")
    digest = hashlib.sha256(b"weights").hexdigest()
    card = f'name = "m"\nversion = "1"\n{extra}\n[files]\n"model.onnx" = "{digest}"\n'
    (tmp_path / "card.toml").write_text(card)
    return tmp_path


def test_an_intact_folder_has_no_problems(tmp_path):
    folder = _folder(tmp_path, "[thresholds]\nupper = 0.5\nlower = -1")
    card = load_card(folder)
    assert (card.name, card.version) == ("m", "1")
    assert card.thresholds == {"upper": 0.5, "lower": -1.0}
    assert verify(folder) == []


def test_fitted_weights_of_another_version_are_an_error_with_a_cure(tmp_path):
    card = load_card(
        _folder(tmp_path, "[calibration.answer]\nscore = 0.5\n[calibration.odd]\nx = 1")
    )
    assert card.calibration("answer", Confidence) == Confidence(score=0.5)
    assert card.calibration("none", Confidence) is None
    with pytest.raises(ModelError, match="not of this version") as raised:
        card.calibration("odd", Confidence)
    assert raised.value.hint


def test_changed_and_missing_files_are_named(tmp_path):
    folder = _folder(tmp_path)
    before = load_card(folder).fingerprint
    (folder / "model.onnx").write_bytes(b"tampered")
    assert verify(folder)[0].startswith("model.onnx has checksum")
    (folder / "model.onnx").unlink()
    assert verify(folder) == ["model.onnx is missing"]
    assert load_card(folder).fingerprint == before


@pytest.mark.parametrize(
    "card", [None, "not = [toml", 'name = "m"', "[files]", '[files]\n"a" = 3', "\xff"]
)
def test_a_bad_card_is_an_error_with_a_cure(tmp_path, card):
    if card is not None:
        (tmp_path / "card.toml").write_bytes(card.encode("latin-1"))
    with pytest.raises(ModelError) as caught:
        load_card(tmp_path)
    assert caught.value.hint
