"""The model card from the figures.

`python -m recipes.assayer.write_card --model DIR --figures F.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

FITTED = ("nq_heldout", "trivia_heldout", "wikiqa_dev", "clapnq")
FILES = ("model.onnx", "tokenizer.json")
HEADS = {
    "card.md": ['name = "assayer"', 'backbone = "all-MiniLM-L6-v2"'],
    "large.md": ['name = "assay-large"', 'backbone = "all-mpnet-base-v2"', "dimension = 768"],
}


def tables(figures: dict[str, list[float]], plain: dict[str, list[float]] | None) -> str:
    """The figures as Markdown, int8 beside float32 where both are known."""
    lines = ["| set: measure | int8, as shipped | 95 % interval | float32 |", "|---|---|---|---|"]
    for name, (value, low, high) in figures.items():
        star = "*" if name.startswith(FITTED) else ""
        other = f"{plain[name][0]:.3f}" if plain and name in plain else ""
        lines.append(f"| {name}{star} | {value:.3f} | {low:.3f} to {high:.3f} | {other} |")
    return "\n".join(lines) + "\n"


def toml(folder: Path, result: dict[str, Any], head: list[str]) -> str:
    """card.toml: what the code reads."""
    lines = [*head, 'license = "Apache-2.0"', "max_length = 288", "", "[files]"]
    for name in FILES:
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        lines.append(f'"{name}" = "{digest}"')
    lines += ["", "# On the scale from -1 to 1.", "[thresholds]"]
    lines += [f"{name} = {value}" for name, value in result["thresholds"].items()]
    lines += ["", "# Probability = logistic(relevance x logit + lead x (span - no answer) + bias)."]
    for part, weights in result["calibration"].items():
        lines += [f"[calibration.{part}]", *(f"{k} = {v}" for k, v in weights.items()), ""]
    return "\n".join(lines)


def main() -> None:
    """Write both forms of the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--float", type=Path, help="figures of the float32 graph, to compare")
    parser.add_argument("--version", default="1")
    parser.add_argument("--large", action="store_true", help="of the weights of `large.py`")
    options = parser.parse_args()
    result = json.loads(options.figures.read_text())
    plain = json.loads(options.float.read_text())["figures"] if options.float else None
    template = "large.md" if options.large else "card.md"
    head = [*HEADS[template], f'version = "{options.version}"']
    (options.model / "card.toml").write_text(toml(options.model, result, head))
    text = Path(__file__).with_name(template).read_text()
    figures = tables(result["figures"], plain)
    (options.model / "CARD.md").write_text(text.replace("{figures}", figures))


if __name__ == "__main__":
    main()
