"""The history of an episode, folded from its events alone. All displays and counts use it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import TypeVar, get_args

from ariadne.events import (
    Acted,
    Circled,
    EpisodeEnded,
    EpisodeStarted,
    EpisodeSummary,
    Event,
    FoldedEvent,
    Invalid,
    LearnedEvent,
    Planned,
    QuestionEvent,
    Recalled,
    Reflected,
    Remembered,
    Retried,
    Retrieved,
    Scored,
    Status,
    SummaryHead,
    TurnEvent,
    Use,
)  # fmt: skip
from ariadne.tasks import Tasks
from ariadne.triplet import Edge, Triplet, triplets_of

E = TypeVar("E", bound=Event)
NO_USE = Use()
_LAST = (LearnedEvent, Recalled, Planned, Acted)
_OTHERS = (Invalid, Circled, FoldedEvent, Retrieved, Reflected, Retried)


@dataclass(slots=True)
class PlayedStep:
    """A step: the turns before it, the thoughts and actions in it, and their results.

    Attributes:
        number: 0 for the start, which has no decision.
        use: of its questions.
        score, maximum: the raw score after it, and the highest possible one.
        context_tokens: the length of the in-trial context when its action was chosen; None if unknown.
        vertices, edges: the size of the graph after it; None if the memory has not reported it, or has no graph.
        added, removed: the numbers of triplets learned and dropped.
        statuses: of its commands. `is_unnamed`: the model named no valid action.
        seen: the turns before its decision, i.e. of the previous step. `turns`: the world's answers; at step 0 the
            opening turn. These and all events below exist only in a whole history.
        learned, recalled, planned, acted: the step's last event of this kind, if any.
        others: the other events: `invalid`, `circled`, `folded`, `retrieved`, `reflected`, `retried`.
    """

    number: int
    use: Use = NO_USE
    score: float = 0.0
    maximum: float = 0.0
    context_tokens: int | None = None
    vertices: int | None = None
    edges: int | None = None
    added: int = 0
    removed: int = 0
    statuses: tuple[str, ...] = ()
    is_unnamed: bool = False
    seen: tuple[TurnEvent, ...] = ()
    turns: tuple[TurnEvent, ...] = ()
    questions: tuple[QuestionEvent, ...] = ()
    learned: LearnedEvent | None = None
    recalled: Recalled | None = None
    planned: Planned | None = None
    acted: Acted | None = None
    others: tuple[Event, ...] = ()

    @property
    def status(self) -> Status | None:
        """Return `invalid` if the model named no valid action or one of its commands was invalid; `meta` if all
        commands only asked for information; None if unknown."""
        if not self.statuses or not set(self.statuses) <= set(get_args(Status)):
            return None
        if self.is_unnamed or "invalid" in self.statuses:
            return "invalid"
        return "meta" if set(self.statuses) == {"meta"} else "valid"


@dataclass(frozen=True)
class EpisodeRecord:
    """An episode node: an observation, its step, and its triplets."""

    step: int
    time: datetime
    text: str
    triplets: tuple[Triplet, ...]


class History:
    """An episode from its start to its last event so far.

    Args:
        whole: keep events, triplets and episode nodes; otherwise only numbers, and the last event of each kind.

    Attributes:
        ended: None for an unfinished episode.
        steps: the index is the number of the step.
        edges: all triplets ever learned, in order; one that was learned again is repeated.
        use: of all questions. `kinds`: by kind of question; a repair counts with the kind that it repairs.
        repairs, cut, salvaged, refused, cached: the numbers of questions that were repairs, had a cut reply, used a
            part of a reply, were refused, and were answered from a cache.
        waited: seconds of waiting before retries at an endpoint.
        counts: the numbers of events by kind.
        tasks: of a life with several.
    """

    def __init__(self, started: EpisodeStarted, whole: bool = True) -> None:
        self.started = started
        self.ended: EpisodeEnded | None = None
        self.steps = [PlayedStep(0)]
        self.edges: list[Edge] = []
        self.nodes: list[EpisodeRecord] = []
        self.use = Use()
        self.kinds: dict[str, Use] = {}
        self.repairs = self.cut = self.salvaged = self.refused = self.cached = 0
        self.waited = 0.0
        self.counts: Counter[str] = Counter()
        self.tasks = Tasks()
        self._whole = whole
        self._known: dict[Triplet, int] = {}
        self._last: dict[type[Event], Event] = {}
        self.add(started)

    @classmethod
    def of(cls, events: Iterable[Event], whole: bool = True) -> History:
        """Return the history of an episode's events.

        Raises:
            ValueError: the first event is not a start.
        """
        remaining = iter(events)
        first = next(remaining, None)
        if not isinstance(first, EpisodeStarted):
            raise ValueError("its first event is not a start")
        history = cls(first, whole)
        for event in remaining:
            history.add(event)
        return history

    def add(self, event: Event) -> None:
        """Add an event."""
        self.counts[event.name] += 1
        # Keep the kind of the latest event last.
        self._last.pop(type(event), None)
        self._last[type(event)] = event
        step = self._step(event.step)
        self._count(step, event)
        self.tasks.add(event)
        if self._whole:
            self._keep(step, event)

    def last(self, kind: type[E]) -> E | None:
        """Return the last event of a kind."""
        found = self._last.get(kind)
        return found if isinstance(found, kind) else None

    def latest(self) -> Iterator[Event]:
        """Yield the last event of each kind, the latest first."""
        return reversed(self._last.values())

    def graph_at(self, step: int) -> list[Edge]:
        """Return the triplets known when a step was decided."""
        return [edge for edge in self.edges if edge.valid_at(step)]

    @property
    def moves(self) -> int:
        """Return the number of commands: all turns follow one, except the opening turn."""
        return max(0, self.counts["turn"] - 1)

    def summary(self) -> EpisodeSummary:
        """Return the episode's result; if it has not ended, the result so far."""
        if self.ended:
            return EpisodeSummary(**{each.name: getattr(self.ended, each.name) for each in fields(EpisodeSummary)})
        scored = self.last(Scored) or Scored(score=0.0, maximum=0.0, won=False, lost=False)
        seconds = next(self.latest()).time - self.started.time
        return summarized(self.started, scored, self.counts, self.use, seconds)

    def _step(self, number: int) -> PlayedStep:
        """The step of an event. Steps without events are added, so that the index is the step."""
        while self.steps[-1].number < number:
            before = self.steps[-1]
            self.steps.append(
                PlayedStep(
                    before.number + 1,
                    score=before.score,
                    maximum=before.maximum,
                    vertices=before.vertices,
                    edges=before.edges,
                    seen=before.turns,
                )
            )
        return self.steps[-1]

    def _count(self, step: PlayedStep, event: Event) -> None:
        match event:
            case QuestionEvent():
                use = Use.of(event.usage, event.kept)
                step.use += use
                self.use += use
                self.kinds[event.kind] = self.kinds.get(event.kind, Use()) + use
                self.repairs += event.repair
                self.cut += event.cut
                self.salvaged += event.salvaged
                self.refused += event.refused
                self.cached += event.cached
            case Retried():
                self.waited += event.seconds
            case Scored():
                step.score, step.maximum = event.score, event.maximum
            case TurnEvent() if step.number:  # The opening turn follows no command.
                step.statuses += (event.status,)
            case Invalid():
                step.is_unnamed = True
            case Recalled():
                # After a lookup, the agent recalls again and acts on the last recollection.
                step.context_tokens = event.context_tokens
            case LearnedEvent():
                step.added += len(event.added)
                step.removed += len(event.removed)
                if event.vertices is not None:
                    step.vertices, step.edges = event.vertices, event.edges
            case EpisodeEnded():
                self.ended = event

    def _keep(self, step: PlayedStep, event: Event) -> None:
        match event:
            case TurnEvent():
                step.turns += (event,)
            case QuestionEvent():
                step.questions += (event,)
            case Remembered() | LearnedEvent():
                self._grow(event)
        if isinstance(event, _LAST):
            setattr(step, event.name, event)
        elif isinstance(event, _OTHERS):
            step.others += (event,)

    def _grow(self, event: Remembered | LearnedEvent) -> None:
        step, time = event.step, datetime.fromtimestamp(event.time, UTC)
        for triplet in triplets_of(event.removed if isinstance(event, LearnedEvent) else ()):
            if triplet in self._known:
                place = self._known.pop(triplet)
                self.edges[place] = replace(self.edges[place], valid_to=step, until=time)
        for triplet in triplets_of(event.added):
            if triplet not in self._known:
                self._known[triplet] = len(self.edges)
                self.edges.append(Edge(triplet, step, since=time))
        for record in event.episodes:
            tied = triplets_of(record.triplets)
            if isinstance(event, LearnedEvent):
                tied = tuple(triplet for triplet in tied if triplet in self._known)
            self.nodes.append(EpisodeRecord(step, time, record.text, tied))
        if isinstance(event, Remembered):
            past = dict.fromkeys(triplet for node in self.nodes for triplet in node.triplets)
            ended = (triplet for triplet in past if triplet not in self._known)
            self.edges += [Edge(triplet, step, step, since=time, until=time) for triplet in ended]


def summarized(
    head: SummaryHead, scored: Scored, counts: Mapping[str, int], use: Use, seconds: float
) -> EpisodeSummary:
    """Return the result of an episode.

    Args:
        scored: the last score. `counts`: the numbers of events by kind. `use`: of all questions.
    """
    return EpisodeSummary(
        **{each.name: getattr(head, each.name) for each in fields(SummaryHead)},
        score=scored.score,
        max_score=scored.maximum,
        normalized_score=max(scored.score, 0) / scored.maximum if scored.maximum else None,
        won=scored.won,
        lost=scored.lost,
        steps=counts.get("acted", 0),
        moves=max(0, counts.get("turn", 0) - 1),  # The opening turn follows no command.
        invalid_actions=counts.get("invalid", 0),
        circled=counts.get("circled", 0),
        model_calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost_usd=use.cost_usd,
        seconds=round(seconds, 3),
    )
