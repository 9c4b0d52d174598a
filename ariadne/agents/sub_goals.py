"""Sub-goals as lines, `sub-goal | reason`, compared word by word with the actions that meet them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.caches import cached

MORE_WORDS = 3
"""Maximum number of extra words in a sub-goal that an action meets: 'dice the carrot for the recipe'."""
GO_TO = "go to "
"""The prefix of an action that takes a known route of any length."""
_WORD = re.compile(r"\w[\w'-]*")
_STEP = re.compile(r"^\s*step \d+:")
_ARTICLES = ("the", "a", "an")
LINKS = frozenset({"at", "from", "in", "into", "on", "onto", "to", "under", "with"})
"""Words between the things of a command."""


def name(line: str) -> str:
    """A sub-goal without its reason."""
    return line.partition("|")[0].strip()


def says(sub_goal: str, action: str) -> bool:
    """Whether a sub-goal states an action: `take key` for `take key from box`, `dice the carrot` for `dice carrot`.

    A single word is not enough.
    """
    wanted, done = _words(sub_goal), _words(action)
    return _within(wanted, done) or (len(wanted) <= len(done) + MORE_WORDS and _within(done, wanted))


@cached(4096)
def things(command: str) -> frozenset[str]:
    """The words of the things in a command: the same for `take key from box` and `put key in box`."""
    return frozenset(_words(command)[1:]) - LINKS


def concerns(line: str, action: str) -> float:
    """How similar the things of an action and of a sub-goal are, ignoring the verbs: the share of common words. 'Read
    the note' matches `examine note` fully and `take note from box` by half."""
    wanted, done = things(name(line)), things(action)
    return len(wanted & done) / max(len(wanted | done), 1)


def names(line: str, action: str) -> bool:
    """Whether a sub-goal names what an action is done to."""
    words = _words(action)[1:]
    link = next((at for at, word in enumerate(words) if word in LINKS), len(words))
    return link > 0 and {*words[:link]} <= {*_words(name(line))}


def meeting(line: str, actions: Sequence[str]) -> list[str]:
    """Return the actions that meet a line of a plan. These are the ones that it states; without any, those with another
    verb and the same two things, such as `cook potato with stove` for frying it. With one thing, another verb means
    something else; and taking something from a place undoes putting it there."""
    wanted = name(line)
    relation = _relation(wanted)
    stated = [action for action in actions if says(wanted, action)]
    if stated or relation is None:
        return stated
    return [action for action in actions if _relation(action) == relation and concerns(line, action) == 1]


def strays(plan: Sequence[str], action: str) -> bool:
    """Whether an action combines a thing of the plan with a wrong second thing: putting on the sofa a potato that must
    be fried on the stove."""
    first, second = _two(action)
    wanted = [two for line in plan if (two := _two(name(line)))[1] and two[0] == first]
    return bool(second and wanted) and all(other != second for _, other in wanted)


def leads(line: str, shown: str) -> bool:
    """Whether an action, as shown with its annotation, leads to the place in a line of a plan, or to something
    there."""
    action, _, known = shown.partition(" (")
    if not action.startswith(GO_TO):
        return False
    wanted = _padded(line)
    return any(each in wanted for each in map(_padded, (action.removeprefix(GO_TO), *known.split(","))) if each.strip())


def _two(command: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words of a command's two things. None if it has one thing, or takes one from the other."""
    words = _words(command)[1:]
    link = next((at for at, word in enumerate(words) if word in LINKS), len(words))
    return (words[:link], words[link + 1 :]) if _relation(command) is False else (words, [])


def _relation(command: str) -> bool | None:
    """Whether a command about two things separates them, as in `take key from box`; None if it is about one."""
    between = LINKS.intersection(_words(command)[2:-1])
    return "from" in between if between else None


def _padded(text: str) -> str:
    """The words of a text with a space around each, to find whole names."""
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(_STEP.sub("", text.lower())) if word not in _ARTICLES]


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether some words, at least two, are among others in the same order."""
    left = iter(many)
    return len(few) > 1 and all(word in left for word in few)
