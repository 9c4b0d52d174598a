"""Sub-goals: the meaning of a plan's line.

A plan passes from question to question as lines, `sub-goal | reason`: the reasoner sees what a language model is shown,
and a model may have written it. A line is parsed only here, and what the planner stores in a reason is written only
here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ariadne.reasoner.reading.instructions import intents
from ariadne.reasoner.reading.intents import FORMS, Intent
from ariadne.reasoner.reading.language import bare

_BELONGS, _BACK = "as far as I know it belongs at the", "where that is must still be found; it lay at the"
_SEEN, _LEFT, _FROM = "seen so far:", "still to see:", "as told, from the"
_SHUT, _NOTHING = "it did not open with", "nothing"
_STEP = re.compile(r"Step (\d+): ")
_BARS = re.compile(rf"{_SHUT} (?P<had>.+) in hand, and leads (?P<way>\w+) from the (?P<room>.+)$")
_EXPLORE = re.compile(r"\bexplor\w+", re.IGNORECASE)
_TIDY = re.compile(FORMS["tidy"].format(thing="(.+?)"), re.IGNORECASE)
_PUT_AT = re.compile(r"Put the (.+) at the (.+)")
_TIDY_AT = re.compile(r"put the (.+?) at the ", re.IGNORECASE)
_HOME = re.compile(
    rf"(?:{_BELONGS}|(?P<back>{_BACK})) (?P<holder>.+?) in the (?P<room>.+?)(?:, beside the (?P<like>.+))?$"
)


@dataclass(frozen=True)
class BestPlace:
    """The best known place for a thing.

    Attributes:
        holder: a piece of furniture; the room itself for its floor.
        like: the most similar thing there.
    """

    holder: str
    room: str
    like: str = ""

    def __str__(self) -> str:
        place = f"{self.holder} in the {self.room}"
        return f"{place}, beside the {self.like}" if self.like else place


@dataclass(frozen=True)
class Shut:
    """A door that did not open.

    Attributes:
        room, way: the exit that it bars.
        had: what was carried when it was tried.
    """

    room: str
    way: str
    had: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{', '.join(self.had) or _NOTHING} in hand, and leads {self.way} from the {self.room}"


@dataclass(frozen=True)
class SubGoal:
    """A line of a plan. Its reason stores at most one of `home`, `shut`, `origin`, `seen` and `left`.

    Attributes:
        intent: what to do; its verb is empty if the line names none.
        reason: in words.
        home: where a thing to tidy belongs.
        shut: why a door is left closed for now.
        origin: the room from which to go.
        seen, left: the rooms that a round has seen, and the remaining ones.
    """

    intent: Intent
    reason: str = ""
    home: BestPlace | None = None
    origin: str = ""
    seen: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    shut: Shut | None = None

    @property
    def sentence(self) -> str:
        """Its wording in a plan, with the place of a thing to tidy if known."""
        intent = self.intent
        is_known = intent.verb == "tidy" and self.home is not None and not intent.is_back
        return f"Put the {intent.thing} at the {intent.other}" if is_known else str(intent)

    def __str__(self) -> str:
        place = _BACK if self.intent.is_back else _BELONGS
        rooms = {_SEEN: ", ".join(self.seen), _LEFT: ", ".join(self.left)}
        kept = {place: self.home, _SHUT: self.shut, _FROM: self.origin, **rooms}
        reason = next((f"{label} {data}" for label, data in kept.items() if data), self.reason)
        return f"{self.sentence} | {reason}"


def read_sub_goal(line: str) -> SubGoal:
    """Parse a plan's line, written by the reasoner or a model."""
    said, _, reason = line.partition(" | ")
    intent, home = _intent(said.strip()), None
    if found := _HOME.match(reason):
        home = BestPlace(bare(found["holder"]), bare(found["room"]), bare(found["like"] or ""))
        if match := _TIDY.match(said) or _TIDY_AT.match(said):
            intent = Intent("tidy", bare(match[1]), home.holder, is_back=bool(found["back"]))
    shut = None
    if found := _BARS.match(reason):
        had = () if found["had"] == _NOTHING else tuple(found["had"].split(", "))
        shut = Shut(bare(found["room"]), found["way"], had)
    return SubGoal(intent, reason, home, _after(_FROM, reason), _rooms(_SEEN, reason), _rooms(_LEFT, reason), shut)


def _intent(said: str) -> Intent:
    if step := _STEP.match(said):
        return replace(_intent(said[step.end() :]), step=int(step[1]))
    if _EXPLORE.search(said):
        return Intent("explore")
    if said.lower() == FORMS["revisit"]:
        return Intent("revisit")
    if said.lower() == "give up":
        return Intent("give", "up")
    if match := _TIDY.match(said):
        return Intent("tidy", bare(match[1]))
    if match := _PUT_AT.fullmatch(said):
        return Intent("put", bare(match[1]), bare(match[2]))
    return next(intents(said), Intent(""))


def _after(label: str, reason: str) -> str:
    return reason.removeprefix(f"{label} ") if reason.startswith(f"{label} ") else ""


def _rooms(label: str, reason: str) -> tuple[str, ...]:
    return tuple(filter(None, _after(label, reason).split(", ")))
