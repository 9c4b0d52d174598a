"""The questions of a run, read from its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.episode_files import in_order
from ariadne.evaluate.estimate import price_of
from ariadne.evaluate.results import distinct
from ariadne.evaluate.statistics import known
from ariadne.events import Event, ItemEnded, ItemRecalled, ItemScored, ItemStarted, QuestionEvent, Retried, Use
from ariadne.items import DONE
from ariadne.qa.metrics import recall
from ariadne.record import Damaged, read_events


@dataclass(frozen=True)
class ItemAnswer:
    """One question, by one method.

    Attributes:
        why: answered, retrieved (with --retrieval-only), failed or stopped; unfinished if it has not ended.
        score: the measure of its data set, exact or f1.
        values: by metric. Measures are None without an answer; recall is None if the method does not rank.
    """

    run: Path
    started: ItemStarted
    why: str
    score: str
    values: Mapping[str, float | None]

    @property
    def versions(self) -> Mapping[str, str]:
        """Of the packages."""
        return self.started.versions

    @property
    def is_finished(self) -> bool:
        """Whether it is in means."""
        return self.why in DONE


KS = (2, 3, 5)
MEASURES = ("exact", "f1", *(f"recall_{k}" for k in KS))
SPENT = ("model_calls", "prompt_tokens", "completion_tokens", "cost_usd", "paid_usd", "model_seconds", "seconds")
LINE = ("run", "dataset", "item", "method", "model", "why", *MEASURES, *SPENT)
"""The columns of `lines`."""


def lines(runs: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """A line per question and method; `recall_k` is missing if the method does not rank.

    Raises:
        UserError: events are damaged.
    """
    for one in (each for run in distinct(runs) for each in read_answered(run)):
        about = {name: getattr(one.started, name) for name in ("dataset", "item", "method", "model")}
        yield {"run": str(one.run), "why": one.why, **about, **{name: one.values[name] for name in (*MEASURES, *SPENT)}}


def read_answered(run: Path) -> Iterator[ItemAnswer]:
    """The questions of a run that have begun, by number.

    Raises:
        UserError: events are damaged.
    """
    for path in sorted(run.glob("items/*/events.jsonl"), key=in_order):
        if told := list(read_events(path)):
            yield _answered(run, path, told)


def _answered(run: Path, path: Path, told: Sequence[Event]) -> ItemAnswer:
    started, ended = told[0], told[-1]
    if not isinstance(started, ItemStarted):
        raise Damaged(path, "its first event does not start a question")
    scored = next((event for event in reversed(told) if isinstance(event, ItemScored)), None)
    recalled = next((event for event in reversed(told) if isinstance(event, ItemRecalled)), None)
    ranking = recalled.ranking if recalled else None
    supporting = scored.supporting if scored else ()
    found = {k: None if ranking is None else recall(ranking, supporting, k) for k in KS}
    return ItemAnswer(
        run=run,
        started=started,
        why=ended.why if isinstance(ended, ItemEnded) else "unfinished",
        score=scored.score if scored else "f1",
        values={
            "exact": scored.exact if scored else None,
            "f1": scored.f1 if scored else None,
            **{f"recall_{k}": share for k, share in found.items()},
            **{f"all_found_{k}": None if share is None else float(share == 1) for k, share in found.items()},
            **_spent(told, started),
            "seconds": ended.seconds if isinstance(ended, ItemEnded) else 0.0,
        },
    )


def _spent(told: Sequence[Event], started: ItemStarted) -> dict[str, float | None]:
    """The cost and the failures of a question's model calls.

    `cost_usd` is at list price, as without the cache; `paid_usd` is the real cost. Cached replies count the seconds
    that they once took. Unreadable replies were unusable even after repair.
    """
    questions = [event for event in told if isinstance(event, QuestionEvent)]
    use = sum((Use.of(question.usage) for question in questions), Use())
    return {
        "model_calls": use.calls,
        "prompt_tokens": use.prompt_tokens,
        "completion_tokens": use.completion_tokens,
        "tokens": use.tokens,
        "cost_usd": known([_price(question, started) for question in questions], sum),
        "paid_usd": use.cost_usd,
        "model_seconds": sum(question.seconds for question in questions),
        "repairs": sum(question.repair for question in questions),
        **{name: sum(getattr(each, name) for each in questions) for name in ("cached", "cut", "salvaged", "refused")},
        "retries": sum(isinstance(event, Retried) for event in told),
        "unreadable": sum(bool(question.repair and question.error) for question in questions),
    }


def _price(question: QuestionEvent, started: ItemStarted) -> float | None:
    """The price of a reply, as if it had not been cached."""
    if not question.cached:
        return question.usage.cost_usd
    model = started.model_for.get(question.kind, started.asked)
    return price_of(str(model), started.base_url, question.usage)
