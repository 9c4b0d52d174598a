"""How much of a prompt a provider has read before, and what a prompt and its reply cost then."""

from __future__ import annotations

from hashlib import blake2b

LEAST, STEP = 1024, 128
"""From how many tokens on OpenAI keeps the beginning of a prompt, and in what steps."""
KEPT, WRITTEN = 0.1, 4.0
"""What a token costs that was kept, and one of a reply, as multiples of one that is read."""
CHARACTERS = 4
"""Of a token."""


class Prefixes:
    """The beginnings of the prompts so far. A prompt that begins as one of them is kept so far."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def kept(self, prompt: str) -> int:
        """How many tokens of a prompt are kept from those before it; then it is one of them."""
        digest, begin, kept = blake2b(digest_size=16), 0, 0
        for end in range(LEAST, len(prompt) // CHARACTERS + 1, STEP):
            digest.update(prompt[begin * CHARACTERS : end * CHARACTERS].encode(errors="replace"))
            begin, mark = end, digest.digest()
            kept = end if mark in self._seen else kept
            self._seen.add(mark)
        return kept


def price(prompt: float, kept: float, reply: float) -> float:
    """What a call costs, in tokens that are read.

    Args:
        prompt: tokens of the prompt. `kept`: those of them that were kept. `reply`: tokens written.
    """
    return prompt - (1 - KEPT) * kept + WRITTEN * reply
