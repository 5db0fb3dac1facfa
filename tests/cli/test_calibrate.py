from __future__ import annotations

import json
import sys

import pytest

from assay.cli.main import run
from assay.config import load_settings
from assay.errors import InputError
from assay.reader.scorer import EntryScorer
from assay.types import Passage
from assay.wiring import build_scorer
from tests.tuning.melting import write_labels


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return str(write_labels(tmp_path_factory.mktemp("labels") / "labels.jsonl", 160))


def test_thresholds_are_found_shown_and_used(many, tmp_path, capsys):
    out, figures = tmp_path / "calibrated.toml", tmp_path / "figures"
    flags = ["--out", str(out), "--plots", str(figures), "--check", "20"]
    assert run(["calibrate", many, "--target", "0.9", "--json", *flags]) == 0
    report = json.loads(capsys.readouterr().out)
    correct = report["verdicts"]["correct"]
    assert correct["at_least"] >= correct["promised"] == 0.9
    assert report["fitted"] + report["tested"] == report["questions"] == 160
    assert report["check"]["broken_correct"] <= report["check"]["promised"]
    assert {file.name for file in figures.iterdir()} == {
        "reliability.svg",
        "risk-coverage.svg",
        "actions.svg",
    }
    settings = load_settings(out)
    assert settings.scorer.upper == correct["threshold"]
    scorer = build_scorer(settings)
    good, bad = scorer.score(
        "At how many degrees does gold melt in furnace 7?",
        [Passage("a", "In furnace 7, gold melts at 207 degrees."), Passage("b", "Bread.")],
    )
    assert good > settings.scorer.upper > bad
    assert hasattr(scorer, "score_strips")


def test_figures_without_their_extra_are_refused_before_the_work(
    many, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "c.toml"
    assert run(["calibrate", many, "--out", str(out), "--plots", str(tmp_path / "f")]) != 0
    assert "pip install 'assay-rag[plots]'" in capsys.readouterr().err
    assert not out.exists()


def test_what_was_fitted_without_an_index_is_used_without_its_words(many, tmp_path):
    out = tmp_path / "c.toml"
    assert run(["calibrate", many, "--target", "0.9", "--out", str(out)]) == 0
    assert "index_words = false" in out.read_text()
    own = load_settings(out)
    with_index = own.index.model_copy(update={"dir": tmp_path / "any-index"})
    scorer = build_scorer(own.model_copy(update={"index": with_index}))
    assert not isinstance(scorer.scorer, EntryScorer)
    as_before = own.scorer.model_copy(update={"index_words": True})
    scorer = build_scorer(own.model_copy(update={"index": with_index, "scorer": as_before}))
    assert isinstance(scorer.scorer, EntryScorer)


def test_labels_of_other_texts_than_the_index_finds_are_refused(many, tmp_path, capsys):
    (tmp_path / "bread.txt").write_text("Bread is baked in an oven.")
    index = str(tmp_path / "index")
    assert run(["index", str(tmp_path / "bread.txt"), "--index", index]) == 0
    flags = ["--index", index, "--out", str(tmp_path / "c.toml")]
    assert run(["calibrate", many, *flags]) == InputError.exit_code
    assert "none of the labelled passages" in capsys.readouterr().err
    one = tmp_path / "one.jsonl"
    pair = {
        "question": "Where is bread baked?",
        "passage": "Bread is baked in an oven.",
        "label": 1,
    }
    one.write_text(json.dumps(pair) + "\n")
    assert run(["calibrate", str(one), *flags]) == InputError.exit_code
    assert "1 questions have labels" in capsys.readouterr().err  # found, but too few


def test_a_person_sees_what_it_costs(many, tmp_path, capsys):
    assert run(["calibrate", many, "--target", "0.9", "--out", str(tmp_path / "c.toml")]) == 0
    shown = capsys.readouterr().out
    assert "CORRECT before" in shown
    assert "at least" in shown


def test_too_few_labels_are_refused_with_how_many_are_needed(tmp_path, capsys):
    few = str(write_labels(tmp_path / "few.jsonl", 40))
    assert run(["calibrate", few, "--out", str(tmp_path / "c.toml")]) == InputError.exit_code
    said = capsys.readouterr().err
    assert "too few" in said
    assert "label about" in said
    assert not (tmp_path / "c.toml").exists()


@pytest.mark.parametrize(
    ("lines", "flags"),
    [
        (['{"question": "Q?", "passage": "x", "label": 1}'] * 30, []),
        (['{"question": "Q?", "answers": ["x"]}'], []),
        (['{"question": "Q?", "passage": "x", "label": 1}'], ["--target", "1"]),
        ([], []),
    ],
    ids=["one kind", "no passages", "certainty", "nothing"],
)
def test_what_cannot_be_calibrated_is_refused(lines, flags, tmp_path, capsys):
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(lines) + "\n")
    out = ["--out", str(tmp_path / "c.toml")]
    assert run(["calibrate", str(path), *flags, *out]) == InputError.exit_code
    assert "hint" in capsys.readouterr().err


def test_thumbs_alone_are_told_to_be_no_fair_sample(tmp_path, capsys):
    thumbs = write_labels(tmp_path / "thumbs.jsonl", 120)
    thumbs.write_text(thumbs.read_text().replace('"label"', '"picked": true, "label"'))
    out = ["--out", str(tmp_path / "c.toml")]
    assert run(["calibrate", str(thumbs), *out]) == InputError.exit_code
    said = capsys.readouterr().err
    assert "all of them were picked" in said and "assay label --fair" in said
    assert "too little" not in said
