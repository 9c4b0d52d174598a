"""A scorecard from runs of `ariadne exam`; docs/exam.md explains its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.games import NamedGame, names_of
from ariadne.evaluate.results import Experiment, check_once, distinct, scorecard
from ariadne.evaluate.rows import Amount, Row, Unit, amounts, counted_ends
from ariadne.evaluate.sections.cells import score
from ariadne.events import Marked
from ariadne.exam.results import Examined, read_run
from ariadne.gather import gathered

EXAMINATIONS = Experiment(
    unit="preset",
    pair="play",
    everywhere="all presets",
    results=("truth",),
    compared=("truth", "tokens"),
    said="knew {} of the answers",
    form=partial(score, places=3),
    price="{} took {} tokens a question",
    price_metric="tokens",
)

NOTES = [
    "Truth: the share of questions whose true answer is in what the memory recalls, read by rule. Stale: the share of "
    "untrue statements about the asked thing and time.",
    "For `how many` all things must be recalled; for `not so` the falsehood must not be. Stale counts the things of "
    "the former, and leaves out the latter.",
    "The examiner also sees the present turn, so a memory of nothing (none) scores above 0.",
    "Intervals are 95 % bootstrap intervals that resample plays; comparisons are paired by play.",
]


def build(runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
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
    rows = sorted(map(_row, every), key=lambda row: row.unit.group)
    check_once(rows)
    arms = list(dict.fromkeys(row.arm for row in rows))
    judged_by = {row.unit.group: "truth" for row in rows}
    card = scorecard(EXAMINATIONS, rows, arms, baseline, runs, every, judged_by)
    return card.model_copy(update={"notes": NOTES})


def _with_distinct_names(every: Sequence[Examined]) -> list[Examined]:
    """Rename presets that share a name but are different games."""
    started = [each.started for each in every]
    names = names_of([NamedGame(each.preset, each.seed, each.digest, each.origin, each.source) for each in started])
    return [replace(each, started=replace(each.started, preset=name)) for each, name in zip(every, names, strict=True)]


def _row(exam: Examined) -> Row:
    """Tokens are those of the recollections; calls, costs and seconds are for learning and answering."""
    started, ended, number = exam.started, exam.ended, len(exam.answers)
    by_kind = gathered((answer.kind, answer) for answer in exam.answers)
    names = ("model_calls", "prompt_tokens", "completion_tokens", "seconds")
    metrics = {
        **counted_ends(ended.why if ended else "", exam.is_finished),
        **amounts(
            {"turns": exam.started.turns, "questions": number, **{name: getattr(ended, name, None) for name in names}}
        ),
        **amounts({"tokens": sum(answer.tokens for answer in exam.answers)}, number),
        **_marks(exam.answers),
        **{f"{name}.{kind}": mark for kind, own in by_kind.items() for name, mark in _marks(own).items()},
        "cost_usd": Amount(ended.cost_usd if ended else None),
    }
    return Row(Unit(started.preset, started.seed), Arm(started.memory, None, started.model), metrics)


def _marks(answers: Sequence[Marked]) -> dict[str, Amount]:
    count = sum(answer.said for answer in answers)
    return {
        "truth": Amount(sum(answer.truth for answer in answers), len(answers)),
        **(amounts({"stale": sum(answer.stale for answer in answers)}, count) if count else {}),
    }
