"""A rough estimate of the cost of a run of `ariadne qa`, printed before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ariadne.evaluate.estimate import price_of
from ariadne.events import Usage, Use
from ariadne.models.prices import estimated_tokens
from ariadne.models.prompt import load_prompt
from ariadne.qa.methods import METHODS
from ariadne.qa.plan import QAJob, QAPlan

# Tokens of replies: the triplets of a paragraph; entities; an answer with its reason.
READ, ENTITIES, ANSWER = 250, 60, 80
# Tokens of the known facts that a paragraph is read with, and of the facts that a search finds.
KNOWN, FACTS = 150, 1500


def estimate(plan: QAPlan, jobs: Sequence[QAJob]) -> Use:
    """The use of these jobs, without retries, repairs and cached replies. With a cache, methods that learn the same
    paragraphs pay once."""
    calls = [call for job in jobs for call in _calls(plan, job)]
    each = dict.fromkeys(calls) if plan.cache else calls
    return sum(
        (Use.of(replace(call.usage, cost_usd=price_of(call.model, plan.base_url, call.usage))) for call in each), Use()
    )


@dataclass(frozen=True)
class _Call:
    """One call to a model; equal calls share a reply."""

    model: str
    what: tuple[str, ...]
    usage: Usage


def _calls(plan: QAPlan, job: QAJob) -> Iterator[_Call]:
    item, method = job.item, METHODS[job.method]
    if job.model is None:
        return
    about = (item.dataset, item.id)
    question = estimated_tokens(item.question)
    lengths = [estimated_tokens(paragraph.as_text()) for paragraph in item.paragraphs]
    if method.asks:
        reading, searching = method.asks
        # Shared paragraphs are read once.
        of = (item.dataset, item.shared) if item.shared else about
        for place, length in enumerate(lengths):
            yield _call(plan, job.model, reading, (*of, str(place)), length + KNOWN, READ)
        yield _call(plan, job.model, searching, about, question, ENTITIES)
    if not plan.retrieval_only:
        shown = sum(lengths) if not method.ranks else plan.top * sum(lengths) // len(lengths)
        facts = FACTS if method.asks else 0
        yield _call(plan, job.model, "qa_answer", (*about, job.method), question + shown + facts, ANSWER)


def _call(plan: QAPlan, model: str, name: str, what: tuple[str, ...], prompt: int, reply: int) -> _Call:
    system = estimated_tokens(load_prompt(name).system.render())
    return _Call(plan.model_for.get(name, model), (name, *what), Usage(system + prompt, reply))
