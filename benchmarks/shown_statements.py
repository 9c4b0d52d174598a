"""The statements in a prompt, and their verdicts by the world's engine; `shown.py` describes the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from shown_engines import Exit, State, told_in

from ariadne.agents.sub_goals import GO_TO
from ariadne.agents.tried import IN_VAIN
from ariadne.exam import facts
from ariadne.exam.truth import Topic
from ariadne.geography import direction_of, exit_of, read_connection
from ariadne.memory.arigraph.agent.annotations import LONGEST
from ariadne.models.question import Inputs
from ariadne.reasoner.reading.relations import LEADS
from ariadne.triplet import Triplet, clean, triplets_of
from ariadne.worlds.world import Turn, read_turn

Kind = Literal["places", "ways", "untried", "facts", "brackets", "episodes", "perhaps"]
KINDS: Sequence[Kind] = get_args(Kind)
Verdict = Literal["true", "told", "false", "stale", "unjudged"]

PERHAPS: Kind = "perhaps"
_SEEN = re.compile(r" \(seen at step (\d+)\)(?:\n\(no longer so: (.*)\))?\Z", re.DOTALL)
_BRACKET = re.compile(r"(?:^|, | \| )([^,()|]+) \(([^()]*)\)(?=, | \||$)")
_PAIRS = re.compile(r"(\w+) <(.+)> (\w+) <([^<>]+)>")
_NOT_TRIED, _CUT, _MORE = "not tried", " ...", "…"
_FROM = re.compile(r"(\w+) from (.+)")
_MOVES = re.compile(r"\d+(?: moves?)?(?:; )?")


@dataclass(frozen=True)
class Way:
    """An exit leads to a place, or merely exists."""

    exit: Exit
    to: str = ""


@dataclass(frozen=True)
class Untried:
    """There is an exit that was never used."""

    exit: Exit


@dataclass(frozen=True)
class Vain:
    """A command changes nothing here."""

    command: str


@dataclass(frozen=True)
class Came:
    """The result of a command at a step: its destination (from any step), or a remark about it."""

    command: str
    led: str = ""
    step: int = 0
    told: str = ""


@dataclass(frozen=True)
class Is:
    """A thing is in a place or a state."""

    topic: Topic
    value: str


Content = Way | Untried | Vain | Came | Is | None


@dataclass(frozen=True)
class Claim:
    """A statement in a prompt.

    Attributes:
        said: its text. `content`: its meaning; None if it cannot be judged.
        now: the turn of the prompt. `known`: the last turn that the statement's source knew; the prompt shows the turns
            after it as text.
        of: the past turn that it describes, if any. `over`: whether it is marked as no longer so.
    """

    kind: Kind
    said: str
    content: Content
    now: int
    known: int
    of: int | None = None
    over: bool = False


@dataclass(frozen=True)
class Asked:
    """A question, and the number of the newest turn when it was asked, from 0."""

    name: str
    inputs: Inputs
    now: int


@dataclass(frozen=True)
class Played:
    """A play with its questions.

    Attributes:
        turns: as shown to the player. `states`: the engine's facts.
        ends: the number of the last turn of each step; steps count from 1.
    """

    name: str
    turns: Sequence[Turn]
    states: Sequence[State]
    ends: Mapping[int, int]
    asked: Sequence[Asked]

    def verdicts(self) -> Iterator[tuple[Claim, Verdict]]:
        """All statements of all prompts, with verdicts."""
        for question in self.asked:
            for claim in self._claims(question):
                yield claim, self.verdict(claim)

    def verdict(self, claim: Claim) -> Verdict:
        """The engine's verdict on a statement."""
        held = self._holds(claim.content, claim.now)
        if held is None or (claim.of is not None and self._holds(claim.content, claim.of) is None):
            return "unjudged"
        if claim.of is not None and not self._holds(claim.content, claim.of):
            return "false"
        if held:
            return "true"
        last = next((turn for turn in range(claim.now, -1, -1) if self._holds(claim.content, turn)), None)
        if last is None:
            return "false"
        return "told" if claim.over or last >= claim.known else "stale"

    def _holds(self, content: Content, turn: int) -> bool | None:
        """Whether something is true after a turn; None if the engine cannot answer."""
        state = self.states[turn]
        match content:
            case Way(exit, to):
                if state.surveyed is not None and exit[0] not in state.surveyed:
                    return None
                beyond = state.ways.get(exit)
                return None if beyond == "" != to else beyond is not None and to in ("", beyond)
            case Untried(exit):
                exists = self._holds(Way(exit), turn)
                return exists and self._gone.get(exit, turn + 1) > turn
            case Vain(command):
                return self._was_vain(command, turn)
            case Came():
                return self._has_come(content, turn)
            case Is(topic, value):
                is_known = topic in state.values or (state.is_whole and topic in self._topics)
                return value in state.values.get(topic, ()) if is_known else None
            case None:
                return None

    @cached_property
    def _gone(self) -> dict[Exit, int]:
        """The turn in which each exit was first used."""
        found: dict[Exit, int] = {}
        for number, (before, after) in enumerate(zip(self.states, self.states[1:], strict=False), 1):
            way = direction_of(self.turns[number].command)
            if way and before.room != after.room:
                found.setdefault((before.room, way), number)
        return found

    @cached_property
    def _topics(self) -> frozenset[Topic]:
        """All topics that ever had a value."""
        return frozenset(topic for state in self.states for topic in state.values)

    def _has_come(self, came: Came, turn: int) -> bool:
        """Whether a command had that result in this room up to a turn."""
        room = self.states[turn].room
        first, last = (self.ends.get(came.step, 0) + 1, self.ends.get(came.step + 1, turn)) if came.step else (1, turn)
        return any(
            self.turns[number].command == came.command
            and self.states[number - 1].room == room
            and came.led in ("", clean(self.turns[number].location))
            and came.told in " ".join(self.turns[number].observation.split())
            for number in range(first, min(last, turn) + 1)
        )

    def _was_vain(self, command: str, turn: int) -> bool | None:
        """Whether a command changed nothing in this room up to a turn; None if it was never given."""
        room = self.states[turn].room
        marks = [
            (self.states[number - 1].mark, self.states[number].mark)
            for number in range(1, turn + 1)
            if self.turns[number].command == command and self.states[number - 1].room == room
        ]
        return any(before == after for before, after in marks) if marks else None

    def _claims(self, question: Asked) -> Iterator[Claim]:
        inputs, now = question.inputs, question.now
        taken = str(inputs.get("taken", ""))
        known = self.ends.get(int(taken), -1) if taken else now
        here = clean(self.turns[now].location)

        def of(kind: Kind, said: str, content: Content, then: int = now) -> Claim:
            is_perhaps = isinstance(content, Way) and PERHAPS in said
            return Claim(PERHAPS if is_perhaps else kind, said, content, now, then)

        for fact in triplets_of(_lines(inputs, "places")):
            yield from (of(_kind(fact), str(fact), content, known) for content in _of_shown(fact))
        for line in _lines(inputs, "exits"):
            yield from (of("untried", line, content) for fact in triplets_of([line]) for content in _of_shown(fact))
        for name, then in (("facts", known), ("recalled", now)):
            for fact in triplets_of(_lines(inputs, name)):
                yield from (of("facts", str(fact), content, then) for content in _of_fact(fact))
        for said, content in _of_actions([*_lines(inputs, "actions"), *_lines(inputs, "tried")], here):
            yield of("untried" if isinstance(content, Untried) else "brackets", said, content)
        for name, then in (("episodes", known), ("past", now)):
            for text in _lines(inputs, name):
                yield from self._of_episode(text, now, then)

    def _of_episode(self, text: str, now: int, known: int) -> Iterator[Claim]:
        """The statements of a past turn, at the step when it was seen if that is shown, or else now."""
        match = _SEEN.search(text)
        seen = text[: match.start()] if match else text
        ended = {said for fact in (match[2] or "").split("; ") for said in facts.told(fact)} if match else set()
        last = self.ends.get(int(match[1]), now) if match else now
        number = next((n for n in range(last, -1, -1) if self._is_shown(self.turns[n], seen)), None)
        location = self.turns[number - 1].location if number else ""
        # The last value of a topic counts: a turn describes an action before its result.
        for topic, value in dict(told_in(read_turn(seen).as_text(), location)).items():
            over = (topic, value) in ended
            said = f"{topic.aspect} of {topic.thing} is {value}, of {seen[:60]!r}"
            yield Claim("episodes", said, Is(topic, value), now, known, number if match else None, over)

    @staticmethod
    def _is_shown(turn: Turn, text: str) -> bool:
        return turn.as_text() == text


