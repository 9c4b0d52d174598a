"""A PDDL problem as a world: text out, lenient commands in, valid actions on request only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ariadne.events import Status
from ariadne.worlds.pddl.commands import CommandReader, Misread
from ariadne.worlds.pddl.strips import GroundAction, GroundTask
from ariadne.worlds.pddl.text import CHECK, LOOK, DomainText, sentences
from ariadne.worlds.world import Score, Turn

_MAX_LINE = 400


class PddlWorld:
    """A PDDL problem being played.

    Attributes:
        task, text: the grounded problem and its domain's wording, for users and tests, never for an agent.

    Args:
        plan: a known solution: actions, each a name with its objects.
        shortest: whether the plan is proven to be shortest.
    """

    briefing = ""

    def __init__(
        self,
        task: GroundTask,
        text: DomainText,
        plan: Sequence[tuple[str, ...]] = (),
        shortest: bool = False,
    ) -> None:
        self.shortest = shortest
        self.task = task
        self.text = text
        self.domain = task.domain.name
        self.instructions = text.instructions
        self.goal = _wanted(task, text)
        self.walkthrough = tuple(text.command(task.by_name[step]) for step in plan)
        self._reader = CommandReader(task, text)
        self._state = task.init
        self._best = task.satisfied(task.init)

    def reset(self) -> Turn:
        self._state = self.task.init
        self._best = self.task.satisfied(self._state)
        return self._turn("", self._everything())

    def step(self, command: str) -> Turn:
        """Execute one command. An invalid one changes nothing, and the text says so."""
        line = " ".join(command.split())[:_MAX_LINE]
        if self.task.solved(self._state):
            return self._turn(line, "Everything is done.", "invalid")
        read = self._reader.read(line, self._state)
        if isinstance(read, Misread):
            return self._turn(line, f"Nothing happens. {read.why}", "invalid")
        if read == LOOK:
            return self._turn(line, self._everything(), "meta")
        if isinstance(read, str):
            return self._list_valid(line)
        return self._act(line, read)

    def score(self) -> Score:
        """Return the largest number of goal atoms that were true at once so far, out of all goal atoms."""
        return Score(float(self._best), float(self.task.size), won=self.task.solved(self._state))

    def close(self) -> None:
        """Do nothing: the world holds no resources."""

    def _act(self, line: str, action: GroundAction) -> Turn:
        before, after = self._state, action.after(self._state)
        wording = self.text.command(action)
        if not action.possible(before):
            return self._turn(line, f"Nothing happens. It is not possible now: {wording}.", "invalid")
        if after == before:
            return self._turn(line, f"Nothing happens. It would change nothing: {wording}.", "invalid")
        self._state = after
        self._best = max(self._best, self.task.satisfied(after))
        shown = self._everything() if self.text.file.shows == "state" else self._changes(before, after)
        return self._turn(line, shown)

    def _list_valid(self, line: str) -> Turn:
        valid = sorted(self.text.command(action) for action in self.task.valid(self._state))
        if not valid:
            return self._turn(line, "No action is valid now.", "meta")
        return self._turn(line, f"Valid actions: {'; '.join(valid)}.", "meta", valid)

    def _turn(self, line: str, observation: str, status: Status = "valid", listed: Iterable[str] = ()) -> Turn:
        done = self.task.solved(self._state)
        commands = () if done else tuple(sorted({CHECK, LOOK, *listed}))
        return Turn(line, observation, "", commands, self._location(), done, free=not done, status=status)

    def _location(self) -> str:
        wanted = self.text.file.location
        places = (atom.args[0] for atom in self.task.true_in(self._state) if atom.predicate == wanted)
        return next(places, "")

    def _everything(self) -> str:
        facts = (self.text.fact(atom) for atom in self.task.true_in(self._state))
        return sentences([*self.text.kinds(self.task.problem.objects), *facts])

    def _changes(self, before: int, after: int) -> str:
        facts = [self.text.fact(atom) for atom in self.task.true_in(after & ~before)]
        gone = [f"it is no longer so that {self.text.fact(atom)}" for atom in self.task.true_in(before & ~after)]
        return sentences(facts or gone)


def _wanted(task: GroundTask, text: DomainText) -> str:
    facts = [text.fact(atom) for atom in task.problem.goal]
    facts += [f"it is not so that {text.fact(atom)}" for atom in task.problem.avoid]
    return f"Make all of this true: {sentences(facts)}"
