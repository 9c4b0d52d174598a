"""The events of an episode, and of answering a data set's question: one type for each kind of event.

The tables in `docs/runs.md` and `docs/qa.md` are made of these types (`tools/event_tables.py`). Fields with a default
were not written by every version. The log sets `step` and `time`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, Strict, TypeAdapter, ValidationError

from ariadne.caches import cached
from ariadne.prefixes import price

# No real count, price or duration comes near this.
MOST = 10**12
# The end of the year 9999, in seconds since 1970: the largest date.
LATEST = 253402300799

Count = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Number = Annotated[float, Field(strict=True, ge=-MOST, le=MOST)]
Moment = Annotated[float, Field(strict=True, ge=0, le=LATEST)]
Flag = Annotated[bool, Strict()]
Texts = tuple[str, ...]
Handicap = Literal["actions", "inventory"]
"""Extra help for a player: the `actions` that would change something, on request; the `inventory`, at every turn."""
Handicaps = tuple[Handicap, ...]
Status = Literal["valid", "invalid", "meta"]
"""The outcome of a command: `meta` only asked the world for something."""


def _message(said: dict[str, str]) -> dict[str, str]:
    if not {"role", "content"} <= said.keys():
        raise ValueError("a message has a role and a content")
    return said


Message = Annotated[dict[str, str], AfterValidator(_message)]

Part = Literal["rules", "log", "memory", "actions"]
Parts = tuple[tuple[Part, Count], ...]
"""How many lines of a message come from which part of a prompt, in their order."""


@dataclass(frozen=True)
class Usage:
    """The usage of one call.

    Attributes:
        prompt_tokens: tokens read; characters / 4 of the rendered prompt if the model does not count.
        completion_tokens: tokens written, counted the same way.
        cached_tokens: prompt tokens that the server had in its cache.
        cost_usd: dollars; None if the price is unknown.
    """

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cached_tokens: Count = 0
    cost_usd: Number | None = None

    def __add__(self, other: Usage) -> Usage:
        is_known = self.cost_usd is not None and other.cost_usd is not None
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            (self.cost_usd or 0.0) + (other.cost_usd or 0.0) if is_known else None,
        )


@dataclass(frozen=True)
class Use:
    """The usage of several calls; cached replies count as if they had been asked.

    Attributes:
        cost_usd: dollars; None if a price is unknown.
        kept_tokens: prompt tokens that a provider would have cached from earlier calls.
        cached_tokens: prompt tokens that the server reported as cached.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0
    kept_tokens: int = 0
    cached_tokens: int = 0

    @classmethod
    def of(cls, usage: Usage, kept: int = 0) -> Use:
        """The usage of one call; `kept` is counted in characters and limited to the prompt."""
        prompt = usage.prompt_tokens
        return cls(1, prompt, usage.completion_tokens, usage.cost_usd, min(kept, prompt), usage.cached_tokens)

    @property
    def tokens(self) -> int:
        """Prompt and completion."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def price(self) -> float:
        """The cost at a provider that caches beginnings of prompts, in uncached prompt tokens."""
        return price(self.prompt_tokens, self.kept_tokens, self.completion_tokens)

    def __add__(self, other: Use) -> Use:
        unknown = self.cost_usd is None or other.cost_usd is None
        return Use(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if unknown else (self.cost_usd or 0.0) + (other.cost_usd or 0.0),
            self.kept_tokens + other.kept_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True)
class Told:
    """An episode node: one past observation, with its triplets."""

    text: str
    triplets: Texts


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened.

    Attributes:
        step: 0 before the first decision; for a question, the paragraph that is learned, from 1.
        time: in seconds since 1970.
    """

    step: Count = 0
    time: Moment = 0.0

    _name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "") -> None:
        cls._name = name or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def name(self) -> str:
        """Its kind, as in files."""
        return self._name


@dataclass(frozen=True, kw_only=True)
class Other(Event):
    """An event of an unknown kind."""

    kind: str
    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its kind, as in files."""
        return self.kind


@dataclass(frozen=True, kw_only=True)
class SummaryHead:
    """The part of a summary that is known before the episode.

    Attributes:
        memory, model: None for agents without them.
        seed: the game's; None if unknown.
        repeat: the number of this play of this game by this agent in this run, from 1.
        run: the path of the run's folder.
        handicap: extra help that the player gets, separated by commas.
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
        circled: number of times that an agent was led out of a circle.
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
    versions: Annotated[dict[str, str], BeforeValidator(lambda said: {} if said is None else said)] = field(
        default_factory=dict
    )


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
    """After each turn; `task`: the number of the current task, from 1, in a world with several, else 0."""

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


@dataclass(frozen=True, kw_only=True)
class Remembered(Event):
    """When a memory begins with what it learned before."""

    added: Texts
    episodes: tuple[Told, ...]


@dataclass(frozen=True, kw_only=True)
class LearnedEvent(Event, name="learned"):
    """When a memory has observed."""

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
    """When the plan was revised, or a new sub-goal named."""

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
    """When an agent had walked a cycle twice with nothing learned: the actions that were withheld."""

    withheld: Texts


@dataclass(frozen=True, kw_only=True)
class Acted(Event):
    """When the agent has decided, before its commands are sent."""

    action: str
    reason: str
    commands: Texts


@dataclass(frozen=True, kw_only=True)
class EpisodeEnded(EpisodeSummary, Event):
    """Last, also after an error or Ctrl-C. `limits`: those besides steps, in words."""

    why: str
    error: str
    limits: str = ""
    texts_embedded: Count | None = None
    embedder_calls: Count | None = None


