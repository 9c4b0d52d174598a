"""Ariadne plays text games with a memory it builds itself, and lends that memory to other agents.

from ariadne import AriGraph
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ariadne.memory.arigraph.arigraph import AriGraph, Change, Found, Options
    from ariadne.triplet import Triplet

__all__ = ["AriGraph", "Change", "Found", "Options", "Triplet", "__version__"]

__version__ = "0.1.0"

_HOMES = {
    "AriGraph": "ariadne.memory.arigraph.arigraph",
    "Change": "ariadne.memory.arigraph.arigraph",
    "Found": "ariadne.memory.arigraph.arigraph",
    "Options": "ariadne.memory.arigraph.arigraph",
    "Triplet": "ariadne.triplet",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and only then: the command line must start at once."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'ariadne' has no attribute '{name}'")
