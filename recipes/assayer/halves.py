"""The shipped network in two graphs: its first layer with the sieve, and the layers after it.

`python -m recipes.assayer.halves --model DIR --sieve sieve1.pt` writes first.onnx and rest.onnx
beside model.onnx and names them in the card. Weights that kept the first layer can keep its sieve:
`--sieve first.onnx` takes it out of halves that were written before. What the two compute one after
the other is what model.onnx computes of a window alone, up to rounding (`recipes.lighten`); the
weights stay there, and both graphs point into it.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

import onnx
import torch
from onnx import compose
from onnx.utils import Extractor

from assay.model_files import CARD, HALVES, WEIGHTS, file_sha256
from recipes.assayer.quantise import OPSET
from recipes.assayer.sieve import Sieve
from recipes.graph import arranged, point_into, trim
from recipes.lighten import lighten

SEAM, STATES = "/encoder/encoder/layer.0/output/LayerNorm/LayerNormalization_output_0", "states"
PREFIX = "sieve/"
HIDDEN, FLOAT = 384, onnx.TensorProto.FLOAT
ASKED = ["input_ids", "attention_mask", "token_type_ids"]
_TABLE = re.compile(r"\n# [^\n]*\n\[halves\]\n(?:[^\[\n][^\n]*\n)*")


def sieve_weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights of a sieve: of a file that `sieve.py` wrote, or out of a first half."""
    if path.suffix != ".onnx":
        state: dict[str, torch.Tensor] = torch.load(path, weights_only=True, map_location="cpu")
        return state
    graph = onnx.load(str(path), load_external_data=False).graph
    known = {
        each.name.removeprefix(PREFIX): torch.from_numpy(onnx.numpy_helper.to_array(each).copy())
        for each in graph.initializer
        if each.name.startswith(PREFIX)
    }
    state = {name: known[name] for name in Sieve(HIDDEN).state_dict() if name in known}
    for node in graph.node:  # a product has lost the name of its matrix
        part = node.name.removeprefix(f"{PREFIX}/").removesuffix("/MatMul")
        if node.op_type == "MatMul" and f"{part}.bias" in known:
            state[f"{part}.weight"] = known[node.input[1].removeprefix(PREFIX)].T.contiguous()
    return state


def sieve_graph(weights: Path, folder: Path) -> onnx.ModelProto:
    """The sieve alone, from what the first layer makes of the tokens to one logit."""
    state = sieve_weights(weights)
    sieve = Sieve(HIDDEN)
    sieve.load_state_dict(state)
    states, types = torch.randn(2, 6, HIDDEN), torch.tensor([[0, 0, 0, 1, 1, 1]] * 2)
    torch.onnx.export(
        sieve.eval(),
        (states, types, torch.ones_like(types)),
        str(folder / "sieve.onnx"),
        input_names=["seen", "types", "mask"],
        output_names=["guess"],
        dynamic_axes={name: {0: "rows", 1: "length"} for name in ("seen", "types", "mask")}
        | {"guess": {0: "rows"}},
        opset_version=OPSET,
        dynamo=False,
    )
    return onnx.load(str(folder / "sieve.onnx"))


def first_half(model: onnx.ModelProto, sieve: onnx.ModelProto) -> onnx.ModelProto:
    """From tokens to the guess of the sieve, and the states to go on from."""
    lower = Extractor(model).extract_model(ASKED, [STATES])
    sieve = compose.add_prefix(sieve, PREFIX, rename_inputs=False, rename_outputs=False)
    sieve.ir_version = lower.ir_version
    joined = onnx.helper.make_model(
        compose.merge_graphs(
            lower.graph, sieve.graph, [(STATES, "seen")], outputs=["guess", STATES]
        ),
        opset_imports=lower.opset_import,
        ir_version=lower.ir_version,
    )
    # The sieve's two other inputs are those of the tokens.
    rename(joined, {"types": ASKED[2], "mask": ASKED[1]})
    kept = [each for each in joined.graph.input if each.name in ASKED]
    del joined.graph.input[:]
    joined.graph.input.extend(kept)
    return joined


def rename(model: onnx.ModelProto, names: dict[str, str]) -> None:
    """Call some tensors by other names."""
    for node in model.graph.node:
        for side in (node.input, node.output):
            side[:] = [names.get(name, name) for name in side]


def write_half(model: onnx.ModelProto, target: Path, weights: Path) -> None:
    """Arrange a half as the runtime does and let it point into the weights."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        onnx.save(model, str(plain))
        graph = arranged(plain)
    lighten(graph)
    point_into(graph, weights)
    trim(graph)
    onnx.save(graph, str(target))


def write_halves(folder: Path, sieve: Path) -> None:
    """Write both graphs and name them in the card, beside the weights that they are of."""
    weights, card = folder / WEIGHTS, folder / CARD
    model = onnx.load(str(weights))
    rename(model, {SEAM: STATES})
    shape = ("rows", "length", HIDDEN)
    model.graph.value_info.append(onnx.helper.make_tensor_value_info(STATES, FLOAT, shape))
    with tempfile.TemporaryDirectory() as aside:
        first = first_half(model, sieve_graph(sieve, Path(aside)))
    rest = Extractor(model).extract_model([STATES, *ASKED], ["relevance", "tokens"])
    for half, name in zip((first, rest), HALVES, strict=True):
        write_half(half, folder / name, weights)
    lines = [f'"{name}" = "{file_sha256(folder / name)}"' for name in HALVES]
    table = (
        f"\n# {WEIGHTS} cut after its first layer, with the sieve: recipes/assayer/halves.py\n"
        f'[halves]\nof = "{file_sha256(weights)}"\n' + "\n".join(lines) + "\n"
    )
    card.write_text(_TABLE.sub("", card.read_text()).rstrip("\n") + "\n" + table)


def main() -> None:
    """Write the halves of one model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--sieve", type=Path, required=True)
    options = parser.parse_args()
    write_halves(options.model, options.sieve)
    for name in HALVES:
        print(f"{options.model / name}: {(options.model / name).stat().st_size / 2**10:.0f} KiB")


if __name__ == "__main__":
    main()
