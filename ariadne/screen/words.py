"""How the screens put things: numbers made short to read, and what they say of episodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ariadne.text import one_line

_WHY = {
    "won": "won",
    "lost": "lost",
    "over": "over",
    "steps": "out of steps",
    "time": "out of time",
    "tokens": "out of tokens",
    "cost": "out of money",
    "left": "left",
    "stopped": "stopped",
    "failed": "failed",
}


def points(score: float) -> str:
    """A score: 3, not 3.0."""
    return f"{score:g}"


def tokens(count: int) -> str:
    """A number of tokens in five characters or so: 812, 41,203, 1.24M."""
    return f"{count:,}" if count < 1_000_000 else f"{count / 1_000_000:.2f}M"


def money(usd: float | None) -> str:
    """Dollars, with as many places as they need; a price that nobody knows is unknown, not nothing."""
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.4f}"


def who(event: Mapping[str, Any]) -> str:
    """Who plays what, from the first event of an episode or from its last."""
    seed = "" if event["seed"] is None else f" · seed {event['seed']}"
    parts = [part for part in (event["memory"], event["model"]) if part]
    mind = f" ({', '.join(parts)})" if parts else ""
    return one_line(f"{event['game']}{seed} · {event['agent']}{mind}")


def why(event: Mapping[str, Any]) -> str:
    """How an episode ended, from its last event."""
    return _WHY.get(event["why"]) or one_line(event["why"])


def ending(event: Mapping[str, Any]) -> list[str]:
    """The summary of an episode in three short lines, from its last event."""
    maximum = f" of {points(event['max_score'])}" if event["max_score"] else " (the game keeps none)"
    used = f"{event['model_calls']} calls, {tokens(event['prompt_tokens'] + event['completion_tokens'])} tokens"
    invalid = f", {event['invalid_actions']} invalid" if event["invalid_actions"] else ""
    circled = f", led out of circles {event['circled']} times" if event.get("circled") else ""
    return [
        f"{why(event)}: {who(event)}",
        f"score {points(event['score'])}{maximum}, {event['steps']} steps, {event['moves']} moves{invalid}{circled}, "
        f"{used}, cost {money(event['cost_usd'])}, {event['seconds']:.1f} s",
        f"run {one_line(event['run'])}",
    ]
