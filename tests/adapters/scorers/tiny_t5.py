"""A T5 evaluator small enough to make in a test: random weights, a tokenizer of characters."""

from __future__ import annotations

from pathlib import Path


def save_tiny_t5(folder: Path, labels: int = 1) -> Path:
    """Write a whole model folder as `save_pretrained` does, the same for every call."""
    import torch
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForSequenceClassification

    special = ["<pad>", "</s>", "<unk>"]
    letters = [chr(code) for code in range(33, 127)] + ["\u2581"]
    vocabulary = {token: number for number, token in enumerate(special + letters)}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    core.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    torch.manual_seed(7)
    sizes = {"d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_heads": 2}
    config = T5Config(
        vocab_size=len(vocabulary), num_labels=labels, decoder_start_token_id=0, **sizes
    )
    model = T5ForSequenceClassification(config)
    # Fresh heads give almost the same number for everything; this one has opinions.
    torch.nn.init.normal_(model.classification_head.out_proj.weight, std=2.0)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder
