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
    "step": "one decision of the player, and how many it may take",
    "score": "points that the game has given so far, of all that it gives; the player is not told",
    "moves": "commands sent to the game: a `go to` is one step and several moves",
    "calls": "questions put to the model that thinks for the player",
    "tokens": "pieces of words that the model has read and written",
    "See": "what the game answered last, and what is carried",
    "Map": "rooms it has been in, [where it is], ? ways not tried, and what it knows to lie there",
    "Learn": "facts that its memory took from what it just saw (+), and those no longer true (-)",
    "Recall": "facts that its memory holds to matter now, and moments of long ago, in quotes",
    "Plan": "its plan: ✓ what is done, ▸ what it acts on now, and the rest",
    "Do": "its last actions, the latest first: what came of each, and the points it gave",
}
"""The words on screens and pages with their meanings, for newcomers."""

BY_THE_WORLD = ("won", "lost", "over")
"""The values of `why` for episodes that the world ended."""


def points(score: float) -> str:
    """A score: 3, not 3.0."""
    return f"{score:g}"


def tokens(count: int) -> str:
    """A number of tokens in about five characters: 812, 41,203, 1.24M."""
    return f"{count:,}" if count < 1_000_000 else f"{count / 1_000_000:.2f}M"


def money(usd: float | None) -> str:
    """Dollars, with as many decimals as needed; an unknown price is shown as unknown, not as zero."""
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.4f}"


def who(entry: SummaryHead) -> str:
    """The game and its player, on one line."""
    seed = "" if entry.seed is None else f" · seed {entry.seed}"
    parts = [part for part in (entry.memory, entry.model) if part]
    mind = f" {aside(', '.join(parts))}" if parts else ""
    again = f" #{entry.repeat}" if entry.repeat > 1 else ""
    return one_line(f"{entry.game}{seed}{again} · {entry.agent}{mind}")


def plays(entry: SummaryHead) -> str:
    """The game and its player as a sentence, for newcomers."""
    seed = "" if entry.seed is None else f", seed {entry.seed}"
    parts = [f"{kind} {name}" for kind, name in (("memory", entry.memory), ("model", entry.model)) if name]
    mind = f" {aside(', '.join(parts))}" if parts else ""
    return one_line(f"{entry.agent} plays {entry.game}{seed}{mind}")


def grounds(acted: Acted, plan: Iterable[str] = ()) -> str:
    """Why the player acted, on one line; empty if that only repeats the action, or the sub-goal that the action is.

    Args:
        plan: what is shown beside the action: sub-goals, with or without their reasons.
    """
    action = frozenset(terms(acted.action))
    said = frozenset(terms(acted.reason)) - frozenset(terms("as planned"))
    is_sub_goal = not said.isdisjoint(action) and any(said <= {*terms(line.partition("|")[0])} for line in plan)
    return "" if said <= action or is_sub_goal else one_line(acted.reason)


def answer(turn: TurnEvent, goal: str) -> str:
    """The world's text; its first one without a paragraph that is the goal, which is shown beside it, unless it
    says nothing else."""
    told = r"\s+".join(map(re.escape, goal.split()))
    if turn.command or not told:
        return turn.observation
    rest = re.sub(rf"^[^\S\n]*{told}[^\S\n]*$\n*", "", turn.observation, flags=re.MULTILINE)
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
    """What a user can do after an episode, each with its command.

    Args:
        run: its folder.
        can_go_on: whether it can be resumed.
        another: the command that plays another game of this kind; may be empty.
    """
    folder = shlex.quote(one_line(run))
    commands = {
        "go on": resumption(run) if can_go_on else "",
        "step by step": f"ariadne replay {folder}",
        "as a page": f"ariadne report {folder}",
        "another game": another,
    }
    return [f"{name + ':':<15}{command}" for name, command in commands.items() if command]


def resumption(run: str) -> str:
    """The command that resumes a play."""
    return f"ariadne play --resume {shlex.quote(one_line(run))}"


def why(ended: EpisodeEnded) -> str:
    """How an episode ended."""
    return outcome(ended.why, ended.steps)


def outcome(why: str, steps: int) -> str:
    """How an episode ended after this many steps; without steps it may have been over before the first action."""
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
