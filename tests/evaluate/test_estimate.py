from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.config import PlayConfig
from ariadne.evaluate.estimate import estimate
from ariadne.evaluate.executor import LocalExecutor, Order
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import EvalPlan
from ariadne.events import Use
from ariadne.runs.resume import ending_of
from ariadne.runs.run import Run
from tests.conftest import Game
from tests.other_package import install


def of(**said: Any) -> Use:
    return estimate(jobs_of(EvalPlan(**{"games": "cooking", "repeats": 1, **said})))


async def taken(executor: LocalExecutor, run: Run, job: Job) -> Any:
    await executor.play(Order(job))
    path = run.found(job.number)
    assert path
    return ending_of(path)


async def test_it_is_no_less_than_what_real_plays_take(game: Game, tmp_path: Path) -> None:
    """In a house where little is found, so that all steps are taken; repairs apart, of which rules need none."""
    run = Run(tmp_path)
    executor = LocalExecutor(run, lambda number, event: None, cache=False)
    config = PlayConfig(game=str(game("cleaning")), max_steps=10, goal="Find the unicorn.")
    memories = ("arigraph", "full-history", "summary", "rag", "simulacra", "reflexion", "none")
    memories += ("mem0-style", "graphiti-style", "hipporag-style")
    asked = [("ariadne", memory, "three") for memory in memories]
    asked += [("ariadne", "arigraph", calls) for calls in ("one", "two", "paper")] + [("standard", "arigraph", "one")]
    asked += [(agent, "", "three") for agent in ("hiagent", "hiagent+arigraph", "task-decomposition", "standard")]
    for number, (agent, memory, calls) in enumerate(asked, 1):
        choices = {**config.model_dump(), "agent": agent, "memory": memory, "calls": calls}
        job = Job(number, PlayConfig(**choices), 1, number)
        most, end = estimate([job]), await taken(executor, run, job)
        assert end.model_calls <= most.calls, job.config
        assert end.prompt_tokens <= most.prompt_tokens, job.config
        assert end.completion_tokens <= most.completion_tokens, job.config
        # Nor is it so much that nobody believes it.
        assert most.calls <= 3 * end.model_calls, job.config
    await executor.close()


def test_it_is_the_sum_over_all_episodes() -> None:
    one, three = of(), of(seeds="1-3")
    assert (three.calls, three.prompt_tokens) == (3 * one.calls, 3 * one.prompt_tokens)
    assert estimate([]) == Use()


def test_a_preset_or_a_story_has_its_own_limit_unless_the_plan_has_one(game: Game, tmp_path: Path) -> None:
    assert of(max_steps=10).calls == 20
    path = tmp_path / "long.yaml"
    path.write_text("family: cooking\ndescription: Long.\nmax_steps: 400\n", encoding="utf-8")
    assert of(games=str(path)).calls == 800
    story = game("cooking")
    for file in story.parent.glob(f"{story.stem}.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    card = (tmp_path / story.name).with_suffix(".yaml")
    card.write_text(card.read_text(encoding="utf-8").replace("max_steps: 150", "max_steps: 400"), encoding="utf-8")
    assert of(games=[str(tmp_path / story.name)]).calls == 800


@pytest.mark.parametrize("agent", ["random", "walkthrough"])
def test_who_does_not_think_asks_nothing_but_what_it_learns(agent: str) -> None:
    assert of(agents=agent) == Use()
    assert of(agents=agent, learn=True, max_steps=10).calls == 10


def test_agents_and_memories_of_other_packages_say_what_they_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = (
        "from ariadne.agents.registry import AgentKind\nPOLLSTER = AgentKind(None, thinks=True, asks=lambda calls: 4)"
    )
    memory = "from ariadne.memory.registry import MemoryKind\nDIARY = MemoryKind(None, asks=lambda calls: 5)"
    install(tmp_path, monkeypatch, "ariadne.agents", "pollster = pollster_agents:POLLSTER", agent)
    install(tmp_path, monkeypatch, "ariadne.memories", "diary = diary_memories:DIARY", memory)
    assert of(agents="pollster", memories="diary", max_steps=10).calls == 90


def test_full_history_costs_many_times_as_much_and_a_limit_less() -> None:
    assert of(memories="full-history").prompt_tokens > 2 * of(memories="none").prompt_tokens
    limited = of(memories="full-history", context_tokens=500).prompt_tokens
    assert of(memories="none").prompt_tokens < limited < of(memories="full-history").prompt_tokens


def test_rules_and_files_cost_nothing_and_what_is_not_known_is_said() -> None:
    assert of().cost_usd == 0
    assert of(models="rules,nobody-knows-this-model").cost_usd is None
    assert of(models="tiny.gguf", base_url="http://127.0.0.1:9/v1").cost_usd is None


def test_the_dearest_model_sets_the_price() -> None:
    cheap, dear = of(models="gpt-4o-mini").cost_usd, of(models="gpt-4o").cost_usd
    assert cheap
    assert dear
    assert cheap < dear
    assert of(models="gpt-4o-mini", model_for={"act": "gpt-4o"}).cost_usd == dear
    assert of(models="rules", model_for={"act": "gpt-4o"}).cost_usd == dear
    assert of(models="gpt-4o", model_for={"act": "nobody-knows-this-model"}).cost_usd is None
