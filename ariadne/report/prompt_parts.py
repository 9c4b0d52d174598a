"""The parts of a prompt: which lines come from where, and how many of them a provider would have cached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, takewhile

from ariadne.events import Message, QuestionEvent
from ariadne.models.prompt import CLOSING, OPENING

PARTS = ("rules", "log", "memory", "actions")
RULES, LOG, MEMORY, ACTIONS = range(len(PARTS))
# How lines of the prompts begin with which a part begins.
HEADINGS = {
    "Goal:": RULES, "Rules:": RULES, "How one acts here:": RULES, "Task:": RULES, "Your reply": RULES,
    "Turns:": LOG, "Now:": LOG, "Location:": LOG, "What the agent saw:": LOG, "What just happened:": LOG,
    "From an earlier life": MEMORY, "Known at step": MEMORY, "Also known:": MEMORY, "At first:": MEMORY,
    "Ways not tried": MEMORY, "Plan:": MEMORY, "Known facts": MEMORY, "Known:": MEMORY, "Facts from memory:": MEMORY,
    "Past moments that may matter:": MEMORY, "Exits not yet tried:": MEMORY, "Earlier triplets": MEMORY,
    "Notes so far:": MEMORY, "Current sub-goal:": MEMORY, "There is no sub-goal yet.": MEMORY,
    "Actions:": ACTIONS, "Some actions:": ACTIONS, "Valid actions:": ACTIONS, "Some valid actions:": ACTIONS,
    "Done here before:": ACTIONS, "Tried here before:": ACTIONS,
}  # fmt: skip
_HEADING = re.compile("|".join(map(re.escape, HEADINGS)))


def parts_of(message: Message) -> list[int]:
    """The parts of a message as runs of lines: the number of a part in `PARTS`, how many lines, and so on."""
    return [number for part, lines in groupby(_parts(message)) for number in (part, len(list(lines)))]


def cached_lines(asked: QuestionEvent) -> int:
    """How many lines of a prompt, over all of its messages, lie before the point up to which it was cached."""
    # As the prompt was written when its cached tokens were counted.
    lengths = [len(json.dumps(part, ensure_ascii=False)) + len(", ") for part in [asked.kind, *asked.prompt]]
    cached = sum(lengths) * asked.kept // max(1, asked.usage.prompt_tokens)
    at, count = lengths[0], 0
    for message, length in zip(asked.prompt, lengths[1:], strict=True):
        lines = message["content"].split("\n")
        if at + length > cached:
            return count + _fitting(
                lines, cached - at - (length - len(json.dumps(message["content"], ensure_ascii=False)))
            )
        at, count = at + length, count + len(lines)
    return count


def _fitting(lines: Sequence[str], room: int) -> int:
    """How many of the first lines of a string take no more than so many characters of JSON."""
    ends = accumulate(len(json.dumps(f"{line}\n", ensure_ascii=False)) - len('""') for line in lines)
    return sum(1 for _ in takewhile(room.__ge__, ends))


def _parts(message: Message) -> Iterator[int]:
    """The part of each line."""
    text, part, is_world = message["content"], RULES, False
    # What has no heading after the goal is what has happened, unless the prompt names its turns.
    after = {"Goal:": RULES if "\nTurns:\n" in text else LOG}
    for line in text.split("\n"):
        # What the world printed may look like a heading.
        heading = None if is_world or message["role"] == "system" else _HEADING.match(line)
        part = HEADINGS[heading[0]] if heading else part
        yield part
        part = after.get(heading[0], part) if heading else part
        is_world = line.rfind(OPENING) > line.rfind(CLOSING) or (is_world and CLOSING not in line)
