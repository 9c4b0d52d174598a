"""Ariadne plays text games with a memory it builds itself, and lends that memory to other agents.

from ariadne import AriGraph
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ariadne.memory.arigraph.arigraph import AriGraph
    from ariadne.memory.arigraph.episodes import EpisodeNode
    from ariadne.memory.arigraph.graph import Edge
    from ariadne.memory.arigraph.options import Options
    from ariadne.memory.arigraph.results import Change, Found
    from ariadne.sync import wait
    from ariadne.triplet import Triplet

__all__ = ["AriGraph", "Change", "Edge", "EpisodeNode", "Found", "Options", "Triplet", "__version__", "wait"]

__version__ = "0.1.0"

_HOMES = {
    "AriGraph": "ariadne.memory.arigraph.arigraph",
    "Change": "ariadne.memory.arigraph.results",
    "Edge": "ariadne.memory.arigraph.graph",
    "EpisodeNode": "ariadne.memory.arigraph.episodes",
    "Found": "ariadne.memory.arigraph.results",
    "Options": "ariadne.memory.arigraph.options",
    "Triplet": "ariadne.triplet",
    "wait": "ariadne.sync",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and only then: the command line must start at once."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'ariadne' has no attribute '{name}'")
