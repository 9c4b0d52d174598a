"""The settings of AriGraph, and the schema that its model keeps to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import NoneType
from typing import Literal, get_args

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.arguments import as_texts, check_counts, check_kind
from ariadne.memory.arigraph.retrieval.blend import Weights
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import read_turn

Calls = Literal["three", "paper", "text"]
Ranking = Literal["paper", "blend"]
Supersede = Literal["never", "always"]

IS_A = "is a"
"""The relation between a thing and its kind."""
# Questions that a memory can answer score above this, few others do; measured per embedder (docs/retrieval.md).
THRESHOLDS = {"minilm": 0.3}


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


@dataclass(frozen=True)
class Options:
    """The settings of AriGraph: `FOR_TEXTS` are the defaults, `IN_WORLDS` those of agents in worlds.

    Attributes:
        width: w, the number of triplets that a text retrieves in semantic search.
        depth: d, the greatest depth of a query.
        episodes: k, the number of episodes recalled.
        episodic_similarity: add an observation's similarity to the plan to its relevance, as the authors' code does
            and their paper does not. Needs the ranking `paper`.
        calls: the questions asked to learn. `text`: one for any text (read). `three` (learn) and `paper` (extract,
            replace, entities) are for agents in worlds: they have places and a plan, and ask what matters now.
        ranking: of episodes: `paper` by the facts found (equation 1), `blend` by their words, meaning and shared
            vertices (`blend.py`).
        weights: those of `blend`.
        single: functional relations, which have one value at a time, such as `lives in`: a new fact retires the one of
            the same subject. Facts of other relations end when the model says so.
        supersede: `always` makes every relation functional, as in a list in which the newest line holds.
        threshold: the least score of what is recalled, or of its neighbour (`AriGraph.recall`). None recalls the
            nearest, however far. `measured` is the embedder's in `THRESHOLDS`, if any.
        instruction: what the model should look for in texts.
        schema: the kinds and relations that it should keep to.
        dates: whether it is shown the times of texts and known facts.
        strict: whether `learn` raises and changes nothing if a reply is unusable or names unknown facts; otherwise the
            `Change` says so.

    Raises:
        UserError: a value of another type, `episodic_similarity` with another ranking, or `single` is a string.
    """

    width: int = 6
    depth: int = 2
    episodes: int = 2
    episodic_similarity: bool = False
    calls: Calls = "text"
    ranking: Ranking = "blend"
    weights: Weights = field(default_factory=Weights)
    single: Collection[str] = frozenset()
    supersede: Supersede = "never"
    threshold: float | Literal["measured"] | None = "measured"
    instruction: str = ""
    schema: Schema | None = None
    dates: bool = True
    strict: bool = False

    def __post_init__(self) -> None:
        for name, kind in (("calls", Calls), ("ranking", Ranking), ("supersede", Supersede)):
            if getattr(self, name) not in get_args(kind):
                raise UserError(f"{name} must be one of {', '.join(get_args(kind))}, not {getattr(self, name)!r}")
        if self.episodic_similarity and self.ranking != "paper":
            raise UserError(f"episodic_similarity needs ranking paper, not {self.ranking}")
        check_counts({"width": self.width, "depth": self.depth, "episodes": self.episodes})
        check_kind("weights", self.weights, Weights)
        check_kind("schema", self.schema, Schema, NoneType)
        check_kind("instruction", self.instruction, str)
        if self.threshold != "measured":
            check_kind("threshold", self.threshold, int, float, NoneType)
        if isinstance(self.single, str):
            raise UserError(f'single must be a set of relations: Options(single={{"{self.single}"}})')
        object.__setattr__(self, "single", frozenset(map(clean, as_texts(self.single))))

    def takes_one(self, relation: str) -> bool:
        """Whether a relation is functional, as the user says."""
        return self.supersede == "always" or relation in self.single

    def least(self, embedder: str) -> float | None:
        """The threshold for an embedder."""
        return THRESHOLDS.get(embedder) if self.threshold == "measured" else self.threshold

    @property
    def compared(self) -> Callable[[str], str]:
        """The part of an episode that is compared: all of a text, but only the observation o_t of a turn (section 2),
        since the same view is the same after any command."""
        return str if self.calls == "text" else _observation


def _observation(text: str) -> str:
    """The observation of a turn; its command if there is none."""
    return read_turn(text).observation or text


FOR_TEXTS = Options()
IN_WORLDS = Options(calls="three", ranking="paper", threshold=None)
