from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import Learned
from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.learn import MOST, entities, extract, learn, noted, outdated, replace
from ariadne.triplet import Triplet
from tests.reasoner.scenes import names, prose

HALL = (
    "-= Hall =-\nA hall. You see a locked blue chest. There is an exit to the north. There is a red key on the floor."
)


def learned(*observations: str, **more: str | Sequence[str]) -> dict[str, Any]:
    """The answer to `learn`."""
    inputs = {
        "observations": observations,
        "location": "hall",
        "inventory": "You are carrying nothing.",
        "plan": (),
        "known": (),
    }
    return learn({**inputs, **more}, same_words)


def replaced(known: str, observation: str) -> list[str]:
    """The new triplets that replace a known one."""
    answer = learned(observation, known=[known])["replaced"]
    assert all(line.startswith(f"{known} -> ") for line in answer)
    return [line.removeprefix(f"{known} -> ") for line in answer]


def test_several_turns_are_learned_from_at_once_each_fact_once() -> None:
    twice = learned(HALL, "> look\n" + HALL, "> go north\n-= Attic =-\nThere is a lamp on the floor.", location="attic")
    assert len(twice["triplets"]) == len(set(twice["triplets"]))
    assert {"red key, is on the floor of, hall", "lamp, is on the floor of, attic"} <= set(twice["triplets"])


@pytest.mark.parametrize(
    ("known", "observation", "new"),
    [
        (
            "red key, is on the floor of, hall",
            "> take red key\nYou pick up the red key from the ground.",
            "red key, is in, inventory",
        ),
        (
            "red key, is in, inventory",
            "> drop red key\nYou drop the red key on the ground.",
            "red key, is on the floor of, hall",
        ),
        ("lamp, is in, inventory", "> put lamp on shelf\nYou put the lamp on the shelf.", "lamp, is on, shelf"),
        ("pear, is in, inventory", "> eat pear\nYou eat the pear. Not bad.", "pear, is, eaten"),
        ("chest, is, closed", "> open chest\nYou open the chest.", "chest, is, open"),
        ("chest, is, locked", "> unlock chest with red key\nYou unlock the chest.", "chest, is, unlocked"),
        ("chest, is, open", "> close chest\nYou close the chest.", "chest, is, closed"),
    ],
)
def test_what_changed_replaces_what_was_known(known: str, observation: str, new: str) -> None:
    assert new in replaced(known, observation)


@pytest.mark.parametrize(
    ("known", "observation"),
    [
        ("red key, opens, blue chest", "> take red key\nYou pick up the red key from the ground."),
        ("carrot, to be, sliced", "> take carrot\nYou pick up the carrot from the ground."),
        ("carrot, is, sliced", "> cook carrot with stove\nYou fried the carrot."),
        ("chest, is, locked", "> unlock box with red key\nYou unlock the box."),
        ("hall, has exit, north", HALL),
        ("hall, is east of, attic", HALL),
    ],
)
def test_what_did_not_change_stays(known: str, observation: str) -> None:
    assert replaced(known, observation) == []


def test_a_key_is_done_with_the_lock_that_it_has_opened() -> None:
    done = "> unlock blue chest with red key\nYou unlock the blue chest."
    assert replaced("red key, opens, blue chest", done) == ["red key, has opened, blue chest"]
    assert replaced("red key, opens, green chest", done) == []


def test_in_the_frame_known_facts_are_replaced_by_their_numbers() -> None:
    told = noted(
        {
            "history": [HALL, "> take red key\nYou pick up the red key from the ground."],
            "observation": "> open blue chest\nYou open the blue chest.",
            "location": "hall",
            "known": ["blue chest, is, closed", "hall, has exit, north", "red key, is on the floor of, hall"],
        },
        2,
    )
    assert told == {"triplets": ["red key, is in, inventory", "blue chest, is, open"], "replaced": [1, 3]}


def test_in_the_frame_a_place_that_looks_as_before_is_no_news() -> None:
    told = noted({"history": [HALL], "observation": "> look\n-= Hall =-\n(as before)", "location": "hall"}, 1)
    assert told["triplets"] == []


def test_in_the_frame_known_facts_are_not_told_again() -> None:
    places = ["blue chest, is in, hall", "red key, is on the floor of, hall"]
    told = noted({"places": places, "observation": HALL, "location": "hall"}, 1)["triplets"]
    assert {*told} == {*learned(HALL)["triplets"]} - {*places}


def test_in_the_frame_the_exit_of_a_known_way_is_no_news() -> None:
    told = noted({"places": ["attic, is north of, hall"], "observation": HALL, "location": "hall"}, 1)["triplets"]
    assert "hall, has exit, north" in learned(HALL)["triplets"]
    assert "hall, has exit, north" not in told


def test_in_the_frame_a_known_fact_that_had_ended_since_is_told_again() -> None:
    said = {
        "places": ["red key, is on the floor of, hall"],
        "history": ["> take red key\nYou pick up the red key from the ground."],
        "observation": HALL,
        "location": "hall",
    }
    assert "red key, is on the floor of, hall" in noted(said, 1)["triplets"]


