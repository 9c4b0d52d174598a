"""The events of an episode, from `episode_started` to `episode_ended`.

Fields with a default were not written by every version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ariadne.events.event import Count, Event, Flag, Message, Number, Parts, Texts, Usage


@dataclass(frozen=True, kw_only=True)
class SummaryHead:
    """The part of a summary known before the episode.

    Attributes:
        memory, model: None for agents without them.
        seed: of the game; None if unknown.
        repeat: the number of this play of this game by this agent in this run, from 1.
        run: the path of the run's folder.
        handicap: extra help for the player, separated by commas.
        digest: of the game's files; empty if unknown.
    """

    game: str
    agent: str
    memory: str | None
    model: str | None
    seed: Count | None
    repeat: Count
    run: str
    handicap: str = ""
    digest: str = ""


@dataclass(frozen=True, kw_only=True)
class EpisodeSummary(SummaryHead):
    """One episode in one line: the keys that `play --json` and scorecards share.

    Attributes:
        normalized_score: None for a world without a score.
        steps: decisions. `moves`: commands. `model_calls`: questions with their repairs.
        circled: how often the agent was led out of a circle.
        cost_usd: None if a price is unknown.
    """

    score: Number
    max_score: Number
    normalized_score: Number | None
    won: Flag
    lost: Flag
    steps: Count
    moves: Count
    invalid_actions: Count
    circled: Count = 0
    model_calls: Count
    prompt_tokens: Count
    completion_tokens: Count
    cost_usd: Number | None
    seconds: Number


@dataclass(frozen=True, kw_only=True)
class EpisodeStarted(SummaryHead, Event):
    """First; `origin`: the digest of the game without its seed; `source`: its name or file; `shortest`: the fewest
    commands for each task of a world with several."""

    world: str = ""
    origin: str = ""
    source: str = ""
    goal: str = ""
    briefing: str = ""
    instructions: str = ""
    max_steps: Count | None = None
    walkthrough_length: Count | None = None
    shortest: tuple[Count, ...] = ()
    attempts: Flag = False
    embedder: str | None = None
    versions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TurnEvent(Event, name="turn"):
    """After the start, and after each command."""

    command: str
    observation: str
    inventory: str
    commands: Texts
    location: str
    done: Flag
    status: str = ""
    status_line: str = ""


@dataclass(frozen=True, kw_only=True)
class Scored(Event):
    """After each turn; `task`: the number of the current task, from 1; 0 in a world with one task."""

    score: Number
    maximum: Number
    won: Flag
    lost: Flag
    task: Count = 0


@dataclass(frozen=True, kw_only=True)
class QuestionEvent(Event, name="question"):
    """For each call to a model. `usage` has prompt, completion and cached tokens and the cost. `salvaged`: the reply
    was cut, repeats itself or is incomplete, and the usable part was used. `cut`: it reached its size limit.
    `refused`: the model or a filter refused. An unusable `reply` is kept up to 10,000 characters. `kept`: prompt
    tokens that a provider would have cached from earlier prompts. `parts`: of each message, which lines come from
    where."""

    kind: str
    repair: Flag
    prompt: tuple[Message, ...]
    reply: str
    error: str
    usage: Usage
    seconds: Number
    cached: Flag = False
    salvaged: Flag = False
    cut: Flag = False
    refused: Flag = False
    kept: Count = 0
    parts: tuple[Parts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Retried(Event):
    """Before a `question`, once for each retry of its endpoint."""

    kind: str
    error: str
    seconds: Number


@dataclass(frozen=True)
class Told:
    """An episode node: one past observation, with its triplets."""

    text: str
    triplets: Texts


@dataclass(frozen=True, kw_only=True)
class Remembered(Event):
    """When a memory begins with earlier knowledge."""

    added: Texts
    episodes: tuple[Told, ...]


@dataclass(frozen=True, kw_only=True)
class LearnedEvent(Event, name="learned"):
    """When a memory has learned from turns."""

    added: Texts
    removed: Texts
    episodes: tuple[Told, ...]
    entities: dict[str, Count] = field(default_factory=dict)
    vertices: Count | None = None
    edges: Count | None = None


@dataclass(frozen=True, kw_only=True)
class Recalled(Event):
    """When a memory was asked; `context_tokens`: the length of the in-trial context, in tokens of four characters."""

    facts: Texts
    episodes: Texts
    exits: Texts
    text: str
    context_tokens: Count | None = None


@dataclass(frozen=True, kw_only=True)
class Planned(Event):
    """When the plan was revised, or a new sub-goal was named."""

    plan: Texts
    explore: Flag


@dataclass(frozen=True, kw_only=True)
class FoldedEvent(Event, name="folded"):
    """When a sub-goal ended and its outcome replaced its turns."""

    number: Count
    subgoal: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class Retrieved(Event):
    """When the turns of a folded sub-goal were retrieved."""

    number: Count
    subgoal: str


@dataclass(frozen=True, kw_only=True)
class Reflected(Event):
    """When a memory drew conclusions: insights from questions, or a lesson."""

    questions: Texts = ()
    insights: Texts = ()
    lesson: str = ""


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """Before the first new event of a resumed episode: the number of earlier events that still count."""

    kept: Count


@dataclass(frozen=True, kw_only=True)
class Invalid(Event):
    """When neither the reply nor its repair named a valid action; `action` was done instead."""

    said: str
    action: str


@dataclass(frozen=True, kw_only=True)
class Circled(Event):
    """When an agent walked a cycle twice without learning anything: the withheld actions."""

    withheld: Texts


@dataclass(frozen=True, kw_only=True)
class Acted(Event):
    """When the agent has decided, before its commands are sent."""

    action: str
    reason: str
    commands: Texts


@dataclass(frozen=True, kw_only=True)
class EpisodeEnded(EpisodeSummary, Event):
    """Last, also after an error or Ctrl-C. `limits`: all but the step limit, in words."""

    why: str
    error: str
    limits: str = ""
    texts_embedded: Count | None = None
    embedder_calls: Count | None = None


EPISODE: Sequence[type[Event]] = (
    EpisodeStarted, TurnEvent, Scored, QuestionEvent, Retried, Remembered, LearnedEvent, Recalled, Planned, FoldedEvent,
    Retrieved, Reflected, Resumed, Invalid, Circled, Acted, EpisodeEnded,
)  # fmt: skip
"""The kinds of events of an episode."""
