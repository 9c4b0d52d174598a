"""Which endpoint is asked where none is named, and whose it is."""

from __future__ import annotations

import os

OPENAI = "https://api.openai.com/v1"
VARIABLE = "OPENAI_BASE_URL"


def own_address() -> str | None:
    """The endpoint that the user's environment names, as it does for OpenAI's own client; None where it names none."""
    return os.environ.get(VARIABLE, "").strip() or None


def address_of(base_url: str | None = None) -> str:
    """The endpoint that is asked: the one that was named, else the environment's, else OpenAI's."""
    return base_url or own_address() or OPENAI


def is_openais(address: str) -> bool:
    """Whether an address is OpenAI's own, where nobody is served without a key."""
    return address.rstrip("/") == OPENAI


def is_users(address: str) -> bool:
    """Whether an address is asked also where nobody names it: the environment's, or OpenAI's."""
    return address.rstrip("/") in (OPENAI, address_of().rstrip("/"))
