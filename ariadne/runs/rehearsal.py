"""Sample questions from play: the first steps in a kitchen, answered by the built-in rules."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ariadne.agents.choices import as_action
from ariadne.agents.chooser import THEN
from ariadne.config import DIVISIONS, PlayConfig
from ariadne.errors import AnswerError
from ariadne.models.check import TrialQuestions
from ariadne.models.model import Model, Reply
from ariadne.models.question import A, Question
from ariadne.runs.play import ALONE, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared
from ariadne.text import truncated

KITCHEN = "cooking-level-1"
STEPS = 4
LONGEST = 80
"""The most characters of an invalid choice in the error message."""


def rehearse(calls: Sequence[str], game: str | None = None) -> list[TrialQuestions]:
    """Play the first steps of a game once for each value of `--calls`, and keep the questions to the model.

    Args:
        game: the game to play; None for the kitchen.

    Raises:
        UserError, Failure: the game cannot be made or played.
    """
    resources = Resources()
    return [_asking(way, game or KITCHEN, resources) for way in calls]


def in_turns(askings: Sequence[TrialQuestions], count: int) -> list[Question[Any]]:
    """Return `count` questions, alternating between kinds, each kind in the order of play."""
    kinds: dict[str, list[Question[Any]]] = {}
    for asking in askings:
        for name in dict.fromkeys(question.name for question, _ in asking.questions):
            kinds.setdefault(name, [question for question, _ in asking.questions if question.name == name])
    return [question for turn in zip_longest(*kinds.values()) for question in turn if question is not None][:count]


def _asking(calls: str, game: str, resources: Resources) -> TrialQuestions:
    config = PlayConfig.model_validate({"game": game, "calls": calls, "max_steps": STEPS})
    with TemporaryDirectory() as folder, prepared(config, resources) as setup:
        assert setup.backbone is not None
        listener = _Listener(setup.backbone.model)
        heard = replace(setup, backbone=replace(setup.backbone, model=listener))
        summary = asyncio.run(play_episode(heard, Run(Path(folder)), ALONE))
    by_rules = DIVISIONS.get(calls, {})
    own = [(_judged(question), reply) for question, reply in listener.heard if question.name not in by_rules]
    return TrialQuestions(calls, summary.steps, own)


def _judged(question: Question[A]) -> Question[A]:
    """A question that accepts an answer only if its action, or the first of several, is one of the choices. The answer
    is parsed as by an agent."""
    actions = question.choices.get("action")

    def use(answer: A) -> None:
        question.try_out(answer)
        action = str(getattr(answer, "action", ""))
        if actions and as_action(action.partition(THEN)[0], actions) is None:
            raise AnswerError(f"'{truncated(action, LONGEST)}' is not one of the choices")

    return replace(question, use=use)


class _Listener:
    """A model that records the questions to a wrapped model."""

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self.heard: list[tuple[Question[Any], str]] = []
        self._model = model

    async def answer(self, question: Question[A]) -> Reply[A]:
        reply = await self._model.answer(question)
        self.heard.append((question, reply.text))
        return reply

    async def close(self) -> None:
        """Do nothing: the caller closes the model."""
