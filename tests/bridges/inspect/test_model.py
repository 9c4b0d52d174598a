"""Inspect's model with our questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageAssistant, ContentReasoning, ContentText, ModelOutput, ModelUsage
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import BaseModel

from ariadne.bridges.inspect.model import InspectModel, load
from ariadne.errors import UserError
from ariadne.models.model import Reply, UnreadableReply
from ariadne.models.question import Question
from ariadne.models.registry import Override
from ariadne.reasoner import RulesModel
from tests.bridges.inspect.conftest import Evaluate, output


class Chosen(BaseModel):
    """An answer."""

    places: list[str]


class Asked:
    """Asks a question through Inspect, whose model gives these replies in turn.

    Attributes:
        configs: how Inspect was asked to draw each reply.
        came: the reply, or the exception.
    """

    def __init__(
        self, evaluate: Evaluate, folder: Path, says: Sequence[str | ModelOutput | Exception], **more: Any
    ) -> None:
        self.configs: list[Any] = []
        self.chats: list[Any] = []
        self.came: Any = None
        left = iter(says)
        (folder / "where.yaml").write_text(
            "system: be brief\nuser: where is {{ it }}?\nmax_tokens: 50\ntemperature: 0.3\n"
        )
        question = Question("where", {"it": "the key"}, Chosen, prompts=folder, seed=7)

        def said(messages: Any, config: Any) -> str | ModelOutput:
            self.configs.append(config)
            self.chats.append([(message.role, message.text) for message in messages])
            told = next(left)
            if isinstance(told, Exception):
                raise told
            return told

        @solver
        def asking() -> Solver:
            async def ask(state: TaskState, generate: Generate) -> TaskState:
                try:
                    self.came = await InspectModel("mockllm/model", **more).answer(question)
                except Exception as error:
                    self.came = error
                return state

            return ask

        self.log: EvalLog = evaluate(Task(dataset=[Sample(input="")], solver=asking()), said)


def refusal(status: int) -> Exception:
    error = RuntimeError("no such parameter: response_format")
    error.status_code = status  # type: ignore[attr-defined]
    return error


def test_question_is_one_call_of_inspects(tmp_path: Path, evaluate: Evaluate) -> None:
    told = output('{"places": ["the hall"]}')
    told.usage = ModelUsage(input_tokens=10, output_tokens=5, input_tokens_cache_read=90, total_cost=0.25)
    asked = Asked(evaluate, tmp_path, [told], override=Override(max_tokens=80))
    assert isinstance(asked.came, Reply)
    assert asked.came.answer == Chosen(places=["the hall"])
    usage = asked.came.usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.cost_usd) == (100, 5, 90, 0.25)
    assert asked.chats == [[("system", "be brief"), ("user", "where is the key?")]]
    (config,) = asked.configs
    assert (config.max_tokens, config.temperature, config.seed) == (80, 0.3, 7)
    assert list(config.response_schema.json_schema.properties) == ["places"]
    assert asked.log.samples
    assert [event.event for event in asked.log.samples[0].events].count("model") == 1


def test_reply_cut_while_thinking_is_retried_with_twice_the_tokens(tmp_path: Path, evaluate: Evaluate) -> None:
    thinking = ChatMessageAssistant(content=[ContentReasoning(reasoning="let me see"), ContentText(text="")])
    cut = ModelOutput.from_message(thinking, "max_tokens")
    cut.usage = ModelUsage(input_tokens=10, output_tokens=50, total_tokens=60)
    asked = Asked(evaluate, tmp_path, [cut, '{"places": []}'])
    assert [config.max_tokens for config in asked.configs] == [50, 100]
    assert asked.came.usage.completion_tokens == 55
    assert len(asked.came.retries) == 1


def test_provider_that_takes_no_schema_is_asked_without(tmp_path: Path, evaluate: Evaluate) -> None:
    asked = Asked(evaluate, tmp_path, [refusal(400), 'So: {"places": ["here"]}'])
    assert asked.came.answer.places == ["here"]
    assert [config.response_schema is None for config in asked.configs] == [False, True]


@pytest.mark.parametrize("error", [refusal(401), ValueError("the key is missing")])
def test_what_a_provider_raises_is_raised(tmp_path: Path, evaluate: Evaluate, error: Exception) -> None:
    assert Asked(evaluate, tmp_path, [error]).came is error


def test_refusal_to_answer_can_be_repaired(tmp_path: Path, evaluate: Evaluate) -> None:
    asked = Asked(evaluate, tmp_path, [output("I will not.", stop_reason="content_filter")])
    assert isinstance(asked.came, UnreadableReply)
    assert "refuses to answer" in str(asked.came)
    assert asked.came.usage.completion_tokens == 5


def test_question_too_long_for_the_model_is_a_user_error(tmp_path: Path, evaluate: Evaluate) -> None:
    full = output("", stop_reason="model_length", error="maximum context length is 8192 tokens")
    asked = Asked(evaluate, tmp_path, [full])
    assert isinstance(asked.came, UserError)
    assert "a memory that shows less" in str(asked.came)


def test_rules_are_no_model_of_inspects() -> None:
    assert isinstance(load("rules", similarity=lambda one, other: 0.0, timeout=None), RulesModel)
