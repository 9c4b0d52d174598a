from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.scheduler import in_series
from tests.conftest import Game
from tests.other_package import install

URL = "http://127.0.0.1:9/v1"


def jobs(**said: Any) -> list[Job]:
    return jobs_of(EvalPlan(**{"games": "cooking", **said}))


def played(found: list[Job]) -> list[tuple[Any, ...]]:
    return [(job.config.game, job.config.seed, job.config.model, job.config.memory, job.repeat) for job in found]


def test_every_game_is_played_with_every_seed_model_and_memory() -> None:
    found = jobs(games="cooking,cleaning", seeds="1-2", models="a,b", memories="rag,none", repeats=2)
    assert len(found) == len(set(played(found))) == 2 * 2 * 2 * 2 * 2
    assert [job.number for job in found] == list(range(1, 33))
    assert played(found)[:3] == [
        ("cooking", 1, "a", "rag", 1),
        ("cooking", 1, "a", "rag", 2),
        ("cooking", 1, "a", "none", 1),
    ]


def test_a_job_is_told_all_that_the_plan_says() -> None:
    (job,) = jobs(
        models="tiny", model_for={"act": "large"}, base_url=URL, calls="paper", navigation="memory", width=3, depth=1,
        episodes=4, context_tokens=99, max_steps=7, embedder="openai", embedder_base_url=URL, timeout=3,
        repeats=1, temperature_for="rag/act=1,act=0.2", episodic_similarity=True,
        episode_minutes=0.5, episode_tokens=9, episode_usd=2,
    )  # fmt: skip
    config = job.config
    assert (config.model, config.model_for, config.base_url) == ("tiny", {"act": "large"}, URL)
    assert (config.calls, config.navigation, config.width, config.depth, config.episodes) == (
        "paper",
        "memory",
        3,
        1,
        4,
    )
    assert config.temperature_for == {"rag/act": 1, "act": 0.2}
    assert (config.context_tokens, config.max_steps) == (99, 7)
    assert (config.episode_minutes, config.episode_tokens, config.episode_usd) == (0.5, 9, 2)
    assert config.episodic_similarity
    assert (config.embedder, config.embedder_base_url, config.timeout) == ("openai", URL, 3)


def test_similarity_is_asked_of_the_memories_that_rank_by_the_formula_alone() -> None:
    found = jobs(memories="arigraph,arigraph-blend,arigraph-no-episodic,rag", episodic_similarity=True)
    assert {job.config.memory for job in found if job.config.episodic_similarity} == {"arigraph"}


def test_a_games_own_seeds_and_limit_go_before_the_plans() -> None:
    found = jobs(games=[{"game": "cooking", "seeds": "8-9", "max_steps": 5}, "cleaning"], seeds="1", max_steps=50)
    assert [(job.config.game, job.config.seed, job.config.max_steps) for job in found] == [
        ("cooking", 8, 5), ("cooking", 9, 5), ("cleaning", 1, 50),
    ]  # fmt: skip


def test_a_story_is_one_game_whatever_the_seeds(game: Game) -> None:
    found = jobs(games=[str(game("cooking"))], seeds="1-5")
    assert [job.config.seed for job in found] == [None]


def test_a_domain_stands_for_all_of_its_tasks_or_those_of_the_seeds() -> None:
    chosen = ["blocksworld", {"game": "gripper", "seeds": "2-3,20"}, "gripper/7", "cooking"]
    found = [(job.config.game, job.config.seed) for job in jobs(games=chosen)]
    assert found == [
        *(("blocksworld", number) for number in range(1, 11)),
        *(("gripper", number) for number in (2, 3, 20)),
        ("gripper/7", None),
        ("cooking", 1),
    ]
    some = [(job.config.game, job.config.seed) for job in jobs(games=["blocksworld", "cooking"], seeds="5-6")]
    assert some == [("blocksworld", 5), ("blocksworld", 6), ("cooking", 5), ("cooking", 6)]
    with pytest.raises(UserError, match="blocksworld/11"):
        jobs(games="blocksworld", seeds="11")


