"""Moments in games as shown to the reasoner, and its conclusions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from ariadne.models.question import Inputs
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.act import act
from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.plan import plan
from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.reading.read import read

HEADER = re.compile(r"^-= (.+?) =-$", re.MULTILINE)

# Words for names, without function words.
WORDS = (
    "red blue golden small old oak ivory copper lamp rope coin kettle candle mirror chest locker box key note shelf "
    "basket parsnip walnut quilt anvil ladle harp"
).split()
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True).map(" ".join)

_PIECES = """
-= Hall =-|> go north|> examine old note|> unlock blue locker with red key|You are in a hall.|Ingredients:|Directions:
|  slice the red carrot|There is a red key and an apple on the floor.|The red key opens it.|It is in the attic.
|There is a closed screen door leading north.|You open the blue locker, revealing a note.|On the table is a lamp.
|The blue locker is on the shelf in the cellar.|You are carrying: a red key.|You unlock the blue locker.
|Take the lamp|Put the old lamp where it belongs|a|the|is in|, | -> |[]|(the )|“”|A . B| |!?"""
_pieces = st.sampled_from([*_PIECES.replace("\n", "").split("|"), "\n", " | "])
prose = st.one_of(st.text(max_size=80), st.lists(_pieces, max_size=8).map("\n".join))
"""Any text, and texts similar to those of games."""

_SEVERAL = st.lists(prose, max_size=3)
moments = st.fixed_dictionaries(
    dict.fromkeys(("goal", "observation", "inventory", "notes"), prose)
    | {"location": st.one_of(names, prose)}
    | dict.fromkeys(("history", "facts", "episodes", "exits", "plan"), _SEVERAL)
    | dict.fromkeys(("places", "texts", "recalled", "first", "past"), _SEVERAL)
)
"""Any inputs of a question about what to do."""


def said(text: str, location: str = "hall") -> set[str]:
    """The facts that a text states, one line each."""
    return {f"{fact.subject}, {fact.relation}, {fact.object}" for fact in read(text, location)}


def moment(
    observation: str = "", actions: Sequence[str] = (), **more: str | Sequence[str]
) -> dict[str, str | Sequence[str]]:
    """The inputs of a question at one moment; the location is that of the last header."""
    headers = HEADER.findall("\n".join((*more.get("history", ()), observation)))
    inputs: dict[str, str | Sequence[str]] = {
        "goal": "Find the treasure.",
        "instructions": "",
        "history": (),
        "observation": observation,
        "location": headers[-1].lower() if headers else "",
        "inventory": "You are carrying nothing.",
        "facts": (),
        "episodes": (),
        "notes": "",
        "exits": (),
        "plan": (),
        "actions": tuple(sorted(actions)),
        "tried": (),
    }
    return {**inputs, **more}


def framed(
    observation: str = "", actions: Sequence[str] = (), **more: str | Sequence[str]
) -> dict[str, str | Sequence[str]]:
    """The inputs of a question at one moment in the frame."""
    none = {"rules": "", "places": (), "texts": (), "recalled": (), "first": (), "past": ()}
    return {**moment(observation, actions), **none, "taken": "0", "progress": "step 1", **more}


def picture(observation: str = "", actions: Sequence[str] = (), **more: str | Sequence[str]) -> Situation:
    """The reasoner's picture of a moment."""
    return situation(moment(observation, actions, **more))


def planned(inputs: Inputs) -> list[str]:
    """The sub-goals of the revised plan, without their reasons."""
    lines = plan(inputs, same_words)["plan"]
    assert isinstance(lines, list)
    return [line.split(" | ")[0] for line in lines]


def explores(inputs: Inputs) -> object:
    """Whether the revised plan needs exploration."""
    return plan(inputs, same_words)["explore"]


def chosen(inputs: Inputs) -> object:
    """The chosen action."""
    return act(inputs, same_words)["action"]
