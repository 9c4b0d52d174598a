"""What learning, recalling and answering give back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from ariadne.memory.arigraph.core.costs import NOTHING_SPENT, Spent
from ariadne.memory.arigraph.core.episodes import EpisodeNode, in_time
from ariadne.text import counted, truncated
from ariadne.triplet import Edge, Triplet

SHOWN = 3
"""How many facts a `repr` shows."""


@dataclass(frozen=True)
class Retired:
    """A fact that holds no more.

    Attributes:
        reason: `replaced`, `outdated` (nothing takes its place) or `corrected` (it never was so).
        by: the fact in its place.
        who: who said so: a model by its name, `caller` (`ended=`), or `single` (the option).
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
        nodes: the new episode nodes, one a text.
        entities: what matters now, each with the depth to search it.
        retired: what ended, why, and who said so.
        unmatched: what was said to hold no more, or to be one thing, and is not known, as it was said.
        failed: why replies of the model could not be used; what they were about was not read.
        usage: what the model's replies cost.
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
    """What recalling found: facts in the order of retrieval, episodes the most relevant first.

    Attributes:
        edges: the facts, with when they held.
        fact_scores: the dot product of each fact with the query that is nearest to it.
        episode_scores: of each episode, that with all queries as one text; with the ranking `paper`, its relevance.
        fact_scopes: where several scopes were searched, those that recalled each fact. `episode_scopes`: that of each
            episode.
        ended: facts about the same things that hold no more, the best first, if they were asked for.
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
        """All of it as text for a model: facts with when they held, then texts with their dates, the oldest first."""
        return "\n\n".join("\n".join([f"{title}:", *lines]) for title, lines in self._sections() if lines)

    def _sections(self) -> Iterator[tuple[str, Sequence[str]]]:
        yield "Facts", [f"- {fact_line(edge)}" for edge in self.edges]
        yield "No longer so", [f"- {fact_line(edge)}" for edge in self.ended]
        yield "Texts", [f"- {text_line(node)}" for node in sorted(self.episodes, key=in_time)]

    def __repr__(self) -> str:
        past = [edge.triplet for edge in self.ended]
        parts = [_few(counted(len(self.facts), "fact"), self.facts), _few(f"{len(past)} ended", past)]
        texts = "; ".join(repr(truncated(node.observation, 40)) for node in self.episodes[:SHOWN])
        parts += [f"{counted(len(self.episodes), 'text')}: {texts}" if texts else ""]
        return f"<Found: {', '.join(filter(None, parts)) or 'nothing'}>"


@dataclass(frozen=True)
class Answer:
    """What a memory answers to a question; false where it does not know.

    Attributes:
        text: the answer in words. Without a model, that it takes one.
        known: whether what the memory holds answers the question.
        values: every value that was asked for.
        facts: the edges that the answer rests on, past ones too. `texts`: the texts, the oldest first. Without a model,
            what may tell the answer, the best first.
        usage: what the model's reply cost.
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


def fact_line(edge: Edge) -> str:
    """A fact as a model reads it, with when it held, as far as that is known."""
    return f"{edge.triplet}{held(edge)}"


def held(edge: Edge, zone: tzinfo = UTC) -> str:
    """When a fact held, as ` (since 2026-03-01, until 2026-05-02)`; empty if unknown."""
    since = f"since {day(in_zone(edge.since, zone))}" if edge.since else ""
    over = "" if edge.valid_to is None else "no longer"
    until = f"until {day(in_zone(edge.until, zone))}" if edge.until else over
    return f" ({', '.join(filter(None, (since, until)))})" if since or until else ""


def text_line(node: EpisodeNode) -> str:
    """A text as a model reads it, with its time, if that is known."""
    return f"[{minute(node.time)}] {node.observation}" if node.time else node.observation


def minute(time: datetime) -> str:
    """A date with hours and minutes."""
    return time.replace(tzinfo=None).isoformat(" ", "minutes")


def in_zone(time: datetime, zone: tzinfo) -> datetime:
    """A time in a zone; at the ends of the calendar it stays in its own."""
    try:
        return time.astimezone(zone)
    except OverflowError:
        return time


def day(time: datetime) -> str:
    """A date; `strftime` of the C library writes years before 1000 in its own ways."""
    return time.date().isoformat()


def _few(count: str, facts: Sequence[Triplet]) -> str:
    """How many there are, and the first of them; nothing, where there are none."""
    more = "; …" if len(facts) > SHOWN else ""
    return f"{count}: {'; '.join(map(str, facts[:SHOWN]))}{more}" if facts else ""
