"""Sub-goals as lines, `sub-goal | reason`, beside actions that meet them: words against words, whoever wrote them."""

from __future__ import annotations

import re
from collections.abc import Sequence

MORE_WORDS = 3
"""How many words a sub-goal may have beyond those of an action that meets it: 'dice the carrot for the recipe'."""
GO_TO = "go to "
"""How an action begins that takes a known way, however far."""
_WORD = re.compile(r"\w[\w'-]*")
_STEP = re.compile(r"^\s*step \d+:")
_ARTICLES = ("the", "a", "an")
LINKS = frozenset({"at", "from", "in", "into", "on", "onto", "to", "under", "with"})
"""Words between the things of a command."""


def name(line: str) -> str:
    """A sub-goal without its reason."""
    return line.partition("|")[0].strip()


def says(sub_goal: str, action: str) -> bool:
    """Whether a sub-goal is an action in other words: with some put in between, or without the action's last ones.

    A single word is too little to tell.
    """
    wanted, done = _words(sub_goal), _words(action)
    return _within(wanted, done) or (len(wanted) <= len(done) + MORE_WORDS and _within(done, wanted))


def things(command: str) -> frozenset[str]:
    """The words of what something is done to and with: those of `take key from box` are those of `put key in box`."""
    return frozenset(_words(command)[1:]) - LINKS


def concerns(line: str, action: str) -> float:
    """How alike what an action and what a sub-goal is done to and with are, whatever is done: the words that they share
    of all that they have. 'Read the note' is as good as `examine note`, and half of `take note from box`."""
    wanted, done = things(name(line)), things(action)
    return len(wanted & done) / max(len(wanted | done), 1)


def names(line: str, action: str) -> bool:
    """Whether a sub-goal names what an action is done to."""
    words = _words(action)[1:]
    link = next((at for at, word in enumerate(words) if word in LINKS), len(words))
    return link > 0 and {*words[:link]} <= {*_words(name(line))}


def meeting(line: str, actions: Sequence[str]) -> list[str]:
    """The actions that do what a line of a plan wants: those that say it; where none does, those that do by another
    verb something with the same two things, as `cook potato with stove` fries it. With one thing very different things
    are done, and what takes one from another undoes what put it there."""
    wanted = name(line)
    relation = _relation(wanted)
    said = [action for action in actions if says(wanted, action)]
    if said or relation is None:
        return said
    return [action for action in actions if _relation(action) == relation and concerns(line, action) == 1]


def strays(plan: Sequence[str], action: str) -> bool:
    """Whether an action does with a thing what a plan does not want of it: with another second thing than every
    sub-goal that says what is to be done with both, as what is to be fried with the stove is laid on the sofa."""
    first, second = _two(action)
    wanted = [two for line in plan if (two := _two(name(line)))[1] and two[0] == first]
    return bool(second and wanted) and all(other != second for _, other in wanted)


def leads(line: str, shown: str) -> bool:
    """Whether an action, as it is shown with what is known of it, goes to where a line of a plan points: it names the
    place, or something that is there."""
    action, _, known = shown.partition(" (")
    if not action.startswith(GO_TO):
        return False
    wanted = _padded(line)
    return any(each in wanted for each in map(_padded, (action.removeprefix(GO_TO), *known.split(","))) if each.strip())


def _two(command: str) -> tuple[Sequence[str], Sequence[str]]:
    """What a command does something to, and with: the words of either. None with what it only parts from, or alone."""
    words = _words(command)[1:]
    link = next((at for at, word in enumerate(words) if word in LINKS), len(words))
    return (words[:link], words[link + 1 :]) if _relation(command) is False else (words, [])


def _relation(command: str) -> bool | None:
    """Whether a command about two things parts them, as what is taken from somewhere; none if it is about one."""
    between = LINKS.intersection(_words(command)[2:-1])
    return "from" in between if between else None


def _padded(text: str) -> str:
    """The words of a text, so that a name is found in it as a whole."""
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(_STEP.sub("", text.lower())) if word not in _ARTICLES]


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether some words, at least two, are among others in the same order."""
    left = iter(many)
    return len(few) > 1 and all(word in left for word in few)
