"""The settings of AriGraph."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Literal

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.kinds import Schema
from ariadne.memory.arigraph.core.learn import Calls
from ariadne.memory.arigraph.retrieval.blend import Weights
from ariadne.triplet import clean
from ariadne.worlds.world import read_turn

Supersede = Literal["never", "always"]

# By embedder: as much as questions score that a memory can answer, and few others do (docs/retrieval.md).
THRESHOLDS = {"minilm": 0.3}


@dataclass(frozen=True)
class Options:
    """The settings of AriGraph: `FOR_TEXTS` are the defaults, `IN_WORLDS` those of agents in worlds.

    Attributes:
        width: w, how many triplets a text retrieves in semantic search.
        depth: the greatest depth d of a query.
        episodes: k, how many episodes are recalled.
        episodic_similarity: add how similar an observation is to the plan to its relevance, as the authors' code
            does and their paper does not; with the ranking `paper` alone.
        calls: `text` asks one question to learn (read). `three` (learn) and `paper` (extract, replace, entities) are
            for agents in worlds: they know of places and plans, and ask what matters now.
        ranking: how episodes are ranked: `paper` by the facts that were found (equation 1), `blend` by what they say
            and the vertices that they share (`blend.py`).
        weights: those of `blend`.
        single: relations that take one value at a time, word for word, such as `lives in`: a new fact retires the one
            of the same subject. Of other relations a fact ends when the reader names it.
        supersede: `always` takes every relation to be of one value, as in a list of which the newest line holds.
        threshold: what is recalled scores as much, or is next to what does (`AriGraph.recall`); None recalls what is
            nearest, however far that is. `measured` is the one in `THRESHOLDS` of the embedder, or None.
        instruction: what a model that reads texts is to look for, in words.
        schema: the kinds and relations that it is to keep to.
        dates: whether it is told when texts were so, and since when facts hold.
        strict: whether learning raises, and changes nothing, where a reply cannot be used or names what is not known;
            else the `Change` says so.

    Raises:
        UserError: `episodic_similarity` was asked of another ranking, or `single` is one text.
    """

    width: int = 6
    depth: int = 2
    episodes: int = 2
    episodic_similarity: bool = False
    calls: Calls = "text"
    ranking: Literal["paper", "blend"] = "blend"
    weights: Weights = field(default_factory=Weights)
    single: Collection[str] = frozenset()
    supersede: Supersede = "never"
    threshold: float | Literal["measured"] | None = "measured"
    instruction: str = ""
    schema: Schema | None = None
    dates: bool = True
    strict: bool = False

    def __post_init__(self) -> None:
        if self.episodic_similarity and self.ranking != "paper":
            raise UserError(f"episodic_similarity goes with the ranking paper, not with {self.ranking}")
        if isinstance(self.single, str):
            raise UserError(f'single names relations in a set: Options(single={{"{self.single}"}})')
        object.__setattr__(self, "single", frozenset(map(clean, self.single)))

    def takes_one(self, relation: str) -> bool:
        """Whether the user has said that a relation takes one value at a time."""
        return self.supersede == "always" or relation in self.single

    def least(self, embedder: str) -> float | None:
        """The threshold where texts are compared by an embedder."""
        return THRESHOLDS.get(embedder) if self.threshold == "measured" else self.threshold

    @property
    def compared(self) -> Callable[[str], str]:
        """What of an episode is compared: a text whole, of a turn in a world the observation o_t alone (section 2).

        What is seen again is the same, whatever command led there.
        """
        return str if self.calls == "text" else _observation


def _observation(text: str) -> str:
    """What was observed; a command that nothing was observed after stands for itself."""
    return read_turn(text).observation or text


FOR_TEXTS = Options()
IN_WORLDS = Options(calls="three", ranking="paper", threshold=None)
