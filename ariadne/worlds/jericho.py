"""Z-machine stories as worlds, played by Jericho (Hausknecht et al. 2020): the second suite of HiAgent's evaluation.

Of stories that it has bindings for, Jericho knows the score, the end, a walkthrough, and the grammar. Of others the
score and the end are read from what they print. An agent gets the text that a player would read, without the score.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

from ariadne.errors import Failure
from ariadne.events import Status
from ariadne.geography import DIRECTIONS
from ariadne.worlds.apart import Order, WorldApart, open_apart
from ariadne.worlds.card import StoryCard
from ariadne.worlds.story_score import Milestones, Points
from ariadne.worlds.story_text import Ending, Page, clean, ending, place, read_page, understood
from ariadne.worlds.valid_actions import valid_actions
from ariadne.worlds.world import Score, Turn
from ariadne.worlds.zmachine import (
    NOT_UNDERSTOOD,
    drawn_score,
    is_for_the_world,
    md5,
    memory_of,
    read_story,
    reads_letters,
)

CHECK = "check valid actions"
ALWAYS = (CHECK, "inventory", "look")

DEFAULT_GOAL = "Explore, solve what there is to solve, and score as many points as you can."

INSTRUCTIONS = f"""\
You are inside a story, and act by short commands in plain English, one at a time.
- Move: {", ".join(DIRECTIONS)}. Not every way is open everywhere; the text tells the exits.
- Perceive: look, inventory, examine THING, read THING, search THING.
- Handle: take THING, drop THING, put THING in THING, open THING, close THING, unlock THING with THING,
  turn on THING, turn off THING, push THING, pull THING, eat THING, drink THING, wear THING, give THING to PERSON.
- Pass time: wait.
Call a thing by a word or two that the text uses for it. Other verbs may work, too; an answer that a verb or a thing
is not known means that nothing happened.
{CHECK}: asks what can be done here and now. It changes nothing, but costs a step."""

_INVENTORY = ("inventory", "inv", "i", "take inventory")


def open_story(path: Path, goal: str = "", briefing: str = "", seed: int | None = None) -> WorldApart:
    """Open the story at `path` in a process of its own; `goal` and `briefing` go before those of its card.

    Args:
        seed: of the story's dice; None or 0: that of Jericho's walkthrough, else 1.

    Raises:
        UserError: there is no such file, it is no story, or its card cannot be read.
        Failure: Jericho cannot start it.
    """
    digest, card = md5(check_story(path)), load_card(path)
    return open_apart(Order("jericho", path, digest, card.model_dump_json(), goal, briefing, seed))


def load_card(path: Path) -> StoryCard:
    """The card beside a story, or an empty one."""
    card = path.with_suffix(".yaml")
    return StoryCard.load(card) if card.is_file() else StoryCard()


def check_story(path: Path) -> bytes:
    """The bytes of a story that Jericho can be given.

    Raises:
        UserError: there is no such file, or it is no story.
    """
    from jericho.defines import BINDINGS_DICT

    return read_story(path, BINDINGS_DICT)


class JerichoWorld:
    """One story being played in this process, which a damaged one may end."""

    domain = "jericho"
    instructions = INSTRUCTIONS

    def __init__(
        self, path: Path, card: StoryCard, goal: str = "", briefing: str = "", seed: int | None = None
    ) -> None:
        self.path = path
        self.goal = goal or card.goal or DEFAULT_GOAL
        self.briefing = briefing or card.briefing
        self._card = card
        self._env = _start(path, seed)
        bindings = self._env.bindings
        self.known = bool(bindings)
        jerichos = tuple(bindings["walkthrough"].split("/")) if bindings else ()
        self.walkthrough = tuple(card.walkthrough) or jerichos
        # Some of them no other line is like: an empty one is the key that a story waits for.
        self._also_sent = frozenset(jerichos)
        self._maximum = self._find_maximum()
        self._begin()

    def reset(self) -> Turn:
        self._begin()
        return self._turn("", read_page(self._env.reset()[0]))

    def step(self, command: str) -> Turn:
        """Execute one command. What is for the interpreter is not understood, and nothing happens."""
        line = " ".join(command.split())
        if self._last.done:
            return replace(self._last, command=line, observation="The game is over.", status="invalid")
        if line.lower() == CHECK:
            return self._list_actions(line)
        if line not in self._also_sent and not is_for_the_world(line):
            return replace(self._last, command=line, observation=NOT_UNDERSTOOD, commands=ALWAYS, status="invalid")
        return self._turn(line, read_page(self._env.step(line)[0]))

    def score(self) -> Score:
        """How the story stands. A card's milestones stand in for the story's own points; with all of them it is won."""
        won, lost = self._ending == "won", self._ending == "lost"
        if self._milestones.maximum:
            return Score(self._milestones.score, self._maximum, won, lost)
        points = self._env.get_score() if self.known else self._points.score
        return Score(points, self._maximum or self._points.maximum, won, lost)

    def close(self) -> None:
        self._env.close()

    def _begin(self) -> None:
        self._points = Points()
        self._milestones = Milestones(self._card.milestones)
        self._ending: Ending | None = None
        self._location = ""
        self._last = Turn("", "", "", ALWAYS, "", free=True)

    def _find_maximum(self) -> float:
        if self._card.maximum is not None:
            return self._card.maximum
        if self._card.milestones:
            return len(self._card.milestones)
        if self.known:
            return float(self._env.get_max_score())
        # Inform's library answers with the maximum; whatever else this does is undone by a fresh start.
        points = Points()
        self._env.reset()
        points.read(read_page(self._env.step("score")[0]))
        return points.maximum

    def _turn(self, command: str, page: Page) -> Turn:
        text = clean(page)
        status: Status = "valid" if not command or understood(text) else "invalid"
        self._points.read(page, drawn_score(memory_of(self._env)))
        if status == "valid":
            self._location = place(command, text) or self._location
            self._milestones.read(text)
        self._ending = self._how_it_ended(page)
        self._last = Turn(
            command,
            text,
            inventory=text if command.lower() in _INVENTORY else "",
            commands=() if self._ending else ALWAYS,
            location=self._location,
            done=self._ending is not None,
            free=True,
            status=status,
        )
        return self._last

    def _how_it_ended(self, page: Page) -> Ending | None:
        if self._milestones.maximum and self._milestones.score == self._milestones.maximum:
            return "won"
        end = self._ending_of_known() if self.known else ending(page)
        return end or ("over" if self._env._emulator_halted() else None)

    def _ending_of_known(self) -> Ending | None:
        if self._env.victory():
            return "won"
        return "lost" if self._env.game_over() else None

    def _list_actions(self, line: str) -> Turn:
        commands = tuple(sorted({*ALWAYS, *valid_actions(self._env)}))
        text = f"Valid actions are: {', '.join(commands)}."
        return replace(self._last, command=line, observation=text, commands=commands, status="meta")


def _start(path: Path, seed: int | None) -> Any:
    story = check_story(path)
    import jericho
    from jericho.defines import BINDINGS_DICT

    # What Jericho warns of, that it cannot tell the score of a story, is provided for here.
    warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
    try:
        return reads_letters(jericho.FrotzEnv(str(path), seed or BINDINGS_DICT.get(md5(story), {}).get("seed", 1)))
    except Exception as error:
        what = " ".join(str(error).split()) or type(error).__name__
        raise Failure(f"Jericho cannot start it: {what}") from error
