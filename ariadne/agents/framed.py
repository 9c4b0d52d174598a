"""Working memory in the frame: a snapshot of what memory knew, the log of turns since, and what matters now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ariadne.agents.working_memory import WorkingMemory, of_earlier_lives
from ariadne.memory.memory import Held
from ariadne.worlds.world import Turn

MOST_EXITS = 20
"""Maximum number of untried exits shown at a step, the nearest first."""


@dataclass(frozen=True)
class Snapshot:
    """What a memory knew at a step.

    Attributes:
        places: triplets about places. `facts`: other triplets. `texts`: texts needed word for word.
        episodes: past turns, as text. `notes`: anything else, as prose.
        plan: the sub-goals of that step.
        earlier: knowledge from earlier lives, see `Survey`. `learned`, `ending`: likewise.
    """

    step: int = 0
    places: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    texts: tuple[Turn, ...] = ()
    episodes: tuple[str, ...] = ()
    notes: str = ""
    plan: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True)
class Framed(WorkingMemory):
    """Working memory in the frame.

    Attributes:
        rules: the game's rules, as the player saw them.
        snapshot: what memory knew. `log`: the turns since, as text, without the present one.
        seen: the present turn as text. `progress`: how far the episode has come.
        past: episodes and statements that matter now and are in neither, as text.
    """

    rules: str = ""
    snapshot: Snapshot = field(default_factory=Snapshot)
    log: Sequence[str] = ()
    seen: str = ""
    progress: str = ""
    past: Sequence[str] = ()

    def inputs(self) -> dict[str, str | Sequence[str]]:
        return {"rules": self.rules, **super().inputs()}

    def context(self) -> dict[str, str | Sequence[str]]:
        then, found = self.snapshot, self.recollection
        facts = {*then.places, *then.facts}
        return {
            "taken": str(then.step),
            "notes": found.notes() if found.complete else then.notes,
            "places": then.places,
            "facts": then.facts,
            "texts": [turn.as_text() for turn in then.texts],
            "episodes": then.episodes,
            **of_earlier_lives(then),
            "history": self.log,
            "observation": self.seen,
            "location": self.turn.location,
            "inventory": self.turn.inventory,
            "progress": self.progress,
            "recalled": [fact for fact in found.facts if fact not in facts],
            **({"first": [_at_first(past) for past in found.held]} if found.held else {}),
            "past": self.past,
            "exits": found.exits[:MOST_EXITS] if self.explore else (),
            "plan": self.plan,
        }


def in_frame(working: WorkingMemory) -> Framed:
    """Turn the paper's working memory into the frame's: the last turns become the log, and what is recalled belongs to
    now."""
    if isinstance(working, Framed):
        return working
    context = working.context()
    found = working.recollection
    snapshot = Snapshot(notes=str(context["notes"]), earlier=found.earlier, learned=found.learned, ending=found.ending)
    return Framed(
        working.goal, working.recent, working.turn, found, working.plan, working.explore, working.instructions,
        snapshot=snapshot, log=[*context["history"]], seen=str(context["observation"]), past=[*context["episodes"]],
    )  # fmt: skip


def _at_first(past: Held) -> str:
    """A past fact with the command that made it true."""
    return f"{past.fact} (by {past.told.command})" if past.told and past.told.command else past.fact
