"""A lenient command parser: it takes the first words that name an action, then the named objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.worlds.pddl.strips import GroundAction, GroundTask
from ariadne.worlds.pddl.text import CHECK, LOOK, DomainText
from ariadne.worlds.pddl.text_file import VARIABLE

_WORD = re.compile(r"[a-z0-9]+(?:[-_]+[a-z0-9]+)*")
_MAX_WORDS = 80
_FILLERS = frozenset(
    "a an the it them this that these i we you my your me to of on onto in into at from with off up down out over by "
    "for using use and then now please will want should let is action next one block ball room gripper arm hand robot "
    "shot glass shaker wheel hub nut tool table other both ground top under back again".split()
)
_LONGEST_NAME = 6  # words: put on the spare wheel


@dataclass(frozen=True)
class Misread:
    """A command that matches no action, with the reason in a sentence."""

    why: str


class CommandReader:
    """Parses the commands of one task."""

    def __init__(self, task: GroundTask, text: DomainText) -> None:
        self._task = task
        self._text = text
        self._operators = _by_spelling(task.domain.schemas)
        self._objects = _by_spelling(task.problem.objects)

    def read(self, command: str, state: int) -> GroundAction | str | Misread:
        """Return the action that a command means, or one of the questions `CHECK` and `LOOK`."""
        words = _words(command)
        line = " ".join(words)
        if action := self._worded.get(line):
            return action
        if question := next((each for each in (CHECK, LOOK) if line.startswith(each)), None):
            return question
        operator, rest = self._operator(words)
        if operator is None:
            return self._question(line)
        objects, unknown = self._named(rest)
        if unknown and len(objects) < len(self._task.domain.schemas[operator].parameters):
            return Misread(f"There is no {unknown[0]} here.")
        return self._fitting(operator, objects, state)

    def _question(self, said: str) -> str | Misread:
        """The question in a command that names no action."""
        if question := next((each for each in (CHECK, LOOK) if each in said), None):
            return question
        known = ", ".join(self._text.actions)
        return Misread(f"It names no action. The actions are {known}, {CHECK}, {LOOK}.")

    @cached_property
    def _worded(self) -> dict[str, GroundAction]:
        """Actions by the words of their commands."""
        return {" ".join(_words(self._text.command(action))): action for action in self._task.actions}

    def _operator(self, words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
        """The first named action, and the words before and after its name."""
        for start in range(len(words)):
            for end in range(min(start + _LONGEST_NAME, len(words)), start, -1):
                if name := _spelled(words[start:end], self._operators):
                    return name, [*words[:start], *words[end:]]
        return None, words

    def _named(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The named objects, in order; and the words that are neither names nor fillers."""
        objects, unknown, start = [], [], 0
        while start < len(words):
            for end in (start + 1, start + 2, start + 3):
                if name := _spelled(words[start:end], self._objects):
                    objects.append(name)
                    start = end
                    break
            else:
                if not self._filler(words[start]):
                    unknown.append(words[start])
                start += 1
        return objects, unknown

    def _filler(self, word: str) -> bool:
        return word in _FILLERS or word.isdecimal() or word in self._kinds

    @cached_property
    def _kinds(self) -> set[str]:
        """The words that may precede a name, e.g. `block` in `block b1`."""
        return {
            kind for each in self._task.domain.schemas.values() for kinds in each.parameters.values() for kind in kinds
        }

    def _fitting(self, operator: str, objects: Sequence[str], state: int) -> GroundAction | Misread:
        """The action with these objects: in the order of its command, then of its parameters, then in any order."""
        actions = [action for action in self._task.actions if action.name == operator]
        form = self._text.signature(operator)
        orders: list[Callable[[GroundAction], bool]] = [
            lambda action: _within(objects, self._in_command_order(action)),
            lambda action: _within(objects, action.args),
            lambda action: len(set(objects)) == len(objects) and set(objects) <= set(action.args),
        ]
        for order in orders:
            fitting = [action for action in actions if order(action)]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                return self._only_valid(fitting, form, state)
        return Misread(f"It does not fit: {form}.")

    def _only_valid(self, actions: Iterable[GroundAction], form: str, state: int) -> GroundAction | Misread:
        valid = [action for action in actions if action.valid(state)]
        if len(valid) == 1:
            return valid[0]
        if valid:
            return Misread(f"It may mean several things. Name all that it needs: {form}.")
        return Misread("It is not possible now.")

    def _in_command_order(self, action: GroundAction) -> Sequence[str]:
        variables = list(self._task.domain.schemas[action.name].parameters)
        order = dict.fromkeys(VARIABLE.findall(self._text.wording(action.name)))
        return [action.args[variables.index(each)] for each in order]


def _words(command: str) -> list[str]:
    return _WORD.findall(command.lower())[:_MAX_WORDS]


def _by_spelling(names: Iterable[str]) -> dict[str, str]:
    """Names by possible spellings; an exact spelling always means its own name."""
    exact = {name: name for name in names}
    return {_squeezed(name): name for name in exact} | exact


def _spelled(words: Sequence[str], names: Mapping[str, str]) -> str | None:
    written = "".join(words)
    return names.get(written) or names.get(_squeezed(written))


def _squeezed(name: str) -> str:
    """A name without separators, so put-away, put_away and putaway are equal."""
    return re.sub(r"[-_]", "", name)


def _within(some: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether some names occur in a sequence in this order."""
    left = iter(whole)
    return all(name in left for name in some)
