"""All worlds as Gymnasium environments, for your own agent, trainer or harness.

    import ariadne.gym, gymnasium
    env = gymnasium.make("ariadne/treasure-hunt-v0", seed=3)

Importing this registers `ariadne/<name>-v0` for each named game, and `ariadne/game-v0` for all others, selected by
`game=`: the path of a story, a preset or a PDDL problem.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ariadne.caches import cached
from ariadne.errors import MissingPackage
from ariadne.events import Acted, EpisodeStarted
from ariadne.runs.episode import as_events
from ariadne.screen.picture import picture
from ariadne.screen.scene import Watched
from ariadne.worlds import ipc
from ariadne.worlds.registry import Game, find_game, find_kind, kind_names
from ariadne.worlds.world import Score, Turn, World, briefed

try:
    import gymnasium
    from gymnasium.error import CustomSpaceError, ResetNeeded
    from gymnasium.spaces import Text
    from gymnasium.vector.utils import create_shared_memory
except ImportError as error:
    raise MissingPackage("ariadne.gym", "gym") from error

CHARACTERS = "\t\n" + "".join(
    filter(str.isprintable, map(chr, [*range(0x20, 0x590), *range(0x2010, 0x2060), *range(0x20A0, 0x2200)]))
)
"""The characters of the `Text` space: Latin, Greek, Cyrillic, Armenian, punctuation, arrows."""

ENTRY = "ariadne.gym:TextGame"

LONGEST = 2**14
"""The most characters of an observation."""

WIDTH, HEIGHT = 120, 40
"""The size of the picture drawn by `render` without a terminal."""

_FOREIGN = re.compile(f"[^{re.escape(CHARACTERS)}]")


class Observation(Text):
    """The space of the texts that a player sees."""

    def __init__(self) -> None:
        super().__init__(LONGEST, min_length=0, charset=CHARACTERS)


@create_shared_memory.register(Observation)
def _no_shared_memory(space: Observation, n: int = 1, ctx: object = None) -> None:
    """Refuse shared memory: Gymnasium would read texts from it once, at the start, and keep showing those."""
    raise CustomSpaceError("texts are sent between processes, not shared")


class TextGame(gymnasium.Env[str, str]):
    """A game, with one primitive command per step. An observation is the text that the player sees; the first begins
    with the instructions, the goal and the briefing. The reward is the change in points. The episode is terminated
    when the game ends, and truncated at the step limit.

    `info` has `valid_actions` (in worlds that accept any command, those listed for the player), `score`, `max_score`
    (0 if the world has no points), `won`, `lost`, `inventory`, `location`, `goal`, `instructions` and `seed`. `turn` is
    the last turn as Ariadne's agents see it, without the limits of the space.

    Args:
        game: its name or path, as for `ariadne play`.
        seed: as for `ariadne play --seed`. From several, each reset draws one with the environment's random generator,
            which `reset(seed=…)` seeds; `reset(options={"seed": …})` selects one.
        max_steps: the step limit; None for the game's own.
        render_mode: `human` shows the terminal's picture at every step; with `ansi`, `render` returns it.

    Raises:
        UserError: there is no such game.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seed: int | Sequence[int] | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.observation_space = Observation()
        self.action_space = Text(ipc.LONGEST, charset=CHARACTERS)
        self.render_mode = render_mode
        self._name = game
        self._seeds: Sequence[int | None] = seed if isinstance(seed, Sequence) else (seed,)
        self._max_steps = max_steps
        self._game = find_game(game, self._seeds[0])
        self._world: World | None = None
        self._score: Score | None = None
        self._steps = self._limit = 0
        self._watched = Watched()
        self.turn: Turn | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self._seeds[int(self.np_random.integers(len(self._seeds)))]
        world = self._open(find_game(self._name, (options or {}).get("seed", drawn)))
        self._steps, self._limit = 0, self._max_steps or self._game.max_steps
        turn = self.turn = briefed(world.reset(), world.briefing)
        texts = (world.instructions, world.goal, turn.observation)
        self._score = world.score()
        if self.render_mode:
            self._watched = Watched()
            self._watched.see(self._started(world))
            self._show(turn, self._score)
        return _within("\n\n".join(filter(None, texts))), self._info(world, turn, self._score)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if self._world is None or self._score is None:
            raise ResetNeeded("The game has not begun, or has ended: call reset()")
        before = self._score
        turn = self.turn = self._world.step(action)
        score = self._world.score()
        self._steps += 1
        ended = turn.done
        cut = not ended and self._steps >= self._limit
        self._score = None if ended or cut else score
        if self.render_mode:
            self._watched.see(Acted(step=self._steps, time=time.time(), action=action, reason="", commands=(action,)))
            self._show(turn, score)
        reward = float(score.score - before.score)
        return _within(turn.observation), reward, ended, cut, self._info(self._world, turn, score)

    def render(self) -> str | None:
        """Draw the terminal's picture: print it for `human`, return it for `ansi`."""
        from rich.console import Console

        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            console = Console()
        else:
            console = Console(force_terminal=True, color_system="standard", width=WIDTH, height=HEIGHT)
        scene = replace(self._watched.scene, doing="")
        with console.capture() as drawn:
            console.print(picture(scene, console.width, console.height))
        if self.render_mode == "ansi":
            return drawn.get()
        print(drawn.get(), end="", flush=True)
        return None

    def close(self) -> None:
        if self._world:
            self._world.close()
        self._world = self._score = None

    def _open(self, game: Game) -> World:
        """Return the world of a game, reused while the same game is played."""
        if self._world is None or (game.name, game.seed) != (self._game.name, self._game.seed):
            self.close()
            game.make()
            self._world = game.open()
            self._game = game
        return self._world

    def _info(self, world: World, turn: Turn, score: Score) -> dict[str, Any]:
        return {
            "valid_actions": turn.commands,
            "score": float(score.score),
            "max_score": float(score.maximum),
            "won": bool(score.won),
            "lost": bool(score.lost),
            "inventory": turn.inventory,
            "location": turn.location,
            "goal": world.goal,
            "instructions": world.instructions,
            "seed": self._game.seed,
        }

    def _started(self, world: World) -> EpisodeStarted:
        return EpisodeStarted(
            time=time.time(), game=self._game.name, agent="gymnasium", memory=None, model=None, seed=self._game.seed,
            repeat=1, run="", world=self._game.source.name, goal=world.goal, briefing=world.briefing,
            instructions=world.instructions, max_steps=self._limit,
        )  # fmt: skip

    def _show(self, turn: Turn, score: Score) -> None:
        for event in as_events(turn, score):
            self._watched.see(replace(event, step=self._steps, time=time.time()))
        if self.render_mode == "human":
            self.render()


@cached(256)
def _within(text: str) -> str:
    """Fit a text to the characters and length of the observation space."""
    return _FOREIGN.sub("?", text)[:LONGEST]


def _register() -> None:
    gymnasium.register("ariadne/game-v0", entry_point=ENTRY)
    for kind in kind_names():
        for name in find_kind(kind).names():
            if re.fullmatch(r"[\w.-]+", name):
                gymnasium.register(f"ariadne/{name}-v0", entry_point=ENTRY, kwargs={"game": name})


_register()
