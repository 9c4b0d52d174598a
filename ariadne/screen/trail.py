"""An agent's last actions with their outcomes, and the state of its plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ariadne.events import Acted, Event, Planned, Scored, TurnEvent
from ariadne.memory.arigraph.retrieval.lexical import terms
from ariadne.screen.words import grounds
from ariadne.text import one_line

MOST_ACTIONS = 5
MOST_MET = 2
# Two sub-goals with at least this share of common words count as the same.
SAME = 0.75


@dataclass(frozen=True)
class ShownAction:
    """An action of a step; texts are safe to show.

    Attributes:
        reason: empty if it only repeats the action.
        commands: the commands that it sends.
        outcome: the world's answer; empty until it is known.
        gain: the change of the score.
        is_invalid: whether its last command was invalid.
    """

    step: int
    action: str
    reason: str
    commands: tuple[str, ...]
    outcome: str = ""
    gain: float = 0.0
    is_invalid: bool = False


@dataclass(frozen=True)
class PlanPart:
    """A part of the plan.

    Attributes:
        state: `now` while the agent acts on it; `met` if it was acted on and has left the plan.
    """

    goal: str
    reason: str
    state: Literal["", "now", "met"] = ""


class Trail:
    """Follows an agent through an episode, event by event.

    Attributes:
        actions: the last actions, the latest last.
        plan: the sub-goals met recently, then the plan.
    """

    def __init__(self) -> None:
        self.actions: tuple[ShownAction, ...] = ()
        self.plan: tuple[PlanPart, ...] = ()
        self._here = ""
        self._score = 0.0

    def see(self, event: Event) -> None:
        """Update the trail from an event."""
        match event:
            case TurnEvent():
                if event.command:
                    self._complete(outcome=_outcome(event, self._here), is_invalid=event.status == "invalid")
                self._here = event.location
            case Scored():
                if self.actions:
                    self._complete(gain=self.actions[-1].gain + event.score - self._score)
                self._score = event.score
            case Planned():
                self._planned([_sub_goal(line) for line in event.plan])
            case Acted():
                commands = tuple(map(one_line, event.commands))
                reason = grounds(event, (each.goal for each in self.plan))
                action = ShownAction(event.step, one_line(event.action), reason, commands)
                self.actions = (*self.actions, action)[-MOST_ACTIONS:]
                self._act_on(f"{event.action} {event.reason}")

    def _complete(self, **known: str | float | bool) -> None:
        if self.actions:
            self.actions = (*self.actions[:-1], replace(self.actions[-1], **known))  # type: ignore[arg-type]

    def _planned(self, plan: Iterable[PlanPart]) -> None:
        """Take a new plan. A sub-goal counts as met if a valid command acted on it and the new plan lacks it."""
        new = tuple(plan)
        went_wrong = bool(self.actions) and self.actions[-1].is_invalid
        old = [each for each in self.plan if each.state == "met" or (each.state == "now" and not went_wrong)]
        met = [replace(each, state="met") for each in old if not any(_is_in(each, other) for other in new)]
        acted_on = {each.goal for each in self.plan if each.state == "now"}
        still: tuple[PlanPart, ...] = tuple(
            replace(each, state="now") if each.goal in acted_on else each for each in new
        )
        self.plan = (*met[-MOST_MET:], *still)

    def _act_on(self, text: str) -> None:
        """Mark the sub-goal that shares the most words with an action and its reason, if any."""
        open_ones = [each for each in self.plan if each.state != "met"]
        words = frozenset(terms(text))
        chosen = max(open_ones, key=lambda each: _share(each.goal, words), default=None)
        if chosen is not None and not _share(chosen.goal, words):
            chosen = None
        self.plan = tuple(
            each if each.state == "met" else replace(each, state="now" if each is chosen else "") for each in self.plan
        )


def _sub_goal(line: str) -> PlanPart:
    goal, _, reason = one_line(line).partition("|")
    return PlanPart(goal.strip(), reason.strip())


def _outcome(turn: TurnEvent, before: str) -> str:
    if before and turn.location not in ("", before):
        return f"now in {one_line(turn.location)}"
    return one_line(turn.observation)


def _is_in(old: PlanPart, new: PlanPart) -> bool:
    return _share(old.goal, frozenset(terms(new.goal))) >= SAME


def _share(goal: str, words: frozenset[str]) -> float:
    """The share of a sub-goal's words that are in `words`."""
    own = frozenset(terms(goal))
    return len(own & words) / len(own) if own else 0.0
