from __future__ import annotations

import platform
import shutil

import numpy as np
import pytest

from assay.adapters.onnx_session import open_halves, open_model, open_session
from assay.errors import ModelError
from assay.model_files import (
    CARD,
    GRAPH,
    HALVES,
    MODELS,
    WEIGHTS,
    load_card,
    ready_graph,
    ready_halves,
    verify,
)

ALIKE = 0.99
NAMES = ("embedder", "verifier")
ASSAYER = MODELS / "assayer"
SHAPES = ((1, 3), (1, 40), (1, 171), (1, 256), (3, 90))


def given(seed, shape):
    """Random tokens, the last ones of the first row padding."""
    ids = np.random.default_rng(seed).integers(1000, 30_000, shape)
    mask, types = np.ones_like(ids), np.zeros_like(ids)
    types[:, shape[1] // 3 :] = 1
    mask[0, shape[1] - shape[0] + 1 :] = 0
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


def rows(session, seed, shape):
    """What a session says of them."""
    fed = given(seed, shape)
    return session.run(None, {each.name: fed[each.name] for each in session.get_inputs()})


@pytest.fixture
def folder(tmp_path):
    for name in (CARD, GRAPH, WEIGHTS):
        shutil.copy(MODELS / "verifier" / name, tmp_path)
    shutil.copy(MODELS / "tokenizer.json", tmp_path.parent)
    return tmp_path


def same(ours, theirs):
    """To the bit on the kind of processor that the graphs were made on.

    Elsewhere the runtime may round at other places, and rounding shows in every number.
    """
    if platform.machine() in ("aarch64", "arm64"):
        return (ours == theirs).all()
    return np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > ALIKE


@pytest.mark.parametrize("name", NAMES)
def test_a_ready_graph_computes_what_the_weights_do(name):
    folder = MODELS / name
    assert ready_graph(folder) == folder / GRAPH
    plain, ready = open_session(folder / WEIGHTS, 1), open_session(folder / GRAPH, 1)
    for seed, shape in enumerate(SHAPES):
        pairs = zip(rows(plain, seed, shape), rows(ready, seed, shape), strict=True)
        assert all(same(*pair) for pair in pairs if pair[0].size > 1)


def test_two_halves_compute_what_the_weights_do_of_a_window_alone():
    """Up to rounding: the halves are of a lighter form, in which nothing may be padded."""
    plain, (first, rest) = open_session(ASSAYER / WEIGHTS, 1), open_halves(ASSAYER, 1)
    judged = []
    for seed, shape in enumerate(shape for shape in SHAPES if shape[0] == 1):
        guess, states = first.run(["guess", "states"], given(seed, shape))
        assert guess.shape == (1,)
        relevance, tokens = rest.run(None, {"states": states})
        whole = rows(plain, seed, shape)
        judged.append((whole[0][0], relevance[0]))
        assert np.corrcoef(whole[1].ravel(), tokens.ravel())[0, 1] > ALIKE
    theirs, ours = np.array(judged).T
    assert np.abs(theirs - ours).max() < 1.5


def test_halves_of_other_weights_or_without_one_of_them_are_left_alone(tmp_path):
    for name in (CARD, WEIGHTS, *HALVES):
        shutil.copy(ASSAYER / name, tmp_path)
    shutil.copy(MODELS / "tokenizer.json", tmp_path.parent)
    assert ready_halves(tmp_path) == [tmp_path / name for name in HALVES]
    assert verify(tmp_path) == []
    (tmp_path / HALVES[0]).write_bytes(b"no graph")
    assert [problem.split()[0] for problem in verify(tmp_path)] == [HALVES[0]]
    assert open_halves(tmp_path, 1) == []
    (tmp_path / HALVES[0]).unlink()
    assert ready_halves(tmp_path) == []
    card = tmp_path / CARD
    card.write_text(card.read_text().replace('of = "', 'of = "0'))
    assert load_card(tmp_path).halves == {}
    assert verify(tmp_path) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_ready_graph_is_no_part_of_what_an_index_was_made_with(name):
    assert GRAPH not in load_card(MODELS / name).files


def test_the_graph_of_other_weights_is_left_alone(folder):
    card = folder / CARD
    card.write_text(card.read_text().replace('of = "', 'of = "0'))
    assert ready_graph(folder) is None
    assert verify(folder) == []


def test_a_graph_that_cannot_be_opened_gives_way_to_the_weights(folder):
    before = rows(open_model(folder, 1), 0, (1, 20))[0]
    (folder / GRAPH).write_bytes(b"no graph")
    assert [problem.split()[0] for problem in verify(folder)] == [GRAPH]
    assert (rows(open_model(folder, 1), 0, (1, 20))[0] == before).all()
    (folder / WEIGHTS).write_bytes(b"no weights")
    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded"):
        open_model(folder, 1)


def test_a_model_without_a_graph_has_none_ready(folder):
    (folder / GRAPH).unlink()
    assert ready_graph(folder) is None
