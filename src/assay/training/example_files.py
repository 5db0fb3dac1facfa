"""The files of a data set in the making: appended as examples come, safe to interrupt."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from assay.errors import InputError, StorageError

LONGEST_LINE = 16 * 1024 * 1024
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
    _streams: dict[str, BinaryIO] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        """Open the files, drop what a kill tore off, and learn what is done."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._refuse_other_making()
            for name in NAMES:
                path = self.folder / f"{name}.jsonl"
                mode = "r+b" if path.exists() else "w+b"
                stream = cast(BinaryIO, self._stack.enter_context(path.open(mode)))
                stream.seek(self._read_done(path, stream))
                stream.truncate()
                self._streams[name] = stream
        except BaseException as error:
            self._stack.close()
            if isinstance(error, OSError):
                raise _refused(self.folder, error) from error
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the files; what was added is in them."""
        self._stack.close()

    def add(self, item: str, lines: Mapping[str, list[dict[str, Any]]]) -> None:
        """Append all examples of an item, by the name of the file each belongs to."""
        try:
            for name, examples in lines.items():
                whole = [
                    json.dumps({"item": item, **each}, ensure_ascii=False) for each in examples
                ]
                self._streams[name].write("".join(f"{line}\n" for line in whole).encode())
                self._streams[name].flush()
                for example in examples:
                    self._count(example)
        except OSError as error:
            raise _refused(self.folder, error) from error
        self.done.add(item)

    def _count(self, example: Mapping[str, Any]) -> None:
        tally = self.tallies[f"{example['task']}: {example['kind']}"]
        tally.examples += 1
        if "expected" in example:
            judged = example["verification"]["Judgment"] == "true"
            tally.agree += judged == example["expected"]
            tally.judged_right += judged

    def _read_done(self, path: Path, stream: BinaryIO) -> int:
        end = 0
        for number, raw in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            if not raw.endswith(b"\n"):
                break
            try:
                line = json.loads(raw)
                self._count(line)
                self.done.add(line["item"])
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"line {number} of {path} is no example of assay",
                    hint="name another folder with --out; this one is left as it is",
                ) from error
            end += len(raw)
        return end

    def _refuse_other_making(self) -> None:
        path = self.folder / "made-with.json"
        now = json.dumps(dict(self.made_with), indent=1, sort_keys=True)
        if path.exists() and path.read_text("utf-8") != now:
            raise InputError(
                f"{self.folder} was made with other options, see {path}",
                hint="name another folder with --out, or run with the same options to carry on",
            )
        path.write_text(now, "utf-8")


def _refused(folder: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write in {folder}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
