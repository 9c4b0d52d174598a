"""Merged names: the fact `alias, is the same as, name` says that the name stands for both."""

from __future__ import annotations

from collections.abc import Mapping

SAME = "is the same as"
"""The relation between an alias and the name that stands for both."""


def renamed(name: str, aliases: Mapping[str, str]) -> str:
    """A name under the one that it is an alias of; also in possessives (`sam's car`)."""
    owner, mark, thing = name.partition("'s ")
    if owner in aliases and (mark or name in aliases):
        return f"{aliases[owner]}{mark}{thing}"
    return aliases.get(name, name)
