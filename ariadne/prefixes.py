"""Prompt caching at a provider: the length of a prompt's cached prefix, and the resulting cost."""

from __future__ import annotations

from hashlib import blake2b

LEAST, STEP = 1024, 128
"""OpenAI caches prompts of at least this many tokens, in steps of this size."""
KEPT, WRITTEN = 0.1, 4.0
"""Prices of a cached token and of a reply's token, relative to an uncached prompt token."""
CHARACTERS = 4
"""Characters per token."""


class Prefixes:
    """The prefixes of all prompts so far. A prompt is cached as far as it matches one of them."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def kept(self, prompt: str) -> int:
        """Return how many tokens of a prompt are cached from earlier ones, and add it to the cache."""
        digest, begin, kept = blake2b(digest_size=16), 0, 0
        for end in range(LEAST, len(prompt) // CHARACTERS + 1, STEP):
            digest.update(prompt[begin * CHARACTERS : end * CHARACTERS].encode(errors="replace"))
            begin, mark = end, digest.digest()
            kept = end if mark in self._seen else kept
            self._seen.add(mark)
        return kept


def price(prompt: float, kept: float, reply: float) -> float:
    """Return the cost of a call, in uncached prompt tokens.

    Args:
        prompt: tokens of the prompt. `kept`: cached ones among them. `reply`: tokens written.
    """
    return prompt - (1 - KEPT) * kept + WRITTEN * reply
