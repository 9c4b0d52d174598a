"""The seam between an agent and its memory: what a memory is told, asked, and gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.geography import Connection, Routes


STOP = "stop playing"
"""What may be done besides where all is as an earlier life left it."""


@dataclass(frozen=True)
class Cue:
    """The present moment, which a memory is asked to recall for.

    Attributes:
        plan: the sub-goals of the plan so far, a line each.
        recent: the last turns before the current one, oldest first.
        actions: those that the agent may choose from.
        question: what somebody asks of the memory, in place of what matters to the agent now; empty if nobody does.
        steps: at which step each turn was seen, as text, if the agent is shown a survey of places and states, so that
            nothing else need tell them; else None.
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
    """A sub-goal with the turns that served it, or with what came of it in their place."""

    number: int
    subgoal: str
    turns: Sequence[Turn] = ()
    summary: str | None = None

    @property
    def heading(self) -> str:
        """Its first line."""
        return f"{self.number} Subgoal: {self.subgoal}"

    def as_text(self) -> str:
        """The chapter as a reader sees it."""
        told = [turn.as_text() for turn in self.turns] if self.summary is None else [self.summary]
        return "\n".join([self.heading, *told])


@dataclass(frozen=True)
class Held:
    """A fact, and when it held.

    Attributes:
        fact: a triplet, as text, or a sentence.
        since: the step after which it held, which is included. The first `observe` of an episode that begins with
            nothing is step 1.
        until: the step after which it held no more; None for until now.
        told: the turn of step `since` that told of it, if any did.
    """

    fact: str
    since: int
    until: int | None = None
    told: Turn | None = None

    def as_text(self) -> str:
        """The fact as a reader sees it."""
        until = "" if self.until is None else f" until step {self.until}"
        why = f", by {self.told.command}" if self.told and self.told.command else ""
        return f"{self.fact} (since step {self.since}{until}{why})"


@dataclass(frozen=True)
class Recollection:
    """What a memory returns for the present moment. Any part may be empty.

    Attributes:
        facts: triplets, as text.
        episodes: past turns, most relevant first.
        held: facts with when they held. Of a question: of what it asks about, and those that episodes tell and that
            hold no more. Of a moment: how the things that its status line names were at first, where that has changed.
        exits: known but unexplored ways, as text.
        ended: of each of the episodes the facts that it tells and that hold no more, where the memory keeps facts.
        text: anything else, as prose. `history`: what happened so far, in order, after that.
        statements: facts that were searched for, in the words of a memory that lists no exits; each is read by itself.
        complete: whether the history tells of the recent turns as well, all but the present one.
        annotations: what is known of actions, a few words each: where a way leads, what came of it before.
        earlier: what is known from earlier lives, as in a `Survey`, if none is shown. `learned`, `ending`: likewise.
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
        """All of it but annotations, as paragraphs for whoever reads."""
        lines = ("\n".join(part) for part in (self.facts, [each.as_text() for each in self.held], self.exits))
        paragraphs = (*lines, *(turn.as_text() for turn in self.episodes), self.notes())
        return [paragraph for paragraph in paragraphs if paragraph]

    def notes(self, tell: Callable[[Turn | Chapter], str] = lambda past: past.as_text()) -> str:
        """The text, the statements and the history, in the notation of whoever is shown it."""
        return "\n".join([*([self.text] if self.text else []), *self.statements, *map(tell, self.history)])


@dataclass(frozen=True)
class Survey:
    """What a memory knows of the world as a whole, for a snapshot.

    Attributes:
        places: triplets, as text, place by place: what is there, in what state, and where the ways lead. A way that
            nobody went, but whose opposite was gone, leads there `perhaps`.
        texts: what was read and is still needed, word for word.
        earlier: triplets that held at first when this world was lived in before, but for what this life has shown.
        learned: triplets that were learned then, and that say where things were last.
        ending: what was seen last then, if nothing was learned from it.
        given_up: those of `earlier` that turned out otherwise.
    """

    places: tuple[str, ...] = ()
    texts: tuple[Turn, ...] = ()
    earlier: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    ending: str = ""
    given_up: tuple[str, ...] = ()


class Memory(Protocol):
    """The part of an agent that differs between the compared agents. Who inherits from it does nothing where it has
    nothing to do."""

    async def begin(self, goal: str) -> None:
        """A new episode starts."""
        return None

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Take in the turns since the last decision: several after a `go to`, else one."""
        return None

    async def recall(self, cue: Cue) -> Recollection:
        """What matters now."""

    async def end(self, outcome: str) -> None:
        """The episode is over."""
        return None


@runtime_checkable
class Navigator(Protocol):
    """A memory that knows the ways between the locations it has seen."""

    def routes(self) -> Routes:
        """Those ways."""


@runtime_checkable
class Surveyor(Protocol):
    """A memory that can tell what it knows of the world as a whole."""

    def survey(self, plan: Sequence[str], whole: bool = True) -> Survey:
        """What it knows now.

        Args:
            plan: the sub-goals, which say what is still needed.
            whole: whether places are to be told, which takes longest.
        """


@runtime_checkable
class Experienced(Protocol):
    """A memory that may know the world from earlier lives."""

    def meet(self, turns: Sequence[Turn]) -> None:
        """Compare what is seen with what is known from before, ahead of learning from it."""

    def ways_before(self) -> Sequence[Connection]:
        """The ways that were gone in this world before, if it seems to be one that is known."""

    def is_done(self) -> bool:
        """Whether all is where the last life left it, which then went on for long with no news."""


@runtime_checkable
class Keeper(Protocol):
    """A memory that may keep every turn word for word.

    Attributes:
        keeps_all: whether it does, so that the log which an agent shows never ends.
    """

    keeps_all: bool


@runtime_checkable
class Operable(Protocol):
    """A memory that an agent may ask for something by an action of its own, which the world never sees."""

    @property
    def operations(self) -> Sequence[str]:
        """What may be asked now, each as `form: what it does`; empty if nothing."""

    async def handle(self, operation: str, plan: Sequence[str]) -> str | None:
        """Do what is asked and say so in a sentence; None if that is no operation of this memory.

        Args:
            plan: the sub-goals as they are by now.
        """
