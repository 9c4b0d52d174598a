"""Errands in a house of TextWorld's: one is told when the one before it is done or given up, and meanwhile things are
moved by others. TextWorld's own quests all stand from the start, so the game has none; its card has the errands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ariadne.worlds.card import ErrandsScoring, GameCard, News, Wish
from ariadne.worlds.textworld import TextWorld
from ariadne.worlds.world import Score, Turn

GIVE_UP = "give up"
"""The command that ends an errand undone."""

MOVING = """
Whisking it to is an action out of world applying to two visible things.
Understand "tw-whisk [any thing] to [any thing]" as whisking it to.
Carry out whisking it to:
	if the second noun is a supporter:
		now the noun is on the second noun;
	otherwise:
		now the noun is in the second noun.
"""
"""What a story needs, in Inform 7, so that a thing can be moved in it from outside."""


def textworld_of(
    path: Path, card: GameCard | None, goal: str = "", briefing: str = "", watched: bool = False
) -> TextWorld:
    """The game of a story, which is played in this process, as its card says: with errands or without."""
    if card and isinstance(card.scoring, ErrandsScoring):
        return Errands(path, card, card.scoring, goal, briefing)
    return TextWorld(path, card, goal, briefing, watched)


class Errands(TextWorld):
    """A house in which errands are done, one after the other.

    Attributes:
        fewest: the fewest commands of each errand, from where the one before it ends.
    """

    def __init__(self, path: Path, card: GameCard, scoring: ErrandsScoring, goal: str = "", briefing: str = "") -> None:
        super().__init__(path, card, goal, briefing, watched=True)
        self.fewest = tuple(len(errand.walk) for errand in scoring.errands)
        self._errands = scoring.errands
        self._room_of = scoring.rooms
        self._at = 0
        self._done = 0
        self._shown = self._last

    def reset(self) -> Turn:
        self._at = self._done = 0
        turn = super().reset()
        return self._show(turn, self._tell())

    def step(self, command: str) -> Turn:
        line = " ".join(command.split())
        if self._shown.done:
            return replace(self._shown, command=line, observation="The game is over.", status="invalid")
        if line.lower() == GIVE_UP:
            said = [f"Errand {self._at + 1} is given up.", *self._next()]
            return self._show(replace(self._last, command=line, observation="", status="valid"), said)
        turn = super().step(line)
        return self._show(turn, self._after())

    def score(self) -> Score:
        count = len(self._errands)
        return Score(self._done, count, won=self._done == count, task=min(self._at + 1, count))

    @property
    def _is_over(self) -> bool:
        return self._at == len(self._errands)

    def _show(self, turn: Turn, said: Collection[str]) -> Turn:
        """A turn of the story as a player of errands sees it, with what is said after it."""
        told = "\n".join(said)
        self._shown = replace(
            turn,
            observation=f"{turn.observation}\n\n{told}".strip() if told else turn.observation,
            commands=() if self._is_over else tuple(sorted({*self._last.commands, GIVE_UP})),
            done=self._is_over,
            status_line="" if self._is_over else self._task(),
        )
        return self._shown

    def _task(self) -> str:
        return f"Errand {self._at + 1} of {len(self._errands)}: {self._errands[self._at].text}"

    def _after(self) -> list[str]:
        """What is said if the errand at hand is done now, and that it is."""
        if not self._is_done():
            return []
        self._done += 1
        return [f"Errand {self._at + 1} is done.", *self._next()]

    def _next(self) -> list[str]:
        self._at += 1
        return ["That was the last errand."] if self._is_over else self._tell()

    def _tell(self) -> list[str]:
        """The errand at hand, what happens before it is told, and those after it as long as they are done already."""
        heard = [news.text for news in self._errands[self._at].news if self._happens(news)]
        return [*heard, self._task(), *self._after()]

    def _is_done(self) -> bool:
        places, states = self._places(), self._states()
        return all(_holds(wish, places, states) for wish in self._errands[self._at].wishes)

    def _states(self) -> Mapping[str, Collection[str]]:
        """How each thing is, in the engine's words."""
        states = defaultdict(set)
        for fact in self.facts:
            if len(fact.arguments) == 1:
                states[fact.arguments[0].name].add(fact.name)
        return states

    def _happens(self, news: News) -> bool:
        """Move a thing, unless the player would have to see it: whether it was moved."""
        places = self._places()
        place, here = places.get(news.thing), places["P"]
        if place is None or place in ("inventory", news.place) or here in (self._room(place), self._room(news.place)):
            return False
        self._move(news.thing, news.place)
        return True

    def _room(self, place: str) -> str:
        return self._room_of.get(place, place)

    def _move(self, thing: str, place: str) -> None:
        """Move a thing to a piece of furniture, in the story and in what the engine knows of it."""
        tracker: Any = self._env._wrapped_env
        tracker._send(f"tw-whisk {thing} to {place}")
        infos, progression = tracker._game.infos, tracker._game_progression
        ids = {
            infos[variable.name].name: variable for variable in progression.state.variables if variable.name in infos
        }
        _put(
            progression.state, ids[thing], ids[place], progression.game.kb.types.is_descendant_of(ids[place].type, "s")
        )
        kinds = progression.game.kb
        progression._valid_actions = list(
            progression.state.all_applicable_actions(kinds.rules.values(), kinds.types.constants_mapping)
        )
        tracker._gather_infos()


def _put(state: Any, thing: Any, holder: Any, is_supporter: bool) -> None:
    from textworld.logic import Proposition

    old = [fact for fact in state.facts if fact.name in ("in", "on", "at") and fact.arguments[0] == thing]
    state.add_fact(Proposition("on" if is_supporter else "in", [thing, holder]))
    state.remove_facts(old)


def _holds(wish: Wish, places: Mapping[str, str], states: Mapping[str, Collection[str]]) -> bool:
    is_there = not wish.places or places.get(wish.thing) in wish.places
    return is_there and set(wish.states) <= set(states.get(wish.thing, ()))
