"""Files as a bad disk, a bad network or a bad mind leaves them: bytes flipped, zeroed, lost, doubled or made up."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def damaged(content: bytes, dice: Random) -> bytes:
    """The content with one to eight places damaged; never as it was, unless it is empty."""
    now = content
    while content and now == content:
        for _ in range(dice.choice((1, 1, 2, 4, 8))):
            now = dice.choice(WAYS)(now, dice)
    return now


def _flipped(content: bytes, dice: Random) -> bytes:
    start, _ = _stretch(content, dice, 1)
    return (
        content[:start]
        + bytes(byte ^ 1 << dice.randrange(8) for byte in content[start : start + 1])
        + content[start + 1 :]
    )


def _zeroed(content: bytes, dice: Random) -> bytes:
    start, end = _stretch(content, dice)
    return content[:start] + bytes(end - start) + content[end:]


def _made_up(content: bytes, dice: Random) -> bytes:
    start, end = _stretch(content, dice)
    return content[:start] + dice.randbytes(end - start) + content[end:]


def _lost(content: bytes, dice: Random) -> bytes:
    start, end = _stretch(content, dice)
    return content[:start] + content[end:]


def _doubled(content: bytes, dice: Random) -> bytes:
    start, end = _stretch(content, dice)
    return content[:end] + content[start:]


def _cut(content: bytes, dice: Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _stretch(content: bytes, dice: Random, longest: int = 64) -> tuple[int, int]:
    start = dice.randrange(len(content) + 1)
    return start, min(start + dice.randint(1, longest), len(content))


WAYS: tuple[Callable[[bytes, Random], bytes], ...] = (_flipped, _flipped, _zeroed, _made_up, _lost, _doubled, _cut)
