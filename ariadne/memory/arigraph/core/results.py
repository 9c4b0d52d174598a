"""The results of learning, recalling and answering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from ariadne.memory.arigraph.core.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.core.episodes import EpisodeNode, in_time
from ariadne.text import counted, truncated
from ariadne.triplet import Edge, Triplet

SHOWN = 3
"""How many facts a `repr` shows."""


@dataclass(frozen=True)
class Retired:
    """A fact that ended.

    Attributes:
        reason: `replaced`, `outdated` (nothing takes its place) or `corrected` (it was never true).
        by: the fact in its place.
        who: what ended it: a model's name, `caller` (the argument `ended`), or `single` (the option).
    """

    fact: Triplet
    reason: str
    by: Triplet | None
    who: str


@dataclass(frozen=True, repr=False)
class Change:
    """What learning changed.

    Attributes:
        added: triplets that were not valid before. `removed`: those that are no longer valid.
        nodes: the new episode nodes, one per text.
        entities: what matters now, each with its search depth.
        retired: what ended, and why.
        unmatched: statements that a fact ended, or that two names are one, whose facts or names are not known.
        failed: why replies of the model were unusable, in whole or in part. Their texts were not read, or not fully.
        usage: the cost of the model's replies.
    """

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    nodes: tuple[EpisodeNode, ...]
    entities: Mapping[str, int]
    retired: tuple[Retired, ...] = ()
    unmatched: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    usage: Spent = NOTHING_SPENT

    def __repr__(self) -> str:
        parts = [_few(f"{len(self.added)} added", self.added), _few(f"{len(self.removed)} removed", self.removed)]
        parts += [f"{name}: {'; '.join(said)}" for name in ("unmatched", "failed") if (said := getattr(self, name))]
        return f"<Change: {counted(len(self.nodes), 'text')}{''.join(f', {part}' for part in parts if part)}>"


@dataclass(frozen=True, repr=False)
class Found:
    """What was recalled: facts in the order of retrieval, episodes by relevance.

    Attributes:
        edges: the facts, with their times.
        fact_scores: the dot product of each fact with its nearest query.
        episode_scores: the dot product of each episode with all queries as one text; with the ranking `paper`, rel(i).
        fact_scopes: the scopes that recalled each fact, if several were searched. `episode_scopes`: each episode's.
        ended: ended facts about the same things, the best first, if they were asked for.
    """

    edges: tuple[Edge, ...] = ()
    episodes: tuple[EpisodeNode, ...] = ()
    fact_scores: tuple[float, ...] = ()
    episode_scores: tuple[float, ...] = ()
    fact_scopes: tuple[tuple[str, ...], ...] = ()
    episode_scopes: tuple[str, ...] = ()
    ended: tuple[Edge, ...] = ()

    @property
    def facts(self) -> tuple[Triplet, ...]:
        """The facts without their times."""
        return tuple(edge.triplet for edge in self.edges)

    def as_prompt(self) -> str:
        """The text for a prompt: facts, then episodes, the oldest first, each with its dates in local time."""
        sections = {
            "Facts": map(fact_line, self.edges),
            "No longer so": map(fact_line, self.ended),
            "Texts": map(text_line, sorted(self.episodes, key=in_time)),
        }
        lines = {title: [f"- {line}" for line in found] for title, found in sections.items()}
        return "\n\n".join("\n".join([f"{title}:", *found]) for title, found in lines.items() if found)

    def __repr__(self) -> str:
        past = [edge.triplet for edge in self.ended]
        parts = [_few(counted(len(self.facts), "fact"), self.facts), _few(f"{len(past)} ended", past)]
        texts = "; ".join(repr(truncated(node.observation, 40)) for node in self.episodes[:SHOWN])
        parts += [f"{counted(len(self.episodes), 'text')}: {texts}" if texts else ""]
        return f"<Found: {', '.join(filter(None, parts)) or 'nothing'}>"


@dataclass(frozen=True)
class Answer:
    """An answer from memory; false if the answer is not known.

    Attributes:
        text: the answer in words. Without a model, a note that one is needed.
        known: whether the memory has the answer.
        values: every value of the answer.
        facts: the edges that the answer rests on, ended ones too. `texts`: the texts, the oldest first. Without a
            model, the facts and texts that match the question best.
        usage: the cost of the model's reply.
    """

    text: str = ""
    known: bool = False
    values: tuple[str, ...] = ()
    facts: tuple[Edge, ...] = ()
    texts: tuple[EpisodeNode, ...] = ()
    usage: Spent = NOTHING_SPENT

    def __bool__(self) -> bool:
        return self.known

    def __repr__(self) -> str:
        values = f" ({', '.join(self.values)})" if self.values else ""
        return f"<Answer: {self.text if self.known else f'not known: {self.text}'}{values}>"


def fact_line(edge: Edge, zone: tzinfo | None = None) -> str:
    """A fact with its times, as prompts have it."""
    return f"{edge.triplet}{held(edge, zone)}"


def held(edge: Edge, zone: tzinfo | None = None) -> str:
    """The times of a fact, as ` (since 2026-03-01, until 2026-05-02)`; empty if unknown."""
    since = f"since {day(in_zone(edge.since, zone))}" if edge.since else ""
    over = "" if edge.valid_to is None else "no longer"
    until = f"until {day(in_zone(edge.until, zone))}" if edge.until else over
    return f" ({', '.join(filter(None, (since, until)))})" if since or until else ""


def text_line(node: EpisodeNode, zone: tzinfo | None = None) -> str:
    """A text with its time, as prompts have it."""
    return f"[{minute(in_zone(node.time, zone))}] {node.observation}" if node.time else node.observation


def minute(time: datetime) -> str:
    """A date with hours and minutes."""
    return time.replace(tzinfo=None).isoformat(" ", "minutes")


def in_zone(time: datetime, zone: tzinfo | None) -> datetime:
    """A time in a zone, or in local time if None; unchanged if that is beyond the calendar."""
    try:
        return time.astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return time


def day(time: datetime) -> str:
    """A date in ISO 8601. `strftime` depends on the platform for years before 1000."""
    return time.date().isoformat()


def _few(count: str, facts: Sequence[Triplet]) -> str:
    """The count with the first few facts; empty if there are none."""
    more = "; …" if len(facts) > SHOWN else ""
    return f"{count}: {'; '.join(map(str, facts[:SHOWN]))}{more}" if facts else ""
