"""The content of a scorecard; docs/scorecard.md describes every field.

Numbers have nine significant digits, enough for exact token counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ariadne.events import EpisodeSummary

SCHEMA = 3

# What differs between two runs in which the agents did the same: times, paths, and which episode embedded a text first.
_OF_THE_DAY = frozenset({"seconds", "seconds_total", "run_time", "run_time_ratio", "run", "runs", "texts_embedded"})

Number = Annotated[float, AfterValidator(lambda value: float(f"{value:.9g}"))]
Interval = tuple[Number, Number]


class CardPart(BaseModel):
    """Any part of a scorecard."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Counts(CardPart):
    """Numbers of episodes by how they ended; only `finished` ones are in means."""

    episodes: int
    finished: int
    failed: int
    unfinished: int
    stopped: int
    left: int


class Placed(CardPart):
    """A row or a comparison: an arm on a unit. `keys` names the fields that hold these."""

    keys: ClassVar[tuple[str, str]] = ("game", "name")

    @property
    def unit(self) -> str | None:
        """The game, data set or preset; None over all of them."""
        unit: str | None = getattr(self, self.keys[0])
        return unit

    @property
    def arm(self) -> str:
        """The agent with its memory, or the method."""
        return str(getattr(self, self.keys[1]))

    @property
    def asked(self) -> str | None:
        """The model; None if none is asked."""
        model: str | None = getattr(self, "model", None)
        return model


class Who(Placed):
    """An arm on a game: `game` is None over all games; `name` is the memory's or the agent's."""

    game: str | None
    name: str
    agent: str
    memory: str | None
    model: str | None


class Tokens(CardPart):
    """Calls and tokens. Fields that end in `per_step` are all tokens / all steps.

    Attributes:
        prompt: computed and kept. `kept`: what a provider would have kept from earlier prompts. `cached`: what the
            server reported as cached.
        price: in tokens read. `cost_usd`: as paid, with the server's discount for its cache.
    """

    calls_per_episode: Number
    prompt_per_step: Number | None
    computed_per_step: Number | None
    kept_per_step: Number | None
    cached_per_step: Number | None
    completion_per_step: Number | None
    price_per_step: Number | None
    prompt_per_episode: Number
    computed_per_episode: Number
    kept_per_episode: Number
    completion_per_episode: Number
    cost_usd_per_episode: Number | None


class QuestionKind(CardPart):
    """A kind of question."""

    kind: str


class KindTokens(Tokens, QuestionKind):
    """Tokens of one kind of question, with its repairs."""


class LateTokens(CardPart):
    """Tokens by step over the last quarter of each episode."""

    prompt_per_step: Number | None
    completion_per_step: Number | None
    price_per_step: Number | None


class Graph(CardPart):
    """The memory's graph, over the episodes with one."""

    vertices: Number
    edges: Number
    added_per_step: Number
    removed_per_step: Number


class Attempt(CardPart):
    """The mean normalized score of the attempts with this number."""

    attempt: int
    episodes: int
    mean: Number | None


class Quarter(CardPart):
    """A quarter of lives of several tasks: the share `done`, commands / fewest commands, and what a step took."""

    quarter: int
    tasks: int
    done: Number | None
    done_ci95: Interval | None
    walk_ratio: Number | None
    walk_ratio_ci95: Interval | None
    steps: Number
    calls_per_step: Number | None
    tokens_per_step: Number | None
    price_per_step: Number | None


class AtStep(CardPart):
    """The episodes of a row after a step; `alive` ones had not ended before it."""

    step: int
    alive: int
    progress: Number | None
    executability: Number | None
    price: Number | None


