"""The tool that made the tasks: its problems can be made again, and its plans are as short as can be."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from ariadne.worlds.pddl.strips import GroundTask
from ariadne.worlds.pddl.tasks import load, read_reference, task_names
from tests.worlds.pddl.walks import loaded, problem
from tools.make_pddl_tasks import wanted
from tools.pddl_bounds import bounds
from tools.pddl_problems import barman
from tools.pddl_search import interchangeable, shortest_plan

WANTED = {task.name: task for task in wanted()}
SMALL = ["blocksworld/1", "blocksworld/4", "blocksworld/5", "gripper/1", "gripper/6", "gripper/13"]
SMALL += ["tyreworld/1", "tyreworld/6", "barman/14"]


def breadth_first(task: GroundTask) -> int:
    """The length of a shortest plan, by trying everything."""
    far, queue = {task.init: 0}, deque([task.init])
    while queue:
        state = queue.popleft()
        if task.solved(state):
            return far[state]
        for action in task.valid(state):
            if (after := action.after(state)) not in far:
                far[after] = far[state] + 1
                queue.append(after)
    raise AssertionError("there is no plan")


@pytest.mark.parametrize("name", task_names())
def test_the_seed_makes_the_problem_again(name: str) -> None:
    reference = read_reference(problem(name))
    assert reference
    assert reference.seed is not None
    assert WANTED[name].draft(reference.seed).pddl(name.replace("/", "-")) == problem(name).read_text()


@pytest.mark.parametrize("name", SMALL)
def test_no_plan_is_shorter_than_the_reference(name: str) -> None:
    reference = read_reference(problem(name))
    assert reference
    assert breadth_first(loaded(name)) == reference.length


@pytest.mark.parametrize(("seed", "wanted"), [(3, "c"), (4, "i"), (5, "ii")])
def test_the_search_finds_what_trying_everything_finds(seed: int, wanted: str, tmp_path: Path) -> None:
    draft = barman(seed, shots=len(wanted) + 1, cocktails=1, wanted=wanted)
    path = tmp_path / "problem.pddl"
    path.write_text(draft.pddl("bar"))
    task = load(path, problem("barman/1").with_name("domain.pddl"))
    alike = interchangeable(task, [group for group in draft.alike if len(group) > 1])
    length = breadth_first(task)
    found = [shortest_plan(task, other, bounds(task), alike) for other in (length - 1, length, length + 1)]
    assert [plan and len(plan) for plan in found] == [None, length, None]
