"""What may be chosen from: as it is shown, in which order, and which of it a reply names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from ariadne.agents.sub_goals import concerns, leads, meeting, name, strays
from ariadne.agents.tried import Offer

LONGEST = 200
"""Characters of a command that no list holds; more is no command."""
ELSE = "something else"
"""The last choice of a list that was cut: it opens the whole one."""
_WORD = re.compile(r"\w[\w'-]*")
_LABEL = "action:"
ENOUGH = 0.6
"""How much an action must concern a sub-goal, so that it is done before what was never seen is looked for."""
NOT_TRIED = "not tried"
"""What a memory says of ways that were never gone."""


@dataclass(frozen=True)
class Choices:
    """Actions beside what is known of them.

    Attributes:
        actions: as an answer names them. `lines`: as a question shows them, in the same order: `go west (not tried)`.
        free: whether others may be named as well.
        left_out: actions that are valid, but not shown.
    """

    actions: Sequence[str]
    lines: Sequence[str]
    free: bool = False
    left_out: Sequence[str] = ()

    @classmethod
    def of(cls, actions: Sequence[str], annotations: Mapping[str, str] = {}, free: bool = False) -> Choices:
        """These actions, each with its annotation; without any where the world is free to take others."""
        if free:
            return cls(actions, actions, free)
        known = {action: annotations.get(action, "") for action in actions}
        return cls(actions, [f"{action} ({known[action]})" if known[action] else action for action in actions])

    @property
    def is_cut(self) -> bool:
        """Whether not all actions are shown."""
        return bool(self.left_out)

    @property
    def fields(self) -> dict[str, Sequence[str]]:
        """What the field `action` of an answer may be, as questions say it."""
        return {} if self.free else {"action": self.actions}

    def few(self, most: int, offer: Offer, plan: Sequence[str], near: Mapping[str, float]) -> Choices:
        """The first so many and something else, if there is more; see `in_order`.

        As long as there is anything else, left out are a way that was just walked to and fro, what only told something
        before, what would do again or undo what was just done, and what does with a thing other than the plan wants,
        unless it meets a sub-goal; and where something has to be found and ways were never gone, those back to where
        nothing is.
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
        """The sub-goal that is worked at: the first that an action meets, else the one that something concerns most
        which can be done here only; else the first. Empty where there is no plan."""
        met = (line for line in plan if meeting(line, self.actions))
        known = {line: max((concerns(line, action) for action in offer.own), default=0.0) for line in plan}
        least = ENOUGH if self._ways(offer) else 0.0
        concerned = max(plan, key=lambda line: known[line] * (known[line] >= least), default="")
        return name(next(met, concerned))

    def in_order(self, offer: Offer, plan: Sequence[str], near: Mapping[str, float], most: int) -> Choices:
        """The same choices: half of `most` that serve the plan, then what was never tried, then the rest.

        What meets a sub-goal, or leads where the plan points, comes first, in the plan's order; where there is nothing
        of the kind, something has to be found, so ways that were never gone come first. Then comes what is near to the
        plan. Of what was never tried, that comes first which concerns a sub-goal and can be done here only. What was
        just walked to and fro, or done to the same things, comes last.

        Args:
            near: how near each line is to the plan.
        """
        lines = dict(zip(self.actions, self.lines, strict=True))
        fresh = [action for action in self.actions if action not in offer.to_and_fro and action not in offer.again]
        met, ways = self._met(offer, plan), self._ways(offer)
        nearest = sorted(fresh, key=lambda action: -near[lines[action]])
        serving = list(dict.fromkeys(chain(met or ways, nearest)))[: (most + 1) // 2]
        # What is no more than a word names no thing and no way.
        untried = [action for action in fresh if not offer.times.get(action) and " " in action]
        own = _concerned(plan, [action for action in fresh if action in offer.own])
        return self._of(list(dict.fromkeys(chain(serving, ways, own, untried, fresh, self.actions))))

    def _met(self, offer: Offer, plan: Sequence[str]) -> list[str]:
        """What meets a sub-goal or leads to where it can be met, in the plan's order.

        Where one was with what one carries now, only that can be met which could be then.
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
        """Ways that were never gone: those from here; where there are none, those to where there are some."""
        known = (action for action, shown in zip(self.actions, self.lines, strict=True) if NOT_TRIED in shown)
        elsewhere = [action for action in known if action not in offer.to_and_fro]
        return [action for action in offer.exits if action not in offer.to_and_fro] or elsewhere

    def _of(self, actions: Sequence[str]) -> Choices:
        """Some of them, in this order."""
        lines = dict(zip(self.actions, self.lines, strict=True))
        return Choices(actions, [lines[action] for action in actions])

    def named(self, said: str) -> str | None:
        """The action that a reply names, by itself or as it is shown; any of the valid ones, shown or not."""
        if shown := match_action(said, self.lines):
            return self.actions[self.lines.index(shown)]
        return as_action(said, [*self.actions, *self.left_out], self.free)


def _concerned(plan: Sequence[str], actions: Sequence[str]) -> Iterator[str]:
    """The actions that sub-goals concern: the one that concerns each most, in the plan's order, then the second..."""
    concerning = [{action: concerns(line, action) for action in actions} for line in plan]
    ranked = [sorted(filter(known.get, known), key=lambda action: -known[action]) for known in concerning]
    return (action for turn in zip_longest(*ranked) for action in turn if action)


def as_action(said: str, actions: Sequence[str], free: bool = False) -> str | None:
    """The valid action that a reply names, by itself or as the only one in a sentence; in a free world what it says,
    if it can be a command at all."""
    if action := match_action(said, actions):
        return action
    if free:
        line = " ".join(said.split())
        return line if 0 < len(line) <= LONGEST else None
    return _only_named(said, actions) or _only_begun(said, actions)


def match_action(said: str, actions: Sequence[str]) -> str | None:
    """The valid action that a reply is: case, spaces, quotes, a prompt sign or `action:` before it and a full stop
    after it do not matter."""
    wanted = _normal(said)
    by_itself = wanted.removeprefix(_LABEL).strip(_AROUND)
    return next((action for each in (wanted, by_itself) for action in actions if _normal(action) == each), None)


def _only_named(said: str, actions: Sequence[str]) -> str | None:
    """The one action of several words that is part of a text as it stands; none if there are more.

    What is part of a longer one that is named as well does not count.
    """
    text = _words(said)
    named = {words: action for action in actions if (words := _words(action)).strip().count(" ") and words in text}
    longest = [action for words, action in named.items() if not any(words in more for more in named if more != words)]
    return longest[0] if len(longest) == 1 else None


def _only_begun(said: str, actions: Sequence[str]) -> str | None:
    """The one action that begins with the words of a text, which are several: `take key` for `take key from box`."""
    text = _words(said)
    begun = [action for action in actions if _words(action).startswith(text)] if text.strip().count(" ") else []
    return begun[0] if len(begun) == 1 else None


def _words(text: str) -> str:
    """The words of a text with spaces around each, so that only whole ones are found in it."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


_AROUND = " \t\n\"'`.>"


def _normal(action: str) -> str:
    return " ".join(action.lower().strip(_AROUND).split())
