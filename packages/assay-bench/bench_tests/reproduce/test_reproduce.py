"""`assay reproduce crag`: the plan first, then the tables with tiny random models."""

from __future__ import annotations

import json
import socket

import pytest

from assay.cli.main import run
from assay.errors import InputError, ModelError
from assay_bench.reproduce.models import Weights, fetched, weights_of
from assay_bench.reproduce.plan import GIB, QUESTIONS, SYSTEMS, plan
from assay_bench.reproduce.run import CRAG
from bench_tests.experiments import varholm

LLAMA = Weights("llama", None, int(13.5 * GIB), 6.74e9, layers=32, hidden=4096)
T5 = Weights("t5", None, 3 * GIB, 0.77e9)


def folder_of(path, size, **config):
    path.mkdir()
    (path / "config.json").write_text(json.dumps(config))
    (path / "model.safetensors").write_bytes(bytes(size))
    (path / "pytorch_model.bin").write_bytes(bytes(size))
    return path


def test_a_folder_tells_its_size_and_the_same_weights_are_not_counted_twice(tmp_path):
    folder = folder_of(tmp_path / "m", 4000, torch_dtype="bfloat16", num_hidden_layers=2)
    found = weights_of(str(folder))
    assert (found.folder, found.bytes, found.parameters, found.to_fetch) == (folder, 4000, 2000, 0)
    assert found.layers == 2


def test_a_hub_that_cannot_be_asked_leaves_what_the_name_says(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    found = weights_of("somebody-unknown/Llama-2-7b-hf")
    assert (found.folder, found.parameters, found.to_fetch) == (None, 7e9, int(14e9))
    with pytest.raises(ModelError, match="it is no name of a hub"):
        weights_of("no folder here")


def test_a_plan_needs_no_network(monkeypatch):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}"
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", nowhere)
        found = weights_of("somebody-unknown/Llama-2-7b-hf")
        assert (found.folder, found.parameters) == (None, 7e9)
        with pytest.raises(ModelError, match="cannot be fetched"):
            fetched(found)


def test_the_plan_counts_prompts_downloads_memory_and_hours():
    whole = plan(LLAMA, T5, CRAG, batch=32, limit=None)
    assert set(whole.prompts) == set(SYSTEMS)
    assert whole.prompts["crag.table2"] == QUESTIONS["popqa"] * 16  # 4 CRAG, 4 Self-CRAG
    assert whole.prompts["crag.table4"] == 0
    few = plan(LLAMA, T5, ("crag.table2",), batch=1, limit=10)
    assert few.prompts == {"crag.table2": 160}
    assert 12.5 < (plan(LLAMA, T5, (), batch=0, limit=1).memory - 4 * T5.parameters) / GIB < 12.6
    assert few.memory < whole.memory
    said = "\n".join(whole.lines())
    assert "downloads  llama, t5: about 16.5 GiB" in said
    assert "hours at 50 TFLOP/s" in said
    assert few.seconds[0] < few.seconds[1] < whole.seconds[1]


@pytest.fixture
def data(tmp_path):
    varholm.write(tmp_path / "crag_popqa.jsonl", varholm.rows()[:4])
    return tmp_path


def test_the_plan_is_printed_and_nothing_is_done(data, capsys):
    folder = folder_of(data / "model", 100)
    given = ["--model", str(folder), "--evaluator", str(folder), "--data", str(data)]
    out = data / "out"
    assert run(["reproduce", "crag", *given, "--out", str(out), "--plan", "--limit", "3"]) == 0
    said = capsys.readouterr().err
    assert "downloads  none" in said
    assert "crag.table5: " in said
    assert not out.exists()


def test_a_table_that_is_not_crags_is_refused(data, capsys):
    given = ["--model", "m", "--evaluator", "e", "--data", str(data), "--out", "out"]
    code = run(["reproduce", "crag", *given, "--tables", "table9"])
    assert code == InputError.exit_code
    assert "'table9' is no table of CRAG" in capsys.readouterr().err


@pytest.fixture
def tiny(tmp_path):
    """A language model and an evaluator of random weights: real files, no meaning."""
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    from tests.adapters.scorers.tiny_t5 import save_tiny_t5

    words = ["<unk>", "</s>", "the", "lighthouse", "of", "Varholm", "was", "built", "in", "1871"]
    core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    folder = tmp_path / "tiny-llama"
    PreTrainedTokenizerFast(
        tokenizer_object=core, unk_token="<unk>", eos_token="</s>"
    ).save_pretrained(folder)
    torch.manual_seed(4)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2}
    config = LlamaConfig(
        vocab_size=len(words),
        max_position_embeddings=8192,
        eos_token_id=1,
        bos_token_id=None,
        pad_token_id=None,
        **sizes,
        **heads,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder, save_tiny_t5(tmp_path / "tiny-t5")


@pytest.mark.torch
def test_tables_are_run_with_both_models_in_batches_and_carried_on(data, tiny, capsys):
    model, evaluator = map(str, tiny)
    out = data / "out"
    given = ["reproduce", "crag", "--model", model, "--evaluator", evaluator, "--data", str(data)]
    given += ["--out", str(out), "--tables", "table5", "--batch", "4"]
    assert run(given) == 0
    page = capsys.readouterr().out
    assert "## CRAG, table 5" in page
    told = json.loads((out / "crag-table5" / "popqa" / "run.json").read_text())
    system = told["systems"]["CRAG"]
    assert (system["profile"], system["scorer"]["name"], system["scorer"]["preset"]) == (
        "paper",
        "t5",
        "popqa",
    )
    assert (system["generator"]["name"], system["rewriter"]["name"]) == ("transformers", "prompt")
    records = (out / "crag-table5" / "popqa" / "records.jsonl").read_bytes()
    said = (out / "said.jsonl").read_bytes()
    assert run(given) == 0
    assert (out / "crag-table5" / "popqa" / "records.jsonl").read_bytes() == records
    assert (out / "said.jsonl").read_bytes() == said
