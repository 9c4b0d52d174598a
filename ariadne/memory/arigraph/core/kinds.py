"""A schema: the kinds of things and relations that facts may have."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.arguments import as_texts
from ariadne.triplet import Triplet, clean

IS_A = "is a"
"""The relation between a thing and its kind."""


@dataclass(frozen=True)
class Schema:
    """The kinds and relations that a model should keep to, each with its meaning.

    `Schema(entities={"person": "a named person"}, relations={"works for": "a person's employer"})`; lists of names do
    as well. With `relations`, other facts are dropped. With `entities`, each thing gets a fact `name, is a, kind`.

    Raises:
        UserError: a name is not a text.
    """

    entities: Mapping[str, str] | Collection[str] = field(default_factory=dict)
    relations: Mapping[str, str] | Collection[str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for named in (self.entities, self.relations):
            if isinstance(named, str):
                raise UserError(f"a schema needs lists of names: [{named!r}]")
            as_texts(named)

    @property
    def inputs(self) -> dict[str, Sequence[str]]:
        """The inputs of a prompt: a line per kind and relation."""
        lines = {"kinds": _lines(self.entities), "relations": _lines(self.relations)}
        return {name: each for name, each in lines.items() if each}

    def allows(self, fact: Triplet) -> bool:
        """Whether a fact's relation is one of these, or there are none."""
        return not self.relations or fact.relation in {IS_A, *map(clean, self.relations)}


def _lines(named: Mapping[str, str] | Collection[str]) -> list[str]:
    meanings = named if isinstance(named, Mapping) else dict.fromkeys(named, "")
    return [f"{name}: {meaning}" if meaning else name for name, meaning in meanings.items()]