def test_in_the_frame_a_state_that_changed_and_changed_back_is_told() -> None:
    said = {
        "places": ["blue chest, is, closed"],
        "history": ["> open blue chest\nYou open the blue chest."],
        "observation": "> close blue chest\nYou close the blue chest.",
        "location": "hall",
    }
    assert noted(said, 2)["triplets"] == ["blue chest, is, open", "blue chest, is, closed"]


def test_without_new_turns_nothing_is_noted() -> None:
    assert noted({"history": [HALL], "observation": "> wait\nTime passes.", "location": "hall"}, 0) == {
        "triplets": [], "replaced": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "numbers"),
    [
        (["chest, is, locked", "chest, is, open", "box, is, locked"], ["1 -> 2"]),
        (["lamp, is in, attic", "lamp, is in, hall", "lamp, is in, attic"], ["1 -> 2", "2 -> 3"]),
        (["lamp, is in, attic", "lamp, is in, attic", "lamp, is in, hall"], ["1 -> 3", "2 -> 3"]),
        (["There is a lamp here.", "lamp, is in, attic", "lamp, is in, hall"], ["2 -> 3"]),
        (["alice, likes, tea", "alice, likes, jazz"], []),
    ],
)
def test_later_facts_outdate_contradicting_earlier_ones(facts: Sequence[str], numbers: Sequence[str]) -> None:
    assert outdated({"facts": facts, "texts": ()}, same_words) == {"replaced": numbers}


def test_locks_just_read_about_matter_before_plan_and_inventory() -> None:
    answer = learned(
        "> examine note\nThe red key opens the blue chest.",
        plan=[
            "Take the golden lamp | it is not found yet",
            "Go north | to be done",
            "Explore the unknown exits | 2 known",
        ],
        inventory="You are carrying: a red key and a diced carrot.",
    )
    assert answer["entities"] == ["blue chest: 2", "golden lamp: 1", "red key: 1", "carrot: 1"]


def test_without_news_the_first_sub_goal_is_searched_deepest() -> None:
    answer = learned(
        "Nothing happens.", plan=["Unlock the blue chest with the red key | to be done", "Take the lamp | why not"]
    )
    assert answer["entities"] == ["blue chest: 2", "red key: 1", "lamp: 1"]


def test_no_more_matters_than_can_be_searched() -> None:
    plan = [
        f"Take the {colour} {thing} | soon" for colour in ("red", "blue", "green") for thing in ("box", "key", "lamp")
    ]
    assert len(learned("Nothing happens.", plan=plan, inventory="You are carrying: a rope.")["entities"]) == MOST


def test_what_a_recipe_requires_and_notes_in_sight_matter() -> None:
    recipe = "> read cookbook\nIngredients:\n  carrot\n  red onion\nDirections:\n  prepare meal"
    assert {"carrot: 1", "red onion: 1"} <= set(learned(recipe)["entities"])
    assert "old note: 1" in learned("There is an old note on the floor.")["entities"]


seen = st.fixed_dictionaries(
    {
        "observations": st.lists(prose, min_size=1, max_size=3),
        "location": names,
        "inventory": prose,
        "plan": st.lists(prose, max_size=3),
        "known": st.lists(st.one_of(prose, st.tuples(names, st.just("is in"), names).map(", ".join)), max_size=4),
    }
)


@given(seen)
def test_any_observation_gives_a_valid_answer(inputs: dict[str, str | list[str]]) -> None:
    answer = Learned.model_validate(learn(inputs, same_words))
    triplets = [Triplet.parse(line) for line in answer.triplets]
    assert all(triplet.subject != triplet.object for triplet in triplets)
    for line in answer.replaced:
        old, new = line.rsplit(" -> ", 1)
        assert old != new
    assert len(answer.entities) <= MOST
    assert all(line.rpartition(": ")[2] in ("1", "2") and line.rpartition(": ")[0] for line in answer.entities)


@given(st.dictionaries(names, names, min_size=1, max_size=5), names)
def test_only_a_thing_that_moved_is_replaced_and_only_by_its_new_place(places: dict[str, str], moved: str) -> None:
    known = [f"{thing}, is in, {place}" for thing, place in places.items() if thing != place]
    answer = learned(f"You pick up the {moved} from the ground.", known=known)["replaced"]
    assert answer == [f"{line} -> {moved}, is in, inventory" for line in known if line.startswith(f"{moved}, ")]


@given(seen)
def test_separate_questions_give_the_same_answers(inputs: dict[str, str | list[str]]) -> None:
    whole = learn(inputs, same_words)
    assert extract(inputs, same_words)["triplets"] == whole["triplets"]
    assert entities(inputs, same_words)["entities"] == whole["entities"]
    apart = replace({"known": inputs["known"], "new": whole["triplets"]}, same_words)  # type: ignore[dict-item]
    assert apart["replaced"] == whole["replaced"]


def test_a_briefings_things_are_not_in_the_first_room() -> None:
    seen = "There is a cookbook in this house.\n\n-= Pantry =-\nYou see a shelf."
    assert learned(seen, location="pantry")["triplets"] == ["shelf, is in, pantry"]
