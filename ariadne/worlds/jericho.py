"""Z-machine stories as worlds, played by Jericho (Hausknecht et al. 2020): the second suite of HiAgent's evaluation.

For stories with bindings, Jericho provides the score, the end, a walkthrough and the grammar. For other stories, score
and end are read from the printed text. An agent gets only what a player would see; a handicap adds data from the
interpreter.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ariadne.errors import Failure, line_of
from ariadne.events import Handicaps, Status
from ariadne.geography import DIRECTIONS
from ariadne.worlds import zmachine
from ariadne.worlds.card import StoryCard
from ariadne.worlds.story_file import check_story, open_story
from ariadne.worlds.story_score import Milestones, Points
from ariadne.worlds.story_text import (
    Ending,
    StoryPage,
    behind,
    clean,
    ending,
    place,
    read_page,
    refusal,
    sign,
    status_line,
    understood,
)
from ariadne.worlds.valid_actions import valid_actions
from ariadne.worlds.world import Score, Turn

__all__ = ["JerichoWorld", "open_story"]

CHECK = "check valid actions"
ALWAYS = ("inventory", "look")

DEFAULT_GOAL = "Explore, solve what there is to solve, and score as many points as you can."

INSTRUCTIONS = f"""\
You are inside a story, and act by short commands in plain English. Several may stand in a line, with full stops between
them, if the story takes that: take lamp. go north
- Move: {", ".join(DIRECTIONS)}. Not every way is open everywhere; the text tells the exits.
  Also: enter THING, get out, climb THING; board THING and get out of a vehicle; sit on THING, stand up.
- Perceive: look, inventory, examine THING, read THING, search THING.
- Handle: take THING, drop THING, put THING in THING, open THING, close THING, unlock THING with THING,
  turn on THING, turn off THING, push THING, pull THING, eat THING, drink THING, wear THING.
- Fight: attack PERSON with THING, throw THING at PERSON.
- Speak: ask PERSON about THING, tell PERSON about THING, say "WORDS", give THING to PERSON, show THING to PERSON;
  a person who obeys is told what to do: PERSON, COMMAND
