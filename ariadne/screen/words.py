"""The wording of screens: short numbers, phrases about episodes, and the meanings of words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping

from ariadne.events import Acted, EpisodeEnded, SummaryHead, TurnEvent
from ariadne.memory.arigraph.retrieval.lexical import terms
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

MEANINGS: Mapping[str, str] = {
    "goal": "what the player was told to achieve",
    "step": "one decision of the player, with the limit",
    "score": "points so far, of the highest possible; the player does not see them",
    "moves": "commands sent to the game: a `go to` is one step and several moves",
    "calls": "questions to the language model behind the player",
    "tokens": "word pieces that the model has read and written",
    "See": "the game's last answer, and what the player carries",
    "Map": "visited rooms, [where the player is], ? ways not tried, and the things known to be there",
    "Learn": "facts that the memory took from the last turn (+), and facts no longer true (-)",
    "Recall": "facts that the memory finds relevant now, and past turns in quotes",
    "Plan": "the player's plan: ✓ done, ▸ current, and the rest",
    "Do": "the player's last actions, the latest first, with their results and points",
}
"""The meanings of the words on screens and pages, for newcomers."""

BY_THE_WORLD = ("won", "lost", "over")
"""The values of `why` for episodes that the world ended."""


def points(score: float) -> str:
    """Format a score: 3, not 3.0."""
    return f"{score:g}"


def tokens(count: int) -> str:
    """Format a number of tokens in about five characters: 812, 41,203, 1.24M."""
    return f"{count:,}" if count < 1_000_000 else f"{count / 1_000_000:.2f}M"


def money(usd: float | None) -> str:
    """Format dollars with as many decimals as needed. An unknown price is shown as unknown, not as zero."""
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.4f}"


def who(entry: SummaryHead) -> str:
    """Return the game and its player, on one line."""
    seed = "" if entry.seed is None else f" · seed {entry.seed}"
    parts = [part for part in (entry.memory, entry.model) if part]
    mind = f" {aside(', '.join(parts))}" if parts else ""
    again = f" #{entry.repeat}" if entry.repeat > 1 else ""
    return one_line(f"{entry.game}{seed}{again} · {entry.agent}{mind}")


def plays(entry: SummaryHead) -> str:
    """Return the game and its player as a sentence, for newcomers."""
    seed = "" if entry.seed is None else f", seed {entry.seed}"
    parts = [f"{kind} {name}" for kind, name in (("memory", entry.memory), ("model", entry.model)) if name]
    mind = f" {aside(', '.join(parts))}" if parts else ""
    return one_line(f"{entry.agent} plays {entry.game}{seed}{mind}")


def grounds(acted: Acted, plan: Iterable[str] = ()) -> str:
    """Return the reason for an action, on one line; empty if it only repeats the action or its sub-goal.

    Args:
        plan: the sub-goals shown beside the action, with or without their reasons.
    """
    action = frozenset(terms(acted.action))
    reasons = frozenset(terms(acted.reason)) - frozenset(terms("as planned"))
    is_sub_goal = not reasons.isdisjoint(action) and any(reasons <= {*terms(line.partition("|")[0])} for line in plan)
    return "" if reasons <= action or is_sub_goal else one_line(acted.reason)


def answer(turn: TurnEvent, goal: str) -> str:
    """Return the world's text. Drop a paragraph of the opening that only repeats the goal, unless nothing remains."""
    pattern = r"\s+".join(map(re.escape, goal.split()))
    if turn.command or not pattern:
        return turn.observation
    rest = re.sub(rf"^[^\S\n]*{pattern}[^\S\n]*$\n*", "", turn.observation, flags=re.MULTILINE)
    return rest if rest.strip() else turn.observation


def beside_walkthrough(ended: EpisodeEnded, length: int | None) -> list[str]:
    """Compare the number of commands with the walkthrough; empty if no walkthrough is known.

    Args:
        length: of the walkthrough, in commands.
    """
    if not length or ended.why not in (*BY_THE_WORLD, "steps"):
        return []
    return [f"{counted(ended.moves, 'move')}; the game's walkthrough takes {length:,}"]


def onward(run: str, can_go_on: bool, another: str = "") -> list[str]:
    """Return what the user can do after an episode, each with its command.

    Args:
        run: the episode's folder.
        can_go_on: whether the episode can be resumed.
        another: the command that plays another game of this kind; may be empty.
    """
    folder = shlex.quote(one_line(run))
    commands = {
        "resume": resumption(run) if can_go_on else "",
        "step by step": f"ariadne replay {folder}",
        "as a page": f"ariadne report {folder}",
        "another game": another,
    }
    return [f"{name + ':':<15}{command}" for name, command in commands.items() if command]


def resumption(run: str) -> str:
    """Return the command that resumes a play."""
    return f"ariadne play --resume {shlex.quote(one_line(run))}"


def why(ended: EpisodeEnded) -> str:
    """Return how an episode ended."""
    return outcome(ended.why, ended.steps)


def outcome(why: str, steps: int) -> str:
    """Return how an episode ended after this many steps. With none, it was over before the first command."""
    at_once = " before the first command" if why in BY_THE_WORLD and not steps else ""
    return (_WHY.get(why) or one_line(why)) + at_once


def ending(ended: EpisodeEnded) -> list[str]:
    """Return the summary of an episode in three short lines."""
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
