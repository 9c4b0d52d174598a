from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given

from ariadne.reasoner.model import same_words
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import way_of
from ariadne.reasoner.reading.relations import INVENTORY, PLACED, ReadFact
from ariadne.reasoner.remembering.summary import CHARACTERS, WORDS, summarize
from ariadne.worlds.world import Turn
from tests.conftest import SMALL, Game
from tests.nightly import mostly_nightly
from tests.reasoner.scenes import moments, picture
from tests.worlds.playing import playing, walk

HALL = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is an exit to the east."
ATTIC = "> go north\n-= Attic =-\nThere is an exit to the south. There is a red key and a lamp on the floor."


def noted(
    *observations: str, summary: str = "", location: str = "", goal: str = "Find the treasure.", plan: str = ""
) -> str:
    inputs = {
        "goal": goal,
        "summary": summary,
        "plan": [plan] if plan else [],
        "location": location,
        "inventory": "You are carrying nothing.",
        "observations": observations,
    }
    answer = summarize(inputs, same_words)["summary"]
    assert isinstance(answer, str)
    return answer


def held(summary: str) -> set[str]:
    return {", ".join(fact) for fact in read(summary)}


def test_the_notes_go_on_where_they_ended() -> None:
    first = noted(HALL, location="hall")
    assert held(first) == {
        "hall, has exit, north",
        "hall, has exit, east",
        "blue chest, is in, hall",
        "blue chest, is, locked",
    }
    second = noted(ATTIC, summary=first, location="attic")
    assert held(second) == {
        "attic, is north of, hall",
        "hall, is south of, attic",
        "hall, has exit, east",
        "blue chest, is in, hall",
        "blue chest, is, locked",
        "red key, is on the floor of, attic",
        "lamp, is on the floor of, attic",
    }


def test_newer_news_wins() -> None:
    before = "The blue chest is locked. On the floor of the attic is a lamp."
    after = noted(
        "> unlock blue chest with red key\nYou unlock the blue chest.",
        "> drop lamp\nYou drop the lamp.",
        summary=f"{before} You are in the hall.",
        location="hall",
    )
    assert {"blue chest, is, unlocked", "lamp, is on the floor of, hall", "red key, has opened, blue chest"} == held(
        after
    )


def crowded(rooms: int) -> Iterator[str]:
    """A long walk through rooms full of things."""
    for number in range(rooms):
        move = "> go east\n" if number else ""
        things = ", ".join(f"a trinket {number}-{thing}" for thing in range(8))
        furniture = f"You see a shelf {number}. There is an exit to the east."
        yield f"{move}-= Room {number} =-\n{furniture} There is {things} and a gem {number} on the floor."


def test_a_long_game_is_forgotten_in_part_the_useless_and_old_first() -> None:
    summary = ""
    for number, turn in enumerate(crowded(25)):
        summary = noted(
            turn, summary=summary, location=f"room {number}", goal="Find gem 0.", plan="Take the gem 3 | soon"
        )
        assert len(summary) <= CHARACTERS
        assert len(summary.split()) <= WORDS
    facts = held(summary)
    assert {"gem 0, is on the floor of, room 0", "gem 3, is on the floor of, room 3"} <= facts
    assert {f"room {number + 1}, is east of, room {number}" for number in range(24)} <= facts
    assert "trinket 24-7, is on the floor of, room 24" in facts
    assert "trinket 0-0, is on the floor of, room 0" not in facts
    assert "shelf 0, is in, room 0" in facts


@pytest.mark.parametrize("family", mostly_nightly(SMALL, ["cooking"]))
def test_of_a_real_game_the_notes_hold_where_everything_is_and_how_rooms_are_connected(game: Game, family: str) -> None:
    summary, here = "", ""
    places: dict[str, ReadFact] = {}
    ways: set[ReadFact] = set()
    with playing(game(family)) as world:
        for turn in walk(world):
            summary = noted(turn.as_text(), summary=summary, location=turn.location, goal=world.goal)
            facts = read(turn.as_text(), here)
            places |= {fact.subject: fact for fact in facts if fact.relation in PLACED}
            ways |= {fact for fact in facts if way_of(fact.relation)}
            here = turn.location
    assert summary.count("\n\n") <= 2
    known = set(read(summary))
    assert {fact for fact in known if fact.relation in PLACED} == {
        fact for fact in places.values() if fact.object != INVENTORY
    }
    assert {fact for fact in known if way_of(fact.relation)} == ways


@pytest.mark.parametrize("family", mostly_nightly(SMALL, ["cleaning"]))
def test_recent_turns_beside_the_notes_change_nothing_of_what_the_notes_tell(game: Game, family: str) -> None:
    """The notes include the recent turns, so a reader meets older facts after newer ones."""
    summary = ""
    turns: list[Turn] = []
    with playing(game(family)) as world:
        for turn in walk(world):
            summary = noted(turn.as_text(), summary=summary, location=turn.location, goal=world.goal)
            shown = {"notes": summary, "location": turn.location, "inventory": turn.inventory}
            alone = picture(turn.as_text(), turn.commands, **shown)
            beside = picture(turn.as_text(), turn.commands, history=[each.as_text() for each in turns[-5:]], **shown)
            for known in ("here", "places", "on_floor", "ways", "exits", "recipe", "to_be", "opened"):
                assert getattr(beside, known) == getattr(alone, known)
            turns.append(turn)


def test_a_player_is_served_by_the_notes_alone() -> None:
    summary = noted(ATTIC, summary=noted(HALL, location="hall"), location="attic")
    now = picture(notes=summary, location="attic", actions=["go to hall", "take lamp"])
    assert now.room_of("blue chest") == "hall"
    assert now.is_state("blue chest", "locked")
    assert now.exits == [("hall", "east")]
    assert now.here == "attic"


@given(moments)
def test_any_notes_and_any_turns_make_notes_within_bounds(inputs: dict[str, str | list[str]]) -> None:
    question = {**inputs, "summary": inputs["notes"], "observations": inputs["history"]}
    said = summarize(question, same_words)["summary"]
    assert isinstance(said, str)
    assert len(said) <= CHARACTERS
    # A name with a sentence end inside is parsed as another place.
    if set(inputs["location"]).isdisjoint(".!?\r\n"):
        assert summarize({**question, "summary": said, "observations": []}, same_words)["summary"] == said
