"""The lines of a prompt that a provider would have cached."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate, takewhile

from ariadne.events import QuestionEvent


def cached_lines(asked: QuestionEvent) -> list[int]:
    """Count the lines of each message that lie within the cached part of the prompt."""
    # The same encoding as when the cached tokens were counted.
    lengths = [len(json.dumps(part, ensure_ascii=False)) + len(", ") for part in [asked.kind, *asked.prompt]]
    cached = sum(lengths) * asked.kept // max(1, asked.usage.prompt_tokens)
    at, counts = lengths[0], []
    for message, length in zip(asked.prompt, lengths[1:], strict=True):
        head = length - len(json.dumps(message["content"], ensure_ascii=False))
        counts.append(_fitting(message["content"].split("\n"), cached - at - head))
        at += length
    return counts


def _fitting(lines: Sequence[str], room: int) -> int:
    """Count the leading lines that fit into `room` characters of JSON."""
    ends = accumulate(len(json.dumps(f"{line}\n", ensure_ascii=False)) - len('""') for line in lines)
    return sum(1 for _ in takewhile(room.__ge__, ends))
