"""Prompt caching at a provider: how much of a prompt it has read before, and the resulting cost."""

from __future__ import annotations

from hashlib import blake2b

LEAST, STEP = 1024, 128
"""OpenAI caches prompts from this many tokens on, in these steps."""
KEPT, WRITTEN = 0.1, 4.0
"""Prices of a cached token and of a reply's token, relative to an uncached one."""
CHARACTERS = 4
"""Characters of a token."""


class Prefixes:
    """The beginnings of the prompts so far; a prompt is cached as far as it starts like one of them."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def kept(self, prompt: str) -> int:
        """Return how many tokens of a prompt are cached from earlier ones, and add it to them."""
        digest, begin, kept = blake2b(digest_size=16), 0, 0
        for end in range(LEAST, len(prompt) // CHARACTERS + 1, STEP):
            digest.update(prompt[begin * CHARACTERS : end * CHARACTERS].encode(errors="replace"))
            begin, mark = end, digest.digest()
            kept = end if mark in self._seen else kept
            self._seen.add(mark)
        return kept


def price(prompt: float, kept: float, reply: float) -> float:
    """The cost of a call, in uncached prompt tokens.

    Args:
        prompt: tokens of the prompt. `kept`: cached ones among them. `reply`: tokens written.
    """
    return prompt - (1 - KEPT) * kept + WRITTEN * reply
