"""Names of one thing: a fact says that one stands for the other, as the user has told."""

from __future__ import annotations

from collections.abc import Mapping

SAME = "is the same as"
"""The relation between an alias and the name that stands for both."""


def renamed(name: str, aliases: Mapping[str, str]) -> str:
    """A name, or what belongs to it (`sam's car`), under the name that its alias stands for."""
    owner, mark, thing = name.partition("'s ")
    if owner in aliases and (mark or name in aliases):
        return f"{aliases[owner]}{mark}{thing}"
    return aliases.get(name, name)
