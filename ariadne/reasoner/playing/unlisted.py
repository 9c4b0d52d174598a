"""Acting in a world that lists valid commands only on request: by the words of the goal alone.

Each sentence of the goal is a condition. Of the actions that the world has named, the reasoner takes the one that
shares most words with an open condition; repeated actions score lower. There is no lookahead, so detours succeed only
by luck.

A story rarely states its goal. The texts at its beginning serve as conditions, too. Without a promising action the
reasoner explores: it does what is new in this place, first with things, then exits.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from zlib import crc32

from ariadne.geography import WAYS
from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import COMMAND, lines, text
from ariadne.reasoner.reading.language import sentences

_WORD = re.compile(r"[a-z0-9][a-z0-9'-]*")
_SMALL = frozenset(
    "a an the is are be has have in on off at of to from with into and or not no it its that this all so true"
    " which".split()
)
_LISTED = re.compile(r"\bvalid actions(?: are)?:\s*(.+)", re.IGNORECASE)
_IN_VAIN = re.compile(r"nothing happens|not (?:valid|possible)|no effect|don't understand|can't", re.IGNORECASE)
_ASKS = re.compile(r"valid actions|look|inventory")

# Penalties: for each repetition in the same state of the world; for the same things as the last action, which it may
# undo; and for naming everything in a condition that is already true.
_AGAIN, _SAME_THINGS, _SPOILS = 0.5, 0.6, 1.0
# The numbers of conditions followed, from the first, and of turns read, up to the last.
_CONDITIONS, _TURNS = 100, 300
# The weight of each condition relative to the one before.
_LATER = 0.9
# Exploration bonuses in stories for what is new in this place: handling a thing, an exit, and (at most) an exit taken
# long ago; and a penalty for giving away or ending something, unless the goal asks for it.
_HANDLED, _WAY, _GONE, _LOSES = 0.2, 0.15, 0.05, -0.2
_TRIED_ALL, _RESTLESS = 0.3, 2
"""After this many turns of mere walking, combining two things is worth a try."""
_LOSING = ("drop ", "put ", "give ", "close ", "turn off ", "take off ", "eat ", "drink ")
_TOLD, _HINTS = "as I was told", 10
# An action needs this score to be tried without asking whether it is possible.
_PROMISING = 0.5


@dataclass(frozen=True)
class Exchange:
    """A command and the world's answer."""

    command: str
    answer: str


def is_asked(inputs: Inputs) -> bool:
    """Whether the world lists no valid commands, but has instructions."""
    return bool(text(inputs, "instructions"))


def _is_story(inputs: Inputs) -> bool:
    """Whether moves are compass directions, as in stories."""
    return set(WAYS) <= set(_WORD.findall(text(inputs, "instructions").lower()))


def in_mind(inputs: Inputs) -> list[str]:
    """Return a plan's lines: the open conditions, and in a story the texts of its beginning."""
    told = [line for line in lines(inputs, "plan") if line.endswith(f" | {_TOLD}")]
    if not told and _is_story(inputs):
        told = [f"{said} | {_TOLD}" for said in sentences(_turns(inputs)[0].answer) if len(_words(said)) > 1]
    return [*(f"{each} | not so yet, as far as I know" for each in conditions(inputs)), *told[:_HINTS]]


def conditions(inputs: Inputs) -> list[str]:
    """Return the goal's sentences that no text has shown to be true, in order; all of them if none is left."""
    wanted, turns = _wanted(inputs), _turns(inputs)
    return [condition for condition in wanted if not _holds(condition, turns)] or wanted


def likely_action(inputs: Inputs, plan: Sequence[str]) -> tuple[str, str]:
    """Return an action and its condition; the first conditions win ties."""
    turns = _turns(inputs)
    true = [condition for condition in _wanted(inputs) if condition not in plan and _holds(condition, turns)]

    is_story, tried = _is_story(inputs), {action.lower() for action in lines(inputs, "tried")}

    def promise(action: str) -> float:
        spoils = any(_shared(action, condition) == 1 for condition in true)
        new = is_story and action.lower() not in tried
        return _promise(action, plan, turns, new) - (_SPOILS if spoils else 0)

    def worth(action: str) -> float:
        if not is_story:
            return promise(action)
        things = _words(action, 1)
        asked = len(things) > 1 and any(things <= _words(condition) for condition in plan)
        if action.startswith(_LOSING) and not asked:
            new = len(things) > 1 and action.lower() not in tried
            return _LOSES + (_TRIED_ALL if new and _walked(turns) >= _RESTLESS else 0)
        # A text about a thing's place also names its direction; that is not a request to go there.
        return (0 if action in WAYS else promise(action)) + _curiosity(action, tried, turns)

    def lot(action: str) -> int:
        # Random order among exits taken too long ago to compare; otherwise one of them would be taken for ever.
        return crc32("\n".join([action, *(turn.command for turn in turns)]).encode()) if is_story else 0

    best = max(_remembered(turns), key=lambda action: (worth(action), lot(action), action), default="")
    if best and (_LISTED.search(turns[-1].answer) or promise(best) >= _PROMISING):
        serves = max(plan, key=lambda condition: _shared(best, condition), default="")
        is_curious = is_story and (best in WAYS or not _shared(best, serves))
        return best, "I see what comes of it" if is_curious else serves
    asks = sorted(lines(inputs, "actions"), key=lambda action: "valid actions" not in action.lower())
    asked_in_vain = any(turn.command == asks[0] and not _LISTED.search(turn.answer) for turn in turns)
    if asked_in_vain and (way := _way_on(turns)):
        return way, "I see what is there"
    return asks[0], "I do not know what is possible here"


