from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import AnswerError, UserError
from ariadne.events import Usage
from ariadne.models.check import Demand, Speed, TrialQuestions, Try, advise, ask_each, demand_of, report_of, speed_of
from ariadne.models.openai import OpenAIModel
from tests.models.questions import Act, act, judge
from tests.models.server import ChatServer, Reaction, completion, refusal, serving

COUNTED = {"prompt_tokens": 200, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 150}}
GO = '{"reason": "why not", "action": "go north"}'


def tried(name: str = "act", error: str = "", prompt: int = 100, cached: int = 0, reply: int = 10, seconds: float = 1.0,
          estimated: int = 100) -> Try:  # fmt: skip
    return Try(name, error, False, Usage(prompt, reply, cached), estimated, seconds)


async def asked(prompts: Path, *reactions: Reaction) -> tuple[list[Try], ChatServer]:
    """What came of two questions, and of the second again."""
    with serving() as server:
        server.react(*reactions)
        model = OpenAIModel("tiny", server.url, tries=1)
        told: list[Try] = []
        tries = await ask_each(model, [act(prompts), judge(prompts)], told.append)
        await model.close()
    assert told == tries
    return tries, server


async def test_every_question_is_asked_once_and_the_last_again(prompts: Path) -> None:
    tries, server = await asked(prompts, completion(GO), completion('{"explore": true}', usage=COUNTED))
    assert [(each.name, each.error, each.broken) for each in tries] == [
        ("act", "", False), ("judge", "", False), ("judge", "", False)
    ]  # fmt: skip
    assert tries[2].usage.cached_tokens == 150
    assert [request.body["messages"] for request in server.requests[1:]] == [server.requests[2].body["messages"]] * 2


async def test_an_unusable_answer_is_reported_and_not_repaired(prompts: Path) -> None:
    tries, server = await asked(
        prompts,
        completion('{"reason": "why not"}'),
        completion('{"explore": ', finish="length"),
        completion("the key is red\n" * 40, finish="length"),
    )
    assert tries[0].error == "action: Field required"
    assert "cut" in tries[1].error
    assert [each.broken for each in tries] == [False, True, True]
    assert len(server.requests) == 3


async def test_an_answer_that_fails_its_use_is_invalid(prompts: Path) -> None:
    def use(answer: Act) -> None:
        raise AnswerError(f"nobody wants {answer.action}")

    with serving() as server:
        server.react(completion(GO))
        model = OpenAIModel("tiny", server.url)
        tries = await ask_each(model, [replace(act(prompts), use=use)], lambda _: None)
        await model.close()
    assert {each.error for each in tries} == {"nobody wants go north"}


async def test_a_model_that_never_replied_is_an_error_and_one_that_fails_later_a_finding(prompts: Path) -> None:
    with pytest.raises(UserError, match="has no model 'tiny'"):
        await asked(prompts, refusal(404, "model 'tiny' not found"))
    tries, _ = await asked(prompts, completion(GO), refusal(400, "the prompt is too long for this"))
    assert [bool(each.error) for each in tries] == [False, True, True]


@given(
    st.lists(st.tuples(st.integers(1, 4000), st.integers(1, 400)), min_size=3, max_size=11),
    st.floats(0.0001, 0.1),
    st.floats(0.001, 1.0),
)
def test_speeds_are_fitted_to_times(sizes: list[tuple[int, int]], prompt: float, reply: float) -> None:
    tries = [tried(prompt=n, reply=k, seconds=prompt * n + reply * k) for n, k in sizes]
    slow_start = replace(tries[0], seconds=1000.0)
    found = speed_of([slow_start, *tries])
    for each in tries:
        assert found.seconds(each.usage) == pytest.approx(each.seconds, rel=0.01)


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 500), st.floats(0, 100)), max_size=11))
def test_no_speed_is_negative(seen: list[tuple[int, int, float]]) -> None:
    found = speed_of([tried(prompt=n, reply=k, seconds=seconds) for n, k, seconds in seen])
    assert found.prompt >= 0
    assert found.reply >= 0


