"""Inspect for tests: its mock model with given replies, and no display."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.util import registry_create

import ariadne.bridges.inspect.tasks  # noqa: F401  # Registers them, also where the package is not installed.

# Inspect's own warnings about its libraries.
_INSPECTS = (
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",
    "ignore:Unclosed <Memory:ResourceWarning",
)

Says = Callable[[list[ChatMessage], GenerateConfig], str | ModelOutput]
Evaluate = Callable[..., EvalLog]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            for each in _INSPECTS:
                item.add_marker(pytest.mark.filterwarnings(each))


def made(name: str, **arguments: Any) -> Any:
    """A task as Inspect makes it, by its name."""
    return registry_create("task", f"ariadne/{name}", **arguments)


LOOK = {"reason": "to see", "action": "look around", "triplets": [], "replaced": [], "entities": [], "plan": []}


def looks(messages: list[ChatMessage], config: GenerateConfig) -> str:
    """A harmless answer to every question."""
    return json.dumps(LOOK)


def output(text: str, **more: Any) -> ModelOutput:
    """A reply with token counts: Inspect would download a table to count them."""
    told = ModelOutput.from_content("mockllm/model", text, **more)
    told.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
    return told


def evaluating(folder: Path) -> Evaluate:
    """Evaluates a task with the mock model, whose replies a function makes, or without a model."""

    def evaluate(task: Task, says: Says | None = looks, **more: Any) -> EvalLog:
        def replied(messages: list[ChatMessage], tools: Any, choice: Any, config: GenerateConfig) -> ModelOutput:
            assert says
            said = says(messages, config)
            return output(said) if isinstance(said, str) else said

        model = get_model("mockllm/model", custom_outputs=replied, memoize=False) if says else None
        (log,) = eval(task, model=model, display="none", log_dir=str(folder / "logs"), **more)
        return log

    return evaluate


@pytest.fixture
def evaluate(tmp_path: Path) -> Evaluate:
    return evaluating(tmp_path)
