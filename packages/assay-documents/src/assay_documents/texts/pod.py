"""The documentation inside Perl sources."""

from __future__ import annotations

import re

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.places import BlockKind, Place

_CODE = re.compile(r"[A-Z]<+\s*(?:([^<>|]*)\|[^<>]*|([^<>]*))\s*>+")
_NAMED = {"E<lt>": "<", "E<gt>": ">", "E<amp>": "&", "E<sol>": "/", "E<verbar>": "|"}
_BULLET = re.compile(r"[*o-]|\d+\.?")


def pod_blocks(lines: list[str], first_line: int, out: BlockBuilder) -> None:
    """Add the blocks of a piece of POD that begins on `first_line`."""
    entry: Mark | None = None
    outer = out.open_scope()
    for line, text in _paragraphs(lines, first_line):
        place = Place(line=line)
        command, _, rest = text.partition(" ")
        rest = " ".join(pod_text(rest).split())
        if command.startswith("=head"):
            if entry is not None:
                out.leave(entry)
                entry = None
            out.heading(int(command[5:6]) if command[5:6].isdigit() else 1, rest, place)
        elif command == "=item":
            if entry is not None:
                out.leave(entry)
                entry = None
            if _BULLET.fullmatch(rest):
                continue
            entry = out.begin_entry(rest, rest, place)
        elif command == "=back" and entry is not None:
            out.leave(entry)
            entry = None
        elif text.startswith((" ", "\t")):
            out.add(BlockKind.CODE, text, place)
        elif not text.startswith("="):
            out.add(BlockKind.PARAGRAPH, " ".join(pod_text(text).split()), place)
    out.leave(outer)


def pod_text(text: str) -> str:
    """The text without formatting codes."""
    for name, character in _NAMED.items():
        text = text.replace(name, character if character not in "<>" else f"\x00{ord(character)};")
    for _ in range(4):  # codes inside codes
        text = _CODE.sub(lambda match: match[1] or match[2] or "", text)
    return text.replace("\x0060;", "<").replace("\x0062;", ">")


def _paragraphs(lines: list[str], first_line: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    held: list[str] = []
    for index, line in enumerate([*lines, ""]):
        if line.strip():
            held.append(line)
        elif held:
            found.append((first_line + index - len(held), "\n".join(held)))
            held = []
    return found
