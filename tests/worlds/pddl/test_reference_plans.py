from __future__ import annotations

import pytest

from ariadne.worlds.pddl.tasks import DOMAINS, read_reference, task_names
from tests.worlds.pddl.walks import loaded, problem, world

pytestmark = pytest.mark.nightly

# HiAgent's tasks: how many objects of a type and goal atoms, and how long the shortest plan is.
BLOCKS = "3/2 7/6 3/2 4/2 4/3 5/2 5/3 6/2 6/3 7/6"
BALLS = "4 6 8 10 12 4 6 6 10 10 10 4 4 4 12 12 12 6 6 12"
HUBS = "1/3 9/6 3/9 4/12 1/2 3/3 3/3 3/2 4/2 3/5"
LENGTHS = {
    "blocksworld": "8 18 6 6 12 8 12 8 14 14",
    "gripper": "11 17 23 29 35 10 16 16 26 29 30 12 11 12 36 35 34 18 16 30",
    "tyreworld": "12 21 30 39 8 5 16 14 14 14",
    "barman": "12 10 10 10 10 23 23 23 23 10 10 23 12 2 5 11 8 12 8 10",
}


@pytest.mark.parametrize("name", task_names())
def test_the_reference_plan_sent_as_text_solves_the_task(name: str) -> None:
    reference, played = read_reference(problem(name)), world(name)
    turns = [played.reset(), *(played.step(command) for command in played.walkthrough)]
    score = played.score()
    assert reference
    assert len(turns) == reference.length + 1
    assert {turn.status for turn in turns} == {"valid"}
    assert [turn.done for turn in turns] == [False] * reference.length + [True]
    assert (score.won, score.score) == (True, score.maximum)


@pytest.mark.parametrize("domain", DOMAINS)
def test_shortest_plans_are_as_long_as_those_of_the_paper(domain: str) -> None:
    references = [read_reference(problem(f"{domain}/{n}")) for n in range(1, len(LENGTHS[domain].split()) + 1)]
    assert [str(each.length) for each in references if each] == LENGTHS[domain].split()
    assert all(each and each.shortest and each.proof for each in references)


def test_tasks_have_the_sizes_of_the_paper() -> None:
    def sizes(domain: str, kind: str) -> list[str]:
        own = [loaded(name) for name in task_names() if name.startswith(domain)]
        return [f"{list(task.problem.objects.values()).count(kind)}/{task.size}" for task in own]

    assert sizes("blocksworld", "block") == BLOCKS.split()
    assert sizes("gripper", "ball") == [f"{balls}/{balls}" for balls in BALLS.split()]
    assert sizes("tyreworld", "hub") == HUBS.split()
    for kind, fewest, most in (("shot", 4, 9), ("cocktail", 3, 7), ("ingredient", 3, 3), ("level", 3, 3)):
        numbers = {int(size.split("/")[0]) for size in sizes("barman", kind)}
        assert fewest <= min(numbers) <= max(numbers) <= most
    assert {size.split("/")[1] for size in sizes("barman", "shot")} == {"1", "2", "3"}
