"""A language model's reply to a turn: a command, and optionally facts."""

from __future__ import annotations

from dataclasses import dataclass

ASK_FOR_FACTS = (
    "Before the command you may state what you know by now of where things are, and of what is open, closed or locked, "
    "as <facts>subject, relation, object; subject, relation, object</facts>: "
    "<facts>lamp, is on, table; player, has, key; chest, is, locked</facts>. "
    "Say only what is new or has changed. The last line of your answer is the command."
)
"""The end of the system prompt if facts are rewarded."""

_BEGIN, _END = "<facts>", "</facts>"
_THOUGHT = "</think>"
_MOST, _LONGEST = 500, 300


@dataclass(frozen=True)
class ParsedReply:
    """A parsed reply.

    Attributes:
        command: the last nonempty line, without the facts; empty if there is none.
        facts: as lines of triplets, at most 500.
    """

    command: str
    facts: tuple[str, ...] = ()


def read_reply(text: str) -> ParsedReply:
    """Parse a reply. Thinking before it (`</think>`) is ignored. The first list of facts counts; an unclosed one
    extends to the end."""
    answer = text.rpartition(_THOUGHT)[2]
    before, _, rest = answer.partition(_BEGIN)
    stated, _, after = rest.partition(_END)
    nonempty = [line.strip() for line in f"{before}\n{after}".splitlines() if line.strip()]
    lines = (line.strip() for line in stated.replace("\n", ";").split(";"))
    facts = [line for line in lines if line and len(line) <= _LONGEST]
    return ParsedReply(nonempty[-1] if nonempty else "", tuple(facts[:_MOST]))
