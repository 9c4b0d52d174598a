"""The interface between an agent and its memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from ariadne.errors import UserError
from ariadne.geography import Connection
from ariadne.routes import Routes
from ariadne.worlds.world import Turn

STOP = "stop playing"
"""An extra action, offered if all is as an earlier life left it."""


@dataclass(frozen=True)
class Cue:
    """The present moment, for which a memory recalls.

    Attributes:
        plan: the sub-goals, a line each.
        recent: the last turns before the current one, oldest first.
        actions: those that the agent may choose from.
        question: a question to the memory, in place of what matters to the agent now.
        steps: the step of each turn, by the turn's text, if the agent is also shown a survey. Then places and states
            need not be recalled.
    """

    goal: str
    plan: Sequence[str]
    turn: Turn
    recent: Sequence[Turn]
    actions: Sequence[str] = ()
    question: str = ""
    steps: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Chapter:
    """A sub-goal with its turns, or with their summary."""

    number: int
    subgoal: str
    turns: Sequence[Turn] = ()
    summary: str | None = None

    @property
    def heading(self) -> str:
        """The first line."""
        return f"{self.number} Subgoal: {self.subgoal}"

    def as_text(self) -> str:
        """The chapter as text."""
        told = [turn.as_text() for turn in self.turns] if self.summary is None else [self.summary]
        return "\n".join([self.heading, *told])


@dataclass(frozen=True)
class Held:
    """A fact with the steps at which it held.

    Attributes:
        fact: a triplet, as text, or a sentence.
        since: the first step at which it held. The first `observe` of an empty memory is step 1.
        until: the step that ended it; None if it holds.
        told: the turn of step `since` that told it, if any.
    """

    fact: str
    since: int
    until: int | None = None
    told: Turn | None = None

    def as_text(self) -> str:
        """The fact with its steps, as text."""
        until = "" if self.until is None else f" until step {self.until}"
        why = f", by {self.told.command}" if self.told and self.told.command else ""
        return f"{self.fact} (since step {self.since}{until}{why})"


@dataclass(frozen=True)
class Recollection:
    """What a memory returns for the present moment. Any part may be empty.

    Attributes:
        facts: triplets, as text.
        episodes: past turns, the most relevant first.
        held: facts with their steps. For a question: those it asks about, and ended ones of the episodes. For a moment:
            the first states of the things in its status line, if they have changed.
        exits: unexplored exits, as text.
        ended: the ended facts of each episode, if the memory has facts.
        text: anything else, as prose. `history`: what happened so far, in order, shown after the text.
        statements: facts in the words of a memory that lists no exits. Each is understandable by itself.
        complete: whether the history includes the recent turns, except the present one.
        annotations: a few words about each action: where it leads, its last outcome.
        earlier: as in a `Survey`, if none is shown; so are `learned` and `ending`.
    """

    facts: tuple[str, ...] = ()
    episodes: tuple[Turn, ...] = ()
    ended: tuple[tuple[str, ...], ...] = ()
    held: tuple[Held, ...] = ()
    exits: tuple[str, ...] = ()
    text: str = ""
    statements: tuple[str, ...] = ()
    history: tuple[Turn | Chapter, ...] = ()
    complete: bool = False
    annotations: Mapping[str, str] = field(default_factory=dict)
    earlier: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    ending: str = ""

    def as_texts(self) -> list[str]:
        """All parts except annotations, as paragraphs."""
        lines = ("\n".join(part) for part in (self.facts, [each.as_text() for each in self.held], self.exits))
        paragraphs = (*lines, *(turn.as_text() for turn in self.episodes), self.notes())
        return [paragraph for paragraph in paragraphs if paragraph]

    def notes(self, tell: Callable[[Turn | Chapter], str] = lambda past: past.as_text()) -> str:
        """The text, the statements and the history; `tell` formats turns and chapters."""
        return "\n".join([*([self.text] if self.text else []), *self.statements, *map(tell, self.history)])


_NOTHING = Recollection()


@dataclass(frozen=True)
class Survey:
    """What a memory knows of the world as a whole, for a snapshot.

    Attributes:
        places: triplets, as text, place by place: connections, contents and their states. A connection leads somewhere
            `perhaps` if only its opposite was walked.
        texts: texts that are still needed, word for word.
        earlier: the first facts of this world in earlier lives, without those that this life has seen itself.
        learned: triplets that earlier lives learned, and the last places of things.
        ending: the last turn of the last life, if nothing was learned from it.
        given_up: those of `earlier` that this life has contradicted.
    """

    places: tuple[str, ...] = ()
    texts: tuple[Turn, ...] = ()
    earlier: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    ending: str = ""
    given_up: tuple[str, ...] = ()


class Memory(Protocol):
    """The part of an agent that comparisons vary. The default methods do nothing."""

    async def begin(self, goal: str) -> None:
        """Start a new episode, before its first `observe`."""
        return None

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Learn from the turns since the last decision: several after a `go to`, else one."""
        return None

    async def recall(self, cue: Cue) -> Recollection:
        """Return what matters now."""

    async def end(self, outcome: str) -> None:
        """End the episode."""
        return None


async def recalled(memory: Memory, cue: Cue) -> Recollection:
    """What a memory, which may be another package's, recalls.

    Raises:
        UserError: it returns something else.
    """
    found = await memory.recall(cue)
    who = f"{type(memory).__name__}.recall"
    if not isinstance(found, Recollection):
        raise UserError(f"{who} returned a {type(found).__name__}, and not a Recollection")
    for name, value in vars(found).items():
        if isinstance(value, str) != isinstance(getattr(_NOTHING, name), str):
            raise UserError(f"{who} returned a Recollection with {name}={value!r:.80}: see its docstring")
    return found


@runtime_checkable
class Navigator(Protocol):
    """A memory that knows routes between locations."""

    def routes(self) -> Routes:
        """The routes between visited locations."""


@runtime_checkable
class Surveyor(Protocol):
    """A memory that can describe the world as a whole."""

    def survey(self, plan: Sequence[str], whole: bool = True) -> Survey:
        """Describe the world.

        Args:
            plan: the sub-goals, which decide which texts are still needed.
            whole: whether to include places, which takes longest.
        """


@runtime_checkable
class Experienced(Protocol):
    """A memory that may know the world from earlier lives."""

    def meet(self, turns: Sequence[Turn]) -> None:
        """Compare turns with earlier lives, before they are learned."""

    def ways_before(self) -> Sequence[Connection]:
        """The connections that earlier lives found, if this world seems to be a known one."""

    def is_done(self) -> bool:
        """Whether all is where the last life left it, and that life then found nothing new for long."""


@runtime_checkable
class Keeper(Protocol):
    """A memory that may keep every turn word for word.

    Attributes:
        keeps_all: whether it does. Then an agent never shortens its log.
    """

    keeps_all: bool


@runtime_checkable
class Operable(Protocol):
    """A memory with operations that an agent can call as actions. The world does not see these."""

    @property
    def operations(self) -> Sequence[str]:
        """The operations available now, each as `form: what it does`."""

    async def handle(self, operation: str, plan: Sequence[str]) -> str | None:
        """Run an operation, and return a sentence about it; None if this memory has no such operation.

        Args:
            plan: the present sub-goals.
        """
