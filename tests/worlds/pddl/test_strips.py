from __future__ import annotations

import time
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.worlds.pddl.strips import GroundAction, GroundTask
from ariadne.worlds.pddl.tasks import load
from tests.worlds.pddl.walks import loaded, problem, walk

LAMPS = """
(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types lamp - thing thing - object room)
  (:constants MAIN - lamp)
  (:predicates (lit ?l - lamp) (linked ?a ?b - thing) (blown) (dusty ?r - room))
  (:action switch-on :parameters (?l - lamp) :precondition (and (not (lit ?l)) (not (blown))) :effect (lit ?l))
  (:action flicker :parameters (?l - lamp) :precondition (lit ?l) :effect (and (lit ?l) (not (lit ?l))))
  (:action pass :parameters (?a ?b - thing)
    :precondition (and (linked ?a ?b) (lit ?a) (not (= ?b main))) :effect (and (lit ?b) (not (lit ?a))))
  (:action call :parameters (?l - lamp) :precondition (= ?l main) :effect (blown)))
"""
PROBLEM = """
; three lamps
(define (problem three) (:domain lamps)
  (:objects l1 L2 - lamp attic - room)
  (:init (linked main l1) (linked l1 l1) (linked l1 l2) (linked l2 main) (dusty attic))
  (:goal (and (lit l2) (not (lit main)) (not (blown)))))
"""


@pytest.fixture
def lamps(tmp_path: Path) -> GroundTask:
    (tmp_path / "domain.pddl").write_text(LAMPS)
    (tmp_path / "three.pddl").write_text(PROBLEM)
    return load(tmp_path / "three.pddl")


def act(task: GroundTask, state: int, *step: str) -> int:
    action = task.by_name[step]
    assert action.possible(state)
    return action.after(state)


def names(actions: list[GroundAction]) -> set[str]:
    return {" ".join((action.name, *action.args)) for action in actions}


def test_types_constants_equality_and_static_facts_decide_which_actions_there_are(lamps: GroundTask) -> None:
    assert names(list(lamps.actions)) == {
        "switch-on l1", "switch-on l2", "switch-on main",
        "flicker l1", "flicker l2", "flicker main",
        "pass main l1", "pass l1 l2", "call main",
    }  # fmt: skip


def test_what_has_to_be_false_is_checked(lamps: GroundTask) -> None:
    lit = act(lamps, lamps.init, "switch-on", "main")
    assert not lamps.by_name["switch-on", "main"].possible(lit)
    blown = act(lamps, lamps.init, "call", "main")
    assert names(lamps.valid(blown)) == set()


def test_what_is_deleted_and_added_is_true(lamps: GroundTask) -> None:
    lit = act(lamps, lamps.init, "switch-on", "l1")
    assert act(lamps, lit, "flicker", "l1") == lit


def test_negative_goals_count_like_others(lamps: GroundTask) -> None:
    state = act(lamps, lamps.init, "switch-on", "main")
    counts = [(lamps.satisfied(lamps.init), lamps.satisfied(state))]
    state = act(lamps, act(lamps, state, "pass", "main", "l1"), "pass", "l1", "l2")
    assert (lamps.size, counts) == (3, [(2, 1)])
    assert (lamps.satisfied(state), lamps.solved(state)) == (3, True)
    assert not lamps.solved(act(lamps, state, "call", "main"))


def test_a_problem_with_far_too_many_actions_is_one_clear_line(tmp_path: Path) -> None:
    parameters = " ".join(f"?x{n}" for n in range(9))
    (tmp_path / "domain.pddl").write_text(
        f"(define (domain many) (:predicates (p ?x)) (:action mix :parameters ({parameters}) :effect (p ?x0)))"
    )
    objects = " ".join(f"o{n}" for n in range(20))
    (tmp_path / "one.pddl").write_text(
        f"(define (problem one) (:domain many) (:objects {objects}) (:init ) (:goal (p o1)))"
    )
    with pytest.raises(UserError, match="too large"):
        load(tmp_path / "one.pddl")


def test_the_largest_task_is_ready_in_well_under_a_second() -> None:
    began = time.process_time()
    assert len(load(problem("barman/5")).actions) > 1000
    assert time.process_time() - began < 2


LONGER = (("blocksworld/10", 30), ("tyreworld/4", 25), ("barman/2", 12))


@pytest.mark.parametrize(
    ("name", "steps"),
    [("gripper/5", 10), *(pytest.param(*each, marks=pytest.mark.nightly) for each in LONGER)],
)
def test_valid_actions_are_those_of_an_independent_engine(name: str, steps: int) -> None:
    """Unified Planning lets one object stand for two parameters, and lists actions that change nothing."""
    from unified_planning.engines import UPSequentialSimulator
    from unified_planning.io import PDDLReader

    task, path = loaded(name), problem(name)
    other = PDDLReader().parse_problem(str(path.with_name("domain.pddl")), str(path))
    with UPSequentialSimulator(other) as simulator:
        there = simulator.get_initial_state()
        for here, taken in walk(task, steps, seed=1):
            possible = {(each.name, *map(str, objects)) for each, objects in simulator.get_applicable_actions(there)}
            distinct = {step for step in possible if len(set(step)) == len(step)}
            assert {step for step in distinct if task.by_name[step].after(here) != here} == {
                (action.name, *action.args) for action in task.valid(here)
            }
            there = simulator.apply(there, other.action(taken.name), [other.object(each) for each in taken.args])
            assert there is not None
