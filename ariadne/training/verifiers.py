"""Games as an environment of `verifiers`, which finds its id `ariadne-games` in the module `ariadne_games`.

A task is a game with its seed. The player is a language model in a conversation with the game (`conversation.py`). It
is rewarded for the normalized score, and optionally for its stated facts (`facts.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Any

from pydantic import Field

from ariadne.errors import MissingPackage
from ariadne.evaluate.plan import Seed, Seeds
from ariadne.training.conversation import Conversation
from ariadne.training.facts import check_told
from ariadne.training.reply import ASK_FOR_FACTS
from ariadne.worlds.registry import find_game, find_seeds

try:
    import verifiers.v1 as vf
    from openai import APIError, AsyncOpenAI, DefaultAsyncHttpxClient
    from verifiers.v1.dialects.chat import message_to_wire
except ImportError as error:
    raise MissingPackage("ariadne.training.verifiers", "verifiers") from error

TASKSET = "ariadne-games"


class GameData(vf.TaskData):
    """A game, as sent over the wire."""

    game: str
    seed: Seed | None = None
    max_turns: int | None = Field(default=None, gt=0)
    facts_reward: float = 0.0


class GameTask(vf.Task[GameData]):
    """One episode of a game, scored by its trace."""

    @property
    def key(self) -> str:
        return str(self.data.name)

    @vf.reward
    async def normalized_score(self, trace: vf.Trace) -> float:
        """Return the share of points earned; in a world without points, 1 for a win."""
        return float(_outcome(trace)["normalized_score"])

    @vf.reward
    async def facts(self, trace: vf.Trace) -> dict[str, float]:
        """Return the weighted score of the stated facts; empty if facts are not rewarded."""
        f1 = _f1(trace)
        return {} if f1 is None else {"facts": self.data.facts_reward * f1}

    @vf.metric
    async def episode(self, trace: vf.Trace) -> dict[str, float]:
        outcome, f1 = _outcome(trace), _f1(trace)
        counted = {name: float(outcome[name]) for name in ("won", "lost", "steps", "invalid_actions")}
        return counted if f1 is None else {**counted, "facts_f1": f1}


class GamesConfig(vf.TasksetConfig):
    """The games: one name and several seeds."""

    game: str = "treasure-hunt"
    """A name listed by `ariadne games`, or a path, as for `ariadne play`."""
    seeds: Seeds | None = None
    """For example 1-100; by default the seeds of `ariadne eval`."""
    max_turns: int | None = Field(default=None, gt=0)
    """The step limit; by default the game's own."""
    facts_reward: float = 0.0
    """The weight of the reward for correctly stated facts; 0 does not ask for any."""


class GameTaskset(vf.Taskset[GameTask, GamesConfig]):
    """The games of a name."""

    def load(self) -> Iterator[GameTask]:
        config = self.config
        for seed in find_seeds(config.game, config.seeds):
            game = find_game(config.game, seed)
            if config.facts_reward:
                check_told(game)
            data = GameData(
                name=config.game if seed is None else f"{config.game}/{seed}",
                game=config.game,
                seed=seed,
                max_turns=config.max_turns,
                facts_reward=config.facts_reward,
            )
            yield GameTask(data, config.task)


class ChatHarness(vf.Harness[vf.HarnessConfig]):
    """Asks the model once per turn with the whole conversation, in this process: a game needs no sandbox, and starting
    a program would take longer than a turn."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
        tool_interception_url: str | None = None,
    ) -> vf.ProgramResult:
        system, prompt = self.resolve_prompt(data)
        sent = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else prompt or []
        messages = [message_to_wire(each) for each in sent]
        if system:
            messages.insert(0, {"role": "system", "content": system})
        # The endpoint belongs to verifiers, usually on this machine. Skipping proxies and certificates saves time.
        async with (
            DefaultAsyncHttpxClient(trust_env=False, verify=endpoint.startswith("https:")) as http,
            AsyncOpenAI(base_url=endpoint, api_key=secret, http_client=http, timeout=None) as client,
        ):
            try:
                await client.chat.completions.create(model=ctx.model, messages=messages)
            except APIError as error:
                return vf.ProgramResult(exit_code=1, stdout="", stderr=str(error))
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class GamesEnvConfig(vf.EnvConfig):
    """The player."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class GamesEnv(vf.Env[GamesEnvConfig]):
    """The game is the user, and the player answers with commands until the episode is over."""

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        data = task.data
        conversation = await asyncio.to_thread(Conversation, data.game, data.seed, data.max_turns)
        with closing(conversation):
            message: str | None = await asyncio.to_thread(conversation.begin)
            if data.system_prompt is None:
                asked = [ASK_FOR_FACTS] if data.facts_reward else []
                task = task.with_system_prompt("\n\n".join(filter(None, (conversation.system, *asked))))
            async with agents.player.interaction(task) as interaction:
                while message is not None:
                    segment = await interaction.turn(message)
                    if segment.terminated:
                        break
                    message = await asyncio.to_thread(conversation.answer, segment.last_reply)
                outcome = await asyncio.to_thread(conversation.outcome, bool(data.facts_reward))
                f1 = outcome.facts.f1 if outcome.facts else 0.0
                interaction.trace.info["episode"] = asdict(outcome) | ({"facts_f1": f1} if data.facts_reward else {})


def load_environment(
    game: str = "treasure-hunt",
    seeds: Sequence[int] | str | None = None,
    max_turns: int | None = None,
    facts_reward: float = 0.0,
    **more: Any,
) -> GamesEnv:
    """Return the environment of a game.

    Args:
        seeds: such as `range(1, 101)` or "1-100"; None for the seeds of an evaluation.
        max_turns: the step limit; None for the game's own.
        facts_reward: the weight of the reward for correctly stated facts; 0 does not ask for any.
        more: other settings of the environment, such as `player`, `timeout` and `retries`.

    Raises:
        UserError: there is no such game.
    """
    find_seeds(game)
    taskset = {
        "id": TASKSET,
        "game": game,
        "seeds": seeds if seeds is None or isinstance(seeds, str) else tuple(seeds),
        "max_turns": max_turns,
        "facts_reward": facts_reward,
    }
    environment: GamesEnv = vf.load_environment(vf.resolve_env_config({"taskset": taskset, **more}))
    return environment


def _outcome(trace: vf.Trace) -> dict[str, Any]:
    outcome: dict[str, Any] = trace.info["episode"]
    return outcome


def _f1(trace: vf.Trace) -> float | None:
    return _outcome(trace).get("facts_f1")
