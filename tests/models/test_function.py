from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.keys import in_use
from ariadne.models.function import FunctionModel
from tests.models.questions import Act, act

Messages = list[dict[str, str]]

GOOD = '{"reason": "the only way", "action": "go north"}'


async def complete(messages: Messages) -> str:
    return GOOD


def saying(*replies: Any) -> tuple[FunctionModel, list[Messages]]:
    """A model that says these in turn, and what it was asked."""
    left, asked = list(replies), list[Messages]()

    async def say(messages: Messages) -> Any:
        asked.append(messages)
        return left.pop(0)

    return FunctionModel(say), asked


async def test_a_function_answers_and_names_the_model(prompts: Path) -> None:
    model = FunctionModel(complete)
    reply = await model.answer(act(prompts))
    assert reply.answer == Act(reason="the only way", action="go north")
    assert (model.name, reply.text) == ("complete", GOOD)
    assert reply.usage.prompt_tokens > 0
    assert reply.usage.completion_tokens == 12
    assert reply.usage.cost_usd is None
    await model.close()


@pytest.mark.parametrize("said", [None, 3, {"action": "go north"}, b"{}"])
async def test_a_reply_that_is_not_text_is_one_clear_line(prompts: Path, said: object) -> None:
    model, _ = saying(said)
    with pytest.raises(UserError, match=f"say returns a {type(said).__name__} as its reply: it must return a str"):
        await model.answer(act(prompts))


def plain(messages: Messages) -> str:
    return GOOD


@pytest.mark.parametrize("function", [plain, lambda _: GOOD, "complete", Path, None])
def test_a_function_that_is_not_asynchronous_is_one_clear_line(function: Any) -> None:
    with pytest.raises(UserError, match="it must be an `async def`") as raised:
        FunctionModel(function)
    assert "\n" not in str(raised.value)


class Client:
    async def __call__(self, messages: Messages) -> str:
        return GOOD

    async def chat(self, messages: Messages, temperature: float = 1) -> str:
        return GOOD


@pytest.mark.parametrize(
    ("function", "name"),
    [(Client(), "Client"), (Client().chat, "chat"), (partial(Client().chat, temperature=0), "chat")],
)
async def test_methods_and_callable_objects_work_too(prompts: Path, function: Any, name: str) -> None:
    model = FunctionModel(function)
    assert model.name == name
    assert (await model.answer(act(prompts))).answer.action == "go north"


async def test_the_functions_exceptions_are_passed_on(prompts: Path) -> None:
    async def fails(messages: Messages) -> str:
        raise ConnectionError("the server is gone")

    with pytest.raises(ConnectionError, match="the server is gone"):
        await FunctionModel(fails).answer(act(prompts))


async def test_a_key_in_its_reply_is_redacted(prompts: Path) -> None:
    in_use("sk-the-key-of-a-function")
    model, _ = saying('{"reason": "sk-the-key-of-a-function", "action": "go north"}')
    assert (await model.answer(act(prompts))).answer.reason == "(key)"
