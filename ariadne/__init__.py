"""Ariadne plays text games with a memory that it builds itself. That memory is also a library, `arigraph`.

Nothing in this package imports this file: if the GraphQL library `ariadne` is installed over it, everything except
`from ariadne import AriGraph` works.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arigraph import (
        Answer,
        AriGraph,
        Call,
        Change,
        Edge,
        EpisodeNode,
        Found,
        Options,
        Receipt,
        Retired,
        Schema,
        Spent,
        Stats,
        Text,
        Triplet,
        __version__,
        wait,
    )

__all__ = [
    "Answer",
    "AriGraph",
    "Call",
    "Change",
    "Edge",
    "EpisodeNode",
    "Found",
    "Options",
    "Receipt",
    "Retired",
    "Schema",
    "Spent",
    "Stats",
    "Text",
    "Triplet",
    "__version__",
    "wait",
]


def __getattr__(name: str) -> Any:
    """Import a name of the library on first use: the command line must start at once.

    Raises:
        ImportError: the name is of the GraphQL library, which this package was installed over.
    """
    if name in __all__:
        import arigraph

        return getattr(arigraph, name)
    if not name.startswith("_") and find_spec("ariadne.executable_schema") and not find_spec(f"ariadne.{name}"):
        raise ImportError(
            f"there is no {name} in `ariadne`, which is the agent that plays text games: it was installed over the "
            "GraphQL library of that name. Install that one once more, and both work: "
            "pip install --force-reinstall --no-deps ariadne"
        )
    raise AttributeError(f"module 'ariadne' has no attribute '{name}'")
