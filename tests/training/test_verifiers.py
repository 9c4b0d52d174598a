"""Games as an environment of verifiers, played by a scripted model over HTTP."""

from __future__ import annotations

import asyncio
import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from tests.command import ROOT
from tests.test_readme import blocks
from tests.training.played import first_key, play

vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed", exc_type=ImportError)

from ariadne_games import load_environment  # noqa: E402
from tests.training.scripted import Script, in_turn, model  # noqa: E402


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """verifiers makes an empty folder for each episode."""
    monkeypatch.setattr("verifiers.v1.runtimes.subprocess.CACHE_DIR", tmp_path)


def episodes(script: Script, **what: Any) -> list[Any]:
    """One episode of each task of an environment."""

    async def run() -> list[Any]:
        env = load_environment(**what)
        async with model(script) as url, env.serving():
            ctx = vf.ModelContext(model="scripted", client=vf.EvalClientConfig(base_url=url, api_key_var="NONE"))
            return list(await asyncio.gather(*(env.run_episode(task, ctx) for task in env.taskset)))

    return asyncio.run(run())


def trace_of(script: Script, **what: Any) -> Any:
    (episode,) = episodes(script, **what)
    assert (episode.ok, episode.errors) == (True, [])
    (trace,) = episode.traces
    return trace


def said(trace: Any) -> list[dict[str, str]]:
    return [{"role": each.role, "content": each.content} for each in trace.messages]


@pytest.mark.parametrize("name", ["treasure-hunt", "gripper/2"])
def test_episode_is_that_of_ariadne_play(story: str, tmp_path: Path, name: str) -> None:
    game = story if name == "treasure-hunt" else name
    played = play(game, tmp_path / "runs")
    trace = trace_of(in_turn(played.commands), game=game, max_turns=1000)
    assert said(trace) == played.messages
    last = played.scores[-1]
    assert trace.reward == trace.rewards["normalized_score"].value == last.score / last.maximum == 1
    steps = float(len(played.commands))
    assert trace.metrics == {"won": 1, "lost": 0, "steps": steps, "invalid_actions": 0}
    assert (trace.stop_condition, trace.num_branches, trace.num_turns) == ("user_closed", 1, steps)


def test_half_an_episode_earns_what_it_earned(story: str, tmp_path: Path) -> None:
    walked = play(story, tmp_path / "runs")
    half = next(step for step, score in enumerate(walked.scores) if 0 < score.score < score.maximum)
    trace = trace_of(in_turn([*walked.commands[:half], "fly away"]), game=story, max_turns=half + 1)
    assert trace.reward == walked.scores[half].score / walked.scores[half].maximum
    assert trace.metrics == {"won": 0, "lost": 0, "steps": half + 1, "invalid_actions": 1}


def test_facts_are_rewarded_where_that_is_asked_for(story: str) -> None:
    key = first_key(story)
    replies = [f"take {key}", f"<facts>player, has, {key}; moon, is, open</facts>\nlook"]
    silent = trace_of(in_turn(replies), game=story, max_turns=2)
    asked = trace_of(in_turn(replies), game=story, max_turns=2, facts_reward=0.5)
    assert list(silent.rewards) == ["normalized_score"]
    marks = asked.info["episode"]["facts"]
    assert (marks["right"], marks["wrong"]) == (1, 1)
    assert asked.metrics["facts_f1"] == pytest.approx(2 / (marks["known"] + 2))
    assert asked.rewards["facts"].value == 0.5 * asked.metrics["facts_f1"] > 0
    assert asked.reward == asked.rewards["normalized_score"].value + asked.rewards["facts"].value
    assert "<facts>" not in said(silent)[0]["content"]
    assert said(asked)[0]["content"].startswith(said(silent)[0]["content"])
    assert "<facts>" in said(asked)[0]["content"]


def test_facts_are_not_rewarded_where_no_engine_tells_them() -> None:
    with pytest.raises(UserError, match="facts_reward: gripper"):
        list(load_environment("gripper", facts_reward=1).taskset)


def test_there_is_a_task_for_each_seed_and_they_play_at_once() -> None:
    done = episodes(lambda messages: "look around", game="gripper", seeds="1-2,5", max_turns=2)
    assert [(each.ok, each.task.data.seed, each.task.key) for each in done] == [
        (True, seed, f"gripper/{seed}") for seed in (1, 2, 5)
    ]
    assert len({said(each.traces[0])[0]["content"] for each in done}) == 3
    assert [task.data.seed for task in load_environment("gripper", range(1, 4)).taskset] == [1, 2, 3]


def test_model_that_fails_is_an_episode_that_failed() -> None:
    def breaks(messages: Any) -> str:
        raise ZeroDivisionError

    (episode,) = episodes(breaks, game="gripper/1")
    assert not episode.ok
    assert [each.type for each in episode.traces[0].errors] == ["ProviderError"]


def test_unknown_game_is_a_user_error() -> None:
    with pytest.raises(UserError, match="unknown name 'teasure-hunt'; did you mean treasure-hunt"):
        load_environment("teasure-hunt")


def test_environment_is_found_by_its_id_as_a_command_line_says_it() -> None:
    settings = {"taskset": {"id": "ariadne-games", "game": "gripper", "seeds": "3", "max_turns": 5}}
    env = vf.load_environment(vf.resolve_env_config(settings))
    (task,) = env.taskset
    assert (task.data.game, task.data.seed, task.data.max_turns) == ("gripper", 3, 5)
    wire = type(task).data_type().model_validate(task.data.model_dump(mode="json"))
    assert wire == task.data


def test_example_of_the_page_prints_what_stands_below_it() -> None:
    page = (ROOT / "docs" / "elsewhere.md").read_text(encoding="utf-8")
    section = page.partition("## verifiers\n")[2].partition("\n## ")[0]
    code, printed = blocks("python", section)[0], blocks("text", section)[0]

    async def run() -> str:
        async with model(lambda messages: "look around") as url:
            out = io.StringIO()
            with redirect_stdout(out):
                await asyncio.to_thread(exec, code.replace("http://localhost:8000/v1", url), {"__name__": "__main__"})
            return out.getvalue()

    assert code.count("http://localhost:8000/v1") == 1
    assert asyncio.run(run()) == printed
