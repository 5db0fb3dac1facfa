"""The files of a data set in the making: appended as examples come, safe to interrupt."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from assay.errors import InputError, StorageError
from assay.json_lines import JsonLines

NAMES = ("d1", "d2", "dropped")


@dataclass(slots=True)
class Tally:
    """How many examples there are of a kind, and how often the label is the expected one."""

    examples: int = 0
    agree: int = 0
    judged_right: int = 0


@dataclass(slots=True)
class ExampleFiles:
    """The folder of a data set: d1.jsonl, d2.jsonl, dropped.jsonl, and how they were made.

    Every line names its item, and the lines of an item are written together, so that a run that
    was killed knows which items are done.
    """

    folder: Path
    made_with: Mapping[str, Any]
    done: set[str] = field(default_factory=set)
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    _files: dict[str, JsonLines[str, None]] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        """Open the files and learn what is done."""
        with ExitStack() as opened:
            self._refuse_other_making()
            for name in NAMES:
                path = self.folder / f"{name}.jsonl"
                file = JsonLines(path, self._learn, what="an example of assay", start=b'{"item":')
                self._files[name] = opened.enter_context(file)
            self._stack = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the files; what was added is in them."""
        self._stack.close()

    def add(self, item: str, lines: Mapping[str, list[dict[str, Any]]]) -> None:
        """Append all examples of an item, by the name of the file each belongs to."""
        for name, examples in lines.items():
            self._files[name].add(*({"item": item, **each} for each in examples))
        self.done.add(item)

    def _learn(self, line: Any) -> tuple[str, None]:  # noqa: ANN401 - any JSON
        self._count(line)
        self.done.add(line["item"])
        return line["item"], None

    def _count(self, example: Mapping[str, Any]) -> None:
        tally = self.tallies[f"{example['task']}: {example['kind']}"]
        tally.examples += 1
        if "expected" in example:
            judged = example["verification"]["Judgment"] == "true"
            tally.agree += judged == example["expected"]
            tally.judged_right += judged

    def _refuse_other_making(self) -> None:
        path = self.folder / "made-with.json"
        now = json.dumps(dict(self.made_with), indent=1, sort_keys=True)
        if path.exists() and path.read_text("utf-8") != now:
            raise InputError(
                f"{self.folder} was made with other options, see {path}",
                hint="name another folder with --out, or run with the same options to carry on",
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(now, "utf-8")
        except OSError as error:
            raise _refused(self.folder, error) from error


def _refused(folder: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write in {folder}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
