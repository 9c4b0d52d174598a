"""The actions to choose from: how they are shown, in which order, and which one a reply names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from ariadne.agents.sub_goals import concerns, leads, meeting, name, strays
from ariadne.agents.tried import Offer

LONGEST = 200
"""The character limit of a free command; a longer text is not a command."""
ELSE = "something else"
"""The last choice of a shortened list: it asks for the whole list."""
_WORD = re.compile(r"\w[\w'-]*")
_MORE = re.compile(r"(?:from|with|on|in|into) ")
_LABEL = "action:"
ENOUGH = 0.6
"""How closely an action must concern a sub-goal to come before exploring."""
NOT_TRIED = "not tried"
"""A memory's annotation of exits that were never taken."""


@dataclass(frozen=True)
class Choices:
    """Actions with what is known about them.

    Attributes:
        actions: as an answer names them. `lines`: as a question shows them, in the same order: `go west (not
            tried)`.
        free: whether other commands may be named too.
        left_out: valid actions that are not shown.
    """

    actions: Sequence[str]
    lines: Sequence[str]
    free: bool = False
    left_out: Sequence[str] = ()

    @classmethod
    def of(cls, actions: Sequence[str], annotations: Mapping[str, str] = {}, free: bool = False) -> Choices:
        """Return these actions, each with its annotation; a free world shows no annotations."""
        if free:
            return cls(actions, actions, free)
        known = {action: annotations.get(action, "") for action in actions}
        return cls(actions, [f"{action} ({known[action]})" if known[action] else action for action in actions])

    @property
    def is_cut(self) -> bool:
        """Whether some actions are not shown."""
        return bool(self.left_out)

    @property
    def fields(self) -> dict[str, Sequence[str]]:
        """The allowed values of an answer's field `action`, as questions state them."""
        return {} if self.free else {"action": self.actions}

    def few(self, most: int, offer: Offer, plan: Sequence[str], near: Mapping[str, float]) -> Choices:
        """Return the first `most` actions, and `something else` if there are more; see `in_order` for the order.

        These are left out while others remain: moves back and forth, actions that only printed a text before, actions
        that repeat or undo a recent one, and other actions with a thing of the plan. Actions that meet a sub-goal stay.
        If something has to be found and exits are untried, ways back to places without untried exits are left out as
        well.
        """
        met, ways = self._met(offer, plan), self._ways(offer)
        astray = (action for action in self.actions if strays(plan, action))
        vain = {*offer.to_and_fro, *offer.idle, *offer.again, *astray}
        spare = (vain if met or not ways else {*vain, *offer.back}) - {*met, *ways}
        actions = self.in_order(offer, plan, near, most).actions
        shown = [action for action in actions if action not in spare][:most] or list(actions[:most])
        if len(shown) == len(actions):
            return self._of(shown)
        few = self._of(shown)
        rest = [action for action in actions if action not in shown]
        return Choices([*few.actions, ELSE], [*few.lines, ELSE], left_out=rest)

    def sub_goal(self, offer: Offer, plan: Sequence[str]) -> str:
        """The current sub-goal: the first that an action meets, else the one most concerned by an action possible only
        here, else the first. Empty without a plan."""
        met = (line for line in plan if meeting(line, self.actions))
        known = {line: max((concerns(line, action) for action in offer.own), default=0.0) for line in plan}
        least = ENOUGH if self._ways(offer) else 0.0
        concerned = max(plan, key=lambda line: known[line] * (known[line] >= least), default="")
        return name(next(met, concerned))

    def in_order(self, offer: Offer, plan: Sequence[str], near: Mapping[str, float], most: int) -> Choices:
        """Return the same choices ordered: up to half of `most` that serve the plan, then untried ones, then the rest.

        First come actions that meet a sub-goal or lead towards it, in the plan's order. Without any, untried exits come
        first, to find something. Next come actions near the plan. Among untried ones, those that concern a sub-goal and
        are possible only here come first. Moves back and forth and repeats on the same things come last.

        Args:
            near: similarity of each line to the plan.
        """
        lines = dict(zip(self.actions, self.lines, strict=True))
        fresh = [action for action in self.actions if action not in offer.to_and_fro and action not in offer.again]
        met, ways = self._met(offer, plan), self._ways(offer)
        nearest = sorted(fresh, key=lambda action: -near[lines[action]])
        serving = list(dict.fromkeys(chain(met or ways, nearest)))[: (most + 1) // 2]
        # A single word names neither a thing nor a direction.
        untried = [action for action in fresh if not offer.times.get(action) and " " in action]
        own = _concerned(plan, [action for action in fresh if action in offer.own])
        return self._of(list(dict.fromkeys(chain(serving, ways, own, untried, fresh, self.actions))))

    def _met(self, offer: Offer, plan: Sequence[str]) -> list[str]:
        """Return the actions that meet a sub-goal or lead to where it can be met, in the plan's order.

        In a place that was left with the same inventory, only what was possible there before counts.
        """
        lines = dict(zip(self.actions, self.lines, strict=True))
        fresh = [action for action in self.actions if action not in offer.to_and_fro]

        def able(line: str, action: str) -> bool:
            there = offer.there.get(action)
            return there is None or bool(meeting(line, there))

        def serving(line: str) -> Iterator[str]:
            met = meeting(line, fresh)
            return (each for each in fresh if each in met or (leads(line, lines[each]) and able(line, each)))

        return [action for line in plan for action in serving(line)]

    def _ways(self, offer: Offer) -> list[str]:
        """Return the untried exits here; without any, the ways to places that have some."""
        known = (action for action, shown in zip(self.actions, self.lines, strict=True) if NOT_TRIED in shown)
        elsewhere = [action for action in known if action not in offer.to_and_fro]
        return [action for action in offer.exits if action not in offer.to_and_fro] or elsewhere

    def _of(self, actions: Sequence[str]) -> Choices:
        """Return these actions in this order."""
        lines = dict(zip(self.actions, self.lines, strict=True))
        return Choices(actions, [lines[action] for action in actions])

    def named(self, said: str) -> str | None:
        """Return the valid action that a reply names, by itself or as it is shown, even if it was not shown."""
        if shown := match_action(said, self.lines):
            return self.actions[self.lines.index(shown)]
        return as_action(said, [*self.actions, *self.left_out], self.free)


def _concerned(plan: Sequence[str], actions: Sequence[str]) -> Iterator[str]:
    """Yield the actions that concern each sub-goal most, in the plan's order; then the second most, and so on."""
    concerning = [{action: concerns(line, action) for action in actions} for line in plan]
    ranked = [sorted(filter(known.get, known), key=lambda action: -known[action]) for known in concerning]
    return (action for turn in zip_longest(*ranked) for action in turn if action)


def as_action(said: str, actions: Sequence[str], free: bool = False) -> str | None:
    """Return the valid action that a reply names, alone or as the only one in a sentence. In a free world, return the
    reply itself if it can be a command."""
    if action := match_action(said, actions):
        return action
    if free:
        line = " ".join(said.split())
        return line if 0 < len(line) <= LONGEST else None
    return _only_named(said, actions) or _only_begun(said, actions)


def match_action(said: str, actions: Sequence[str]) -> str | None:
    """Return the valid action that equals a reply, ignoring case, spaces, quotes, a prompt sign or `action:` before it
    and a full stop after it."""
    wanted = _normal(said)
    by_itself = wanted.removeprefix(_LABEL).strip(_AROUND)
    return next((action for each in (wanted, by_itself) for action in actions if _normal(action) == each), None)


def _only_named(said: str, actions: Sequence[str]) -> str | None:
    """Return the one action of several words that a text contains; None if it contains more.

    An action within a longer one that the text contains does not count.
    """
    text = _words(said)
    named = {words: action for action in actions if (words := _words(action)).strip().count(" ") and words in text}
    longest = [action for words, action in named.items() if not any(words in more for more in named if more != words)]
    return longest[0] if len(longest) == 1 else None


def _only_begun(said: str, actions: Sequence[str]) -> str | None:
    """Return the one action that extends a text by where or with what: `take key from box` for `take key`."""
    text = _words(said)
    begun = [
        action for action in actions if (words := _words(action)).startswith(text) and _MORE.match(words, len(text))
    ]
    return begun[0] if text.strip() and len(begun) == 1 else None


def _words(text: str) -> str:
    """The words of a text with a space around each, to find whole words only."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


_AROUND = " \t\n\"'`.>"


def _normal(action: str) -> str:
    return " ".join(action.lower().strip(_AROUND).split())
