"""Seeds in the notation of the command line: `1-5,8`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ariadne.errors import UserError

LARGEST = 2**32 - 1  # the limit of NumPy's generators, which TextWorld uses


def parse_seeds(text: str) -> list[int]:
    """Return the seeds in `text`: numbers and inclusive ranges; each seed once, in the order written.

    Raises:
        UserError: a part is neither a seed nor a range.
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?", part)
        if not match:
            raise UserError(f"seeds: no number or range in '{part.strip()}'; write them like 1-5,8")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise UserError(f"seeds: the range {first}-{last} runs backwards")
        if last > LARGEST or last - first >= 1_000_000:
            raise UserError(f"seeds: {first}-{last} is out of range; seeds go up to {LARGEST}, a million at once")
        seeds.update(dict.fromkeys(range(first, last + 1)))
    return list(seeds)


def ranges(seeds: Iterable[int]) -> str:
    """Return sorted seeds in the notation that `parse_seeds` reads."""
    parts: list[list[int]] = []
    for seed in sorted(set(seeds)):
        if parts and parts[-1][-1] == seed - 1:
            parts[-1][1:] = [seed]
        else:
            parts.append([seed])
    return ",".join("-".join(map(str, part)) for part in parts)
