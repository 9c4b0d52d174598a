from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.worlds.pddl.tasks import DOMAINS, TASKS, open_pddl
from ariadne.worlds.pddl.text import CHECK
from ariadne.worlds.registry import find_game

FERRY = """
(define (domain ferry)
  (:requirements :strips :typing)
  (:types car port)
  (:predicates (at-port ?c - car ?p - port) (ferry-at ?p - port) (on-board ?c - car) (empty-ferry))
  (:action sail :parameters (?from ?to - port) :precondition (ferry-at ?from)
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at-port ?c ?p) (ferry-at ?p) (empty-ferry))
    :effect (and (on-board ?c) (not (at-port ?c ?p)) (not (empty-ferry))))
  (:action debark :parameters (?c - car ?p - port)
    :precondition (and (on-board ?c) (ferry-at ?p))
    :effect (and (at-port ?c ?p) (empty-ferry) (not (on-board ?c))))
  (:action honk :parameters () :effect (empty-ferry)))
"""
TRIP = """
(define (problem trip) (:domain FERRY)
  (:objects red-car - car north south - port)
  (:init (at-port red-car north) (ferry-at south) (empty-ferry))
  (:goal (and (at-port red-car south) (not (ferry-at north)))))
"""
TEXT = """
shows: changes
predicates: {at-port: "?c waits in ?p", on-board: "?c is on board"}
actions: {board: {command: "take ?c aboard in ?p"}}
"""


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    (tmp_path / "rules.pddl").write_text(FERRY)
    (tmp_path / "other.pddl").write_text("(define (domain ferry-boat))")
    (tmp_path / "trip.pddl").write_text(TRIP)
    return tmp_path / "trip.pddl"


def test_a_problem_of_ones_own_finds_its_domain_and_is_said_by_its_names(trip: Path) -> None:
    world = open_pddl(trip)
    assert world.domain == "ferry"
    assert world.goal == "Make all of this true: At port: red-car, south. It is not so that ferry at: north."
    assert world.reset().observation == "At port: red-car, north. Empty ferry. Ferry at: south."
    assert world.walkthrough == ()
    assert "- board <c> <p>: needs (at port: <c>, <p>; empty ferry; ferry at: <p>)." in world.instructions
    said = ["Sail to the north", "board the red car", "sail to south", "debark red_car"]
    assert [world.step(command).status for command in said] == ["valid"] * 4
    assert world.score().won


def test_a_text_file_may_say_only_some_of_it(trip: Path) -> None:
    (trip.parent / "text.yaml").write_text(TEXT)
    world = open_pddl(trip)
    assert world.reset().observation == "Empty ferry. Ferry at: south. Red-car waits in north."
    world.step("sail north")
    assert world.step(CHECK).observation == "Valid actions: sail north south; take red-car aboard in north."
    assert world.step("take red-car aboard in north").observation == "Red-car is on board."
    assert world.step("honk").observation == "Empty ferry."


def test_a_plan_beside_a_problem_is_its_walkthrough(trip: Path) -> None:
    trip.with_suffix(".yaml").write_text("length: 1\nplan: [sail south north]\n")
    assert open_pddl(trip).walkthrough == ("sail south north",)


def test_a_domain_may_be_given(trip: Path, tmp_path: Path) -> None:
    domain = tmp_path / "elsewhere" / "d.pddl"
    domain.parent.mkdir()
    (tmp_path / "rules.pddl").rename(domain)
    assert open_pddl(trip, domain=domain).domain == "ferry"


