from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import AnswerError, UserError
from ariadne.events import Usage
from ariadne.models.ask import ask
from ariadne.models.model import KEPT, TOLD, NoReply, Reply, Retry, UnreadableReply
from ariadne.models.prompt import QUOTED
from ariadne.models.question import A, Question, Repair
from ariadne.models.recorded import ScriptedModel
from tests.models.questions import Act, act, list_triplets

GOOD = '{"reason": "r", "action": "look"}'


async def test_an_unreadable_reply_is_repaired_once(prompts: Path) -> None:
    asked: list[Question[object]] = []

    def script(question: Question[object]) -> str:
        asked.append(question)
        return GOOD if question.repair else '{"reason": "r"}'

    exchanges: list[Any] = []
    reply = await ask(ScriptedModel(script), act(prompts), exchanges.append)
    assert reply.answer.action == "look"
    assert asked[1].repair == Repair('{"reason": "r"}', "action: Field required")
    assert [(e.repair, e.error) for e in exchanges] == [(False, "action: Field required"), (True, "")]
    assert len(exchanges[1].prompt) == 4
    assert exchanges[0].usage.prompt_tokens > 0


async def test_a_salvaged_reply_is_not_repaired(prompts: Path) -> None:
    exchanges: list[Any] = []
    said = '{"triplets": ["key, is on, table", "ta'
    reply = await ask(ScriptedModel(lambda _: said), list_triplets(prompts), exchanges.append)
    assert reply.answer.triplets == ["key, is on, table"]
    assert [(exchange.salvaged, exchange.error, exchange.repair) for exchange in exchanges] == [(True, "", False)]


async def test_two_unreadable_replies_are_an_answer_error(prompts: Path) -> None:
    exchanges: list[Any] = []
    with pytest.raises(AnswerError, match="scripted did not answer the question 'act' as asked: there is no JSON"):
        await ask(ScriptedModel(lambda _: "hm"), act(prompts), exchanges.append)
    assert [e.reply for e in exchanges] == ["hm", "hm"]


async def test_a_repair_is_not_repaired(prompts: Path) -> None:
    exchanges: list[Any] = []
    question = replace(act(prompts), repair=Repair("up", "no valid action"))
    with pytest.raises(AnswerError):
        await ask(ScriptedModel(lambda _: "hm"), question, exchanges.append)
    assert [e.repair for e in exchanges] == [True]


class Broken:
    """A model whose endpoint fails."""

    name = "broken"

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def answer(self, question: Question[A]) -> Reply[A]:
        raise self._error

    async def close(self) -> None: ...


@pytest.mark.parametrize(
    ("error", "retries"),
    [(NoReply("overloaded", (Retry("HTTP 503", 1.0),)), 1), (UserError("no such model"), 0)],
)
async def test_a_call_that_fails_is_recorded_and_raised(prompts: Path, error: Exception, retries: int) -> None:
    exchanges: list[Any] = []
    with pytest.raises(type(error), match=str(error)):
        await ask(Broken(error), act(prompts), exchanges.append)
    *tried, exchange = exchanges
    assert exchange.error == str(error)
    assert exchange.reply == ""
    assert [each.name for each in tried] == ["retried"] * retries


def rejects(answer: Act) -> None:
    if answer.action != "go north":
        raise OverflowError("int too large to convert")


async def test_a_reply_whose_use_raises_is_repaired(prompts: Path) -> None:
    exchanges: list[Any] = []
    says = iter((GOOD, GOOD.replace("look", "go north")))
    question = replace(act(prompts), use=rejects)
    reply = await ask(ScriptedModel(lambda _: next(says)), question, exchanges.append)
    assert reply.answer.action == "go north"
    assert [exchange.error for exchange in exchanges] == [
        "the answer cannot be used (OverflowError: int too large to convert)",
        "",
    ]
    with pytest.raises(AnswerError, match="cannot be used"):
        await ask(ScriptedModel(lambda _: GOOD), question, exchanges.append)


class Elsewhere:
    """A model from another package, which makes its answers itself."""

    name = "elsewhere"

    async def answer(self, question: Question[A]) -> Reply[A]:
        return Reply(question.answer.model_validate({"reason": "r", "action": "look"}), "look \ud83d", Usage(1, 1))

    async def close(self) -> None: ...


async def test_answers_of_other_packages_models_are_checked_too(prompts: Path) -> None:
    exchanges: list[Any] = []
    await ask(Elsewhere(), act(prompts), exchanges.append)
    with pytest.raises(AnswerError, match="OverflowError"):
        await ask(Elsewhere(), replace(act(prompts), use=rejects), exchanges.append)
    assert [exchange.reply for exchange in exchanges] == ["look ?"] * 3
    assert [bool(exchange.error) for exchange in exchanges] == [False, True, True]


async def test_only_the_start_of_a_long_reply_is_kept_and_quoted(prompts: Path) -> None:
    exchanges: list[Any] = []
    with pytest.raises(AnswerError) as raised:
        await ask(ScriptedModel(lambda _: "  hm" * 1_000_000), act(prompts), exchanges.append)
    assert len(str(raised.value)) < 300
    assert all(len(exchange.reply) <= KEPT + 4 for exchange in exchanges)
    first, repair = ([len(message["content"]) for message in exchange.prompt] for exchange in exchanges)
    assert repair[: len(first)] == first
    assert repair[len(first)] == QUOTED + len(" ...")


class Wordy(Elsewhere):
    """A model from another package, which says at length why its reply cannot be used."""

    async def answer(self, question: Question[A]) -> Reply[A]:
        raise UnreadableReply("no " * 50_000, "x" * 50_000, Usage(1, 1), 0.0)


async def test_the_error_in_a_repair_is_limited(prompts: Path) -> None:
    exchanges: list[Any] = []
    with pytest.raises(AnswerError):
        await ask(Wordy(), act(prompts), exchanges.append)
    assert sum(len(message["content"]) for message in exchanges[1].prompt[-2:]) < QUOTED + TOLD + 300
    assert all(len(exchange.error) <= TOLD + 4 for exchange in exchanges)
