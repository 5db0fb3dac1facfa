"""How the table of token vectors is trained, measured and stored."""

from __future__ import annotations

import math

import numpy as np
from scipy.sparse import csr_matrix

from assay.adapters.embedders.static_embedder import StaticEmbedder
from assay.adapters.retrievers.hybrid import fuse_ranks
from recipes.static_embedder import contrast, measure
from recipes.static_embedder.bags import Bags
from recipes.static_embedder.quantise import four_bits
from tests.static_table import WORDS, write_card, write_table


def bags(lot, rows, tokens=60):
    return csr_matrix((lot.random((rows, tokens)) < 0.1).astype(np.float32))


def test_training_brings_questions_to_their_passages():
    lot = np.random.default_rng(0)
    # Tokens 0 to 29 stand in questions, 30 to 59 in passages: nothing is shared but the meaning.
    meaning = np.eye(30, dtype=np.float32)[lot.integers(0, 30, (400, 3))].max(axis=1)
    nothing = np.zeros_like(meaning)
    questions = csr_matrix(np.hstack([meaning, nothing]))
    passages = csr_matrix(np.hstack([nothing, meaning]))
    examples = contrast.Examples(questions, passages, np.arange(400), np.repeat(np.arange(4), 100))
    table = lot.normal(size=(60, 16)).astype(np.float32)
    plan = contrast.Plan(epochs=20, batch=50, rate=0.05)
    seen = []
    trained = contrast.train(table, examples, plan, lambda epoch, _: seen.append(epoch))

    def found(of):
        left, right = questions @ of, passages @ of
        left /= np.linalg.norm(left, axis=1, keepdims=True)
        right /= np.linalg.norm(right, axis=1, keepdims=True)
        near = np.argsort(-(left @ right.T), axis=1)[:, :10]
        return (near == np.arange(400)[:, None]).any(axis=1).mean()

    assert found(table) < 0.2
    assert found(trained) > 0.8
    assert seen == list(range(20))


def test_the_gradient_is_that_of_the_loss():
    lot = np.random.default_rng(1)
    asked, read, gold = bags(lot, 6), bags(lot, 6), np.array([0, 1, 2, 2, 4, 5])
    table = lot.normal(size=(60, 8))

    def loss(of):
        left, right = asked @ of, read @ of
        left = left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-6)
        right = right / np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-6)
        scores = 5 * left @ right.T
        scores[2, 3] = scores[3, 2] = -1e4
        own = np.diag(scores)
        by_question = np.log(np.exp(scores).sum(axis=1)) - own
        by_passage = np.log(np.exp(scores).sum(axis=0)) - own
        return float((by_question + by_passage).mean() / 2)

    gradient = contrast._gradient(table, asked, read, gold, 5.0)
    for row, column in [(int(asked.indices[0]), 3), (int(read.indices[2]), 0)]:
        moved = table.copy()
        moved[row, column] += 1e-5
        numeric = (loss(moved) - loss(table)) / 1e-5
        assert math.isclose(gradient[row, column], numeric, rel_tol=1e-3, abs_tol=1e-6)


def test_shared_words_are_forgotten_by_lot():
    asked = csr_matrix(np.array([[1, 0, 1]], np.float32))
    read = csr_matrix(np.array([[2, 3, 0]], np.float32))
    lot = np.random.default_rng(0)
    kept = contrast._without_shared(asked, read, 1.0, lot).toarray()
    assert kept.tolist() == [[0, 3, 0]]
    assert contrast._without_shared(asked, read, 0.0, lot).toarray().tolist() == [[2, 3, 0]]


def test_four_bits_come_back_through_the_adapter(tmp_path):
    folder = write_table(tmp_path)
    table = np.random.default_rng(2).normal(size=(1 + len(WORDS.split()), 64)).astype(np.float32)
    packed, scales = four_bits(table)
    np.savez(folder / "table.npz", vectors=packed, scales=scales)
    write_card(folder)
    vector = StaticEmbedder(folder).embed(["fox"])[0]
    assert vector @ table[4] / np.linalg.norm(table[4]) > 0.98


def test_bags_weigh_tokens_as_the_adapter_does(tmp_path):
    folder = write_table(tmp_path)
    text = "the red fox runs and the fox and the list"
    bag = Bags(folder / "tokenizer.json").rows([text, ""])
    embedder = StaticEmbedder(folder)
    words = embedder._table
    expected = (bag @ words)[0]
    np.testing.assert_allclose(
        embedder.embed([text])[0], expected / np.linalg.norm(expected), atol=1e-5
    )
    assert bag[1].nnz == 0


def test_bm25_is_okapis():
    counts = np.array([[1, 2, 0], [0, 1, 1], [0, 0, 1]], np.float32)
    question = csr_matrix(np.array([[0, 1, 0]], np.float32))
    found = measure.bm25(question, csr_matrix(np.sqrt(counts)))[0]
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    mean = (3 + 2 + 1) / 3
    for row, (tf, length) in enumerate([(2, 3), (1, 2), (0, 1)]):
        expected = rarity * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / mean))
        assert math.isclose(found[row], expected, rel_tol=1e-5)


def test_lists_are_fused_as_the_hybrid_retriever_does():
    lot = np.random.default_rng(3)
    lists = [np.array([lot.permutation(40)[:10]]) for _ in range(2)]
    found = measure.fused(lists, 40)[0]
    expected = fuse_ranks([list(each[0]) for each in lists])
    scores = {each: sum(1 / (61 + list(one[0]).index(each)) for one in lists if each in one[0])
              for each in expected}  # fmt: skip
    ours = [scores[int(each)] for each in found[: len(expected)]]
    np.testing.assert_allclose(ours, [scores[each] for each in expected])
