"""Known facts that texts tell again, perhaps with other dates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ariadne.memory.arigraph.core.dated import AsOf
from ariadne.memory.arigraph.core.endings import OUTDATED, TOLD_AGAIN, Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.reading import Span
from ariadne.triplet import Edge, Triplet


@dataclass(frozen=True)
class Retold:
    """Known facts that texts tell again, sorted by what the new dates change.

    Attributes:
        known: their edges. `told`: their dates in the texts.
        moment: the time of the texts.
        over: facts whose known end has passed. `begun`: facts that were planned for later, and hold already.
        before: facts with an earlier span, which ended before the known one began.
        limited: facts for which the texts name an end.
    """

    known: dict[Triplet, Edge]
    told: dict[Triplet, Span]
    moment: datetime
    over: Sequence[Triplet]
    begun: Sequence[Triplet]
    before: Sequence[Triplet]
    limited: Sequence[Triplet]

    @classmethod
    def of(
        cls,
        told: dict[Triplet, Span],
        then: SemanticGraph | AsOf,
        ended: Collection[Triplet],
        moment: datetime,
    ) -> Retold:
        """Sort the known ones among the facts told, without those that the same texts end."""
        known = {fact: then.edge(fact) for fact in told if fact in then and fact not in ended}
        begun = [
            fact for fact, edge in known.items() if edge.since and (told[fact][0] or moment) <= moment < edge.since
        ]
        over = [fact for fact, edge in known.items() if is_past((edge.since, edge.until), moment) and fact not in begun]
        stays = {fact: edge for fact, edge in known.items() if fact not in over and fact not in begun}
        before = [fact for fact, edge in stays.items() if edge.since and is_past(told[fact], edge.since)]
        limited = [fact for fact in stays if fact not in before and told[fact][1] is not None]
        return cls(known, {fact: told[fact] for fact in known}, moment, over, begun, before, limited)

    @property
    def restarted(self) -> frozenset[Triplet]:
        """The facts that begin again."""
        return frozenset((*self.over, *self.begun))

    def spans(self) -> dict[Triplet, Span]:
        """The dates of the facts that hold earlier than planned: their known ends stay."""
        return {fact: (self.told[fact][0], self.told[fact][1] or self.known[fact].until) for fact in self.begun}

    def endings(self, then: SemanticGraph | AsOf) -> list[Ending]:
        """The endings of the known edges."""
        over = [_as_told(then.number(fact), self.known[fact], self.known[fact].until) for fact in self.over]
        begun = [Ending(then.number(fact), TOLD_AGAIN, until=self.known[fact].since) for fact in self.begun]
        told = [_as_told(then.number(fact), self.known[fact], self.told[fact][1]) for fact in self.limited]
        return [*over, *begun, *(replace(each, is_told=True) for each in told)]

    def edges(self, step: int) -> list[Edge]:
        """New edges for the time before the known ones."""
        past = [Edge(fact, step, step, *self.told[fact], OUTDATED) for fact in self.before]
        longer = [
            Edge(fact, step, edge.valid_from, self.told[fact][0] or self.moment, edge.since, TOLD_AGAIN)
            for fact, edge in self.known.items()
            if fact not in self.restarted and fact not in self.before
            if edge.since and (self.told[fact][0] or self.moment) < edge.since
        ]
        return [*past, *longer]


def is_past(span: Span, moment: datetime) -> bool:
    """Whether a span has ended at a time."""
    return span[1] is not None and span[1] <= moment


def _as_told(number: int, edge: Edge, until: datetime | None) -> Ending:
    """The ending of an edge whose end a text names."""
    return Ending(number, edge.reason or OUTDATED, edge.retired_by, until)
