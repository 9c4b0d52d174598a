"""The reasoner as a model."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from ariadne.errors import NoAnswer
from ariadne.models.answers import LabelledAnswer
from ariadne.models.model import Reply
from ariadne.models.prices import estimated_usage
from ariadne.models.question import A, Inputs, Question
from ariadne.reasoner.playing import act, plan, step
from ariadne.reasoner.remembering import fold, importance, learn, lesson, memorize, reflect, summary
from ariadne.reasoner.sense.kinds import Similarity

Rule = Callable[[Inputs, Similarity], dict[str, Any]]

RULES: dict[str, Rule] = {
    "learn": learn.learn,
    "read": learn.read_texts,
    "outdated": learn.outdated,
    "extract": learn.extract,
    "replace": learn.replace,
    "entities": learn.entities,
    "plan": plan.edits,
    "explore": plan.explore,
    "act": act.act,
    "decide": step.decide,
    "one": learn.one,
    "summarize": summary.summarize,
    "importance": importance.importance,
    "wonder": reflect.wonder,
    "insights": reflect.insights,
    "salient": memorize.salient,
    "reconcile": memorize.reconcile,
    "recognize": memorize.recognize,
    "lesson": lesson.lesson,
    "step": step.step,
    "subgoal_step": step.subgoal_step,
    "fold": fold.fold,
    "plans": step.plans,
    "branch": step.step,
}


class RulesModel:
    """Answers questions by rules: a pure function of a question's inputs and `similarity`.

    Args:
        similarity: how closely two texts are related, higher is more; without it, only shared words count.
    """

    name = "rules"

    def __init__(self, similarity: Similarity | None = None) -> None:
        self._similarity = similarity or same_words

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Answer without waiting.

        Raises:
            NoAnswer: there are no rules for this question.
        """
        rule = RULES.get(question.name)
        if rule is None:
            raise NoAnswer(f"the rules model cannot answer the question '{question.name}'; choose another --model")
        began = time.perf_counter()
        result = await asyncio.to_thread(rule, _bare(question), self._similarity)
        answer = question.answer.model_validate(result)
        fields = {name: value for name, value in result.items() if name in question.answer.model_fields}
        text = answer.as_lines() if isinstance(answer, LabelledAnswer) else json.dumps(fields, ensure_ascii=False)
        usage = estimated_usage(question.prompt.messages, text, cost_usd=0.0)
        return Reply(answer, text, usage, time.perf_counter() - began)

    async def close(self) -> None:
        """Do nothing."""


def _bare(question: Question[A]) -> Inputs:
    """The inputs with their actions stripped of annotations; `annotated` has the annotated ones."""
    actions = question.choices.get("action")
    if not actions:
        return question.inputs
    return {**question.inputs, "actions": actions, "annotated": question.inputs.get("actions", ())}


def same_words(a: str, b: str) -> float:
    """The share of words that two texts have in common (Jaccard); the fallback similarity."""
    first, second = set(a.lower().split()), set(b.lower().split())
    return len(first & second) / max(len(first | second), 1)
