"""What a run of `ariadne qa` will take, roughly: told before it starts, so that nobody is surprised by a bill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ariadne.events import Usage
from ariadne.models.openai import OPENAI
from ariadne.models.prices import cost, estimated_tokens
from ariadne.models.prompt import load_prompt
from ariadne.qa.methods import METHODS
from ariadne.qa.plan import QAJob, QAPlan

# Of a reply: the triplets of a paragraph; entities; an answer with its reason.
READ, ENTITIES, ANSWER = 250, 60, 80
# The known facts that a paragraph is read with; the facts that a search finds.
KNOWN, FACTS = 150, 1500


@dataclass(frozen=True)
class Estimate:
    """About what the jobs take, but for retries, repairs and what is cached; `cost_usd` is None where a price is not
    known."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


def estimate(plan: QAPlan, jobs: Sequence[QAJob]) -> Estimate:
    """What these jobs take; methods that learn the same paragraphs pay for it once, if there is a cache."""
    calls = [call for job in jobs for call in _calls(plan, job)]
    if plan.cache:
        calls = list(dict.fromkeys(calls))
    prices = [_price(plan, call.model, Usage(call.prompt_tokens, call.completion_tokens)) for call in calls]
    known = [price for price in prices if price is not None]
    return Estimate(
        len(calls),
        sum(call.prompt_tokens for call in calls),
        sum(call.completion_tokens for call in calls),
        sum(known) if len(known) == len(prices) else None,
    )


@dataclass(frozen=True)
class _Call:
    """One question to a model; two that are equal share a reply."""

    model: str
    what: tuple[str, ...]
    prompt_tokens: int
    completion_tokens: int


def _calls(plan: QAPlan, job: QAJob) -> Iterator[_Call]:
    item, method = job.item, METHODS[job.method]
    if job.model is None:
        return
    about = (item.dataset, item.id)
    question = estimated_tokens(item.question)
    lengths = [estimated_tokens(paragraph.as_text()) for paragraph in item.paragraphs]
    if method.asks:
        for place, length in enumerate(lengths):
            yield _call(plan, job.model, "read", (*about, str(place)), length + KNOWN, READ)
        yield _call(plan, job.model, "qa_entities", about, question, ENTITIES)
    if not plan.retrieval_only:
        shown = sum(lengths) if not method.ranks else plan.top * sum(lengths) // len(lengths)
        facts = FACTS if method.asks else 0
        yield _call(plan, job.model, "qa_answer", (*about, job.method), question + shown + facts, ANSWER)


def _call(plan: QAPlan, model: str, name: str, what: tuple[str, ...], prompt: int, reply: int) -> _Call:
    system = estimated_tokens(load_prompt(name).system.render())
    return _Call(plan.model_for.get(name, model), (name, *what), system + prompt, reply)


def _price(plan: QAPlan, model: str, usage: Usage) -> float | None:
    if model.endswith(".gguf") and plan.base_url is None:
        return 0.0
    return cost(model, plan.base_url or OPENAI, usage)