def test_the_demand_of_a_step_uses_the_models_token_counts(prompts: Path) -> None:
    question = act(prompts)
    once = TrialQuestions("one", 1, [(question, GO)])
    plain = demand_of(once, [tried(estimated=100, prompt=200, reply=30)], Speed(0.01, 0.1), caches=False)
    twice = demand_of(TrialQuestions("two", 1, [(question, GO)] * 2), [], Speed(0, 0), caches=False)
    assert plain.usage.prompt_tokens == pytest.approx(twice.usage.prompt_tokens, abs=2)
    assert plain.usage.completion_tokens == 30
    assert plain.seconds == pytest.approx(0.01 * plain.usage.prompt_tokens + 3)
    over_two_steps = demand_of(TrialQuestions("two", 2, [(question, GO)] * 2), [], Speed(0, 0), caches=True)
    assert over_two_steps.usage.cached_tokens == pytest.approx(over_two_steps.usage.prompt_tokens / 2, abs=1)


def test_the_length_of_an_unseen_reply_is_scaled(prompts: Path) -> None:
    asking = TrialQuestions("one", 1, [(act(prompts), "x" * 40), (judge(prompts), "x" * 80)])
    demand = demand_of(asking, [tried("act", reply=30)], Speed(0, 0), caches=False)
    assert demand.usage.completion_tokens == 30 + 60


def demand(calls: str, *questions: str, seconds: float = 1.0) -> Demand:
    return Demand(calls, questions, Usage(100, 10), seconds)


THREE, TWO = demand("three", "learn", "plan", "act"), demand("two", "learn", "decide")
ONE, BAD = demand("one", "decide"), "no JSON"
ALL = [THREE, TWO, ONE]


@pytest.mark.parametrize(
    ("demands", "tries", "calls", "reasons"),
    [
        (ALL, [tried("learn"), tried("plan"), tried("act")], "three", []),
        (ALL, [tried("learn"), tried("plan", BAD)], "two", ["three: 0 of 1 answer to plan can be used"]),
        ([replace(THREE, seconds=90.0), TWO], [tried("learn")], "two", ["three: a step takes 90 s"]),
        (
            ALL, [tried("learn", BAD), tried("learn")], "one",
            ["three: 1 of 2 answers to learn can be used", "two: 1 of 2 answers to learn can be used"],
        ),
    ],
)  # fmt: skip
def test_the_first_way_of_asking_that_works_is_advised(
    demands: list[Demand], tries: list[Try], calls: str, reasons: list[str]
) -> None:
    advice = advise(demands, tries)
    good = f"{calls}: its answers can be used, and a step takes 1.0 s"
    assert (advice.calls, advice.suits, [*advice.reasons]) == (calls, True, [*reasons, good])


def test_where_no_way_of_asking_works_the_last_is_named() -> None:
    advice = advise([THREE, ONE], [tried("plan", BAD), tried("decide", BAD)])
    assert (advice.calls, advice.suits, len(advice.reasons)) == ("one", False, 2)


async def test_a_report_summarizes_the_tries(prompts: Path) -> None:
    reactions = (completion(GO, usage=COUNTED), completion('{"explore": true}', usage=COUNTED))
    with serving() as server:
        server.react(refusal(400, "response_format is not supported"), *reactions)
        model = OpenAIModel("tiny", server.url)
        tries = await ask_each(model, [act(prompts), judge(prompts)], lambda _: None)
        askings = [TrialQuestions("three", 1, [(act(prompts), GO)]), TrialQuestions("paper", 1, [(judge(prompts), "")])]
        report = report_of(model, tries, askings, lambda usage: usage.prompt_tokens / 1e6)
        await model.close()
    assert report.form != "schema"
    assert (report.model, report.valid, len(report.tries), report.cached) == ("tiny", 2, 2, 0.75)
    assert [each.calls for each in report.demands] == ["three", "paper"]
    assert all(each.usage.cost_usd == each.usage.prompt_tokens / 1e6 for each in report.demands)
    assert report.advice.calls == "three"