@dataclass(frozen=True, kw_only=True)
class ItemStarted(Event):
    """First; `model` is the name in results, `asked` the name given; `texts` are the paragraphs, empty if many
    questions share them."""

    item: str
    dataset: str
    question: str
    method: str
    model: str | None
    asked: str | None
    model_for: dict[str, str]
    base_url: str | None
    embedder: str
    paragraphs: Count
    run: str
    versions: dict[str, str]
    texts: Texts = ()


@dataclass(frozen=True, kw_only=True)
class ItemLearned(Event, name="learned"):
    """When a paragraph has been learned; its position, from 0."""

    paragraph: Count
    added: Texts
    removed: Texts


@dataclass(frozen=True, kw_only=True)
class ItemRecalled(Event, name="recalled"):
    """When paragraphs were retrieved, by their positions; `ranking` is null if a method does not rank."""

    queries: dict[str, Count]
    facts: Texts
    shown: tuple[Count, ...]
    ranking: tuple[Count, ...] | None


@dataclass(frozen=True, kw_only=True)
class Answered(Event):
    """When the question was answered."""

    answer: str
    reason: str
    error: str


@dataclass(frozen=True, kw_only=True)
class ItemScored(Event, name="scored"):
    """With the right answers, which no model sees; `score` is the data set's measure."""

    answers: Texts
    exact: Number | None
    f1: Number | None
    supporting: tuple[Count, ...]
    score: str = "f1"


@dataclass(frozen=True, kw_only=True)
class ItemEnded(Event):
    """Last; `why` is `answered`, `retrieved`, `examined`, `stopped` or `failed`."""

    why: str
    error: str
    model_calls: Count
    prompt_tokens: Count
    completion_tokens: Count
    cost_usd: Number | None
    seconds: Number


@dataclass(frozen=True, kw_only=True)
class ExamStarted(Event):
    """First; `turns` of the play that is asked about; `digest`, `origin` and `source` as in `episode_started`."""

    preset: str
    seed: Count
    memory: str
    model: str
    turns: Count
    versions: dict[str, str]
    digest: str = ""
    origin: str = ""
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Marked(Event):
    """When a question was asked, after a `turn`, and marked: whether the true `answer` is in what the memory recalled,
    how many values the memory stated, how many of these are `stale`, and the tokens of what it recalled."""

    kind: str
    turn: Count
    question: str
    answer: str
    truth: Flag
    said: Count
    stale: Count
    tokens: Count


Ended = EpisodeEnded | ItemEnded
"""The end of an episode, of a data set's question, or of an examination."""

EPISODE: Sequence[type[Event]] = (
    EpisodeStarted, TurnEvent, Scored, QuestionEvent, Retried, Remembered, LearnedEvent, Recalled, Planned, FoldedEvent,
    Retrieved, Reflected, Resumed, Invalid, Circled, Acted, EpisodeEnded,
)  # fmt: skip
"""The kinds of events of an episode."""
ITEM: Sequence[type[Event]] = (
    ItemStarted, QuestionEvent, Retried, Resumed, ItemLearned, ItemRecalled, Answered, ItemScored, ItemEnded
)  # fmt: skip
"""The kinds of events of a data set's question."""
EXAM: Sequence[type[Event]] = (ExamStarted, QuestionEvent, Retried, Resumed, Marked, ItemEnded)
"""The kinds of events of an examination."""

_OTHER = TypeAdapter(Other)
_HEAD = ("event", "step", "time", "schema")


def written(event: Event) -> dict[str, Any]:
    """An event as JSON."""
    said = event.said if isinstance(event, Other) else vars(event)
    head = {"event": event.name, "step": event.step, "time": event.time}
    return {**head, **{name: _plain(value) for name, value in said.items() if name not in _HEAD}}


def told(event: Event) -> dict[str, Any]:
    """The fields of an event without those left out of JSON."""
    said = written(event)
    left = {each.name for each in fields(event) if getattr(event, each.name) == each.default}
    return {name: value for name, value in said.items() if name not in {*_HEAD, *left}}


def event_of(content: Mapping[str, Any], is_item: bool = False) -> Event:
    """Parse an event from JSON of any version.

    Args:
        is_item: whether it belongs to a data set's question or an examination; some kinds share names with those of
            episodes.

    Raises:
        ValueError: it is not valid; the message is a phrase about it.
    """
    name = content.get("event")
    if not isinstance(name, str):
        raise ValueError("it has no kind")
    kinds = _kinds(is_item)
    if name in kinds:
        said = _upgraded(content)
    else:
        said = {**{each: content[each] for each in ("step", "time") if each in content}, "kind": name, "said": content}
    try:
        event: Event = kinds.get(name, _OTHER).validate_python(said)
        return event
    except ValidationError as error:
        raise ValueError(_phrase(error, content)) from None


def _upgraded(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Earlier versions recorded only the number of an episode node's triplets, which are then those of its step."""
    nodes = content.get("episodes")
    if not isinstance(nodes, list) or not any(isinstance(node, dict) and _is_count(node) for node in nodes):
        return content
    added = content.get("added")
    return {**content, "episodes": [{**node, "triplets": added} if _is_count(node) else node for node in nodes]}


def _is_count(node: Any) -> bool:
    return isinstance(node, dict) and type(node.get("triplets")) is int and node["triplets"] >= 0


@cached(None)
def _kinds(is_item: bool) -> Mapping[str, TypeAdapter[Any]]:
    return {kind._name: TypeAdapter(kind) for kind in ({*ITEM, *EXAM} if is_item else EPISODE)}


def _phrase(error: ValidationError, content: Mapping[str, Any]) -> str:
    """The first error."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    if name not in content:
        return f"it has no {name}"
    return f"its {name}, {repr(content[name])[:40]}, cannot be"


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