def test_a_story_goes_by_its_name_in_the_folder(lighthouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIADNE_STORIES", str(lighthouse.parent))
    assert [(job.config.game, job.config.seed) for job in jobs(games="lighthouse")] == [("lighthouse", None)]


def test_a_handicap_is_for_the_stories_of_a_plan(lighthouse: Path) -> None:
    made = jobs(games=f"blocksworld/1,{lighthouse}", handicap=["actions"])
    assert [job.config.handicap for job in made] == [(), ("actions",)]


@pytest.mark.parametrize(
    ("said", "repeats"),
    [
        ({}, 1),
        ({"models": "tiny"}, 5),
        ({"repeats": 3}, 3),
        ({"agents": "random"}, 5),
        ({"agents": "walkthrough"}, 1),
        ({"memories": "reflexion"}, 3),
    ],
)
def test_what_is_left_to_chance_is_played_five_times_the_rest_once_and_attempts_thrice(
    said: dict[str, Any], repeats: int
) -> None:
    assert [job.repeat for job in jobs(**said)] == list(range(1, repeats + 1))


def test_agents_that_do_not_think_play_alone() -> None:
    """For them, memories and models would make no difference."""
    found = jobs(agents="ariadne,random,walkthrough", memories="rag,none", models="rules,tiny", repeats=1)
    assert Counter(job.config.agent for job in found) == {"ariadne": 4, "random": 1, "walkthrough": 1}


def test_each_agent_has_its_own_memory_unless_memories_are_named() -> None:
    agents = "ariadne,hiagent-no-summary,standard"
    own = [(job.config.agent, job.config.memory) for job in jobs(agents=agents)]
    assert own == [
        ("ariadne", "arigraph"), ("hiagent-no-summary", "hiagent-no-summary"), ("standard", "full-history"),
    ]  # fmt: skip
    named = [(job.config.agent, job.config.memory) for job in jobs(agents=agents, memories="rag")]
    assert named == [("ariadne", "rag"), ("hiagent-no-summary", "rag"), ("standard", "rag")]


def test_attempts_are_one_series_and_other_repeats_are_not() -> None:
    found = jobs(memories="reflexion,rag", seeds="1-2", repeats=3)
    series = in_series(found)
    assert [[job.repeat for job in each] for each in series] == [[1, 2, 3], [1], [2], [3]] * 2
    assert [job for each in series for job in each] == found
    assert all(len({(job.config.seed, job.config.memory) for job in each}) == 1 for each in series)


def test_rules_may_stand_beside_models_at_an_endpoint() -> None:
    found = jobs(models="rules,tiny", base_url=URL, repeats=1)
    assert [(job.config.model, job.config.base_url) for job in found] == [("rules", None), ("tiny", URL)]
    (mixed,) = jobs(models="rules", model_for={"one": "tiny"}, base_url=URL, repeats=1)
    assert mixed.config.base_url == URL


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ({}, "one"),
        ({"memories": "none"}, "decide"),
        ({"memories": "reflexion"}, "lesson"),
        ({"calls": "paper"}, "extract"),
        ({"agents": "hiagent"}, "fold"),
    ],
)
def test_a_model_may_answer_any_question_that_is_asked(said: dict[str, Any], name: str) -> None:
    assert {job.config.model_for[name] for job in jobs(**said, model_for={name: "tiny"}, repeats=1)} == {"tiny"}


def test_agents_and_memories_of_others_that_do_not_tell_what_they_ask_may_ask_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = "from ariadne.memory.registry import MemoryKind\nDIARY = MemoryKind(None)"
    install(tmp_path, monkeypatch, "ariadne.memories", "diary = diary_memories:DIARY", memory)
    assert jobs(memories="diary", model_for={"summarize": "tiny"})


def test_a_preset_of_ones_own_has_seeds(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("family: cooking\ndescription: Mine.\n", encoding="utf-8")
    assert [job.config.seed for job in jobs(games=str(path), seeds="4-5")] == [4, 5]


@pytest.mark.parametrize(
    "choices",
    [{"repeats": 999_999_999}, {"models": [f"model-{number}" for number in range(1000)], "repeats": 1000}],
)
def test_a_run_of_more_episodes_than_can_be_held_is_refused_before_they_are_made(choices: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="at most 100,000 episodes"):
        jobs_of(EvalPlan(games=("treasure-hunt",), **choices))
