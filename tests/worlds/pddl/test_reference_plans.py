from __future__ import annotations

import pytest

from ariadne.worlds.pddl.tasks import find_task, open_pddl, read_reference, task_names


@pytest.mark.parametrize("name", task_names())
def test_the_reference_plan_sent_as_text_solves_the_task(name: str) -> None:
    task = find_task(name)
    assert task
    reference = read_reference(task.problem)
    world = open_pddl(task.problem)
    turns = [world.reset(), *(world.step(command) for command in world.walkthrough)]
    score = world.score()
    assert reference
    assert len(turns) == reference.length + 1
    assert {turn.status for turn in turns} == {"valid"}
    assert [turn.done for turn in turns] == [False] * reference.length + [True]
    assert (score.won, score.score) == (True, score.maximum)
