"""TextWorld games as worlds: a story (`.z8`, `.z5`), TextWorld's `.json` beside it, and optionally a card.

An agent gets the text for a player, without the banner, the status line and the score. The engine's facts are used only
for `score()` and for examinations of a memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ariadne.errors import Failure, UserError, line_of
from ariadne.files import read_at_most
from ariadne.worlds.card import GameCard, HomesScoring, News
from ariadne.worlds.digest import digest, digest_of
from ariadne.worlds.sandbox import SandboxedWorld, StoryOrder, open_sandboxed
from ariadne.worlds.world import Score, Turn
from ariadne.worlds.zmachine import NOT_UNDERSTOOD, read_story, reads_letters

LARGEST = 16 * 2**20
"""The largest `.json` in bytes. A house of fifty rooms has less than one million."""

_STATUS = re.compile(r"\n>[^\S\n]*+(?:-=[^\n]*+)?\s*\Z")
_SCORE = re.compile(
    r"^\[?(?:Your score (?:has|changed) .*|(?:In that game )?you scored .* out of a possible .*|"
    r"Would you like to RESTART, .*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BRACKETED = re.compile(r"\[[^\]\n]*+(?:\]\n?)?")
_TRACES = (" - succeeded]", " - failed]")
_HEADER = re.compile(r"^[^\S\n]*-= (.+?) =-[^\S\n]*$", re.MULTILINE)

# Apart from the listed commands, only lines with a single command in plain letters reach the engine.
_PLAIN = re.compile(r"(?!.*\bthen\b)[\w ,'-]{1,120}", re.ASCII | re.IGNORECASE)
# Commands for the interpreter itself: they write files, ask back, restart unnoticed by the record, change the room
# descriptions, or show the score and hidden data.
_INTERPRETER = re.compile(
    r"(save|restore|restart|quit|q|undo|oops|script|unscript|transcript|noscript|recording|replay|score|fullscore"
    r"|full|notify|verbose|long|brief|normal|superbrief|short|version|verify|print_state|restrict|enable|disable"
    r"|tw-\w+)\b.*",
    re.IGNORECASE,
)


def open_world(path: Path) -> SandboxedWorld:
    """Open the story at `path` in a separate process.

    Raises:
        UserError: the file is missing or not a story, or TextWorld's `.json` is missing.
        Failure: TextWorld cannot start it.
    """
    content = check_story(path)
    card = load_card(path)
    # Leave out the knobs: they are untrusted, and YAML aliases may expand to far more than the file's size.
    card_json = card.model_dump_json(exclude={"knobs"}) if card else ""
    return open_sandboxed(StoryOrder("textworld", path, digest(content), card_json))


def files_of(story: Path) -> tuple[Path, ...]:
    """Return the paths of all files of a game; the card may be missing."""
    return story, story.with_suffix(".json"), story.with_suffix(".yaml")


def load_card(path: Path) -> GameCard | None:
    """Read the card beside a story, if there is one.

    Raises:
        UserError: it cannot be read, or describes another story.
    """
    place = path.with_suffix(".yaml")
    if not place.is_file():
        return None
    card = GameCard.load(place)
    if not is_whole(card, path):
        raise UserError(
            f"{path} is not the game that {place.name} describes: one of its files has changed. Make it again, or "
            f"remove the line 'digest' from {place.name}"
        )
    return card


def is_whole(card: GameCard, story: Path) -> bool:
    """Return whether a game's files still match the digest in its card; True if the card has none."""
    return not card.digest or card.digest == digest_of(files_of(story))


def check_story(path: Path) -> bytes:
    """Return the bytes of a story and of its `.json` after checking both.

    Raises:
        UserError: a file is missing or invalid.
    """
    story = read_story(path)
    game = path.with_suffix(".json")
    if not game.is_file():
        raise UserError(f"{path} needs the {game.name} that TextWorld wrote beside it")
    written = read_at_most(game, LARGEST)
    try:
        content = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{game} is not readable JSON") from error
    if not isinstance(content, dict) or not {"world", "KB", "objective"} <= content.keys():
        raise UserError(f"{game} was not written by TextWorld")
    return story + written


