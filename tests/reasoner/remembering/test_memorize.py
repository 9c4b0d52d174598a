from __future__ import annotations

from typing import Any

import pytest

from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.memorize import recognize, reconcile, salient

HALL = "-= Hall =-\nYou see a table. On the table you see a lamp. There is an exit to the north."
ON_TABLE, CARRIED = "On the table is a lamp.", "The lamp is in the inventory."
EXIT, WAY = "The hall has exit north.", "From the hall one gets north to the attic."


def facts(*observations: str, recent: tuple[str, ...] = (), summary: str = "") -> Any:
    inputs = {"goal": "", "summary": summary, "recent": recent, "observations": observations}
    return salient(inputs, same_words)["facts"]


def decided(memories: list[str], *new: str) -> dict[str, Any]:
    return reconcile({"memories": memories, "facts": list(new)}, same_words)


def test_what_is_salient_is_a_sentence_a_fact() -> None:
    assert {ON_TABLE, EXIT} <= set(facts(HALL))
    assert facts("Nothing happens.") == []


def test_of_several_changes_the_last_is_kept() -> None:
    told = facts(HALL, "> take lamp\nYou take the lamp from the table.")
    assert CARRIED in told
    assert ON_TABLE not in told


@pytest.mark.parametrize("before", [{"recent": (HALL,)}, {"summary": "You are in the hall."}])
def test_a_move_is_understood_by_what_came_before(before: dict[str, Any]) -> None:
    assert WAY in facts("> go north\n-= Attic =-\nAn attic.", **before)


@pytest.mark.parametrize(
    ("memories", "new", "add", "update", "delete"),
    [
        ([ON_TABLE], CARRIED, [], [f"1: {CARRIED}"], []),
        ([ON_TABLE, "In the box is a lamp."], CARRIED, [], [f"1: {CARRIED}"], [2]),
        ([CARRIED], CARRIED, [], [], []),
        ([CARRIED], "The box is open.", ["The box is open."], [], []),
        ([EXIT], WAY, [], [f"1: {WAY}"], []),
        ([WAY], EXIT, [], [], []),
        (["The moon hums."], "The moon hums.", [], [], []),
    ],
)
def test_a_fact_changes_what_is_known_of_the_same_or_is_added(
    memories: list[str], new: str, add: list[str], update: list[str], delete: list[int]
) -> None:
    assert decided(memories, new) == {"add": add, "update": update, "delete": delete}


def test_facts_are_recognized_by_the_things_that_the_query_names() -> None:
    known = ["red key, is in, box", "no triplet", "red wine, is in, cellar"]
    assert recognize({"query": "Where is the red key?", "facts": known}, same_words) == {"kept": [1]}
