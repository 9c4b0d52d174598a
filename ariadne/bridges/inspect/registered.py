"""Registration under `ariadne/<name>` in Inspect, wherever the package is installed from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from inspect_ai.util import registry_info

NAMESPACE = "ariadne"

F = TypeVar("F", bound=Callable[..., Any])


def register(decorator: Callable[..., Callable[[F], F]], name: str, function: F) -> F:
    """Register a function under `ariadne/<name>`.

    Args:
        decorator: Inspect's, which takes a name.
    """
    registered = decorator(name=name)(function)
    if registry_info(registered).name == name:
        # Inspect prefixes the package only to names from site-packages, not from a checkout.
        registered = decorator(name=f"{NAMESPACE}/{name}")(function)
    return registered
