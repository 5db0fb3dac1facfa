"""Entries of manuals, exchanged subjects, and the rounding that the student is trained with."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from recipes.assayer.corpus import NO_ANSWER, Pair, Tables
from recipes.assayer.entries import entry_around, fact
from recipes.assayer.prewritten import add_written
from recipes.assayer.swaps import swapped_pairs

PAGE = """| Status: | Base |
The kettle module heats water in a vessel that a user names.
It reads its settings once, when it starts, and never again.
KettleHeat
Sets how hot the water gets before the whistle blows, in degrees.
The default is 96. A higher value is cut to 100 without a word.
KettleWhistle
Says whether the kettle whistles at all, and for how long it does.
"""


def span(text):
    return PAGE.index(text), PAGE.index(text) + len(text)


# Entries


def test_an_entry_has_its_heading_and_ends_before_the_next():
    entry = entry_around(PAGE, *span("The default is 96."))
    assert entry.heading == "KettleHeat"
    assert entry.text.startswith("Sets how hot") and entry.text.endswith("without a word.")
    assert entry.text[entry.start : entry.end] == "The default is 96."


def test_an_answer_over_two_lines_is_found_in_running_text():
    first, last = span("in degrees.\nThe default is 96.")
    entry = entry_around(PAGE, first, last)
    assert entry.text[entry.start : entry.end] == "in degrees. The default is 96."


def test_a_line_in_the_middle_of_a_sentence_is_no_heading():
    text = "Intro.\nThe whistle is heard when the water is as hot as the\nKettle allows it to be"
    text += " and that takes some minutes at least.\n" + "More words follow here. " * 20
    entry = entry_around(text, text.index("takes some"), text.index("at least"))
    assert entry is None or entry.heading != "Kettle allows it to be"


def test_a_heading_alone_and_a_whole_page_are_no_entries():
    assert entry_around(PAGE, *span("KettleWhistle")) is None
    assert entry_around("A kettle heats water for many cups of tea every day.", 2, 8) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("| Status: | Base |", "Status: Base"),
        ("| Size | 3 | 4 |", "Size: 3, 4"),
        ("| alone |", "alone"),
        ("no row", "no row"),
    ],
)
def test_a_row_of_a_table_is_a_fact(line, said):
    assert fact(line) == said


# Exchanged subjects


def asked_tables(questions, passages):
    tables = Tables(passages=passages)
    pairs = [Pair(tables.question(q), row, 1.0, 0, 3, "written") for q, row in questions]
    return tables, [(pair, "manual") for pair in pairs]


def test_the_subject_is_exchanged_for_one_that_the_passage_does_not_name():
    tables, asked = asked_tables(
        [("What does --heat do?", 0), ("What does --whistle do?", 1)],
        [("Kettle", "Use --heat to set the heat."), ("Kettle", "Use --whistle to hear it.")],
    )
    found = swapped_pairs(tables, asked)
    assert [(tables.questions[p.question], p.passage) for p in found] == [
        ("What does --whistle do?", 0),
        ("What does --heat do?", 1),
    ]
    assert {(p.relevance, p.start) for p in found} == {(0.0, NO_ANSWER)}


def test_nothing_is_exchanged_where_the_passage_names_both_or_nobody_is_named():
    both = "Use --heat with --whistle."
    tables, asked = asked_tables(
        [("What does --heat do?", 0), ("What does --whistle do?", 0), ("What is tea?", 1)],
        [("Kettle", both), ("Tea time", "Tea is a drink.")],
    )
    assert swapped_pairs(tables, asked) == []


def test_written_questions_come_with_their_passage_and_their_entry(tmp_path):
    first, last = span("The default is 96.")
    record = {
        "id": "1", "source": "kettle", "title": "Kettle module", "text": PAGE,
        "questions": [
            {"kind": "factual", "question": "How hot?", "start": first, "end": last},
            {"kind": "unanswerable", "question": "How heavy is it?"},
        ],
    }  # fmt: skip
    for name, lines in (("technical", [record]), ("wikipedia", [])):
        with gzip.open(tmp_path / f"{name}.jsonl.gz", "wt") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
    tables = Tables()
    add_written(tables, tmp_path, Nothing())
    kinds = [(p.origin, p.relevance) for p in tables.pairs]
    assert kinds == [("written-factual", 1.0), ("entry-factual", 1.0), ("unanswerable", 0.0)]
    title, text = tables.passages[tables.pairs[1].passage]
    assert title == "KettleHeat \u00b7 Kettle module"
    assert text[tables.pairs[1].start : tables.pairs[1].end] == "The default is 96."


class Nothing:
    """No set is reported."""

    def holds_passage(self, text):
        return False

    def holds_question(self, text):
        return False


# Rounding and attention, which need torch


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the tracing exporter, by choice
def test_training_rounds_as_the_int8_file_does(tmp_path):
    torch = pytest.importorskip("torch")
    quantize = pytest.importorskip("recipes.assayer.quantise").quantize
    from assay_tuning.rounding import fake_quantise, plain

    torch.manual_seed(1)
    network = Layered(torch)
    ids = torch.tensor([[3, 7, 1, 9]])
    told = network(ids).detach()
    graph, small = tmp_path / "float.onnx", tmp_path / "int8.onnx"
    torch.onnx.export(
        network, (ids,), str(graph), input_names=["ids"], opset_version=17, dynamo=False
    )
    quantize(graph, small, seven_bits=True)
    import onnxruntime

    (shipped,) = onnxruntime.InferenceSession(small).run(None, {"ids": ids.numpy()})
    fake_quantise(network.encoder)
    rounded = network(ids).detach().numpy()
    loss = np.abs(shipped - told.numpy()).max()
    assert np.abs(rounded - shipped).max() < 0.1 * loss
    plain(network.encoder)
    assert torch.equal(network(ids), told)


def Layered(torch):
    """An embedding table, two layers and a head, built as the assayer is."""

    class Encoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.norm = torch.nn.Embedding(20, 16), torch.nn.LayerNorm(16)
            self.inner, self.outer = torch.nn.Linear(16, 32), torch.nn.Linear(32, 16)

        def forward(self, ids):
            return self.outer(torch.relu(self.inner(self.norm(self.words(ids)))))

    class Whole(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder, self.head = Encoder(), torch.nn.Linear(16, 3)

        def forward(self, ids):
            return self.head(self.encoder(ids))

    return Whole().eval()


@pytest.mark.torch
def test_fused_attention_gives_the_same_states():
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from recipes.assayer.fast_mpnet import fuse_attention

    torch.manual_seed(2)
    config = transformers.MPNetConfig(
        vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=40,
    )  # fmt: skip
    encoder = transformers.AutoModel.from_config(config).eval()
    torch.nn.init.normal_(encoder.encoder.relative_attention_bias.weight)
    ids = torch.randint(4, 50, (2, 12))
    mask = torch.ones_like(ids)
    mask[1, 8:] = 0
    before = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
    fuse_attention(encoder)
    after = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
    assert torch.allclose(before[0], after[0], atol=1e-5)
    assert torch.allclose(before[1, :8], after[1, :8], atol=1e-5)
