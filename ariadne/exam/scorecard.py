"""A scorecard from runs of `ariadne exam`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ariadne.errors import UserError
from ariadne.evaluate.arms import choose_baseline
from ariadne.evaluate.comparisons import beside, corrected
from ariadne.evaluate.games import NamedGame, names_of
from ariadne.evaluate.scorecard import distinct, versions_of
from ariadne.evaluate.statistics import interval, known, mean
from ariadne.events import Marked
from ariadne.exam.card import ExamComparison, ExamRow, ExamScorecard, OfKind
from ariadne.exam.questions import KINDS
from ariadne.exam.results import Examined, read_run
from ariadne.gather import gathered

Group = tuple[str | None, str, str]

NOTES = [
    "Truth: the share of questions whose true answer is in what the memory recalls, read by rule. Stale: the share of "
    "untrue statements about the asked thing and time.",
    "For `how many` all things must be recalled; for `not so` the falsehood must not be. Stale counts the things of "
    "the former, and leaves out the latter.",
    "The examiner also sees the present turn, so a memory of nothing (none) scores above 0.",
    "Intervals are 95 % bootstrap intervals that resample plays; comparisons are paired by play.",
]


def build(runs: Sequence[Path], baseline: str | None = None) -> ExamScorecard:
    """The scorecard of all finished examinations of some runs; the same events give the same card.

    Args:
        baseline: the memory that all others are compared with; by default arigraph if it was examined, else the first.

    Raises:
        UserError: no examination has finished, a memory was examined twice on a play with the same model, or the
            baseline was not examined.
    """
    every = _with_distinct_names([each for run in distinct(runs) for each in read_run(run)])
    if not every:
        raise UserError(f"no finished examination yet in {', '.join(map(str, runs)) or 'no run'}")
    _check_once(every)
    name = choose_baseline([each.memory for each in every], baseline)
    by_preset = _rows(every, lambda each: (each.preset, each.memory, each.model))
    return ExamScorecard(
        runs=[str(path) for path in distinct(runs)],
        versions=versions_of(every),
        baseline=name,
        rows=sorted(by_preset, key=lambda row: row.preset or ""),
        overall=_rows(every, lambda each: (None, each.memory, each.model)),
        comparisons=_comparisons(every, name),
        notes=NOTES,
    )


def _with_distinct_names(every: Sequence[Examined]) -> list[Examined]:
    """Rename presets that share a name but are different games."""
    games = [NamedGame(each.preset, each.seed, each.digest, each.origin, each.source) for each in every]
    return [replace(each, preset=name) for each, name in zip(every, names_of(games), strict=True)]


def _check_once(every: Sequence[Examined]) -> None:
    seen: set[tuple[str, int, str, str]] = set()
    for each in every:
        key = each.preset, each.seed, each.memory, each.model
        if key in seen:
            raise UserError(
                f"{each.memory} was examined twice on {each.preset}/{each.seed}: make one scorecard per run"
            )
        seen.add(key)


def _rows(every: Sequence[Examined], group_of: Callable[[Examined], Group]) -> list[ExamRow]:
    return [_row(group, plays) for group, plays in gathered((group_of(each), each) for each in every).items()]


def _row(group: Group, plays: Sequence[Examined]) -> ExamRow:
    preset, memory, model = group
    answers = [answer for play in plays for answer in play.answers]
    ends = [play.ended for play in plays if play.ended]
    return ExamRow(
        preset=preset,
        memory=memory,
        model=model,
        plays=len(plays),
        turns=mean([play.turns for play in plays]) or 0,
        questions=len(answers),
        truth=_truth(answers),
        truth_ci95=interval([float(answer.truth) for answer in play.answers] for play in plays),
        stale=_stale(answers),
        tokens=mean([answer.tokens for answer in answers]) or 0,
        kinds=list(_kinds(answers)),
        calls=mean([end.model_calls for end in ends]) or 0,
        prompt_tokens=mean([end.prompt_tokens for end in ends]) or 0,
        completion_tokens=mean([end.completion_tokens for end in ends]) or 0,
        cost_usd=known([end.cost_usd for end in ends], mean),
        seconds=mean([end.seconds for end in ends]) or 0,
    )


def _comparisons(every: Sequence[Examined], baseline: str) -> list[ExamComparison]:
    """Each memory with the baseline of the same model, by preset and, if there are several, over all of them."""
    presets = sorted({each.preset for each in every})
    places: list[str | None] = [*presets, *([None] if len(presets) > 1 else [])]
    others = dict.fromkeys((each.memory, each.model) for each in every if each.memory != baseline)

    def truths(place: str | None, memory: str, model: str) -> dict[tuple[str, int], float]:
        return {
            (each.preset, each.seed): each.truth
            for each in every
            if (each.memory, each.model) == (memory, model) and place in (None, each.preset)
        }

    return corrected(
        [
            ExamComparison(preset=place, memory=memory, model=model, baseline=baseline, **pairs)
            for place in places
            for memory, model in others
            if (pairs := beside(truths(place, memory, model), truths(place, baseline, model)))
        ]
    )


def _kinds(answers: Sequence[Marked]) -> Iterator[OfKind]:
    for kind in KINDS:
        if own := [answer for answer in answers if answer.kind == kind]:
            yield OfKind(kind=kind, questions=len(own), truth=_truth(own), stale=_stale(own))


def _truth(answers: Sequence[Marked]) -> float:
    return mean([float(answer.truth) for answer in answers]) or 0


def _stale(answers: Sequence[Marked]) -> float | None:
    said = sum(answer.said for answer in answers)
    return sum(answer.stale for answer in answers) / said if said else None