def _way_on(turns: Sequence[Exchange]) -> str:
    """The least-taken direction among those in the last description; empty if it names none."""
    for turn in reversed(turns):
        told = [] if _ASKS.search(turn.command) else _WORD.findall(turn.answer.lower())
        if named := [way for way in WAYS if way in told]:
            return min(named, key=lambda way: sum(turn.command == way for turn in turns))
    return ""


def _wanted(inputs: Inputs) -> list[str]:
    """The sentences of the goal, without their introductions."""
    return [condition.rpartition(": ")[2] for condition in sentences(text(inputs, "goal"))][:_CONDITIONS]


def _turns(inputs: Inputs) -> list[Exchange]:
    """The shown commands and answers, oldest first."""
    shown = "\n".join((text(inputs, "notes"), *lines(inputs, "history"), text(inputs, "observation")))
    first, *rest = re.split(COMMAND, shown)
    later = [Exchange(command.strip(), answer) for command, answer in zip(rest[::2], rest[1::2], strict=True)]
    return [Exchange("", first), *later][-_TURNS:]


def _holds(condition: str, turns: Sequence[Exchange]) -> bool:
    """Whether the last text about these things says that the condition is true."""
    things = _words(condition)
    for turn in reversed(turns):
        if _LISTED.search(turn.answer):
            continue
        if " ".join(condition.lower().split()) in " ".join(turn.answer.lower().split()):
            return True
        if things <= _words(turn.command) or any(things & _words(said) == things for said in sentences(turn.answer)):
            return False
    return False


def _remembered(turns: Sequence[Exchange]) -> list[str]:
    """The actions of the world's last list, without those done since; empty after a failure."""
    if _IN_VAIN.search(turns[-1].answer):
        return []
    for place in range(len(turns) - 1, -1, -1):
        if found := _LISTED.search(turns[place].answer):
            done = {turn.command.lower() for turn in turns[place:]}
            actions = [action.strip(" .") for action in re.split(r"[;,]", found[1])]
            return [each for each in actions if each and each.lower() not in done and not _ASKS.search(each.lower())]
    return []


def _curiosity(action: str, tried: Container[str], turns: Sequence[Exchange]) -> float:
    """The exploration bonus of an action."""
    if action.lower() not in tried:
        return _WAY if action in WAYS else _HANDLED
    last = max((place for place, turn in enumerate(turns) if turn.command.lower() == action.lower()), default=0)
    return _GONE * (1 - last / len(turns)) if action in WAYS else 0.0


def _walked(turns: Sequence[Exchange]) -> int:
    """The number of moves since anything else was done."""
    acts = [turn.command.lower() for turn in turns if not _ASKS.search(turn.command.lower())]
    return len(list(takewhile(WAYS.__contains__, reversed(acts))))


def _promise(action: str, plan: Sequence[str], turns: Sequence[Exchange], new: bool) -> float:
    """The score of an action for an open condition, minus penalties; a `new` action undoes nothing."""
    serves = max((_shared(action, condition) * _LATER**place for place, condition in enumerate(plan)), default=0.0)
    acts = [turn for turn in turns if not _ASKS.search(turn.command.lower())]
    again = sum(
        turn.command.lower() == action.lower() and before.answer == acts[-1].answer for before, turn in pairwise(acts)
    )
    last = acts[-1].command.lower()
    # The first word is the verb, the others name the things.
    undoes = not new and last != action.lower() and serves < 1 and _words(last, 1) & _words(action, 1)
    return serves - _AGAIN * again - (_SAME_THINGS if undoes else 0.0)


def _shared(action: str, condition: str) -> float:
    """The share of a condition's words that an action names."""
    things = _words(condition)
    return len(things & _words(action)) / len(things) if things else 0.0


def _words(said: str, skip: int = 0) -> frozenset[str]:
    return frozenset(_WORD.findall(said.lower())[skip:]) - _SMALL