class TextWorld:
    """A TextWorld game being played in this process; a damaged story may end the process.

    Args:
        watched: whether `facts` will be used.

    Attributes:
        happened: what other people did during the last turn.
    """

    happened: tuple[News, ...] = ()
    domain = "textworld"
    instructions = ""

    def __init__(self, path: Path, card: GameCard | None, watched: bool = False) -> None:
        self.path = path
        self._card = card
        self._watched = watched
        self.briefing = card.briefing if card else ""
        self._homes = card.scoring.homes if card and isinstance(card.scoring, HomesScoring) else None
        self._env, self._state = self._start()
        self._began = self._potential()
        self._location = ""
        self._last = Turn("", "", "", (), "")
        self.goal = (card.goal if card else "") or clean(self._state.objective or "")
        known = card.walkthrough if card else ()
        self.walkthrough = tuple(known or self._state.get("extra.walkthrough") or ())

    def reset(self) -> Turn:
        self._state = self._env.reset()
        self._location = ""
        return self._turn("", clean(self._state.feedback))

    def step(self, command: str) -> Turn:
        """Execute one command. Commands for the interpreter are rejected as not understood and do nothing."""
        line = " ".join(command.split())
        if self._last.done:
            return replace(self._last, command=line, observation="The game is over.", status="invalid")
        if line not in self._last.commands and not _is_for_the_engine(line):
            return replace(self._last, command=line, observation=NOT_UNDERSTOOD, status="invalid")
        before = self._last
        self._state, _, _ = self._env.step(line)
        turn = self._turn(line, clean(self._state.feedback))
        return turn if line in before.commands or not _same(before, turn) else replace(turn, status="invalid")

    @property
    def facts(self) -> Sequence[Any]:
        """Return the engine's current facts, as TextWorld's propositions; needs `watched`."""
        return tuple(self._state.facts)

    def score(self) -> Score:
        if self._homes is not None:
            maximum = 2.0 * len(self._homes) - self._began
            return Score(self._potential() - self._began, maximum, won=self._tidy())
        state = self._state
        maximum = self._card.maximum if self._card else state.max_score or 0
        return Score(state.score or 0, maximum, bool(state.won), bool(state.lost))

    def close(self) -> None:
        self._env.close()

    def _start(self) -> tuple[Any, Any]:
        import textworld

        infos = textworld.EnvInfos(
            inventory=True, admissible_commands=True, objective=True, won=True, lost=True, score=True,
            max_score=True, facts=self._watched or self._homes is not None, extras=["walkthrough"],
        )  # fmt: skip
        try:
            env = textworld.start(str(self.path), infos)
            reads_letters(env.unwrapped._jericho)
            return env, env.reset()
        except Exception as error:
            raise Failure(f"TextWorld cannot start it: {line_of(error)}") from error

    def _turn(self, command: str, observation: str) -> Turn:
        state = self._state
        headers = _HEADER.findall(observation)
        if headers:
            self._location = headers[-1].lower()
        inventory = clean(state.inventory or "")
        done = bool(state.won or state.lost) or (self._homes is not None and self._tidy())
        commands = () if done else _with_examine(state.admissible_commands or ())
        self._last = Turn(command, observation, inventory, commands, self._location, done)
        return self._last

    def _potential(self) -> float:
        """For each thing 0 in a wrong place or gone, 1 carried, 2 in a right place."""
        if self._homes is None:
            return 0.0
        places = self._places()
        return float(sum(_worth(places.get(thing), homes) for thing, homes in self._homes.items()))

    def _tidy(self) -> bool:
        places = self._places()
        return self._homes is not None and all(places.get(thing) in homes for thing, homes in self._homes.items())

    def _places(self) -> dict[str, str]:
        """The place of each thing: the name of its holder or room, or `inventory`."""
        places = {}
        for fact in self._state.facts:
            if fact.name in ("in", "on", "at") and len(fact.arguments) == 2:
                thing, place = fact.arguments
                places[thing.name] = "inventory" if place.type == "I" else place.name
        return places


def clean(text: str) -> str:
    """Return a text without TextWorld's banner, prompt, status line, trace tags and scores."""
    text = _STATUS.sub("", _without_banner(text))
    text = _SCORE.sub("", text)
    text = _BRACKETED.sub(lambda found: "" if found[0].rstrip("\n").endswith(_TRACES) else found[0], text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _without_banner(text: str) -> str:
    """The text after the last line of dollar signs, which form TextWorld's title."""
    if not text.lstrip().startswith(4 * "_"):
        return text
    dollars = text.rfind(7 * "$", 0, text.rfind("\n") + 1)
    return text if dollars < 0 else text[text.index("\n", dollars) + 1 :]


def _with_examine(admissible: Collection[str]) -> tuple[str, ...]:
    """TextWorld's valid commands, plus `examine` for carried things, which some grammars leave out."""
    carried = [command.removeprefix("drop ") for command in admissible if command.startswith("drop ")]
    return tuple(sorted({*admissible, *(f"examine {name}" for name in carried)}))


def _is_for_the_engine(line: str) -> bool:
    """Whether an unlisted line may reach the engine. Some lines crash it; others are commands for the interpreter."""
    return bool(_PLAIN.fullmatch(line)) and not _INTERPRETER.fullmatch(line)


def _same(before: Turn, after: Turn) -> bool:
    """Whether a command changed nothing."""
    return replace(before, command=after.command, observation=after.observation) == after


def _worth(place: str | None, homes: Collection[str]) -> int:
    if place == "inventory":
        return 1
    return 2 if place in homes else 0
