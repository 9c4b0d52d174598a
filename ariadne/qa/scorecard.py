"""A scorecard from runs of `ariadne qa`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import yaml

from ariadne.errors import UserError
from ariadne.evaluate.arms import choose_baseline
from ariadne.evaluate.comparisons import beside, corrected
from ariadne.evaluate.notes import in_part, refused
from ariadne.evaluate.rows import TROUBLES
from ariadne.evaluate.scorecard import distinct, versions_of
from ariadne.evaluate.statistics import interval, known, mean
from ariadne.qa.answered import ItemAnswer, read_answered
from ariadne.qa.card import MEASURES, Measure, QAComparison, QAFigure, QARow, QAScorecard, RecallAt
from ariadne.qa.datasets import DATASETS
from ariadne.text import counted

PUBLISHED = Path(__file__).with_name("published.yaml")
DEFAULT_BASELINES = ("bm25", "dense")
KS: tuple[tuple[int, Measure], ...] = ((2, "recall_2"), (3, "recall_3"), (5, "recall_5"))

_ABOUT = ("method", "model", "pooled")

Group = tuple[str, str, str | None]


def build(runs: Sequence[Path], baseline: str | None = None) -> QAScorecard:
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
    groups: dict[Group, dict[str, ItemAnswer]] = {}
    for one in every:
        group = groups.setdefault((one.dataset, one.method, one.model), {})
        if one.item in group:
            raise UserError(
                f"{one.dataset} {one.item} was answered by {one.method} in {group[one.item].run} and in {one.run}: "
                "make one scorecard per run"
            )
        group[one.item] = one
    name = choose_baseline([one.method for one in every], baseline, DEFAULT_BASELINES)
    rows = [_row(group, list(answered.values())) for group, answered in groups.items()]
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    rows.sort(key=lambda row: datasets.index(row.dataset))
    answered = {row.dataset for row in rows if row.f1 is not None}
    return QAScorecard(
        questions=len({(one.dataset, one.item) for one in every}),
        runs=[str(path) for path in distinct(runs)],
        versions=versions_of(every),
        baseline=name,
        rows=rows,
        comparisons=_comparisons(groups, name),
        published=[figure for figure in published() if any(map(_is_of(figure), answered))],
        notes=list(_notes(rows)),
    )


@cache
def published() -> tuple[QAFigure, ...]:
    """All published figures as shares, in the order of their file."""
    tables = yaml.safe_load(PUBLISHED.read_text(encoding="utf-8"))["tables"]
    return tuple(
        QAFigure(
            dataset=dataset,
            method=line["method"],
            model=line.get("model"),
            exact=line[dataset][0] / 100,
            f1=line[dataset][1] / 100 if len(line[dataset]) > 1 else None,
            pooled=line.get("pooled", False),
            source=table["source"],
        )
        for table in tables
        for dataset in dict.fromkeys(name for line in table["lines"] for name in line if name not in _ABOUT)
        for line in table["lines"]
        if dataset in line
    )


def _is_of(figure: QAFigure) -> Callable[[str], bool]:
    """A test whether a figure is of a data set, or of a family of data sets by the beginning of the name."""
    return lambda dataset: dataset == figure.dataset or dataset.startswith(f"{figure.dataset}_")


def _row(group: Group, answered: Sequence[ItemAnswer]) -> QARow:
    dataset, method, model = group
    done = [one for one in answered if one.is_finished]
    exact, f1 = _values(done, "exact"), _values(done, "f1")
    is_exact = any(one.score == "exact" for one in done)
    answered_by: Measure = "exact" if is_exact else "f1"
    return QARow(
        dataset=dataset,
        method=method,
        model=model,
        questions=len(answered),
        finished=len(done),
        failed=sum(one.why == "failed" for one in answered),
        unfinished=sum(not one.is_finished and one.why != "failed" for one in answered),
        exact=mean(exact),
        exact_ci95=interval([value] for value in exact),
        f1=mean(f1),
        f1_ci95=interval([value] for value in f1),
        score=mean(exact if is_exact else f1),
        goes_by=answered_by if f1 else "recall_5",
        found=[_found(k, _values(done, name)) for k, name in KS if _values(done, name)],
        unreadable=sum(one.asked.unreadable for one in done),
        calls=mean([one.asked.calls for one in done]),
        prompt_tokens=mean([one.asked.prompt_tokens for one in done]),
        completion_tokens=mean([one.asked.completion_tokens for one in done]),
        cost_usd=known([one.asked.price for one in done], mean),
        paid_usd=known([one.asked.paid for one in answered], sum),
        seconds=mean([one.seconds for one in done]),
        model_seconds=mean([one.asked.seconds for one in done]),
        **{name: sum(getattr(one.asked, name) for one in answered) for name in TROUBLES},
    )


def _found(k: int, recalls: Sequence[float]) -> RecallAt:
    return RecallAt(
        k=k,
        recall=mean(recalls) or 0.0,
        ci95=interval([value] for value in recalls),
        all_found=mean([float(value == 1.0) for value in recalls]) or 0.0,
    )


def _values(answered: Iterable[ItemAnswer], name: Measure) -> list[float]:
    return [value for one in answered if (value := one.measure(name)) is not None]


def _comparisons(groups: dict[Group, dict[str, ItemAnswer]], baseline: str) -> list[QAComparison]:
    """Each method with the baseline of the same data set and model, for each measure that both have.

    Holm's correction is over the comparisons of one measure.
    """
    found: list[QAComparison] = []
    for measure in MEASURES:
        of_measure = []
        for (dataset, method, model), ours in groups.items():
            theirs = groups.get((dataset, baseline, model), {})
            own, other = _by_item(ours, measure), _by_item(theirs, measure)
            unpaired = len(ours.keys() | theirs.keys()) - len(own.keys() & other.keys())
            if method != baseline and (pairs := beside(own, other, unpaired)):
                of_measure.append(
                    QAComparison(
                        dataset=dataset, method=method, model=model, measure=measure, baseline=baseline, **pairs
                    )
                )
        found += corrected(of_measure)
    return found


def _by_item(answered: dict[str, ItemAnswer], measure: Measure) -> dict[str, float]:
    return {
        item: value for item, one in answered.items() if one.is_finished and (value := one.measure(measure)) is not None
    }


def _notes(rows: Sequence[QARow]) -> Iterator[str]:
    if any(row.f1 is not None for row in rows):
        yield (
            "EM and F1 are computed as in HotpotQA's and MuSiQue's scripts: lower case, no punctuation, no articles; "
            "the best alias counts; in HotpotQA yes and no score only against themselves."
        )
    if any(row.goes_by == "exact" for row in rows):
        yield "In FactConsolidation an answer that contains the right one is exact, as in MemoryAgentBench."
    for dataset in dict.fromkeys(row.dataset for row in rows if row.f1 is not None):
        if dataset in DATASETS and (note := DATASETS[dataset].note):
            yield note
    yield "Intervals are 95 % bootstrap intervals that resample questions; comparisons are paired by question."
    if any(row.found for row in rows):
        yield "Recall: the share of a question's supporting paragraphs among the first 2, 3 and 5 of a ranking."
    if any(row.cached for row in rows):
        yield ("Cached replies count with their tokens and list price; the JSON has what was paid.")
    yield from in_part(sum(row.cut for row in rows), sum(row.salvaged for row in rows))
    yield from refused(sum(row.refused for row in rows))
    for row in rows:
        who = " · ".join(part for part in (row.dataset, row.method, row.model) if part)
        if row.failed or row.unfinished:
            failed = counted(row.failed, "question")
            yield f"{who}: {failed} failed, {row.unfinished} unfinished; means leave them out."
        if row.unreadable:
            replies = counted(row.unreadable, "reply", "replies")
            yield f"{who}: {replies} were unreadable even after repair; such an answer counts as wrong."
