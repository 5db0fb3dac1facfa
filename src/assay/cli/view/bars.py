"""Numbers as bars of characters: scores against their two thresholds, and shares of a whole."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from assay.types import Thresholds

EIGHTHS = " ▏▎▍▌▋▊▉"


def mark(good: bool) -> str:
    """A tick or a cross, so that colour is never the only sign."""
    return "✓" if good else "✗"


def share_bar(share: float, width: int) -> str:
    """A bar that fills its share of the width, to an eighth of a column."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def span_bar(begin: float, share: float, width: int) -> str:
    """A bar that begins at its share of the width: what stands below another bar ran meanwhile."""
    before = min(round(max(0.0, begin) * width), width - 1)
    return " " * before + (share_bar(min(share, 1 - before / width), width) or EIGHTHS[1])


@dataclass(frozen=True, slots=True)
class Scale:
    """The line from -1 to 1 on which scores are drawn, with the thresholds of the verdict."""

    thresholds: Thresholds | None
    width: int = 33

    def column(self, score: float) -> int:
        """The column of a score, from 0 to width - 1."""
        return round((max(-1.0, min(1.0, score)) + 1) / 2 * (self.width - 1))

    def style(self, score: float) -> str:
        """Green above the upper threshold, red below the lower, yellow between."""
        if self.thresholds is None:
            return "blue"
        if score > self.thresholds.upper:
            return "green"
        return "red" if score < self.thresholds.lower else "yellow"

    def mark(self, score: float) -> str:
        """A tick above the upper threshold, a cross below the lower, a question mark between."""
        return {"green": "✓", "red": "✗", "yellow": "?", "blue": " "}[self.style(score)]

    def bar(self, score: float) -> Text:
        """The score as a bar from -1, the thresholds drawn through it."""
        end, style, thresholds = self.column(score), self.style(score), self._thresholds()
        bar = Text()
        for column in range(self.width):
            if column in thresholds:
                bar.append("┃" if column > end else "╂", style="bold")
            elif column <= end:
                bar.append("━", style=style)
            else:
                bar.append("·", style="dim")
        return bar

    def header(self) -> list[Text]:
        """The names of the thresholds above their columns, and the scale itself."""
        if self.thresholds is None:
            return [Text("".join(self._feet()), style="dim")]
        lower, upper = self.thresholds.lower, self.thresholds.upper
        left, right = f"lower {lower:+.2f}", f"{upper:+.2f} upper"
        gap = self.width - len(left) - len(right)
        names = left + " " * gap + right
        return [Text(names, style="dim"), Text("".join(self._feet()), style="dim")]

    def _feet(self) -> list[str]:
        feet = list("-1" + " " * (self.width - 4) + "+1")
        for column in self._thresholds():
            feet[column] = "┃"
        return feet

    def _thresholds(self) -> set[int]:
        if self.thresholds is None:
            return set()
        return {self.column(self.thresholds.lower), self.column(self.thresholds.upper)}
