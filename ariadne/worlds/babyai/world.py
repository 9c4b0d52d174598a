"""A BabyAI level as a world: the player's view as text, actions as commands, the reward as score.

The levels, their rules and the bot that solves them come from the package `minigrid`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ariadne.caches import cached
from ariadne.errors import MissingPackage, UserError
from ariadne.registry import unknown
from ariadne.worlds.world import Score, Turn

# pygame, which minigrid draws with, prints a greeting on standard output by default.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import gymnasium
    import minigrid  # noqa: F401  (registers the levels)
    from minigrid.core.actions import Actions
    from minigrid.envs.babyai.core import roomgrid_level
    from minigrid.utils.baby_ai_bot import BabyAIBot

    from ariadne.worlds.babyai.view import Deed, View
except ImportError as error:
    raise MissingPackage("BabyAI", "babyai") from error

# A level that must be drawn again prints a message on standard output.
roomgrid_level.print = lambda *args: None

_SUBGOALS = 3_000
"""The limit of the bot's sub-goals in a game. A few hundred are usual; without a solution it never stops."""

BRIEFING = (
    "You are in rooms of squares; a step is a square. You see six steps ahead and three to your left and right, as far"
    " as no wall and no closed door hides what is there. You carry one thing at a time. A locked door takes a key of"
    " its color. You have gone to a thing when it is one step ahead. Where the task says left, right, in front of you"
    " or behind you, it means as you stood at the start."
)

# These commands are always accepted; they cost a step of the level even if nothing happens.
_PLAIN: Mapping[str, Actions] = {
    "turn left": Actions.left,
    "turn right": Actions.right,
    "go forward": Actions.forward,
    "pick up": Actions.pickup,
    "drop": Actions.drop,
    "toggle": Actions.toggle,
}


def level_ids() -> dict[str, str]:
    """Gymnasium's ids of the levels by name: GoToRedBall -> BabyAI-GoToRedBall-v0."""
    ids = (name for name in gymnasium.registry if name.startswith("BabyAI-"))
    return {each.removeprefix("BabyAI-").rpartition("-")[0]: each for each in ids}


def make_level(name: str, seed: int) -> Any:
    """Make a level with minigrid, at its start.

    Raises:
        UserError: there is no such level.
    """
    ids = level_ids()
    if name not in ids:
        raise UserError(f"BabyAI: {unknown(name, ids)}")
    level = gymnasium.make(ids[name], disable_env_checker=True).unwrapped
    level.reset(seed=seed)
    return level


@cached(None)
def bot_actions(name: str, seed: int) -> tuple[Actions, ...]:
    """Return the actions with which BabyAI's own bot solves a level; empty if it fails."""
    level, taken = make_level(name, seed), []
    bot, action, over, reward = BabyAIBot(level), None, False, 0.0
    bot.stack = _Subgoals(bot.stack)
    try:
        while not over:
            action = bot.replan(action)
            taken.append(Actions(action))
            _, reward, terminated, truncated, _ = level.step(action)
            over = terminated or truncated
    except Exception:  # The bot fails assertions on some levels, and does not support all of them.
        return ()
    return tuple(taken) if reward > 0 else ()


class _Subgoals(list[Any]):
    """The bot's sub-goals, limited in number."""

    _left = _SUBGOALS

    def append(self, subgoal: Any) -> None:
        self._left -= 1
        if not self._left:
            raise RecursionError("the bot plans in circles")
        super().append(subgoal)


class BabyAIWorld:
    """A BabyAI level being played.

    Args:
        seed: selects one of the level's games.
    """

    domain = "babyai"
    instructions = ""
    briefing = BRIEFING

    def __init__(self, name: str, seed: int) -> None:
        self._name, self._seed = name, seed
        self._level = make_level(name, seed)
        mission = self._level.mission
        self.goal = f"{mission[0].upper()}{mission[1:]}."
        self._view: View
        self._over: bool
        self._begin(self._level.gen_obs())

    @cached_property
    def walkthrough(self) -> tuple[str, ...]:
        """The bot's actions as commands, each worded for the moment it is taken."""
        return tuple(self._commands(bot_actions(self._name, self._seed)))

    def reset(self) -> Turn:
        observation, _ = self._level.reset(seed=self._seed)
        self._begin(observation)
        return self._turn("", "")

    def step(self, command: str) -> Turn:
        """Execute one command. A command that matches no possible action changes nothing; it costs a step of the level
        only if it is one of the plain actions."""
        line = " ".join(command.split())
        if self._over or self._level.step_count >= self._level.max_steps:
            self._over = True
            return Turn(line, "It is over.", self._view.inventory, done=True, status="invalid")
        deed = self._deed(line.lower())
        action = deed.action if deed else _PLAIN.get(line.lower())
        if action is not None:
            observation, self._reward, self._over, _, _ = self._level.step(action)
            self._view = View(observation)
        return self._turn(line, deed.told if deed else "Nothing happens.", deed is not None)

    def score(self) -> Score:
        """BabyAI's reward: 1 − 0.9 · (steps taken / step limit of the level); 0 until the task is done."""
        won = self._over and self._reward > 0
        return Score(float(self._reward), 1.0, won, lost=self._over and not won)

    def close(self) -> None:
        self._level.close()

    def _begin(self, observation: dict[str, Any]) -> None:
        self._view = View(observation)
        self._reward, self._over = 0.0, False

    def _deed(self, line: str) -> Deed | None:
        """The possible action with this specific or plain name."""
        return next(
            (deed for deed in self._view.deeds if line == deed.command or _PLAIN.get(line) == deed.action), None
        )

    def _turn(self, line: str, happened: str, valid: bool = True) -> Turn:
        ended = ("The task is done." if self._reward > 0 else "The task has failed.") if self._over else ""
        return Turn(
            line,
            " ".join(filter(None, (happened, self._view.text, ended))),
            self._view.inventory,
            () if self._over else tuple(sorted(deed.command for deed in self._view.deeds)),
            done=self._over,
            status="valid" if valid else "invalid",
        )

    def _commands(self, actions: tuple[Actions, ...]) -> Iterator[str]:
        """Actions as commands, each named at the moment it is taken."""
        plain = {action: command for command, action in _PLAIN.items()}
        level = make_level(self._name, self._seed)
        view = View(level.gen_obs())
        for action in actions:
            deed = next((deed for deed in view.deeds if deed.action == action), None)
            yield deed.command if deed else plain[action]
            view = View(level.step(action)[0])
