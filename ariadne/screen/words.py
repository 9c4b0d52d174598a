"""How the screens put things: numbers made short to read, and what they say of episodes."""

from __future__ import annotations

from ariadne.events import Entry, EpisodeEnded
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


def who(entry: Entry) -> str:
    """Who plays what."""
    seed = "" if entry.seed is None else f" · seed {entry.seed}"
    parts = [part for part in (entry.memory, entry.model) if part]
    mind = f" ({', '.join(parts)})" if parts else ""
    return one_line(f"{entry.game}{seed} · {entry.agent}{mind}")


def why(ended: EpisodeEnded) -> str:
    """How an episode ended."""
    return _WHY.get(ended.why) or one_line(ended.why)


def ending(ended: EpisodeEnded) -> list[str]:
    """The summary of an episode in three short lines."""
    maximum = f" of {points(ended.max_score)}" if ended.max_score else " (the game keeps none)"
    used = f"{ended.model_calls} calls, {tokens(ended.prompt_tokens + ended.completion_tokens)} tokens"
    invalid = f", {ended.invalid_actions} invalid" if ended.invalid_actions else ""
    circled = f", led out of circles {ended.circled} times" if ended.circled else ""
    return [
        f"{why(ended)}: {who(ended)}",
        f"score {points(ended.score)}{maximum}, {ended.steps} steps, {ended.moves} moves{invalid}{circled}, "
        f"{used}, cost {money(ended.cost_usd)}, {ended.seconds:.1f} s",
        f"run {one_line(ended.run)}",
    ]
