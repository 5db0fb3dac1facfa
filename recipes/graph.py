"""The graph of a model as the runtime arranges it, so that opening the model is quick.

`python -m recipes.graph FOLDER...` writes graph.onnx beside each model.onnx and names it in the
card. The weights stay where they are: the graph points into model.onnx. Nothing is computed
otherwise, since these are the runtime's own rules, applied once instead of at every start. Run it
again whenever weights are made anew; until then the card says that the old graph is not theirs.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

import onnx
import onnxruntime

from assay.model_files import CARD, GRAPH, WEIGHTS, file_sha256

ONE_BYTE = (onnx.TensorProto.INT8, onnx.TensorProto.UINT8)
LEAST = 4096  # bytes; what is smaller is not worth a pointer
_TABLE = re.compile(r"\n# [^\n]*\n\[graph\]\n(?:[^\[\n][^\n]*\n)*")


def arranged(weights: Path) -> onnx.ModelProto:
    """The graph after the rules that hold on every processor."""
    with tempfile.TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath = str(Path(folder) / GRAPH)
        options.log_severity_level = 3  # it warns of rules for one processor, which are off
        onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        return onnx.load(options.optimized_model_filepath)


def point_into(graph: onnx.ModelProto, weights: Path) -> None:
    """Replace the bytes of large tensors by where they stand in the file of the weights."""
    there = weights.read_bytes()
    for tensor in graph.graph.initializer:
        # Numbers of several bytes begin anywhere in that file, and processors want them aligned.
        if tensor.data_type not in ONE_BYTE or len(tensor.raw_data) < LEAST:
            continue
        at, size = there.find(tensor.raw_data), len(tensor.raw_data)
        if at < 0:
            continue  # the runtime has changed it: it stays in the graph
        tensor.ClearField("raw_data")
        tensor.data_location = onnx.TensorProto.EXTERNAL
        for key, value in (("location", weights.name), ("offset", at), ("length", size)):
            tensor.external_data.add(key=key, value=str(value))


def trim(graph: onnx.ModelProto) -> None:
    """Leave out the sets of operators that no node is of, which an older runtime may not know."""
    used = {node.domain for node in graph.graph.node} | {""}
    known = [each for each in graph.opset_import if each.domain in used]
    del graph.opset_import[:]
    graph.opset_import.extend(known)


def write_graph(folder: Path) -> None:
    """Write graph.onnx and name it in the card, beside the weights that it is of."""
    weights, card = folder / WEIGHTS, folder / CARD
    graph = arranged(weights)
    point_into(graph, weights)
    trim(graph)
    onnx.save(graph, str(folder / GRAPH))
    table = (
        f"\n# {WEIGHTS} arranged by the runtime, to be opened in its place: recipes/graph.py\n"
        f'[graph]\nof = "{file_sha256(weights)}"\nsha256 = "{file_sha256(folder / GRAPH)}"\n'
    )
    card.write_text(_TABLE.sub("", card.read_text()).rstrip("\n") + "\n" + table)


def main() -> None:
    """Write the graph of each folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    for folder in parser.parse_args().folders:
        write_graph(folder)
        print(f"{folder / GRAPH}: {(folder / GRAPH).stat().st_size / 2**10:.0f} KiB")


if __name__ == "__main__":
    main()