class Row(Counts, Who):
    """One game × agent × memory × model; all games where `game` is None."""

    seeds: list[int | None]
    instances: int
    repeats: int
    mean: Number | None
    ci95: Interval | None
    sd: Number | None
    top3: Number | None
    score: Number | None
    max_score: Number | None
    wins: int
    success: Number | None
    success_ci95: Interval | None
    attainable: Number | None
    steps: Number | None
    steps_or_limit: Number | None
    moves: Number | None
    walkthrough_ratio: Number | None
    model_calls: Number | None
    invalid_actions: Number | None
    circled: Number | None = None
    tokens: Tokens | None
    late: LateTokens | None
    context: Number | None
    kinds: list[KindTokens]
    repairs: int
    cut: int
    salvaged: int
    refused: int = 0
    retries: int
    cached: int
    texts_embedded: Number | None
    cost_usd: Number | None
    cost_usd_total: Number | None
    seconds: Number | None
    seconds_total: Number
    run_time: Number | None
    graph: Graph | None
    attempts: list[Attempt]
    quarters: list[Quarter]
    by_step: list[AtStep]


class Paired(CardPart):
    """How an arm and the baseline differ on what both finished.

    Attributes:
        mean, baseline_mean: over the pairs.
        difference: the mean of arm minus baseline, with its paired bootstrap interval.
        sd: of the differences. `needed`: pairs needed to see a difference of 0.1.
        p: of the Wilcoxon signed-rank test; `p_holm`: corrected for all comparisons of a table.
    """

    baseline: str
    pairs: int
    unpaired: int
    mean: Number | None
    baseline_mean: Number | None
    difference: Number | None
    ci95: Interval | None
    sd: Number | None
    p: Number | None
    p_holm: Number | None
    needed: int | None
    better: int
    equal: int
    worse: int


class Compared(Paired, Placed):
    """A comparison of an arm with the baseline on a unit."""

    @property
    def asked_of_baseline(self) -> str | None:
        """The baseline's model, usually the same."""
        return self.asked


class Comparison(Compared, Who):
    """An arm against the baseline on the game instances that both finished; over all games if `game` is None."""

    baseline_model: str | None
    w: Number | None
    effect: Number | None
    success_difference: Number | None
    steps_difference: Number | None
    steps_w: Number | None
    steps_p: Number | None
    price_ratio: Number | None
    late_price_ratio: Number | None
    context_ratio: Number | None
    run_time_ratio: Number | None

    @property
    def asked_of_baseline(self) -> str | None:
        return self.baseline_model


Measure = Literal[
    "normalized score",
    "prompt tokens per step",
    "completion tokens per step",
    "success rate",
    "progress rate",
    "steps",
    "context ratio",
    "run time ratio",
    "W of progress",
    "p of progress",
    "W of steps",
    "p of steps",
]


class Figure(CardPart):
    """A figure that others published, for reference.

    Attributes:
        game: None if it is over several `games`, which the source may not name.
        value: None if the source shows no number.
        statistic: over which runs; None if unknown.
        relative_to: the baseline of a ratio or a test.
    """

    name: str
    game: str | None
    measure: Measure
    value: Number | None
    statistic: str | None = None
    model: str | None = None
    max_steps: int | None = None
    relative_to: str | None = None
    games: list[str] = []
    source: str


@dataclass(frozen=True, kw_only=True)
class EpisodeRow(EpisodeSummary):
    """The keys of `play --json`, with how the episode ended."""

    why: str
    error: str


class VersionedPart(CardPart):
    """A part with the number of its schema."""

    schema_version: int = Field(default=SCHEMA, alias="schema")


class Scorecard(Counts, VersionedPart):
    """How arms differ, computed from the events of runs alone."""

    runs: list[str]
    versions: dict[str, list[str]]
    baseline: str | None
    rows: list[Row]
    overall: list[Row]
    comparisons: list[Comparison]
    published: list[Figure]
    notes: list[str]
    played: list[EpisodeRow]

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    def comparable(self) -> dict[str, Any]:
        """Its JSON without times and paths: equal for two runs in which the agents did the same."""
        content: dict[str, Any] = _without_day(self.model_dump(mode="json", by_alias=True))
        return content


def _without_day(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_day(part) for name, part in value.items() if name not in _OF_THE_DAY}
    return [_without_day(part) for part in value] if isinstance(value, list) else value
