"""A PDDL task for people, in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ariadne.screen.words import points
from ariadne.text import one_line
from ariadne.worlds.pddl.world import PddlWorld


def task_sheet(title: str, world: PddlWorld, max_steps: int) -> RenderableType:
    """A page about a task: what is wanted, what can be done, and how large it is."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, text in _facts(world, max_steps):
        table.add_row(name, Text(one_line(text)))
    return Group(Text(one_line(title), style="bold"), "", table)


def _facts(world: PddlWorld, max_steps: int) -> Iterator[tuple[str, str]]:
    task = world.task
    kinds = Counter(task.problem.objects.values())
    yield "goal", world.goal
    yield "actions", ", ".join(world.text.actions)
    yield "size", ", ".join(f"{kind}: {number}" for kind, number in sorted(kinds.items()))
    yield "maximum", f"{points(world.score().maximum)} points, one for each part of the goal"
    yield "steps", f"{max_steps} at most"
    yield "walkthrough", _plan(world)


def _plan(world: PddlWorld) -> str:
    length = len(world.walkthrough)
    if not length:
        return "(none is known)"
    return f"{length} commands{', which is proven to be the fewest' if world.shortest else ''}"
