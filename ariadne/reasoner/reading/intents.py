"""Intents: what to do, and the planner's wording of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ariadne.geography import WAYS


@dataclass(frozen=True)
class Intent:
    """One thing to do.

    Attributes:
        verb: take, drop, unlock, open, close, read, put, prepare, eat, find, go, explore, revisit, tidy, or a way
            to cut or to heat.
        thing: its object; a direction or a place for `go`.
        other: the tool, or the holder that a thing is put on or into.
        is_back: for `tidy`, whether the place is the original one: no other place is known.
        step: its number among the goal's steps, from 1; 0 if it is not one, or the only one.
    """

    verb: str
    thing: str = ""
    other: str = ""
    is_back: bool = False
    step: int = 0

    @property
    def is_visit(self) -> bool:
        """Whether it asks to be at a place, by any route."""
        return self.verb == "go" and self.thing not in WAYS

    @property
    def phrase(self) -> str:
        """Its wording within a sentence."""
        return str(replace(self, step=0)).lower()

    def __str__(self) -> str:
        form = "go to the {thing}" if self.is_visit else FORMS.get(self.verb, "{verb} the {thing}")
        text = form.format(verb=self.verb, thing=self.thing)
        text += _OTHER.get(self.verb, " with the {}").format(self.other) if self.other else ""
        return f"Step {self.step}: {text}" if self.step else text[0].upper() + text[1:]


FORMS = {
    "explore": "explore the unknown exits",
    "revisit": "see every room again",
    "go": "go {thing}",
    "give": "give {thing}",
    "tidy": "put the {thing} where it belongs",
}
_OTHER = {"put": " at the {}", "drop": " in the {}", "take": " from the {}", "tidy": ""}
