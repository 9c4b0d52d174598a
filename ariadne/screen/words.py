"""How the screens put things: numbers made short to read, and what they say of episodes."""

from __future__ import annotations

from ariadne.events import Entry, EpisodeEnded
from ariadne.text import aside, counted, one_line

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

BY_THE_WORLD = ("won", "lost", "over")
"""How a world ends an episode."""


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
    mind = f" {aside(', '.join(parts))}" if parts else ""
    return one_line(f"{entry.game}{seed} · {entry.agent}{mind}")


def why(ended: EpisodeEnded) -> str:
    """How an episode ended."""
    return outcome(ended.why, ended.steps)


def outcome(why: str, steps: int) -> str:
    """The same, of an episode of so many steps; of one without, whether the world was over before anybody acted."""
    at_once = " before the first command" if why in BY_THE_WORLD and not steps else ""
    return (_WHY.get(why) or one_line(why)) + at_once


def ending(ended: EpisodeEnded) -> list[str]:
    """The summary of an episode in three short lines."""
    maximum = f" of {points(ended.max_score)}" if ended.max_score else " (the game keeps none)"
    used = f"{counted(ended.model_calls, 'call')}, {tokens(ended.prompt_tokens + ended.completion_tokens)} tokens"
    invalid = f", {ended.invalid_actions} invalid" if ended.invalid_actions else ""
    circled = f", led out of circles {counted(ended.circled, 'time')}" if ended.circled else ""
    taken = f"{counted(ended.steps, 'step')}, {counted(ended.moves, 'move')}"
    return [
        f"{why(ended)}: {who(ended)}",
        f"score {points(ended.score)}{maximum}, {taken}{invalid}{circled}, {used}, "
        f"cost {money(ended.cost_usd)}, {ended.seconds:.1f} s",
        f"run {one_line(ended.run)}",
    ]
