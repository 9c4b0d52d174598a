"""Means: the commands for a sub-goal, what must be in the hand, and where it is done."""

from __future__ import annotations

import re

from ariadne.reasoner.playing.kitchen import BLADE, HEATERS, appliance, blade
from ariadne.reasoner.playing.rounds import to_see_again
from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS, called

MEALS_IN = "kitchen"
"""The room where a meal is made."""
TIDYING = ("tidy", "explore", "revisit")
"""The verbs in a plan while there is anything to tidy."""


def commands(intent: Intent, now: Situation) -> list[str]:
    """The commands for a sub-goal, as patterns over the valid actions, the best first."""
    thing, other = called(intent.thing), re.escape(intent.other)
    match intent.verb:
        case "take" | "find":
            return [rf"(?:take|pick up) {thing}", rf"take {thing} from .+"]
        case "unlock" | "lock" as verb:
            return [rf"{verb} {thing} with {other}"] * bool(other) + [rf"{verb} {thing} with .+"]
        case "read":
            return [rf"(?:read|examine) {thing}"]
        case "tidy" if now.exits or to_see_again(now):
            return []
        case "put" | "tidy":
            on_floor = [rf"drop {thing}"] * (intent.other == now.here)
            return [rf"(?:put|insert) {thing} (?:on|into|in) {other}", *on_floor] if other else []
        case "prepare":
            return [rf"prepare {thing}"]
        case verb if verb in CUTS:
            return [rf"{verb} {thing}(?: with .+)?"]
        case verb if verb in HEATS:
            tool = other or re.escape(appliance(verb, now))
            cooks = any(action.startswith("cook ") for action in now.actions)
            heat = rf"cook {thing} (?:with|in|on) {tool}"
            return [heat, *([] if cooks else [rf"put {thing} on (?:{'|'.join(HEATERS)})"])]
        case "go" if intent.is_visit:
            return [rf"go to {thing}"]
        case "go":
            return [rf"(?:(?:go|move|walk|run|head) )?{thing}"]
        case verb:
            return [rf"{verb} {thing}"] if intent.thing else []


def cooking_left(now: Situation) -> bool:
    """Whether something is still to be gathered, cut or cooked; the blade does not count."""
    wanted = [goal.intent for goal in now.plan]
    return any(intent.verb in (*CUTS, *HEATS) or (intent.verb == "take" and intent.thing != BLADE) for intent in wanted)


def needs(intent: Intent, now: Situation) -> list[str]:
    """What must be in the hand for a sub-goal."""
    match intent.verb:
        case "unlock" | "lock" | "open" as verb:
            key = intent.other or now.opens.get(intent.thing, "")
            return [key] if key and (verb != "open" or now.is_state(intent.thing, "locked")) else []
        case verb if verb in CUTS:
            return [intent.thing, blade(now)]
        case verb if verb in ("put", "tidy", "drop", *HEATS) or (verb == "eat" and intent.thing != "meal"):
            return [intent.thing]
        case _:
            return []


def gathered(intent: Intent, now: Situation) -> list[str]:
    """What must be in the hand before a sub-goal, or is taken by it."""
    return [intent.thing] if intent.verb == "take" else needs(intent, now)


def sites(intent: Intent, now: Situation) -> list[str]:
    """Where a sub-goal is done: at the thing itself, a holder, an appliance, a kitchen."""
    match intent.verb:
        case "put" | "tidy" | "drop":
            return [intent.other] if intent.other else []
        case "prepare":
            return [] if cooking_left(now) else [MEALS_IN]
        case verb if verb in HEATS:
            return list(dict.fromkeys((intent.other or appliance(verb, now), *HEATERS)))
        case "unlock" | "lock":
            return [intent.thing] if needs(intent, now) else []
        case "go":
            return [intent.thing if intent.is_visit else now.origin or now.here]
        case verb if verb in CUTS or verb in ("eat", "explore"):
            return []
        case _:
            return [intent.thing]