def _lines(inputs: Inputs, name: str) -> Sequence[str]:
    found = inputs.get(name, ())
    return [found] if isinstance(found, str) else found


def _kind(fact: Triplet) -> Kind:
    """The kind of a statement about places."""
    if read_connection(fact):
        return "ways"
    return "untried" if exit_of(fact) else "places"


def _of_shown(fact: Triplet) -> list[Content]:
    """The content of a fact about places; exits in it are untried ones."""
    exit_ = exit_of(fact)
    return [Untried(exit_)] if exit_ else _of_fact(fact)


def _of_fact(fact: Triplet) -> list[Content]:
    if way := read_connection(fact):
        return [Way((way.origin, way.direction), way.destination)]
    if exit_ := exit_of(fact):
        return [Way(exit_)]
    if fact.relation == LEADS and (match := _FROM.fullmatch(fact.object)) and (told := direction_of(match[1])):
        return [Way((match[2], told))]
    return [Is(topic, value) for topic, value in facts.told(str(fact))] or [None]


def _of_actions(lines: Sequence[str], here: str) -> Iterator[tuple[str, Content]]:
    """The brackets after actions, on separate lines or grouped."""
    for line in lines:
        if line.endswith(IN_VAIN):
            yield line, Vain(line.removesuffix(IN_VAIN))
            continue
        if pairs := _PAIRS.fullmatch(line):
            verb, firsts, link, seconds = pairs.groups()
            for name, known in _BRACKET.findall(firsts):
                for second in seconds.split(", "):
                    action = f"{verb} {name} {link} {second}"
                    yield from ((f"{action} ({known})", content) for content in _of_bracket(action, known, here))
            continue
        verb, colon, rest = line.partition(": ")
        is_group = bool(colon) and "(" not in verb
        if is_group and verb == _NOT_TRIED:
            yield from (
                (f"{here}: {each}", Untried((here, way))) for each in rest.split(", ") if (way := direction_of(each))
            )
            continue
        for name, known in _BRACKET.findall(rest if is_group else line):
            action = f"{verb} {name}" if is_group else name
            yield from ((f"{action} ({known})", content) for content in _of_bracket(action, known, here))


