"""Model cards: what a folder of weights says of itself, and whether its files are intact."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from assay.errors import ModelError
from assay_documents.sandbox.regular_file import open_regular, read_regular

Weights = TypeVar("Weights")
CARD = "card.toml"
WEIGHTS, GRAPH = "model.onnx", "graph.onnx"
HALVES = ("first.onnx", "rest.onnx")
TOKENIZER = "tokenizer.json"
MAX_CARD_BYTES = 1_000_000
PACKAGE, DISTRIBUTION = "assay_models", "assay-rag-models"
LARGE_PACKAGE, LARGE_DISTRIBUTION = "assay_models_large", "assay-rag-models-large"
_REINSTALL = f"pip install {DISTRIBUTION}, or point the settings at a complete model folder"


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else Path(package)


MODELS = _folder_of(PACKAGE)
"""Our weights: a package of their own, so that the code can be installed without them."""
LARGE = _folder_of(LARGE_PACKAGE) / "large"
"""Our large weights, in one more package: one file that embeds, judges and reads."""
LARGE_NAME = "assay-large"
"""What their card is called, and an index that was made with them knows."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What `card.toml` says: the name, the version, each file's SHA-256, and everything else."""

    name: str
    version: str
    files: Mapping[str, str]
    thresholds: Mapping[str, float]
    raw: Mapping[str, Any]

    @property
    def fingerprint(self) -> str:
        """One short checksum over all files, to tell two versions of a model apart."""
        named = sorted((Path(name).name, digest) for name, digest in self.files.items())
        lines = "".join(f"{name} {digest}\n" for name, digest in named)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    @property
    def graph(self) -> str | None:
        """The SHA-256 of the graph that was made ready of these weights; None where there is none.

        It is no file of the model: what it computes is the same to the bit, so the fingerprint,
        and with it every index, stays what it was.
        """
        given = self.raw.get("graph", {})
        return given.get("sha256") if given.get("of") == self.files.get(WEIGHTS) else None

    @property
    def halves(self) -> Mapping[str, str]:
        """The SHA-256 of each graph that these weights were cut into; none where they were not."""
        given = self.raw.get("halves", {})
        of_these = given.get("of") == self.files.get(WEIGHTS) and all(map(given.get, HALVES))
        return {name: given[name] for name in HALVES} if of_these else {}

    def calibration(self, name: str, kind: type[Weights]) -> Weights | None:
        """The fitted weights of a name, or None where the card has none of it."""
        given = self.raw.get("calibration", {}).get(name)
        if given is None:
            return None
        try:
            return kind(**given)
        except TypeError as error:
            raise ModelError(
                f"[calibration.{name}] in the card '{self.name}' is not of this version: {error}",
                hint="use weights and code of one version: pip install -U assay-rag"
                f" {DISTRIBUTION}, or train the evaluator again",
            ) from error


def load_card(folder: Path) -> ModelCard:
    """The card of the model in `folder`."""
    try:
        raw = _parsed(read_regular(folder / CARD, MAX_CARD_BYTES).decode("utf-8"))
    except FileNotFoundError:
        missing = folder.parent == MODELS
        what = f"the weights '{folder.name}' are not installed" if missing else ""
        raise ModelError(what or f"no model card in {folder}", hint=_REINSTALL) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ModelError(
            f"the model card in {folder} is unreadable: {error}", _REINSTALL
        ) from error
    files, thresholds = raw.get("files", {}), raw.get("thresholds", {})
    known = _is_table(files, str) and _is_table(thresholds, int | float)
    if not known or not (files or raw.get("calibration")):  # curves alone have no files
        raise ModelError(
            f"the model card in {folder} needs a table [files] of name = sha256"
            " and, if any, a table [thresholds] of numbers",
            hint=_REINSTALL,
        )
    return ModelCard(
        name=str(raw.get("name", folder.name)),
        version=str(raw.get("version", "0")),
        files=files,
        thresholds={name: float(value) for name, value in thresholds.items()},
        raw=raw,
    )


@lru_cache(maxsize=8)
def _parsed(card: str) -> dict[str, Any]:
    """The parsed card, cached by its text because every part of a model reads it."""
    return tomllib.loads(card)


def verify(folder: Path) -> list[str]:
    """What is wrong with the model in `folder`, one line for each problem; empty when intact."""
    problems = []
    card = load_card(folder)
    graph = {GRAPH: card.graph} if card.graph else {}
    for name, expected in {**card.files, **graph, **card.halves}.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name} is missing")
        elif (found := file_sha256(path)) != expected:
            problems.append(f"{name} has checksum {found[:12]}, the card says {expected[:12]}")
    return problems


def ready_graph(folder: Path) -> Path | None:
    """The graph that the runtime opens in place of the weights; None unless it was made of them."""
    path = folder / GRAPH
    return path if path.is_file() and load_card(folder).graph else None


def ready_halves(folder: Path) -> list[Path]:
    """The two graphs that compute one after the other what the weights do; none without them."""
    paths = [folder / name for name in load_card(folder).halves]
    return paths if all(path.is_file() for path in paths) else []


def tokenizer_file(folder: Path) -> Path:
    """The tokenizer of a model: its own, or the one that it shares with the models beside it."""
    own = folder / TOKENIZER
    return own if own.is_file() else folder.parent / TOKENIZER


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with open_regular(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_table(value: object, kind: Any) -> bool:  # noqa: ANN401 - a type or a union of types
    return isinstance(value, dict) and all(isinstance(each, kind) for each in value.values())
