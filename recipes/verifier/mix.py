"""Weights between those of a verifier and those that were trained on from it.

`python -m recipes.verifier.mix --start model.onnx --weights student.pt --share 0.5 --out mixed.pt`

As for the assayer (`recipes.assayer.mix`). `--lean` corrects the share of support that the training
examples had and the reported sets have not.
"""

from __future__ import annotations

from recipes.assayer.mix import mixed, options_of, save
from recipes.verifier.examples import SUPPORTED


def main() -> None:
    """Mix and write."""
    parser = options_of(__doc__)
    parser.add_argument("--lean", type=float, default=0.0, help="added to the logit of support")
    options = parser.parse_args()
    state = mixed(options.start, options.weights, options.share)
    state["stance.3.bias"][SUPPORTED] += options.lean
    save(state, options.out)


if __name__ == "__main__":
    main()
