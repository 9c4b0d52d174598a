"""The overhead per step of Ariadne's Gymnasium environments, with a random and a greedy agent.

    python benchmarks/gym_steps.py                      1,000 steps of each agent in each environment
    python benchmarks/gym_steps.py treasure-hunt gripper --steps 200

The agents use only what `gymnasium.make` gives them. The random agent draws among the valid actions. The greedy one
prefers actions that earned points here before, then untried ones, then the least tried.

Prints for each environment and agent: episodes, the mean of each episode's highest share of the points, and wins; then
the steps per second of the environment for a replay of the same commands, and those of the bare world, alternating by
episode; and their ratio (1 means no overhead).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import gymnasium

import ariadne.gym  # noqa: F401  (registers the environments)
from ariadne.worlds.registry import find_game

ROW = "{:<26}{:<8}{:>9}{:>8}{:>6}{:>10}{:>10}{:>7}"


class Greedy:
    """Takes the least tried actions, and of these the one that earned most here."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._tried: Counter[tuple[str, str]] = Counter()
        self._earned: Counter[tuple[str, str]] = Counter()

    def choose(self, info: dict[str, Any]) -> str:
        here = info["location"]

        def worth(action: str) -> tuple[float, int, float]:
            at = (here, action)
            return self._earned[at] / max(self._tried[at], 1), -self._tried[at], self._rng.random()

        action = max(info["valid_actions"], key=worth)
        self._tried[here, action] += 1
        self._last = here, action
        return str(action)

    def learn(self, reward: float) -> None:
        self._earned[self._last] += int(reward)


class Random:
    """Takes any valid action."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, info: dict[str, Any]) -> str:
        return str(self._rng.choice(info["valid_actions"]))

    def learn(self, reward: float) -> None:
        pass


AGENTS = {"random": Random, "greedy": Greedy}


def made(name: str) -> gymnasium.Env[str, str]:
    known = f"ariadne/{name}-v0"
    return gymnasium.make(known) if known in gymnasium.registry else gymnasium.make("ariadne/game-v0", game=name)


def timed(reset: Callable[[], object], step: Callable[[str], object], commands: Sequence[str]) -> float:
    """The seconds that an episode's commands take."""
    reset()
    began = time.perf_counter()
    for command in commands:
        step(command)
    return time.perf_counter() - began


def row(name: str, agent: str, steps: int) -> str:
    player = AGENTS[agent](random.Random(1))
    shares, won = [], 0
    there = here = 0.0
    game = find_game(name)
    game.make()
    done = 0
    with closing(made(name)) as env, closing(game.open()) as world:

        def bare(command: str) -> None:
            world.step(command)
            world.score()

        while done < steps:
            _, info = env.reset()
            best, over, commands = 0.0, False, []
            while not over and done < steps:
                commands.append(player.choose(info))
                _, reward, ended, cut, info = env.step(commands[-1])
                player.learn(float(reward))
                best = max(best, info["score"] / (info["max_score"] or 1))
                over = ended or cut
                done += 1
            shares.append(best)
            won += info["won"]
            # Both replay the chosen commands: choosing an action in between would cool the processor's caches.
            there += timed(env.reset, env.step, commands)
            here += timed(world.reset, bare, commands)
    mean = sum(shares) / len(shares)
    cells = f"{mean:.2f}", won, f"{done / there:,.0f}", f"{done / here:,.0f}", f"{here / there:.2f}"
    return ROW.format(name, agent, len(shares), *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--steps", type=int, default=1000)
    asked = parser.parse_args()
    print(ROW.format("environment", "agent", "episodes", "points", "won", "steps/s", "bare", "share"))
    registered = [name for name in gymnasium.registry if name.startswith("ariadne/") and name != "ariadne/game-v0"]
    for name in asked.names or [each.removeprefix("ariadne/").removesuffix("-v0") for each in registered]:
        for agent in AGENTS:
            print(row(name, agent, asked.steps), flush=True)


if __name__ == "__main__":
    main()
