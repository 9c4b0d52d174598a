"""What an episode came to: the keys that `play --json` and scorecards share."""

from __future__ import annotations

from pydantic import BaseModel


class Summary(BaseModel):
    """One episode in one line.

    `cost_usd` is None where a price is unknown; `normalized_score` is None for a world without a score. `moves` counts
    commands, `steps` decisions, `model_calls` questions with their repairs.
    """

    game: str
    agent: str
    memory: str
    model: str
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
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    seconds: float
    run: str
