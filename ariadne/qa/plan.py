"""The plan of a run of `ariadne qa`: questions, methods, models and limits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from ariadne.errors import UserError
from ariadne.evaluate.plan import AskingPlan, Names, Seed, listed, once
from ariadne.files import read_at_most
from ariadne.models.registry import RULES
from ariadne.qa.datasets import LARGEST, QAItem, drawn, load_items
from ariadne.qa.methods import METHODS
from ariadne.registry import unasked, unknown
from ariadne.runs.run import Run
from ariadne.text import counted

AT_ONCE = 8
ANSWER = "qa_answer"
QUESTIONS = (*dict.fromkeys(name for method in METHODS.values() for name in method.asks), ANSWER)
AUTHORS_SEED = 42


class QAPlan(AskingPlan):
    """All that is needed to repeat a run: the content of its `config.yaml`."""

    files: Names = Field(description="the questions, in the original files of their data sets")
    sha256: dict[str, str] = Field(default_factory=dict, description="of each file, so that it cannot change unnoticed")
    limit: int | None = Field(default=None, gt=0, description="Only the first N questions of each file.")
    sample: int | None = Field(default=None, gt=0, description="N random questions of each file.")
    seed: Seed = Field(default=AUTHORS_SEED, description="Seed of --sample; the default is the paper's.")
    methods: Names = Field(
        default=("arigraph",),
        description="Methods: arigraph, arigraph-blend, hipporag-style, bm25, dense, full-context, …",
    )
    models: Annotated[tuple[str, ...], BeforeValidator(listed), AfterValidator(once)] = Field(
        default=(), description="Models: names at the endpoint, or .gguf files."
    )
    episodes: int = Field(default=2, gt=0, description="Paragraphs that arigraph shows.")
    top: int = Field(default=3, gt=0, description="Paragraphs that the other ranking methods show.")
    retrieval_only: bool = Field(default=False, description="Measure retrieval only; answer nothing.")
    baseline: str | None = Field(default=None, description="Method to compare with (default: bm25, or dense).")
    concurrency: int = Field(default=AT_ONCE, gt=0, description="Questions at a time.")

    @property
    def is_cached(self) -> bool:
        return self.cache and bool(self.models)


@dataclass(frozen=True)
class QAJob:
    """One question, answered by one method.

    Attributes:
        number: its place in the run, from 1.
        model: None if none is asked.
        series: jobs of one question and model run in sequence, since those that learn the same share cached replies.
    """

    number: int
    item: QAItem
    method: str
    model: str | None
    series: int

    @property
    def who(self) -> str:
        """Method and model for people; a model file without its folder."""
        if self.model is None:
            return self.method
        return f"{self.method} · {Path(self.model).name if self.model.endswith('.gguf') else self.model}"

    def events(self, run: Run) -> Path:
        """The file of its events."""
        return run.part("items", self.number, self.item.dataset, self.item.id, self.method)


def jobs_of(plan: QAPlan) -> list[QAJob]:
    """Returns every question with every model and method, always in the same order.

    Raises:
        UserError: a method, model or file does not exist, or a file has changed.
    """
    _check(plan)
    jobs: list[QAJob] = []
    for series, (item, model) in enumerate(_questions(plan)):
        jobs += [QAJob(len(jobs) + place, item, method, model, series) for place, method in enumerate(plan.methods, 1)]
    return jobs


def digests(files: tuple[str, ...]) -> dict[str, str]:
    """The SHA-256 of each file.

    Raises:
        UserError: one cannot be read.
    """
    return {file: _digest(file) for file in files}


def chosen(path: Path, limit: int | None, sample: int | None, seed: int = AUTHORS_SEED) -> list[QAItem]:
    """The chosen questions of a file.

    Raises:
        UserError: both `limit` and `sample` are given, the file is unreadable, or it has fewer questions.
    """
    if limit is not None and sample is not None:
        raise UserError("--limit and --sample cannot be used together")
    items = load_items(path, limit)
    if sample is None:
        return items
    if sample > len(items):
        raise UserError(f"--sample {sample}: {path} has only {counted(len(items), 'question')}")
    return drawn(items, sample, seed)


def _questions(plan: QAPlan) -> Iterator[tuple[QAItem, str | None]]:
    seen: set[tuple[str, str]] = set()
    for file in plan.files:
        if plan.sha256.get(file, "") not in ("", _digest(file)):
            raise UserError(f"{file} has changed since the run began: put it back as it was, or start a new run")
        for item in chosen(Path(file), plan.limit, plan.sample, plan.seed):
            if (item.dataset, item.id) in seen:
                raise UserError(f"{file}: the question {item.id} is in another file as well")
            seen.add((item.dataset, item.id))
            for model in plan.models or (None,):
                yield item, model


def _digest(file: str) -> str:
    return hashlib.sha256(read_at_most(Path(file), LARGEST)).hexdigest()


def _check(plan: QAPlan) -> None:
    for method in plan.methods:
        if method not in METHODS:
            raise UserError(f"method: {unknown(method, METHODS)}")
    _check_model_for(plan)
    if plan.baseline is not None and plan.baseline not in plan.methods:
        raise UserError(f"baseline: {unknown(plan.baseline, plan.methods)}")
    _check_models(plan)


def _check_model_for(plan: QAPlan) -> None:
    """Check that `model_for` names questions that a method asks."""
    by_method = (name for method in plan.methods for name in METHODS[method].asks)
    asked = dict.fromkeys([*by_method, *(() if plan.retrieval_only else (ANSWER,))])
    for name in plan.model_for:
        if name not in QUESTIONS:
            raise UserError(f"--model-for: {unknown(name, QUESTIONS)}")
        if name not in asked:
            raise UserError(f"--model-for {unasked(name, ', '.join(plan.methods), asked)}")


def _check_models(plan: QAPlan) -> None:
    """Check that there is a language model, if one is asked."""
    blind = [method for method in plan.methods if METHODS[method].ranks is False]
    if plan.retrieval_only and blind:
        raise UserError(f"--retrieval-only: {blind[0]} has no ranking to measure")
    silent = plan.retrieval_only and not any(METHODS[method].asks for method in plan.methods)
    if not silent and (not plan.models or RULES in (*plan.models, *plan.model_for.values())):
        raise UserError("name a language model with --model NAME: the built-in rules cannot answer such questions; "
                        "without one there is --method bm25,dense with --retrieval-only")  # fmt: skip
