"""A question's inputs as texts, and its account of the past as passages, oldest first.

Everything that a memory recalls is a passage: an episode, notes, a transcript, a fact, a statement in plain words. Each
is read with its time; of two contradictory ones the later wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from sys import maxsize

from ariadne.models.question import Inputs
from ariadne.reasoner.reading.language import headings
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import ReadFact
from ariadne.triplet import triplets_of

AS_BEFORE = "(as before)"
"""Replaces a text that was shown already."""
COMMAND = re.compile(r"^> ?(.+)$", re.MULTILINE)

START, NOW = 0, maxsize
"""The times of undated beginnings and of the present."""
_PARTS = re.compile(r"^\d+ Subgoal: .*\n?|^(?=> )", re.MULTILINE)
"""The start of another turn, or of another sub-goal's account, whose heading is skipped: it may have failed."""
_SEEN = re.compile(r" \(seen at step (?P<step>\d{1,9})\)$", re.MULTILINE)
_OVER = re.compile(r"\n\(no longer so: (?P<facts>.*)\)$")
_HELD = re.compile(
    r" \(since step (?P<since>\d{1,9})(?: until step (?P<until>\d{1,9}))?(?:, by (?P<command>[^\n]*))?\)$"
)


@dataclass(frozen=True)
class ShownPassage:
    """A passage with its step.

    Attributes:
        turns: consecutive turns, each with its command; one without is an account of no particular room.
        facts: other facts stated. `over`: facts that are no longer true.
        is_transcript: whether its turns immediately precede the recent turns.
        is_survey: whether it describes a place with everything known about it.
    """

    step: int
    turns: Sequence[str] = ()
    facts: Sequence[ReadFact] = ()
    over: Sequence[ReadFact] = ()
    is_transcript: bool = False
    is_survey: bool = False


def text(inputs: Inputs, name: str) -> str:
    """An input that is one string; empty if the question does not have it."""
    value = inputs.get(name, "")
    return value if isinstance(value, str) else "\n".join(value)


def lines(inputs: Inputs, name: str) -> list[str]:
    """An input that is a list; empty if the question does not have it."""
    value = inputs.get(name, ())
    return [value] if isinstance(value, str) else list(value)


def shown_turns(inputs: Inputs) -> list[str]:
    """The shown turns, oldest first, the present one last, with `as before` replaced by the earlier text."""
    turns: list[str] = []
    seen: dict[str, str] = {}
    for turn in (*lines(inputs, "history"), text(inputs, "observation")):
        command, end, told = turn.partition("\n") if turn.startswith("> ") else ("", "", turn)
        first, _, rest = told.partition("\n")
        is_again = rest.strip() == AS_BEFORE and first in seen
        if not is_again:
            seen[first] = told
        turns.append(f"{command}{end}{seen[first]}" if is_again else turn)
    return turns


def triplets(texts: Iterable[str]) -> list[ReadFact]:
    """Facts in the form of triplets; other lines are read as prose."""
    return [fact for line in texts for fact in (stated([line]) or read(line))]


def stated(texts: Iterable[str]) -> list[ReadFact]:
    """Facts in the form of triplets; other lines are skipped."""
    return [ReadFact(*triplet) for triplet in triplets_of(texts)]


def passages(inputs: Inputs) -> list[ShownPassage]:
    """Everything before the recent turns, oldest first; undated passages date from the recall."""
    taken = int(text(inputs, "taken") or NOW)
    found = [
        ShownPassage(START, turns_of(text(inputs, "rules"))),
        *map(_episode, (*lines(inputs, "texts"), *lines(inputs, "episodes"))),
        *map(_recalled, lines(inputs, "past")),
        ShownPassage(
            taken, turns_of(text(inputs, "notes")), stated(text(inputs, "notes").splitlines()), is_transcript=True
        ),
        *(replace(_statement(line, taken), is_survey=True) for line in lines(inputs, "places")),
        *(_statement(line, taken) for line in lines(inputs, "facts")),
        *(_statement(line, NOW) for line in lines(inputs, "recalled")),
    ]
    return sorted(found, key=lambda passage: passage.step)


def turns_of(past: str) -> list[str]:
    """The turns of a transcript, and the accounts between them."""
    return [turn for turn in _PARTS.split(past) if turn.strip()]


def _recalled(told: str) -> ShownPassage:
    """A recollection for the present moment: a past turn, or a statement that is true now."""
    is_turn = COMMAND.match(told) or _SEEN.search(told) or headings(told)
    return _episode(told) if is_turn else _statement(told, NOW)


def _episode(told: str) -> ShownPassage:
    """A past turn, with its step if given, and what of it is no longer true."""
    over = _OVER.search(told)
    told = told[: over.start()] if over else told
    seen = _SEEN.search(told)
    return ShownPassage(
        int(seen["step"]) if seen else START,
        turns_of(told[: seen.start()] if seen else told),
        over=stated(over["facts"].split("; ")) if over else (),
    )


def _statement(line: str, step: int) -> ShownPassage:
    """A triplet, or a statement in plain words, which may say when it was true, as `Held` does."""
    match = _HELD.search(line)
    if match is None:
        facts = stated([line])
        return ShownPassage(step, () if facts else (line,), facts)
    said, by = triplets([line[: match.start()]]), match["command"]
    return ShownPassage(int(match["since"]), (f"> {by}",) if by else (), said, over=said if match["until"] else ())
