"""Sub-goals: what a line of a plan means, beside its sentence.

A plan goes from question to question as lines, `sub-goal | reason`: of a plan, too, the reasoner sees what a language
model is shown and nothing else, and others may have written it. So a line is read here, once, into what it means; what
the planner keeps in a reason for later is written here as well, and no one else looks at the words.
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
class Home:
    """The best place that was seen for a thing so far.

    Attributes:
        holder: a piece of furniture; the room itself for its floor.
        like: what lies there that is most like the thing.
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
    """A line of a plan. Kept for later is one of `home`, `shut`, `origin`, `seen` and `left`, which is the reason then.

    Attributes:
        intent: what it wants done; its verb is empty where the line names no doing.
        reason: in words.
        home: where a thing to tidy is to be put.
        shut: why a door that is to be opened is left for now.
        origin: the room from which the way leads that is to be gone.
        seen, left: the rooms that a round through the house has seen, and those that are left to see.
    """

    intent: Intent
    reason: str = ""
    home: Home | None = None
    origin: str = ""
    seen: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    shut: Shut | None = None

    @property
    def sentence(self) -> str:
        """What it is called in a plan: what is to be tidied is put at a place, once one is known."""
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
    """What a line of a plan means, whoever wrote it."""
    said, _, reason = line.partition(" | ")
    intent, home = _intent(said.strip()), None
    if found := _HOME.match(reason):
        home = Home(bare(found["holder"]), bare(found["room"]), bare(found["like"] or ""))
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