- Pass time: wait.
Call a thing by a word or two that the text uses for it. Other verbs may work, too; an answer that a verb or a thing
is not known means that nothing happened."""

_CHECKING = f"\n{CHECK}: asks what can be done here and now. It changes nothing, but costs a step."

_INVENTORY = ("inventory", "inv", "i", "take inventory")
_VERBOSE = "verbose"
# A word in no story's dictionary, short enough for old stories.
NONSENSE = "qzxvj"
_TIMES_ASKED = 4
_VERBS_ASKED = 60
_MOST_KEYS = 10


class JerichoWorld:
    """A story being played in this process; a damaged story may end the process."""

    domain = "jericho"

    def __init__(self, path: Path, card: StoryCard, seed: int | None = None, handicap: Handicaps = ()) -> None:
        self.path = path
        self.goal = card.goal or DEFAULT_GOAL
        self.briefing = card.briefing
        self.instructions = INSTRUCTIONS + _CHECKING * ("actions" in handicap)
        self._handicap = handicap
        self._always = (CHECK, *ALWAYS) if "actions" in handicap else ALWAYS
        self._card = card
        self._story = check_story(path)
        self._env = _start(path, self._story, seed)
        bindings = self._env.bindings
        self.known = bool(bindings)
        jerichos = tuple(bindings["walkthrough"].split("/")) if bindings else ()
        self.walkthrough = tuple(card.walkthrough) or jerichos
        # Keep even empty commands: one may be the key that a story waits for.
        self._also_sent = frozenset(jerichos)
        self._refusals = self._learn_refusals()
        self._maximum = self._find_maximum()
        self._begin()

    def reset(self) -> Turn:
        self._begin()
        return self._turn("", self._restart())

    def step(self, command: str) -> Turn:
        """Execute one line of commands. Commands for the interpreter are rejected as not understood and do nothing."""
        line = " ".join(command.split())
        if self._last.done:
            return replace(self._last, command=line, observation="The game is over.", status="invalid")
        if line.lower() == CHECK and CHECK in self._always:
            return self._list_actions(line)
        if line not in self._also_sent and not zmachine.is_for_the_story(line):
            return replace(self._last, command=line, observation=zmachine.NOT_UNDERSTOOD, status="invalid")
        return self._turn(line, read_page(self._env.step(line)[0]))

    def score(self) -> Score:
        """Return the story's score. A card's milestones replace the story's own points; reaching all of them wins."""
        won, lost = self._ending == "won", self._ending == "lost"
        if self._milestones.maximum:
            return Score(self._milestones.score, self._maximum, won, lost)
        points = self._env.get_score() if self.known else self._points.score
        return Score(points, self._maximum or self._points.maximum, won, lost)

    def close(self) -> None:
        self._env.close()

    def _restart(self) -> StoryPage:
        """Start the story and proceed to its first prompt for a line. A title page may wait for a key first; the
        walkthroughs of known stories press the key themselves. A story that reads only keys stays at its first key."""
        printed = [self._env.reset()[0]]
        while not (self.known or zmachine.reads_line(self._env)):
            if len(printed) > _MOST_KEYS or self._env._emulator_halted():
                return read_page(self._env.reset()[0])
            printed.append(self._env.step("")[0])
        return read_page("\n".join(printed))

    def _begin(self) -> None:
        self._points = Points()
        self._milestones = Milestones(self._card.milestones)
        self._ending: Ending | None = None
        self._location = ""
        self._is_verbose = False
        self._last = Turn("", "", "", self._always, "", free=True)

    def _learn_refusals(self) -> Sequence[re.Pattern[str]]:
        """Learn the story's refusals, in its own language: its answers to an unknown word, alone and after each of its
        verbs. An answer shared by a tenth of the verbs is a refusal. An answer of a few verbs may show understanding,
        e.g. that of `say`."""
        self._restart()
        if not zmachine.reads_line(self._env):
            return ()
        before = self._env.get_state()
        verbs = sorted(
            {word.word for word in self._env.get_dictionary() if word.is_verb and zmachine.is_for_the_story(word.word)}
        )
        verbs = verbs[:: len(verbs) // _VERBS_ASKED + 1]
        # Each try starts from the same state except for the word: some stories refuse in several ways, in rotation.
        alone = [refusal(self._answer(NONSENSE), NONSENSE) for _ in range(_TIMES_ASKED)]
        self._env.set_state(before)
        behind_verbs = Counter(refusal(self._tried(f"{verb} {NONSENSE}"), NONSENSE, verb) for verb in verbs)
        often = [answer for answer, times in behind_verbs.items() if times > 1 + len(verbs) // 10]
        return [re.compile(answer, re.IGNORECASE) for answer in {*alone, *often} if answer]

    def _understood(self, text: str) -> bool:
        return understood(text) and not any(refusal.fullmatch(text) for refusal in self._refusals)

    def _find_maximum(self) -> float:
        if self._card.maximum is not None:
            return self._card.maximum
        if self._card.milestones:
            return len(self._card.milestones)
        if self.known:
            return float(self._env.get_max_score())
        # Inform's library answers with the maximum; a fresh start undoes any other effect.
        points = Points()
        self._restart()
        points.read(read_page(self._env.step("score")[0]))
        return points.maximum

    def _turn(self, command: str, page: StoryPage) -> Turn:
        text = clean(page)
        status: Status = "valid" if not command or self._understood(text) else "invalid"
        if status == "valid":
            self._location = self._place(command, text, page.status) or self._location
            self._milestones.read(text)
        self._points.read(
            replace(page, status=behind(page.status, self._location)), zmachine.drawn_score(self._memory())
        )
        self._ending = self._how_it_ended(page, command)
        self._last = Turn(
            command,
            text,
            inventory=self._inventory(command, text, status),
            commands=() if self._ending else self._always,
            location=self._location,
            done=self._ending is not None,
            free=True,
            status=status,
            status_line=self._status_line(page),
        )
        if not self._is_verbose and not self._ending:
            self._is_verbose = self._be_verbose()
        return self._last

    def _memory(self) -> bytes:
        """The machine's memory; stories write only to the first part."""
        written = zmachine.memory_of(self._env)
        return written + self._story[len(written) :]

    def _place(self, command: str, text: str, status: str) -> str:
        """The player's location, from the status line if possible, otherwise from the text."""
        found = zmachine.drawn_place(self._memory()).lower() or place(command, text, status)
        stays = self._location and status.lower().startswith(self._location)
        return self._location if stays and not status.lower().startswith(found) else found

    def _status_line(self, page: StoryPage) -> str:
        memory = self._memory()
        return zmachine.drawn_status(memory, zmachine.drawn_place(memory)) or status_line(page, self._location)

    def _inventory(self, command: str, text: str, status: Status) -> str:
        """The story's inventory text, cached until something may have changed it."""
        if "inventory" in self._handicap:
            return self._carried()
        if command.lower() in _INVENTORY and status == "valid":
            return text
        return "" if status == "valid" else self._last.inventory

    def _carried(self) -> str:
        """The story's current answer to `inventory`; empty if it takes no commands."""
        return self._tried("inventory") if not self._ending and self._takes_commands() else ""

    def _how_it_ended(self, page: StoryPage, command: str) -> Ending | None:
        """How the story ended. A death is not an end if the story continues and still obeys commands."""
        if self._milestones.maximum and self._milestones.score == self._milestones.maximum:
            return "won"
        end = ending(page) or sign(page)
        if self.known and (self._env.victory() or self._env.game_over()):
            end = "won" if self._env.victory() else "lost"
        if self._env._emulator_halted():
            if not (end or (command and zmachine.has_quit(self._env, self._story))):
                reason = " ".join(page.text.split()) or "it said nothing"
                raise Failure(f"the story made its interpreter fail: {reason}")
            return end or "over"
        return end if end and (self._env.victory() or not self._takes_commands()) else None

    def _takes_commands(self) -> bool:
        """Whether the story obeys commands. A story that waits for the answer to a question repeats itself instead."""
        return zmachine.reads_line(self._env) and self._tried("look") != self._tried("inventory")

    def _tried(self, command: str) -> str:
        """The story's answer to a command, which is then undone."""
        state = self._env.get_state()
        try:
            return self._answer(command)
        finally:
            self._env.set_state(state)

    def _answer(self, command: str) -> str:
        return clean(read_page(self._env.step(command)[0]))

    def _be_verbose(self) -> bool:
        """Ask the story for full room descriptions if that costs nothing; return whether it was asked. Do not ask a
        story that waits for a key."""
        if not zmachine.reads_line(self._env):
            return False
        before = self._env.get_state()
        page = read_page(self._env.step(_VERBOSE)[0])
        answer = clean(page)
        is_free = self._env.get_state()[7] == before[7] and self._status_line(page) == self._last.status_line
        if not (is_free and understood(answer) and _VERBOSE[:-1] in answer.lower()):
            self._env.set_state(before)
        return True

    def _list_actions(self, line: str) -> Turn:
        commands = tuple(sorted({*self._always, *valid_actions(self._env)}))
        text = f"Valid actions are: {', '.join(commands)}."
        return replace(self._last, command=line, observation=text, commands=commands, status="meta")


def _start(path: Path, story: bytes, seed: int | None) -> Any:
    import jericho
    from jericho.defines import BINDINGS_DICT

    # Jericho warns that it cannot read the score of a story; this class handles that case.
    warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
    seed = seed or BINDINGS_DICT.get(zmachine.md5(story), {}).get("seed", 1)
    try:
        return zmachine.reads_letters(jericho.FrotzEnv(str(path), seed))
    except Exception as error:
        raise Failure(f"Jericho cannot start it: {line_of(error)}") from error
