"""The content of a scorecard of games, questions or examinations; docs/scorecard.md describes every field.

Numbers have nine significant digits, enough for exact token counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ariadne.events import EpisodeSummary

SCHEMA = 4

# Fields that differ between two runs with the same actions: times, paths, and which episode embedded a text first.
_OF_THE_DAY = frozenset({"seconds", "model_seconds", "run_time", "run", "runs", "texts_embedded"})

Number = Annotated[float, AfterValidator(lambda value: float(f"{value:.9g}"))]
Interval = tuple[Number, Number]


class CardPart(BaseModel):
    """Any part of a scorecard."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Value(CardPart):
    """A metric of several rows.

    Attributes:
        n: the number of rows that have it.
        mean: all totals / all weights. None, as `total` is, if one is unknown.
        sd: the standard deviation of the rows' values (n - 1); None unless the metric is a result, as for `ci95`.
        ci95: of the mean; see `statistics.interval`.
    """

    n: int
    mean: Number | None
    total: Number | None
    sd: Number | None = None
    ci95: Interval | None = None


class AtStep(CardPart):
    """The finished episodes of an arm after a step.

    Attributes:
        alive: how many had not ended before it; `executability`, `price` and `updates` are of these.
        progress: mean normalized score; ended episodes keep their last score (AriGraph, figure 13; HiAgent, figure 3).
        executability: the share of valid actions (HiAgent, figure 4). `price`: in tokens read.
        edges: valid triplets; ended episodes keep their last count. `updates`: triplets learned and dropped (AriGraph,
            figure 5).
    """

    step: int
    alive: int
    progress: Number | None
    executability: Number | None
    price: Number | None
    edges: Number | None
    updates: Number | None


class Placed(CardPart):
    """An arm on a unit.

    Attributes:
        unit: the game, data set or preset; None over all of them.
        arm: the agent with its memory, or the method.
        model: None if none is asked.
    """

    unit: str | None
    arm: str
    model: str | None


class ArmResult(Placed):
    """The results of an arm on a unit.

    Attributes:
        units: how many games with their seeds, questions or plays it finished.
        metrics: by name. `name.part` is a metric of a part, such as `calls_per_episode.act`.
        by_step: of games only.
    """

    units: int
    metrics: dict[str, Value]
    by_step: list[AtStep] = []

    def mean(self, metric: str) -> float | None:
        """None if the metric is missing or unknown."""
        return self.metrics[metric].mean if metric in self.metrics else None

    def total(self, metric: str) -> int:
        """The total of a count; 0 if the metric is missing."""
        return round(self.metrics[metric].total or 0) if metric in self.metrics else 0

    def parts(self, metric: str) -> list[str]:
        """The parts that have this metric."""
        return [name.removeprefix(f"{metric}.") for name in self.metrics if name.startswith(f"{metric}.")]


class Comparison(Placed):
    """How an arm and the baseline differ in a metric on the units that both finished.

    Attributes:
        mean, baseline_mean: over the pairs. `ratio`: of all totals / all weights.
        difference: the mean of arm minus baseline, with its paired bootstrap interval.
        sd: of the differences. `needed`: pairs needed to see a difference of 0.1.
        w, p: of the Wilcoxon signed-rank test; `p_holm`: corrected for all comparisons of the metric.
        effect: the matched-pairs rank-biserial correlation.
    """

    metric: str
    baseline: str
    baseline_model: str | None
    pairs: int
    unpaired: int
    mean: Number | None
    baseline_mean: Number | None
    ratio: Number | None
    difference: Number | None
    ci95: Interval | None
    sd: Number | None
    w: Number | None
    p: Number | None
    effect: Number | None
    p_holm: Number | None = None
    needed: int | None = None
    better: int
    equal: int
    worse: int

    @property
    def players(self) -> tuple[str | None, str, str | None, str | None]:
        """Which arms are compared on which unit."""
        return self.unit, self.arm, self.model, self.baseline_model

    @property
    def other(self) -> Placed:
        """The baseline."""
        return Placed(unit=self.unit, arm=self.baseline, model=self.baseline_model)


class Figure(Placed):
    """A published figure, for reference. One over several games has `units` in place of a `unit`.

    Attributes:
        value: None if the source shows no number.
        units: the games that it is over; the source may not name them.
        statistic: over which runs; None if unknown.
        relative_to: the baseline of a ratio or a test.
    """

    measure: str
    value: Number | None
    statistic: str | None = None
    model: str | None = None
    max_steps: int | None = None
    relative_to: str | None = None
    units: list[str] = []
    source: str


@dataclass(frozen=True, kw_only=True)
class EpisodeRow(EpisodeSummary):
    """The keys of `play --json`, with how the episode ended."""

    why: str
    error: str


class Scorecard(CardPart):
    """How arms differ, computed from the events of runs alone.

    Attributes:
        units: how many games with their seeds, questions or plays.
        judged_by: the metric that the verdict is about, by game, data set or preset.
        played: of games only.
    """

    schema_version: int = Field(default=SCHEMA, alias="schema")
    units: int
    runs: list[str]
    versions: dict[str, list[str]]
    baseline: str
    judged_by: dict[str, str]
    rows: list[ArmResult]
    overall: list[ArmResult]
    comparisons: list[Comparison]
    published: list[Figure] = []
    notes: list[str] = []
    played: list[EpisodeRow] = []

    def total(self, metric: str) -> int:
        """The total of a count over all rows."""
        return sum(row.total(metric) for row in self.rows)

    @property
    def begun(self) -> int:
        """How many episodes, questions or examinations have begun."""
        return sum(row.metrics["finished"].n for row in self.rows)

    def compared(self, metric: str) -> list[Comparison]:
        """The comparisons of a metric."""
        return [each for each in self.comparisons if each.metric == metric]

    def comparable(self) -> dict[str, Any]:
        """Its JSON without times and paths: equal for two runs in which the agents did the same."""
        content: dict[str, Any] = _without_day(self.model_dump(mode="json", by_alias=True))
        return content


def _without_day(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_day(part) for name, part in value.items() if name not in _OF_THE_DAY}
    if isinstance(value, list):
        return [_without_day(part) for part in value if not _is_of_the_day(part)]
    return value


def _is_of_the_day(part: Any) -> bool:
    return isinstance(part, dict) and part.get("metric") in _OF_THE_DAY
