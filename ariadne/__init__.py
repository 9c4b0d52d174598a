"""Ariadne plays text games with a memory that it builds itself. That memory is also a library, `arigraph`.

Nothing in this package imports this file, which the GraphQL library `ariadne` may replace.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any


def __getattr__(name: str) -> Any:
    """Explain a missing name of the GraphQL library that this package overwrote.

    Raises:
        ImportError: the name belongs to that library. AttributeError: it does not.
    """
    if not name.startswith("_") and find_spec("ariadne.executable_schema") and not find_spec(f"ariadne.{name}"):
        raise ImportError(
            f"there is no {name} in this `ariadne`, the agent that plays text games: it was installed over the GraphQL "
            "library of the same name. Reinstall that library, and both work: "
            "pip install --force-reinstall --no-deps ariadne"
        )
    raise AttributeError(f"module 'ariadne' has no attribute '{name}'")
