"""Compressing an episode's texts: prompts repeat each other's lines, so each line is kept once."""

from __future__ import annotations

from ariadne.text import counted, safe


class Texts:
    """Lines, each once, and texts as runs of them.

    Args:
        longest: how many characters of a text are kept; None for all.

    Attributes:
        lines: all lines, in the order of their first use.
        clipped: how many texts lost their end.
    """

    def __init__(self, longest: int | None = None) -> None:
        self.lines: list[str] = []
        self.clipped = 0
        self._numbers: dict[str, int] = {}
        self._longest = longest

    def put(self, text: str) -> list[int]:
        """A text as runs of lines that follow each other: the first's number, how many, and so on."""
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
