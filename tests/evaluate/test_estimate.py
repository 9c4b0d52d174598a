from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from ariadne.config import PlayConfig
from ariadne.evaluate.estimate import estimate
from ariadne.evaluate.executor import EpisodeOrder, LocalExecutor
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import EvalPlan
from ariadne.events import QuestionEvent, Use
from ariadne.memory.registry import Calls
from ariadne.record import read_events
from ariadne.runs.resume import ending_of
from ariadne.runs.run import Run
from ariadne.worlds.card import GameCard
from tests.conftest import Game
from tests.nightly import mostly_nightly
from tests.other_package import install


def of(**said: Any) -> Use:
    return estimate(jobs_of(EvalPlan(**{"games": "cooking", "repeats": 1, **said})))


async def taken(executor: LocalExecutor, run: Run, job: Job) -> Any:
    await executor.play(EpisodeOrder(job))
    path = run.found(job.number)
    assert path
    return ending_of(path)


def questions(run: Run, job: Job) -> set[str]:
    path = run.found(job.number)
    assert path
    return {event.kind for event in read_events(path) if isinstance(event, QuestionEvent)}


@pytest.mark.nightly
async def test_it_is_no_less_than_what_real_plays_take(game: Game, tmp_path: Path) -> None:
    """In a house where little is found, so that all steps are taken; repairs apart, of which rules need none."""
    run = Run(tmp_path)
    executor = LocalExecutor(run, lambda number, event: None, cache=False)
    config = PlayConfig(game=str(game("cleaning")), max_steps=10, goal="Find the unicorn.")
    memories = ("arigraph", "full-history", "summary", "rag", "simulacra", "reflexion", "none")
    memories += ("mem0-style", "graphiti-style", "hipporag-style")
    asked = [("ariadne", memory, "three") for memory in memories]
    asked += [("ariadne", memory, "one") for memory in ("none", "summary", "graphiti-style", "hipporag-style")]
    asked += [("ariadne", "arigraph", calls) for calls in ("one", "two", "act", "paper")] + [
        ("standard", "arigraph", "one")
    ]
    asked += [(agent, "", "three") for agent in ("hiagent", "hiagent+arigraph", "task-decomposition", "standard")]
    for number, (agent, memory, calls) in enumerate(asked, 1):
        choices = {**config.model_dump(), "agent": agent, "memory": memory, "calls": calls}
        job = Job(number, PlayConfig(**choices), 1, number)
        most, end = estimate([job]), await taken(executor, run, job)
        assert questions(run, job) <= {*job.config.asks(job.config.agent, job.config.memory)}
        assert end.model_calls <= most.calls, job.config
        assert end.prompt_tokens <= most.prompt_tokens, job.config
        assert end.completion_tokens <= most.completion_tokens, job.config
        # Nor is it absurdly high.
        assert most.calls <= 3 * end.model_calls, job.config
    await executor.close()


@pytest.mark.parametrize("calls", mostly_nightly(get_args(Calls), ["one"]))
async def test_it_is_hardly_more_than_is_asked_of_ariadne(game: Game, tmp_path: Path, calls: str) -> None:
    """Per step taken, since how many steps a game needs is not known before."""
    executor = LocalExecutor(run := Run(tmp_path), lambda number, event: None, cache=False)
    config = PlayConfig.model_validate({"game": str(game("cooking")), "calls": calls})
    end = await taken(executor, run, Job(1, config, 1, 1))
    most = estimate([Job(1, config.model_copy(update={"max_steps": end.steps}), 1, 1)])
    assert end.model_calls <= most.calls <= 1.25 * end.model_calls
    assert end.prompt_tokens <= most.prompt_tokens
    assert end.completion_tokens <= most.completion_tokens
    await executor.close()


def test_it_is_the_sum_over_all_episodes() -> None:
    one, three = of(), of(seeds="1-3")
    assert (three.calls, three.prompt_tokens) == (3 * one.calls, 3 * one.prompt_tokens)
    assert estimate([]) == Use()


def test_a_preset_or_a_story_has_its_own_limit_unless_the_plan_has_one(game: Game, tmp_path: Path) -> None:
    assert of(max_steps=10).calls == 10
    path = tmp_path / "long.yaml"
    path.write_text("family: cooking\ndescription: Long.\nmax_steps: 400\n", encoding="utf-8")
    assert of(games=str(path)).calls == 400
    story = game("cooking")
    for file in story.parent.glob(f"{story.stem}.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    place = (tmp_path / story.name).with_suffix(".yaml")
    card = GameCard.load(place)
    card.max_steps, card.digest = 400, ""
    card.save(place)
    assert of(games=[str(tmp_path / story.name)]).calls == 400


@pytest.mark.parametrize("agent", ["random", "walkthrough"])
def test_an_agent_without_a_model_asks_nothing(agent: str) -> None:
    assert of(agents=agent) == Use()


def test_agents_and_memories_of_other_packages_say_what_they_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = (
        "from ariadne.agents.registry import AgentKind\n"
        'POLLSTER = AgentKind(None, thinks=True, asks=lambda calls, memory: {"step": 4})'
    )
    memory = 'from ariadne.memory.registry import MemoryKind\nDIARY = MemoryKind(None, asks=lambda calls: {"fold": 5})'
    install(tmp_path, monkeypatch, "ariadne.agents", "pollster = pollster_agents:POLLSTER", agent)
    install(tmp_path, monkeypatch, "ariadne.memories", "diary = diary_memories:DIARY", memory)
    assert of(agents="pollster", memories="diary", max_steps=10).calls == 90


def test_full_history_costs_many_times_as_much_and_a_limit_less() -> None:
    long, short = (of(memories=name, max_steps=150).prompt_tokens for name in ("full-history", "none"))
    assert long > 2 * short
    limited = of(memories="full-history", context_tokens=500).prompt_tokens
    assert of(memories="none").prompt_tokens < limited < of(memories="full-history").prompt_tokens


def test_rules_and_files_cost_nothing_and_what_is_not_known_is_said() -> None:
    assert of().cost_usd == 0
    assert of(models="rules,nobody-knows-this-model").cost_usd is None
    assert of(models="tiny.gguf", base_url="http://127.0.0.1:9/v1").cost_usd is None


def test_each_question_costs_what_its_model_does() -> None:
    def price(model: str, **others: str) -> float | None:
        return of(models=model, calls="three", model_for=others).cost_usd

    cheap, dear = price("gpt-4o-mini"), price("gpt-4o")
    mixed = price("gpt-4o-mini", act="gpt-4o")
    assert cheap is not None
    assert mixed is not None
    assert dear is not None
    assert cheap < mixed < dear
    assert price("gpt-4o-mini", learn="gpt-4o", plan="gpt-4o", act="gpt-4o") == dear
    assert price("gpt-4o", act="nobody-knows-this-model") is None


def test_what_the_rules_read_and_plan_for_a_model_costs_nothing() -> None:
    acts, all_three = of(models="gpt-4o", calls="act"), of(models="gpt-4o", calls="three")
    assert acts.calls == all_three.calls
    assert acts.cost_usd == of(models="rules", model_for={"act": "gpt-4o"}, calls="act").cost_usd
    assert acts.cost_usd is not None
    assert all_three.cost_usd is not None
    assert 0 < acts.cost_usd < all_three.cost_usd
