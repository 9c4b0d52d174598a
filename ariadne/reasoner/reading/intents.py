"""Intents: what sub-goals want done, and the words in which the planner writes them, which the actor reads back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ariadne.reasoner.reading.language import DIRECTIONS


@dataclass(frozen=True)
class Intent:
    """What a sub-goal wants done.

    Attributes:
        verb: take, drop, unlock, open, close, read, put, prepare, eat, find, go, explore, revisit, tidy, or a way
            to cut or to heat.
        thing: what it is done to; a direction or a place for `go`.
        other: the tool, or the holder that a thing is put on or into.
        is_back: for `tidy`, whether that is where the thing lay: no other place is known.
        step: which of the told steps it is, from 1; 0 if it is none, or the only one.
    """

    verb: str
    thing: str = ""
    other: str = ""
    is_back: bool = False
    step: int = 0

    @property
    def is_visit(self) -> bool:
        """Whether it wants to be at a place, whatever way leads there."""
        return self.verb == "go" and self.thing not in DIRECTIONS

    @property
    def sentence(self) -> str:
        """As a plan says it: what is to be tidied goes to a place, once one is known."""
        is_known = self.verb == "tidy" and self.other and not self.is_back
        return f"Put the {self.thing} at the {self.other}" if is_known else str(self)

    def __str__(self) -> str:
        form = "go to the {thing}" if self.is_visit else _FORMS.get(self.verb, "{verb} the {thing}")
        text = form.format(verb=self.verb, thing=self.thing)
        text += _OTHER.get(self.verb, " with the {}").format(self.other) if self.other else ""
        return f"Step {self.step}: {text}" if self.step else text[0].upper() + text[1:]


_FORMS = {
    "explore": "explore the unknown exits",
    "revisit": "see every room again",
    "go": "go {thing}",
    "tidy": "put the {thing} where it belongs",
}
_OTHER = {"put": " at the {}", "drop": " in the {}", "take": " from the {}", "tidy": ""}

BELONGS, BACK = "as far as I know it belongs at the", "where that is must still be found; it lay at the"
HOME = re.compile(
    rf"\| (?:{BELONGS}|(?P<back>{BACK})) (?P<holder>.+?) in the (?P<room>.+?)(?:, beside the (?P<like>.+))?$"
)
STEP = re.compile(r"Step (\d+): ")
