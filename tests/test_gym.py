"""Games as Gymnasium environments."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from ariadne import gym
from ariadne.events import Scored, TurnEvent
from ariadne.games.presets import preset_names
from ariadne.worlds.registry import find_game
from tests.command import ariadne_here, events_of

Played = gymnasium.Env[str, str]


@pytest.fixture
def hunt(story: str) -> Iterator[Played]:
    with closing(gymnasium.make("ariadne/game-v0", game=story)) as env:
        yield env


def played(env: Played, commands: list[str]) -> list[tuple[Any, ...]]:
    """The result of each step of an episode, without the start."""
    env.reset()
    return [env.step(command) for command in commands]


@pytest.mark.parametrize("name", ["treasure-hunt", "gripper"])
def test_gymnasium_finds_nothing_wrong(story: str, name: str) -> None:
    game = story if name == "treasure-hunt" else name
    with warnings.catch_warnings(), closing(gym.TextGame(game, render_mode="ansi")) as env:
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_every_game_with_a_name_is_registered() -> None:
    named = {f"ariadne/{name}-v0" for name in (*preset_names(), "blocksworld", "gripper", "tyreworld", "barman")}
    assert named <= gymnasium.registry.keys()


@pytest.mark.parametrize("name", ["treasure-hunt", "gripper/2"])
def test_episode_is_that_of_ariadne_play(story: str, tmp_path: Path, name: str) -> None:
    game = story if name == "treasure-hunt" else name
    done = ariadne_here("play", game, "--agent", "walkthrough", "--runs", tmp_path / "runs", "--quiet")
    assert not done.returncode, done.stderr
    events = events_of(tmp_path / "runs")
    turns = [event for event in events if isinstance(event, TurnEvent)]
    scores = [event for event in events if isinstance(event, Scored)]
    with closing(gymnasium.make("ariadne/game-v0", game=game, max_steps=1000)) as env:
        start, info = env.reset()
        assert start.endswith(turns[0].observation)
        assert info["goal"] in start
        assert info["instructions"] in start
        gained = 0.0
        for turn, score in zip(turns[1:], scores[1:], strict=True):
            seen, reward, ended, cut, info = env.step(turn.command)
            gained += reward
            told = seen, info["valid_actions"], info["inventory"], info["location"], ended
            assert told == (turn.observation, turn.commands, turn.inventory, turn.location, turn.done)
            standing = info["score"], info["max_score"], info["won"], info["lost"]
            assert standing == (score.score, score.maximum, score.won, score.lost)
            assert not cut
    assert ended
    assert info["won"]
    assert gained == info["score"] - scores[0].score


def test_episode_is_truncated_at_the_games_limit() -> None:
    limit = find_game("gripper").max_steps
    with closing(gymnasium.make("ariadne/gripper-v0")) as env:
        cut = [step[3] for step in played(env, ["look around"] * limit)]
        assert cut == [False] * (limit - 1) + [True]
        with pytest.raises(ResetNeeded):
            env.step("look around")


def test_game_that_ends_at_the_limit_is_terminated() -> None:
    plan = find_game("gripper").open().walkthrough
    with closing(gymnasium.make("ariadne/gripper-v0", max_steps=len(plan))) as env:
        _, _, ended, cut, info = played(env, list(plan))[-1]
        assert (ended, cut, info["won"]) == (True, False, True)


def test_of_several_seeds_each_reset_draws_one() -> None:
    with closing(gymnasium.make("ariadne/gripper-v0", seed=range(1, 6))) as env:
        drawn = [env.reset(seed=7)[1]["seed"], *(env.reset()[1]["seed"] for _ in range(9))]
        again = [env.reset(seed=7)[1]["seed"], *(env.reset()[1]["seed"] for _ in range(9))]
        assert drawn == again
        assert len(set(drawn)) > 1
        assert set(drawn) <= set(range(1, 6))
        assert env.reset(options={"seed": 9})[1]["seed"] == 9


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_sees_what_each_of_its_games_shows(story: str, mode: str) -> None:
    how = {"shared_memory": False} if mode == "async" else {}
    with closing(gymnasium.make("ariadne/game-v0", game=story)) as alone:
        start, info = alone.reset()
        command = info["valid_actions"][0]
        seen = alone.step(command)[0]
    vector = gymnasium.make_vec("ariadne/game-v0", num_envs=2, vectorization_mode=mode, vector_kwargs=how, game=story)
    with closing(vector):
        assert vector.reset()[0] == (start, start)
        looked, _, _, _, infos = vector.step((command, "look"))
        assert looked[0] == seen
        assert looked[1] != seen
        assert list(infos["score"]) == [0, 0]
        assert all("look" in actions for actions in infos["valid_actions"])


def test_vector_refuses_to_share_texts_which_gymnasium_would_not_read_again() -> None:
    with pytest.raises(ValueError, match="shared_memory=False"):
        gymnasium.make_vec("ariadne/gripper-v0", num_envs=2, vectorization_mode="async")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_fork_plays_worlds_of_its_own_and_leaves_its_parents_alone(hunt: Played, story: str) -> None:
    start = hunt.reset()[0]
    child = os.fork()
    if not child:
        code = 1
        try:
            with closing(gym.TextGame(story)) as own:
                code = int(own.reset()[0] != start)
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert hunt.step("look")[0] in start


def test_picture_shows_place_score_and_what_was_done(story: str) -> None:
    with closing(gymnasium.make("ariadne/game-v0", game=story, render_mode="ansi")) as env:
        _, info = env.reset()
        action = next(each for each in info["valid_actions"] if each.startswith("take"))
        env.step(action)
        drawn = env.render()
    assert isinstance(drawn, str)
    assert action in drawn
    assert "step" in drawn
    assert "learning" not in drawn
