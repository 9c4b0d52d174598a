"""The default endpoint, and the owner of an address."""

from __future__ import annotations

import os

OPENAI = "https://api.openai.com/v1"
VARIABLE = "OPENAI_BASE_URL"


def own_address() -> str | None:
    """The endpoint in the user's environment variable, as OpenAI's own client uses it; None if unset."""
    return os.environ.get(VARIABLE, "").strip() or None


def address_of(base_url: str | None = None) -> str:
    """The endpoint to ask: the given one, or else the environment's, or else OpenAI's."""
    return base_url or own_address() or OPENAI


def is_openais(address: str) -> bool:
    """Whether an address is OpenAI's, which requires a key."""
    return address.rstrip("/") == OPENAI


def is_users(address: str) -> bool:
    """Whether an address is a default: the environment's, or OpenAI's."""
    return address.rstrip("/") in (OPENAI, address_of().rstrip("/"))