def test_where_only_something_ends_that_is_told(trip: Path) -> None:
    rules = trip.with_name("rules.pddl")
    rules.write_text(FERRY.replace(":effect (empty-ferry)", ":effect (not (empty-ferry))"))
    (trip.parent / "text.yaml").write_text("shows: changes\n")
    world = open_pddl(trip)
    assert world.step("honk").observation == "It is no longer so that empty ferry."


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules", "(domain ferry)", "(domain tram)", "needs the file of its domain ferry beside it"),
        ("rules", "(ferry-at ?to)", "(when (empty-ferry) (ferry-at ?to))", "conditional effects (when) are not"),
        ("rules", "(ferry-at ?to)", "(forall (?x - port) (ferry-at ?x))", "quantifiers (forall, exists) are not"),
        ("rules", "(ferry-at ?to)", "(increase (total-cost) 1)", "numbers (functions) are not supported"),
        ("rules", ":precondition (ferry-at ?from)", ":precondition (or (empty-ferry) (ferry-at ?from))", "disjunct"),
        ("rules", ":precondition (ferry-at ?from)", ":precondition (ferry-ta ?from)", "there is no predicate ferry-ta"),
        ("rules", ":precondition (ferry-at ?from)", ":precondition (ferry-at ?too)", "there is no"),
        ("rules", ":precondition (ferry-at ?from)", ":precondition (ferry-at ?from ?to)", "has 1 arguments, not 2"),
        ("rules", ":precondition (ferry-at ?from)", ":precondition (not (and (empty-ferry) (ferry-at ?to)))", "conj"),
        ("rules", "(:action sail", "(:durative-action sail", "durative actions are not supported"),
        ("rules", "(:types car port)", "(:types car", "is not a PDDL domain: line "),
        ("rules", "(?from ?to - port)", "(?from ?to - harbour)", "harbour"),
        ("trip", "(ferry-at south)", "(ferry-at west)", "init: there is no object west"),
        ("trip", "north south - port", "north south - harbour", "of a type harbour that the domain does not have"),
        ("trip", "(at-port red-car south)", "(or (at-port red-car south))", "disjunctions (or, imply) are"),
        ("trip", "(and (at-port red-car south) (not (ferry-at north)))", "(and)", "there is nothing to achieve"),
        ("trip", "(:domain FERRY)", "", "it does not say (:domain …)"),
        ("trip", "(:init", "(:start", "is not a PDDL problem: line "),
        ("trip", TRIP, "", "it does not say (:domain …)"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_is_one_clear_line(trip: Path, file: str, old: str, new: str, said: str) -> None:
    path = trip.with_stem(file)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(UserError) as error:
        open_pddl(trip)
    assert said in str(error.value)
    assert str(path if "beside" not in said else trip) in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("predicates: {at: x}", "the domain has no predicate at"),
        ("actions: {swim: {does: x}}", "the domain has no action swim"),
        ("actions: {board: {command: 'take ?c'}}", "actions.board.command: ?p is missing"),
        ("predicates: {on-board: '?car is on board'}", "predicates.on-board: there is no ?car"),
        ("types: {car: '?c is a car'}", "types.car: there is no ?c"),
        ("location: at-port", "no predicate at-port of one object"),
        ("actions: {board: {command: 'go ?c ?p'}, debark: {command: 'go ?c ?p'}}", "board and debark"),
        ("shows: everything", "shows: Input should be"),
        ("look: x", "unknown name 'look'; known are about"),
        ("- a", "found a list"),
        ("a: [", "is not readable YAML"),
    ],
)
def test_a_mistake_in_a_text_file_is_one_clear_line(trip: Path, text: str, said: str) -> None:
    (trip.parent / "text.yaml").write_text(text)
    with pytest.raises(UserError) as error:
        open_pddl(trip)
    assert said in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("length: 1\nplan: [fly north]", "plan: there is no action fly north"),
        ("plan: []", "length: Field required"),
        ("a: [", "is not readable YAML"),
    ],
)
def test_a_mistake_in_a_reference_is_one_clear_line(trip: Path, reference: str, said: str) -> None:
    trip.with_suffix(".yaml").write_text(reference)
    with pytest.raises(UserError, match=said):
        open_pddl(trip)


def test_files_that_cannot_be_read_are_one_clear_line(tmp_path: Path, trip: Path) -> None:
    with pytest.raises(UserError, match="there is no file"):
        open_pddl(tmp_path / "nowhere.pddl")
    (tmp_path / "bytes.pddl").write_bytes(b"\xff\xfe(define")
    with pytest.raises(UserError, match="is not text"):
        open_pddl(tmp_path / "bytes.pddl")
    (tmp_path / "large.pddl").write_text(" " * 1_000_001)
    with pytest.raises(UserError, match="too large"):
        open_pddl(tmp_path / "large.pddl")


@pytest.mark.parametrize("opening", ["(not ", "(and (empty-ferry) ", "(not (and (empty-ferry) "])
@pytest.mark.parametrize("depth", [200, 2_000])
def test_deep_nesting_is_read_or_refused(trip: Path, opening: str, depth: int) -> None:
    closing = ")" * opening.count("(") if "y) " not in opening else ")" * (opening.count("(") - 1)
    trip.write_text(TRIP.replace("(ferry-at north)", opening * depth + "(ferry-at north)" + closing * depth))
    with suppress(UserError):
        open_pddl(trip)


def test_a_bad_file_leaves_the_tracebacks_of_the_process_alone(trip: Path) -> None:
    trip.write_text(TRIP.replace("(:init", "(:start"))
    before = getattr(sys, "tracebacklimit", "unset")
    with pytest.raises(UserError):
        open_pddl(trip)
    assert getattr(sys, "tracebacklimit", "unset") == before


def test_only_tasks_have_names() -> None:
    assert find_game("gripper/3").source.name == "3.pddl"
    for name in ("gripper/03", "gripper/21", "gripper/", "../gripper/3", "gripper/domain", "3"):
        with pytest.raises(UserError):
            find_game(name)


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_domain_is_told_in_a_sentence(domain: str) -> None:
    assert TASKS.about(domain).endswith(". At most 30 steps.")
    assert "\n" not in TASKS.about(domain)
