"""The open sinks of a document, innermost last."""

from __future__ import annotations

from assay_documents.builder import BlockBuilder
from assay_documents.html.sinks import Body, Item, Sink
from assay_documents.places import BlockKind, Place


class Flow:
    """Hands text to the innermost sink, after what those around it hold back."""

    def __init__(self, out: BlockBuilder) -> None:
        """Text goes to `out` as paragraphs until something else is opened."""
        self.sinks: list[Sink] = [Body(out)]

    @property
    def top(self) -> Sink:
        """The sink that takes the next text."""
        return self.sinks[-1]

    def open(self, sink: Sink) -> None:
        """Let text go to `sink` until `close`."""
        self.sinks.append(sink)

    def close(self) -> None:
        """Leave the innermost sink."""
        sink = self.sinks.pop()
        sink.settle()
        if isinstance(sink, Item):
            sink.end()

    def give(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """A finished piece of text."""
        self.settle()
        self.top.take(text, place, kind)

    def settle(self, inner: bool = False) -> None:
        """Let the sinks around the innermost one, or all, give away what they hold back."""
        for sink in self.sinks if inner else self.sinks[:-1]:
            sink.settle()
