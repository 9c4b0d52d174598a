"""What became of the examinations of a run: a file each, written when it is over."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from ariadne.errors import UserError
from ariadne.events import Use
from ariadne.exam.plan import ExamJob
from ariadne.exam.questions import Kind
from ariadne.exam.sitting import Marked
from ariadne.files import read_at_most, write
from ariadne.history import in_order
from ariadne.record import Damaged

FOLDER = "exams"
LARGEST = 2**26
"""Bytes of a file of marks; a hundred questions take some thousand."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Answered(_Line):
    """A question and what the memory's answer was worth (`Mark`)."""

    kind: Kind
    step: int
    question: str
    answer: str
    truth: bool
    said: int
    stale: int
    tokens: int


class Examined(_Line):
    """One memory on one play.

    Attributes:
        turns: of the play. `seconds`: that it took. `digest`, `origin`: what the game is, and what it is with any seed.
        source: the preset's file. The rest is what the memory asked of its model.
    """

    preset: str
    seed: int
    memory: str
    model: str
    turns: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    seconds: float
    versions: dict[str, str]
    digest: str = ""
    origin: str = ""
    source: str = ""
    answers: tuple[Answered, ...] = ()

    @property
    def truth(self) -> float:
        """The share of its questions that it holds the truth of."""
        return sum(each.truth for each in self.answers) / max(len(self.answers), 1)

    @property
    def stale(self) -> float:
        """The share of its statements that are not true."""
        return sum(each.stale for each in self.answers) / max(sum(each.said for each in self.answers), 1)


def examined(
    job: ExamJob, model: str, marks: Sequence[Marked], turns: int, use: Use, seconds: float, versions: dict[str, str]
) -> Examined:
    """What became of a job."""
    return Examined(
        preset=Path(job.preset).stem,
        seed=job.seed,
        memory=job.memory,
        model=model,
        turns=turns,
        calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost_usd=use.cost_usd,
        seconds=seconds,
        versions=versions,
        digest=job.kept.digest if job.kept else "",
        origin=job.kept.origin if job.kept else "",
        source=job.preset if Path(job.preset).suffix else "",
        answers=tuple(_answered(marked) for marked in marks),
    )


def save(result: Examined, path: Path) -> None:
    """Write a result: the memory in the first line, then a line a question. A kill leaves no part of it.

    Raises:
        UserError: it cannot be written.
    """
    head = result.model_dump_json(exclude={"answers"})
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(part, "".join(f"{line}\n" for line in (head, *(each.model_dump_json() for each in result.answers))), True)
        part.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error


def load(path: Path) -> Examined:
    """Read what `save` wrote.

    Raises:
        UserError: it cannot be read. Damaged: it says what no examination says.
    """
    try:
        head, *lines = read_at_most(path, LARGEST).decode("utf-8").splitlines()
        answers = tuple(Answered.model_validate_json(line) for line in lines)
        return Examined.model_validate_json(head).model_copy(update={"answers": answers})
    except ValueError as error:
        raise Damaged(path, str(error).splitlines()[0]) from error


def are_examinations(runs: Sequence[Path]) -> bool:
    """Whether runs are of `ariadne exam`, and of nothing else.

    Raises:
        UserError: some are, and some are not.
    """
    found = {(run / FOLDER).is_dir() for run in runs}
    if len(found) > 1:
        raise UserError("runs of ariadne exam have a scorecard of their own: name them without the others")
    return found == {True}


def read_run(run: Path) -> Iterator[Examined]:
    """The examinations of a run that are over, in the order of their numbers.

    Raises:
        UserError: one cannot be read, or is damaged.
    """
    for path in sorted(run.glob(f"{FOLDER}/*/marks.jsonl"), key=in_order):
        yield load(path)


def _answered(marked: Marked) -> Answered:
    question, mark = marked.question, marked.mark
    return Answered(
        kind=question.kind,
        step=question.step,
        question=question.text,
        answer=question.answer,
        truth=mark.truth,
        said=mark.said,
        stale=mark.stale,
        tokens=marked.tokens,
    )
