from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.worlds.pddl.commands import CommandReader, Misread
from ariadne.worlds.pddl.strips import GroundAction
from ariadne.worlds.pddl.tasks import open_pddl
from ariadne.worlds.pddl.text import CHECK, LOOK
from tests.worlds.pddl.walks import DOMAINS, SOME_TASKS, loaded, walk, world


@cache
def reader(name: str) -> CommandReader:
    return CommandReader(loaded(name), world(name).text)


def read(name: str, command: str) -> str:
    """What a command is understood as at the start of a task."""
    understood = reader(name).read(command, loaded(name).init)
    if isinstance(understood, GroundAction):
        return " ".join((understood.name, *understood.args))
    return understood.why if isinstance(understood, Misread) else understood


@pytest.mark.parametrize("name", SOME_TASKS)
def test_every_command_is_understood_as_itself(name: str) -> None:
    task, text = loaded(name), world(name).text
    assert all(reader(name).read(text.command(action), task.init) is action for action in task.actions)


@pytest.mark.parametrize("domain", DOMAINS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=10)
def test_case_articles_punctuation_hyphens_and_polite_words_make_no_difference(domain: str, seed: int) -> None:
    name, random = f"{domain}/3", Random(seed)
    task, text = loaded(name), world(name).text
    *_, (state, action) = walk(task, 1 + seed % 8, seed)
    hyphen = random.choice(["-", " ", "_", ""])
    words = []
    for word in text.command(action).split():
        article = random.choice(["", "the ", "my "]) if word in action.args else ""
        words.append(article + word.replace("-", hyphen))
    said = random.choice(["", "Please ", "I will now "]) + " ".join(words) + random.choice(["", ".", "!", " now."])
    said = random.choice([str.lower, str.upper, str.title])(said)
    assert reader(f"{domain}/3").read(said, state) == action


@pytest.mark.parametrize("domain", DOMAINS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=10)
def test_the_operator_and_its_objects_in_order_are_enough(domain: str, seed: int) -> None:
    *_, (state, action) = walk(loaded(f"{domain}/3"), 1 + seed % 8, seed)
    assert reader(f"{domain}/3").read(" ".join((action.name, *action.args)), state) == action


@pytest.mark.parametrize("domain", DOMAINS)
@given(said=st.text(max_size=300) | st.from_regex(r"[a-z -]{0,60}(pickup|move|open|shake)[a-z0-9 -]{0,60}"))
def test_whatever_is_said_is_read_as_an_action_a_question_or_nothing(domain: str, said: str) -> None:
    understood = reader(f"{domain}/3").read(said, loaded(f"{domain}/3").init)
    assert isinstance(understood, (GroundAction, Misread)) or understood in (CHECK, LOOK)


@pytest.mark.parametrize(
    ("name", "command", "understood"),
    [
        ("blocksworld/1", "Pick up block b1.", "pickup b1"),
        ("blocksworld/1", "Action: unstack b 2 from the block b3", "unstack b2 b3"),
        ("gripper/1", "Pick up ball1 at rooma with arm right.", "pick ball1 rooma right"),
        ("gripper/1", "with the left gripper, pick ball2 from rooma", "pick ball2 rooma left"),
        ("gripper/1", "Move to roomb", "move rooma roomb"),
        ("gripper/1", "move", "move rooma roomb"),
        ("gripper/1", "pick ball1 with left", "pick ball1 rooma left"),
        ("tyreworld/1", "Open the boot!", "open boot"),
        ("tyreworld/1", "put away the wrench in the boot", "put-away wrench boot"),
        ("tyreworld/1", "Put on wheel r1 on hub1", "put-on-wheel r1 hub1"),
        ("tyreworld/1", "jack up hub1", "jack-up hub1"),
        ("tyreworld/1", "fetch jack from boot", "fetch jack boot"),
        ("tyreworld/1", "do_up nuts1 hub1", "do-up nuts1 hub1"),
        ("barman/1", "right grasp shot1", "grasp right shot1"),
        ("barman/1", "grasp shot1 with right", "grasp right shot1"),
        ("barman/1", "Grasp shot1 with the right hand.", "grasp right shot1"),
        ("barman/1", "Check valid actions.", CHECK),
        ("barman/1", "let me check valid actions first", CHECK),
        ("barman/1", "LOOK AROUND the bar", LOOK),
    ],
)
def test_commands_are_read_leniently(name: str, command: str, understood: str) -> None:
    assert read(name, command) == understood


@pytest.mark.parametrize(
    ("name", "command", "why"),
    [
        ("blocksworld/1", "dance", "It names no action. The actions are pickup, putdown, stack, unstack, check valid"),
        ("blocksworld/1", "pickup b9", "There is no b9 here."),
        ("gripper/1", "move to the kitchen", "There is no kitchen here."),
        ("gripper/1", "move from rooma to rooma", "It does not fit: move from <from> to <to>."),
        ("gripper/1", "move ball1 from rooma to roomb", "It does not fit"),
        ("gripper/1", "pick ball1", "It may mean several things. Name all that it needs: pick <ball> in <room> with"),
        ("gripper/1", "drop ball1", "It is not possible now."),
    ],
)
def test_a_rejected_command_gets_a_reason(name: str, command: str, why: str) -> None:
    assert read(name, command).startswith(why)


def test_an_argument_that_is_left_out_is_the_only_one_that_fits_now() -> None:
    gripper = world("gripper/1")
    gripper.reset()
    gripper.step("pick ball1 in rooma with left")
    assert gripper.step("drop ball1").status == "valid"
    assert gripper.step("drop ball1").status == "invalid"


def test_names_that_differ_in_a_hyphen_only_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(
        "(define (domain ring) (:predicates (rung ?x)) (:action ring :parameters (?x) :effect (rung ?x)))"
    )
    (tmp_path / "one.pddl").write_text(
        "(define (problem one) (:domain ring) (:objects a-b ab) (:init) (:goal (and (rung ab) (rung a-b))))"
    )
    bells = open_pddl(tmp_path / "one.pddl")
    bells.step("please ring the ab")
    assert bells.step(LOOK).observation == "Rung: ab."
    bells.step("now ring the a-b")
    assert bells.score().won
