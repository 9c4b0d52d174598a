"""Working memory: everything that the planner and the actor see at a step (AriGraph, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ariadne.events import Recalled
from ariadne.memory.memory import Cue, Memory, Recollection, recalled
from ariadne.models.prices import estimated_tokens
from ariadne.record import Record
from ariadne.worlds.world import Turn

AS_BEFORE = "(as before)"
"""Replaces a text that was shown already."""
PARAGRAPH = "\n\n"
"""Separates paragraphs."""


@dataclass(frozen=True)
class WorkingMemory:
    """The present moment as shown to a model.

    Attributes:
        recent: the last turns before the current one, oldest first.
        plan: sub-goals, each as `sub-goal | reason`.
        explore: whether the unexplored exits are shown.
        instructions: how to act in this world, if it does not list the valid commands.
    """

    goal: str
    recent: Sequence[Turn]
    turn: Turn
    recollection: Recollection
    plan: Sequence[str]
    explore: bool
    instructions: str = ""

    @property
    def shown_turns(self) -> Sequence[Turn]:
        """The recent turns, unless the recollection includes them."""
        return () if self.recollection.complete else self.recent

    def inputs(self) -> dict[str, str | Sequence[str]]:
        """The inputs that questions about the present moment share."""
        return {"goal": self.goal, "instructions": self.instructions, **self.context()}

    def context(self) -> dict[str, str | Sequence[str]]:
        """The episode so far, as it is shown: the in-trial context (HiAgent, section 2.2)."""
        return {
            "history": _once(self.shown_turns),
            "observation": self.turn.as_text(),
            "location": self.turn.location,
            "inventory": self.turn.inventory,
            "facts": self.recollection.facts,
            "episodes": _without(self.recollection.episodes, [*self.shown_turns, self.turn]),
            "notes": self.recollection.notes(),
            **of_earlier_lives(self.recollection),
            "exits": self.recollection.exits if self.explore else (),
            "plan": self.plan,
        }

    def context_tokens(self) -> int:
        """The length of the in-trial context, in tokens of four characters."""
        parts = (part if isinstance(part, str) else "\n".join(part) for part in self.context().values())
        return estimated_tokens("\n".join(part for part in parts if part))


class EarlierLives(Protocol):
    """Knowledge from earlier lives, see `Survey`."""

    @property
    def earlier(self) -> Sequence[str]: ...

    @property
    def learned(self) -> Sequence[str]: ...

    @property
    def ending(self) -> str: ...


def of_earlier_lives(told: EarlierLives) -> dict[str, str | Sequence[str]]:
    """The inputs about earlier lives; empty if nothing is known."""
    known = {"earlier": told.earlier, "learned": told.learned, "ending": told.ending}
    return known if any(known.values()) else {}


def recent_turns(turns: Sequence[Turn], recent: int) -> Sequence[Turn]:
    """The present turn and at most `recent` before it, at least half as many.

    They are dropped in blocks: a window that moves with each turn would defeat a server's prompt cache.
    """
    block = recent // 2 + 1
    beyond = max(len(turns) - 1 - recent, 0)
    return turns[-(-beyond // block) * block :]


def _once(turns: Sequence[Turn]) -> list[str]:
    """Turns as text. A repeated observation is shortened to its first line, which may name the place."""
    seen: set[str] = set()
    shown = []
    for turn in turns:
        first, end, rest = turn.observation.strip().partition("\n")
        is_new = not rest or turn.observation not in seen
        seen.add(turn.observation)
        shown.append((turn if is_new else replace(turn, observation=f"{first}{end}{AS_BEFORE}")).as_text())
    return shown


def _without(episodes: Sequence[Turn], turns: Sequence[Turn]) -> list[str]:
    """Episodes as text, without paragraphs that these turns or an earlier episode show."""
    known = {part for turn in turns for part in turn.observation.split(PARAGRAPH)}
    shown = []
    for episode in episodes:
        parts = episode.observation.split(PARAGRAPH)
        new = [part for part in parts if part not in known]
        known.update(parts)
        if new:
            text = PARAGRAPH.join(new if len(new) == len(parts) else [*new, AS_BEFORE])
            command = episode.command if parts[0] in new else ""
            shown.append(replace(episode, command=command, observation=text).as_text())
    return shown


async def recall(
    memory: Memory,
    record: Record,
    goal: str,
    turns: Sequence[Turn],
    plan: Sequence[str] = (),
    explore: bool = True,
    instructions: str = "",
    actions: Sequence[str] = (),
) -> WorkingMemory:
    """Return working memory for the last of these turns, with what memory recalls, and record it.

    Args:
        actions: the actions to choose from, which the memory may annotate.
    """
    *recent, turn = turns
    found = await recalled(memory, Cue(goal, plan, turn, recent, actions))
    working = WorkingMemory(goal, recent, turn, found, plan, explore, instructions)
    record(recorded(working))
    return working


def recorded(working: WorkingMemory) -> Recalled:
    """What memory recalled, as an event."""
    found = working.recollection
    return Recalled(
        facts=tuple(found.facts),
        episodes=tuple(turn.as_text() for turn in found.episodes),
        exits=tuple(found.exits),
        text=found.notes(),
        context_tokens=working.context_tokens(),
    )
