"""A scorecard from runs of `ariadne qa`; docs/qa.md explains its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.card import Figure, Scorecard
from ariadne.evaluate.measures import TROUBLES
from ariadne.evaluate.notes import in_part, refused
from ariadne.evaluate.results import Experiment, check_once, distinct, scorecard
from ariadne.evaluate.rows import Amount, Row, Unit, amounts, counted_ends
from ariadne.evaluate.sections.cells import percent
from ariadne.gather import gathered
from ariadne.qa.answered import KS, MEASURES, ItemAnswer, read_answered
from ariadne.qa.datasets import DATASETS
from ariadne.text import counted

PUBLISHED = Path(__file__).with_name("published.yaml")
TITLES: Mapping[str, str] = {"f1": "F1", "exact": "EM", **{f"recall_{k}": f"recall @{k}" for k in KS}}
QUESTIONS = Experiment(
    unit="data set",
    pair="question",
    everywhere="all data sets",
    results=MEASURES,
    compared=(*MEASURES, "tokens"),
    said="scored {}",
    form=percent,
    titles=TITLES,
    price="{} took {} tokens a question",
    price_metric="tokens",
    baselines=("bm25", "dense"),
    is_pooled=False,
)
POOLED = "pooled"
"""The statistic of an F1 that counts the words of all questions together, and is not a mean over questions."""

# Counted also of questions that did not finish.
_OF_ALL = (*TROUBLES, "paid_usd")
_ABOUT = ("method", "model", "pooled")


def build(runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
    """The scorecard of all questions of some runs; the same events give the same card.

    Args:
        baseline: the method that all others are compared with; by default bm25 if it answered, else dense, else the
            first.

    Raises:
        UserError: no question has begun, the baseline did not answer, a question was answered twice by the same
            method and model, or events are damaged.
    """
    every = [answered for run in distinct(runs) for answered in read_answered(run)]
    if not every:
        raise UserError(f"no questions yet in {', '.join(map(str, runs)) or 'no run'}")
    rows = [_row(one) for one in every]
    check_once(rows)
    arms = list(dict.fromkeys(row.arm for row in rows))
    judged_by = {
        dataset: _measure(own) for dataset, own in gathered((one.started.dataset, one) for one in every).items()
    }
    card = scorecard(QUESTIONS, rows, arms, baseline, runs, every, judged_by)
    answered = [row.unit or "" for row in card.rows if row.mean("f1") is not None]
    figures = [figure for figure in published() if any(map(_is_of(figure), answered))]
    return card.model_copy(update={"published": figures, "notes": list(_notes(card))})


@cache
def published() -> tuple[Figure, ...]:
    """All published figures as shares, in the order of their file."""
    tables = yaml.safe_load(PUBLISHED.read_text(encoding="utf-8"))["tables"]
    return tuple(
        Figure(
            unit=dataset,
            arm=line["method"],
            model=line.get("model"),
            measure=measure,
            value=value / 100,
            statistic=POOLED if measure == "f1" and line.get("pooled") else None,
            source=table["source"],
        )
        for table in tables
        for dataset in dict.fromkeys(name for line in table["lines"] for name in line if name not in _ABOUT)
        for line in table["lines"]
        if dataset in line
        for measure, value in zip(("exact", "f1"), line[dataset], strict=False)
    )


def _is_of(figure: Figure) -> Callable[[str], bool]:
    """A test whether a figure is of a data set, or of a family of data sets by the beginning of the name."""
    return lambda dataset: dataset == figure.unit or dataset.startswith(f"{figure.unit}_")


def _row(one: ItemAnswer) -> Row:
    values = {name: value for name, value in one.values.items() if one.is_finished or name in _OF_ALL}
    costs = {name: Amount(value) for name, value in values.items() if name.endswith("_usd")}
    metrics = {**counted_ends(one.why, one.is_finished), **amounts(values), **costs}
    arm = Arm(one.started.method, None, one.started.model)
    return Row(Unit(one.started.dataset, one.started.item), arm, metrics)


def _measure(answered: Sequence[ItemAnswer]) -> str:
    """What a data set is judged by: recall without answers."""
    scored = [one for one in answered if one.is_finished and one.values["f1"] is not None]
    return "exact" if any(one.score == "exact" for one in scored) else "f1" if scored else "recall_5"


def _notes(card: Scorecard) -> Iterator[str]:
    answered = [row for row in card.rows if row.mean("f1") is not None]
    if answered:
        yield (
            "EM and F1 are computed as in HotpotQA's and MuSiQue's scripts: lower case, no punctuation, no articles; "
            "the best alias counts; in HotpotQA yes and no score only against themselves."
        )
    if "exact" in card.judged_by.values():
        yield "In FactConsolidation an answer that contains the right one is exact, as in MemoryAgentBench."
    for dataset in dict.fromkeys(row.unit or "" for row in answered):
        if dataset in DATASETS and (note := DATASETS[dataset].note):
            yield note
    yield "Intervals are 95 % bootstrap intervals that resample questions; comparisons are paired by question."
    if any(row.mean("recall_5") is not None for row in card.rows):
        yield "Recall: the share of a question's supporting paragraphs among the first 2, 3 and 5 of a ranking."
    if card.total("cached"):
        yield ("Cached replies count with their tokens and list price; the JSON has what was paid.")
    yield from in_part(card.total("cut"), card.total("salvaged"))
    yield from refused(card.total("refused"))
    for row in card.rows:
        who = " · ".join(part for part in (row.unit, row.arm, row.model) if part)
        failed = row.total("failed")
        if unfinished := row.metrics["finished"].n - row.total("finished"):
            failures = counted(failed, "question")
            yield f"{who}: {failures} failed, {unfinished - failed} unfinished; means leave them out."
        if unreadable := row.total("unreadable"):
            replies = counted(unreadable, "reply", "replies")
            yield f"{who}: {replies} were unreadable even after repair; such an answer counts as wrong."
