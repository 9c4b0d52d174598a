"""Move things in a TextWorld story from outside, on behalf of other people than the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ariadne.errors import Failure

_MOVED = "Whisked."
MOVING = f"""
Whisking it to is an action out of world applying to two visible things.
Understand "tw-whisk [any thing] to [any thing]" as whisking it to.
Carry out whisking it to:
	if the second noun is a supporter:
		now the noun is on the second noun;
	otherwise:
		now the noun is in the second noun;
	say "{_MOVED}".
"""
"""The Inform 7 code that a story needs for this. Players cannot use its command."""


def move(env: Any, thing: str, place: str) -> None:
    """Move a thing to a piece of furniture, in the story of an environment and in TextWorld's state.

    Raises:
        Failure: the story does not have one of them, or cannot move the thing.
    """
    tracker = env._wrapped_env
    progression = tracker._game_progression
    known = _by_name(tracker._game.infos, progression.state)
    if not {thing, place} <= known.keys() or _MOVED not in tracker._send(f"tw-whisk {thing} to {place}"):
        raise Failure(f"the story cannot move the {thing} to the {place}")
    _put(progression, known[thing], known[place])
    tracker._gather_infos()


def _by_name(infos: Mapping[str, Any], state: Any) -> dict[str, Any]:
    """The engine's entities by their names in the text."""
    return {infos[variable.name].name: variable for variable in state.variables if variable.name in infos}


def _put(progression: Any, thing: Any, place: Any) -> None:
    """Update the thing's place in the engine's state, and the valid commands."""
    from textworld.logic import Proposition

    state, knowledge = progression.state, progression.game.kb
    holds = "on" if knowledge.types.is_descendant_of(place.type, "s") else "in"
    before = [fact for fact in state.facts if fact.name in ("in", "on", "at") and fact.arguments[0] == thing]
    state.add_fact(Proposition(holds, [thing, place]))
    state.remove_facts(before)
    actions = state.all_applicable_actions(knowledge.rules.values(), knowledge.types.constants_mapping)
    progression._valid_actions = list(actions)