def _of_bracket(action: str, known: str, here: str) -> Iterator[Content]:
    way = direction_of(action)
    if way and known == _NOT_TRIED:
        yield Untried((here, way))
    elif match := re.match(rf"(?:{PERHAPS} )?to ([^,]+)", known):
        yield Way((here, way), match[1]) if way else Came(action, match[1])
    elif match := re.fullmatch(r"step (\d+): (.+)", known):
        yield Came(action, step=int(match[1]), told=match[2].removesuffix(_CUT).removesuffix(_MORE))
    elif action.startswith(GO_TO):
        yield from _of_place(action.removeprefix(GO_TO), _MOVES.sub("", known, count=1))
    elif match := re.match(r"(.+): (open|closed|locked)$", known):
        yield Is(Topic("state", match[1]), match[2])
    else:
        yield None


def _of_place(place: str, known: str) -> Iterator[Content]:
    """The statements about a place: untried ways, and the things in it; the last may be cut."""
    for part in filter(None, known.split("; ")):
        names = part.removeprefix(f"{_NOT_TRIED}: ").split(", ")
        if len(known) >= LONGEST - len(_CUT) and known.endswith(part):
            names = names[:-1]
        if part.startswith(f"{_NOT_TRIED}: "):
            yield from (Untried((place, name)) for name in names)
        else:
            yield from (Is(Topic("place", name), place) for name in names)
