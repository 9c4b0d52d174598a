from __future__ import annotations

import pytest

from ariadne.exam.facts import told
from ariadne.exam.truth import Topic
from tests.exam.plays import place, state


@pytest.mark.parametrize(
    ("fact", "topic", "value"),
    [
        ("cup, is on, table", place("cup"), "table"),
        ("Cup, located in, the Kitchen", place("cup"), "kitchen"),
        ("cup, is on the floor of, hall", place("cup"), "hall"),
        ("cup, is in, inventory", place("cup"), "inventory"),
        ("player, has, cup", place("cup"), "inventory"),
        ("cup, is carried by, player", place("cup"), "inventory"),
        ("table, holds, cup", place("cup"), "table"),
        ("fried carrot, is in, pan", place("carrot"), "pan"),
        ("carrot, is, eaten", place("carrot"), "eaten"),
        ("chest, is, open", state("chest"), "open"),
        ("chest, is, unlocked", state("chest"), "closed"),
    ],
)
def test_facts_say_where_things_are_and_how_they_stand(fact: str, topic: Topic, value: str) -> None:
    assert told(fact) == [(topic, value)]


@pytest.mark.parametrize(
    "fact", ["kitchen, has exit, north", "hall, is north of, kitchen", "cup, is, old", "chest, has, lid", "no triplet"]
)
def test_other_facts_say_nothing_of_that(fact: str) -> None:
    assert told(fact) == []
