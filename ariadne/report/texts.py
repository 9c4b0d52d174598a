"""Compress an episode's texts: prompts repeat each other's lines, so each line is stored once."""

from __future__ import annotations

from ariadne.text import counted, safe


class Texts:
    """Distinct lines, and texts as runs of them.

    Args:
        longest: characters kept of a text; None for all.

    Attributes:
        lines: all lines, in the order of their first use.
        clipped: the number of texts that lost their end.
    """

    def __init__(self, longest: int | None = None) -> None:
        self.lines: list[str] = []
        self.clipped = 0
        self._numbers: dict[str, int] = {}
        self._longest = longest

    def put(self, text: str) -> list[int]:
        """Store a text, and return its runs of consecutive lines: `[7, 3, 0, 1]` means lines 7, 8, 9, then line 0."""
        runs: list[int] = []
        for line in self._kept(safe(str(text), None)).split("\n"):
            number = self._numbers.setdefault(line, len(self.lines))
            if number == len(self.lines):
                self.lines.append(line)
            if runs and number == runs[-2] + runs[-1]:
                runs[-1] += 1
            else:
                runs += [number, 1]
        return runs

    def _kept(self, text: str) -> str:
        if self._longest is None or len(text) <= self._longest:
            return text
        self.clipped += 1
        return f"{text[: self._longest]} … ({counted(len(text) - self._longest, 'more character')} in the events)"
