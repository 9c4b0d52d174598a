"""What an episode came to: the keys that `play --json` and scorecards share."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel


@dataclass(frozen=True)
class Entry:
    """Who plays what: the part of a summary that is known before the episode.

    Attributes:
        memory, model: None for agents that have none.
        seed: the game's; None where nobody knows it.
        repeat: the how manieth time this agent plays this game in this run, from 1.
        run: the path of the run's folder.
    """

    game: str = ""
    agent: str = ""
    memory: str | None = None
    model: str | None = None
    seed: int | None = None
    repeat: int = 1
    run: str = ""


NOBODY = Entry()


class Summary(BaseModel):
    """One episode in one line.

    `cost_usd` is None where a price is unknown; `normalized_score` is None for a world without a score; `memory` and
    `model` are None for agents that have none. `moves` counts commands, `steps` decisions, `model_calls`
    questions with their repairs, `circled` how often an agent that walked in circles was led out.
    """

    game: str
    agent: str
    memory: str | None
    model: str | None
    seed: int | None
    repeat: int
    score: float
    max_score: float
    normalized_score: float | None
    won: bool
    lost: bool
    steps: int
    moves: int
    invalid_actions: int
    circled: int = 0
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    seconds: float
    run: str
