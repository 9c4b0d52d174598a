"""What `AriGraph.recall` is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import NoneType
from typing import TypedDict

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.arguments import check_counts, check_kind, check_names
from ariadne.memory.arigraph.core.dated import moment
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.core.metadata import Metadata, flat, has
from ariadne.text import kept


class Filters(TypedDict, total=False):
    """Keyword arguments of `recall` and `answer` that narrow down the texts, and with them the facts that they tell.

    Attributes:
        at: recall what held at this time, and texts up to it.
        since: only texts of this time or later. `until`: only texts of this time or earlier.
        source: only texts from this source.
        metadata: only texts that have all of these metadata.
    """

    at: datetime | None
    since: datetime | None
    until: datetime | None
    source: str | None
    metadata: Metadata | None


@dataclass(frozen=True)
class Among:
    """Which texts are recalled.

    Attributes:
        since, until: the earliest and the latest time. `source`: where they come from. `metadata`: what they have.
    """

    since: datetime | None = None
    until: datetime | None = None
    source: str | None = None
    metadata: Metadata = field(default_factory=dict)

    @classmethod
    def of(cls, filters: Filters) -> Among:
        """The texts that filters let through.

        Raises:
            UserError: metadata are not flat, or a time is out of range. TypeError: there is no such filter.
        """
        check_names(filters, Filters.__optional_keys__)
        since, until, source = moment(filters.get("since")), moment(filters.get("until")), filters.get("source")
        metadata = as_metadata(filters.get("metadata") or {})
        return cls(since, until, source if source is None else kept(source), metadata)

    def __call__(self, node: EpisodeNode) -> bool:
        """Whether a text is one of them."""
        if not remembered(node) or (self.source is not None and node.source != self.source):
            return False
        if self.since is not None and (node.time is None or node.time < self.since):
            return False
        if self.until is not None and (node.time is None or node.time > self.until):
            return False
        return has(node.metadata, self.metadata)

    def up_to(self, time: datetime | None) -> Among:
        """Those of them that are not later than a time."""
        latest = min(filter(None, (self.until, time)), default=None)
        return replace(self, until=latest)

    @property
    def is_everything(self) -> bool:
        """Whether all texts are recalled, except forgotten ones."""
        return self == Among()


@dataclass(frozen=True)
class Request:
    """What to recall, and how much of it; see `AriGraph.recall`.

    Attributes:
        now: the present time. `at`: the time that the request is about, if it is another.
        ended: how many ended facts to recall.
        for_model: whether a model reads the results, and ignores what is irrelevant: apply no threshold, and add all
            facts about the names in the queries, so that lists are complete.

    Raises:
        UserError: a number is not one, or is negative.
    """

    queries: Mapping[str, int]
    width: int
    episodes: int
    now: datetime
    exclude: Sequence[str] = ()
    plan: Sequence[str] = ()
    among: Among = Among()
    threshold: float | None = None
    top_k: int | None = None
    at: datetime | None = None
    ended: int = 0
    budget: int | None = None
    for_model: bool = False

    def __post_init__(self) -> None:
        limits = {name: limit for name in ("top_k", "budget") if (limit := getattr(self, name)) is not None}
        depths = {f"the depth of {query!r}": depth for query, depth in self.queries.items()}
        check_counts({"width": self.width, "episodes": self.episodes, **limits, **depths})
        check_kind("threshold", self.threshold, int, float, NoneType)


def as_metadata(metadata: Metadata) -> Metadata:
    """Check that metadata are flat, and return them.

    Raises:
        UserError: they are not.
    """
    try:
        return flat(metadata)
    except ValueError as error:
        raise UserError(str(error)) from error
