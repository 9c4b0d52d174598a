"""Games served by OpenEnv and played by its client over a local connection."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from tests.command import ROOT
from tests.conftest import Game
from tests.test_readme import blocks
from tests.training.played import play

pytest.importorskip("openenv.core", reason="openenv-core is not installed", exc_type=ImportError)

import httpx
import uvicorn

from ariadne.training.openenv import GameAction, GameClient, GameState, application


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """The URL of an application served by a thread."""
    with closing(socket.create_server(("127.0.0.1", 0))) as heard:
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [heard]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{heard.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def gripper() -> Iterator[str]:
    """A server of two small games."""
    with serving(application("gripper", seeds=(2, 3), max_steps=4)) as url:
        yield url


@pytest.mark.parametrize("name", ["treasure-hunt", "gripper/2"])
def test_episode_is_that_of_ariadne_play(game: Game, tmp_path: Path, name: str) -> None:
    wanted = str(game("treasure-hunt")) if name == "treasure-hunt" else name
    played = play(wanted, tmp_path / "runs")
    gained = 0.0
    with serving(application(wanted, max_steps=1000)) as url, GameClient(url).sync() as client:
        result = client.reset()
        said = [result.observation.system, result.observation.message]
        for turn, score in zip(played.turns[1:], played.scores[1:], strict=True):
            assert not result.done
            result = client.step(GameAction(command=turn.command))
            seen, state = result.observation, client.state()
            told = seen.observation, seen.valid_actions, seen.inventory, seen.location, seen.status, result.done
            assert told == (
                turn.observation,
                list(turn.commands),
                turn.inventory,
                turn.location,
                turn.status,
                turn.done,
            )
            assert (state.score, state.max_score, state.won, state.lost) == (
                score.score,
                score.maximum,
                score.won,
                score.lost,
            )
            gained += result.reward
            said += [turn.command, seen.message]
    assert said[:-1] == [each["content"] for each in played.messages]
    assert (state.won, state.truncated, state.step_count) == (True, False, len(played.commands))
    assert gained == pytest.approx(1)


def test_each_client_plays_a_game_of_its_own(gripper: str) -> None:
    with GameClient(gripper).sync() as one, GameClient(gripper).sync() as other:
        goals = [one.reset(seed=2).observation.system, other.reset(seed=3).observation.system]
        one.step(GameAction(command="look around"))
        states = [one.state(), other.state()]
    assert goals[0] != goals[1]
    assert [(state.seed, state.step_count) for state in states] == [(2, 1), (3, 0)]
    assert len({state.episode_id for state in states}) == 2


def test_episode_is_over_at_the_limit_and_begins_again(gripper: str) -> None:
    with GameClient(gripper).sync() as client:
        client.reset(seed=2, episode_id="first")
        done = [client.step(GameAction(command="look around")).done for _ in range(4)]
        state = client.state()
        with pytest.raises(RuntimeError, match="call reset"):
            client.step(GameAction(command="look around"))
        client.reset()
        again = client.state()
    assert done == [False, False, False, True]
    assert (state.episode_id, state.truncated, state.won) == ("first", True, False)
    assert (again.step_count, again.truncated, again.seed in (2, 3)) == (0, False, True)


@pytest.mark.parametrize("seed", [4, "2", True, -1, 2.0, "../../etc/passwd", [2], 10**12])
def test_client_plays_no_game_that_the_server_was_not_given(gripper: str, seed: Any) -> None:
    with GameClient(gripper).sync() as client, pytest.raises(RuntimeError, match="Server error: seed: "):
        client.reset(seed=seed)


def test_seed_is_a_number_also_where_all_are_played() -> None:
    with serving(application("gripper")) as url, GameClient(url).sync() as client:
        assert client.reset(seed=5).observation.message
        with pytest.raises(RuntimeError, match="seed: must be a number from 0 to"):
            client.reset(seed="1/../2")


def test_what_the_player_sees_does_not_tell_the_score(gripper: str) -> None:
    schema = httpx.get(f"{gripper}/schema", trust_env=False).json()
    assert list(schema["action"]["properties"]) == ["metadata", "command"]
    assert not {"score", "won", "lost"} & schema["observation"]["properties"].keys()
    assert {"score", "won", "lost"} <= GameState.model_fields.keys()


def test_unknown_game_is_a_user_error() -> None:
    with pytest.raises(UserError, match="did you mean gripper"):
        application("griper")


def test_example_of_the_page_prints_what_stands_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "elsewhere.md").read_text(encoding="utf-8")
    section = page.partition("## OpenEnv\n")[2].partition("\n## ")[0]
    (server, client), (printed,) = blocks("python", section), blocks("text", section)
    apps: Sequence[Any] = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **where: apps.append((app, where)))
    exec(server, {})
    ((app, where),) = apps
    with serving(app) as url, redirect_stdout(io.StringIO()) as out:
        exec(client.replace(f"http://{where['host']}:{where['port']}", url), {})
    assert out.getvalue() == printed
