"""Games as an OpenEnv environment, served to trainers on any machine; and its client."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from pydantic import Field

from ariadne.errors import MissingPackage, UserError
from ariadne.evaluate.examples import as_message, as_system
from ariadne.games.seeds import LARGEST
from ariadne.gym import TextGame
from ariadne.worlds.registry import find_game

try:
    from fastapi import FastAPI
    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server import Action, Environment, Observation, State, create_app
    from openenv.core.env_server.types import EnvironmentMetadata
except ImportError as error:
    raise MissingPackage("ariadne.training.openenv", "openenv") from error

SESSIONS = 32
"""Most simultaneous clients of a server, each with its own game."""


class GameAction(Action):
    """One primitive command."""

    command: str


class GameObservation(Observation):
    """What the player sees.

    `reward` is the change in points as a share of the maximum, so the rewards of an episode add up to its normalized
    score (if not negative). In a world without a score, it is 1 for a win. `done` is also set at the step limit.
    """

    system: str = Field(default="", description="instructions and goal, at the start")
    message: str = Field(description="observation, inventory and listed actions, as one text")
    observation: str
    inventory: str = ""
    valid_actions: list[str] = Field(default_factory=list)
    location: str = ""
    status: str = Field(default="valid", description="the outcome of the command: valid, invalid or meta")


class GameState(State):
    """The state of the episode, for trainers, not for the player."""

    game: str = ""
    seed: int | None = None
    score: float = 0.0
    max_score: float = 0.0
    won: bool = False
    lost: bool = False
    truncated: bool = False


class GameEnvironment(Environment):
    """A game, with one primitive command per step.

    Args:
        game, max_steps: as for `TextGame`.
        seeds: the allowed seeds; None for any. `reset(seed=…)` plays the game of that seed; `reset()` draws a seed.

    Raises:
        UserError: there is no such game.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, seeds: Sequence[int] | None = None, max_steps: int | None = None) -> None:
        super().__init__()
        self._seeds = seeds
        self._env = TextGame(game, seeds, max_steps)
        self._state = GameState(game=game)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> GameObservation:
        _, info = self._env.reset(options={} if seed is None else {"seed": self._allowed(seed)})
        self._state = GameState(episode_id=episode_id or uuid4().hex, game=self._state.game, seed=info["seed"])
        self._update(info)
        return self._seen(system=as_system(info["instructions"], info["goal"]))

    def step(self, action: GameAction, timeout_s: float | None = None, **more: Any) -> GameObservation:
        _, gained, ended, cut, info = self._env.step(action.command)
        self._state.step_count += 1
        self._state.truncated = cut
        self._update(info)
        most = info["max_score"]
        return self._seen(reward=gained / most if most else float(info["won"]), done=ended or cut)

    @property
    def state(self) -> GameState:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        from ariadne.installed import __version__

        about = f"The text game {self._state.game}, one command a step."
        return EnvironmentMetadata(name=f"ariadne: {self._state.game}", description=about, version=__version__)

    def close(self) -> None:
        self._env.close()

    def _allowed(self, seed: object) -> int:
        """Check a seed from the network: it is untrusted, and becomes part of a file's name."""
        if type(seed) is not int or not 0 <= seed <= LARGEST:
            raise UserError(f"seed: must be a number from 0 to {LARGEST}")
        if self._seeds is not None and seed not in self._seeds:
            raise UserError(f"seed: this server does not offer {seed}: choose another")
        return seed

    def _update(self, info: dict[str, Any]) -> None:
        for name in ("score", "max_score", "won", "lost"):
            setattr(self._state, name, info[name])

    def _seen(self, **more: Any) -> GameObservation:
        turn = self._env.turn
        assert turn is not None, "there is a turn from `reset` on"
        return GameObservation(
            message=as_message(turn),
            observation=turn.observation,
            inventory=turn.inventory,
            valid_actions=list(turn.commands),
            location=turn.location,
            status=turn.status,
            **more,
        )


class GameClient(EnvClient):
    """Plays on a server; asynchronous, or synchronous by `.sync()`."""

    def _step_payload(self, action: GameAction) -> dict[str, Any]:
        return {"command": action.command}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        common = {"reward": payload.get("reward"), "done": payload.get("done", False)}
        seen = GameObservation.model_validate({**payload["observation"], **common})
        return StepResult(observation=seen, reward=seen.reward, done=seen.done)

    def _parse_state(self, payload: dict[str, Any]) -> GameState:
        state: GameState = GameState.model_validate(payload)
        return state


def application(
    game: str, seeds: Sequence[int] | None = None, max_steps: int | None = None, sessions: int = SESSIONS
) -> FastAPI:
    """Return the server's application, for `uvicorn` and similar servers.

    Args:
        game, seeds, max_steps: as for `GameEnvironment`.
        sessions: most simultaneous clients.

    Raises:
        UserError: there is no such game.
    """
    for seed in seeds or (None,):
        find_game(game, seed)
    environment = partial(GameEnvironment, game, seeds, max_steps)
    title = f"ariadne: {game}"
    return create_app(environment, GameAction, GameObservation, env_name=title, max_concurrent_envs=sessions)
