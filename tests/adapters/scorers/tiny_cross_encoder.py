"""A CrossEncoder folder small enough to make in a test: random weights, a few whole words."""

from __future__ import annotations

from pathlib import Path

WORDS = "when does gold melt at 1064 degrees bread tin is soft dear a list tuple what of items"


def save_tiny_cross_encoder(folder: Path, labels: int = 1) -> Path:
    """Write a whole folder as sentence-transformers does, the same for every call."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS.split()]
    core = Tokenizer(models.WordLevel({t: i for i, t in enumerate(tokens)}, unk_token="[UNK]"))
    core.normalizer = normalizers.Lowercase()
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]"}
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, sep_token="[SEP]", model_max_length=64, **special,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )  # fmt: skip
    torch.manual_seed(3)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1}
    config = BertConfig(
        vocab_size=len(tokens), num_labels=labels, num_attention_heads=2,
        max_position_embeddings=64, initializer_range=0.5, **sizes,
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder


def export_to_onnx(folder: Path, file: Path) -> Path:
    """The same network as an ONNX graph, as the usual exporters write it."""
    import torch
    from transformers import BertForSequenceClassification

    model = BertForSequenceClassification.from_pretrained(folder, attn_implementation="eager")
    ids = torch.tensor([[2, 4, 5, 3, 6, 3]])
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "length"} for name in names}
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model.eval(), (ids, torch.ones_like(ids), torch.zeros_like(ids)), str(file),
        input_names=names, output_names=["logits"], dynamic_axes=axes, dynamo=False,
    )  # fmt: skip
    return file
