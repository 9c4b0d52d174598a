"""Errands in a TextWorld house: each is announced when the previous one is done or given up. Meanwhile, other people
move things. All of TextWorld's quests are active from the start, so the game has none; its card has the errands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from ariadne.errors import UserError
from ariadne.worlds.card import ErrandsScoring, GameCard, News, Wish
from ariadne.worlds.moving import move
from ariadne.worlds.textworld import TextWorld
from ariadne.worlds.world import Score, Turn

GIVE_UP = "give up"
"""The command that gives up the current errand."""


def textworld_of(path: Path, card: GameCard | None, watched: bool = False) -> TextWorld:
    """Open the game of a story in this process, with or without errands, as its card says."""
    if card and isinstance(card.scoring, ErrandsScoring):
        return Errands(path, card, card.scoring)
    return TextWorld(path, card, watched)


class Errands(TextWorld):
    """A house with errands to do one after another.

    Attributes:
        fewest: the fewest commands for each errand, counted from the end of the previous one.
    """

    def __init__(self, path: Path, card: GameCard, scoring: ErrandsScoring) -> None:
        super().__init__(path, card, watched=True)
        self.fewest = tuple(len(errand.walk) for errand in scoring.errands)
        self._errands = scoring.errands
        self._check_names(path)
        self._room_of = scoring.rooms
        self._at = self._done = 0
        self._at_first: Collection[int] = ()
        self._shown = self._last

    def reset(self) -> Turn:
        self._at = self._done = 0
        self.happened = ()
        turn = super().reset()
        self._at_first = {number for number in range(len(self._errands)) if self._holds(number)}
        return self._show(turn, self._tell())

    def step(self, command: str) -> Turn:
        line = " ".join(command.split())
        self.happened = ()
        if self._shown.done:
            return replace(self._shown, command=line, observation="The game is over.", status="invalid")
        if line.lower() == GIVE_UP:
            messages = self._after() or [f"Errand {self._at + 1} is given up.", *self._next()]
            return self._show(replace(self._last, command=line, observation="", status="valid"), messages)
        turn = super().step(line)
        return self._show(turn, self._after())

    def score(self) -> Score:
        count = len(self._errands)
        return Score(self._done, count, won=self._done == count, task=min(self._at + 1, count))

    def _check_names(self, path: Path) -> None:
        """Check that the story has the names in the card."""
        known = {info.name for info in self._state["game"].infos.values()}
        wishes = [(wish.thing, *wish.places) for errand in self._errands for wish in errand.wishes]
        moves = [(news.thing, news.place) for errand in self._errands for news in errand.news]
        for name in (name for names in (*wishes, *moves) for name in names):
            if name not in known:
                raise UserError(f"{path.with_suffix('.yaml')}: scoring: the story has no '{name}'")

    @property
    def _is_over(self) -> bool:
        return self._at == len(self._errands)

    def _show(self, turn: Turn, messages: Collection[str]) -> Turn:
        """The story's turn as a player of errands sees it, with the messages in `said` appended."""
        text = "\n".join(messages)
        self._shown = replace(
            turn,
            observation=f"{turn.observation}\n\n{text}".strip() if text else turn.observation,
            commands=() if self._is_over else tuple(sorted({*self._last.commands, GIVE_UP})),
            done=self._is_over,
            status_line="" if self._is_over else self._task(),
        )
        return self._shown

    def _task(self) -> str:
        return f"Errand {self._at + 1} of {len(self._errands)}: {self._errands[self._at].text}"

    def _after(self) -> list[str]:
        """Mark the current errand as done if it is, and return the messages about that."""
        if not self._holds(self._at):
            return []
        self._done += 1
        return [f"Errand {self._at + 1} is done.", *self._next()]

    def _next(self) -> list[str]:
        self._at += 1
        return ["That was the last errand."] if self._is_over else self._tell()

    def _tell(self) -> list[str]:
        """Announce the current errand after its news. Skip it without a point if its wishes hold now and held at the
        start: a thing to put back never left its place because an earlier errand failed."""
        heard = [news for news in self._errands[self._at].news if self._happens(news)]
        self.happened += tuple(heard)
        messages = [*(news.text for news in heard), self._task()]
        if self._at in self._at_first and self._holds(self._at):
            return [*messages, f"Errand {self._at + 1} was done already.", *self._next()]
        return messages

    def _holds(self, number: int) -> bool:
        """Whether all wishes of an errand hold; errands count from 0."""
        places, states = self._places(), self._states()
        return all(_holds(wish, places, states) for wish in self._errands[number].wishes)

    def _states(self) -> Mapping[str, Collection[str]]:
        """The states of each thing, in the engine's words."""
        states = defaultdict(set)
        for fact in self.facts:
            if len(fact.arguments) == 1:
                states[fact.arguments[0].name].add(fact.name)
        return states

    def _happens(self, news: News) -> bool:
        """Move a thing unless the player would see it; return whether it was moved."""
        places = self._places()
        place, here = places.get(news.thing), places["P"]
        if place is None or place in ("inventory", news.place) or here in (self._room(place), self._room(news.place)):
            return False
        move(self._env, news.thing, news.place)
        return True

    def _room(self, place: str) -> str:
        return self._room_of.get(place, place)


def _holds(wish: Wish, places: Mapping[str, str], states: Mapping[str, Collection[str]]) -> bool:
    is_there = not wish.places or places.get(wish.thing) in wish.places
    return is_there and set(wish.states) <= set(states.get(wish.thing, ()))
