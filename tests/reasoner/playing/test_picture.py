from __future__ import annotations

from hypothesis import given

from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.shown import shown_turns
from tests.reasoner.scenes import moments, picture

HALL = "-= Hall =-\nA hall. There is an exit to the north. There is a lamp on the floor."
ATTIC = "> go north\n-= Attic =-\nAn attic. There is an exit to the south. You see a shelf. On the shelf is a rope."


def test_a_turn_gives_place_contents_and_inventory() -> None:
    now = picture(HALL, inventory="You are carrying: a red key and a raw pork chop.")
    assert now.here == "hall"
    assert now.visible == ["lamp"]
    assert now.carried == ["red key", "pork chop"]
    assert now.is_state("pork chop", "raw")
    assert now.has("pork chop")
    assert not now.has("lamp")


def test_what_lies_on_the_furniture_of_a_room_is_in_reach_there() -> None:
    now = picture(ATTIC)
    assert now.visible == ["shelf", "rope"]
    assert now.room_of("rope") == "attic"


def test_turns_that_have_passed_tell_where_things_are_elsewhere() -> None:
    now = picture(ATTIC, history=[HALL])
    assert now.room_of("lamp") == "hall"
    assert "lamp" not in now.visible
    assert now.been == ["hall", "attic"]
    assert now.done == ["go north"]


def test_newer_news_wins() -> None:
    now = picture(
        "> put lamp on shelf\nYou put the lamp on the shelf.",
        history=["-= Attic =-\nThere is a lamp on the floor.", "> take lamp\nYou pick up the lamp from the ground."],
        episodes=["-= Cellar =-\nThere is a lamp on the floor."],
        facts=["lamp, is in, garden", "chest, is, locked"],
        notes="The lamp is in the pantry.",
    )
    assert now.places["lamp"] == "shelf"
    assert picture(facts=["lamp, is in, garden"], notes="The lamp is in the pantry.").places["lamp"] == "garden"
    assert picture("You unlock the chest.", facts=["chest, is, locked"]).states["chest"] == {"unlocked"}


def test_a_thing_no_longer_carried_has_no_place() -> None:
    assert "lamp" not in picture(facts=["lamp, is in, inventory"]).places


def test_a_note_tells_what_a_key_opens_and_that_it_was_read() -> None:
    now = picture("> examine note\nThe red key opens the blue chest. It stands in the cellar.")
    assert now.opens == {"blue chest": "red key"}
    assert now.room_of("blue chest") == "cellar"
    assert now.is_state("note", "examined")
    assert now.told == {"note"}


def test_a_lock_that_was_opened_stays_known_as_opened() -> None:
    now = picture("> unlock blue chest with red key\nYou unlock the blue chest.")
    assert now.opened == {"blue chest"}


def test_a_recipe_is_remembered_in_its_order() -> None:
    now = picture(
        "> read cookbook\nIngredients:\n  red onion\n  carrot\nDirections:\n  slice the carrot\n  fry the carrot"
    )
    assert now.recipe == ["red onion", "carrot"]
    assert now.to_be == {"carrot": ["sliced", "fried"]}


def test_doors_are_known_by_their_room_and_way() -> None:
    now = picture("-= Hall =-\nThere is a closed screen door leading north.")
    assert now.doors == {("hall", "north"): "screen door"}
    assert now.is_state("screen door", "closed")


def test_rooms_are_those_that_exits_and_ways_lead_to() -> None:
    now = picture(HALL, ["go to wine cellar", "go north"], exits=["attic, has exit, east"])
    assert {"hall", "wine cellar", "attic"} <= now.rooms
    assert now.exits == [("attic", "east")]


def test_a_room_was_left_in_vain_if_one_only_walked_since() -> None:
    back = f"> go south\n{HALL}"
    assert picture(ATTIC, history=[back]).left_in_vain("hall")
    assert not picture(ATTIC, history=[back]).left_in_vain("cellar")
    busy = picture("> take rope\nYou take the rope from the shelf.", history=[back, ATTIC], location="attic")
    assert not busy.left_in_vain("hall")


def test_a_room_may_itself_be_in_something() -> None:
    now = picture("-= Kitchen =-\nOn the table is a lamp.", facts=["kitchen, is in, old mansion"])
    assert now.room_of("lamp") == "kitchen"
    assert "lamp" in now.visible


def test_things_that_hold_each_other_do_not_lead_in_circles() -> None:
    now = picture(facts=["red box, is in, blue box", "blue box, is in, red box"])
    assert now.room_of("red box") in {"red box", "blue box"}


@given(moments)
def test_any_inputs_make_a_picture(inputs: dict[str, str | list[str]]) -> None:
    now = situation(inputs)
    assert all(now.places[thing] == "inventory" for thing in now.carried)
    assert not set(now.visible) & set(now.carried)


def test_without_listed_exits_texts_provide_them() -> None:
    notes = "From the hall the ways east and west are untried."
    assert picture(ATTIC, notes=notes, history=[HALL]).exits == [("hall", "east"), ("hall", "west")]
    assert picture(ATTIC, notes=notes, history=[HALL], exits=["cellar, has exit, up"]).exits == [("cellar", "up")]
    assert picture(ATTIC, notes=notes, history=[HALL], places=["hall, has exit, east"]).exits == []


def test_impassable_exits_here_do_not_count() -> None:
    assert picture(HALL, actions=["look"]).exits == []
    assert picture(HALL, actions=["go north"]).exits == [("hall", "north")]


def test_a_move_that_was_seen_or_told_of_connects_two_rooms() -> None:
    walked = picture(ATTIC, history=[HALL])
    told = picture(notes="From the hall one gets north to the attic.")
    assert walked.ways == told.ways == {("hall", "north"): "attic", ("attic", "south"): "hall"}
    assert told.here == ""


def test_the_exit_into_a_room_is_inferred_if_unique() -> None:
    came = "> go north\n-= Attic =-\nAn attic. There is an exit to the south."
    hall = "-= Hall =-\nA hall. There is an exit to the north. There is an exit to the east."
    yard = "-= Yard =-\nA yard. There is an exit to the north."
    assert picture(hall, past=[came]).ways == {("hall", "north"): "attic", ("attic", "south"): "hall"}
    assert picture(hall, past=[came, yard]).ways == {}
    assert picture(hall, ["go to cellar"], past=[came]).ways == {}


def test_an_account_does_not_inherit_the_previous_room() -> None:
    notes = f"{HALL}\n1 Subgoal: Find the rope\nOn the shelf is a rope.\n2 Subgoal: Go on\n{ATTIC}"
    now = picture("> look\nNothing new.", notes=notes)
    assert now.places["shelf"] == "attic"
    assert now.done == ["go north", "look"]
    assert now.been == ["attic", "attic"]
    assert picture(HALL, notes=f"{HALL}\n1 Subgoal: Find the rope\nOn the shelf is a rope.").places.get("shelf") is None


def test_a_told_thing_that_is_out_of_reach_is_not_believed() -> None:
    told = ["On the table is a lamp."]
    seen = "-= Hall =-\nA hall. You see a table."
    assert "lamp" not in picture(seen, ["examine table"], past=told).places
    assert "lamp" in picture(seen, ["examine table", "examine lamp"], past=told).places
    assert "lamp" in picture(seen, ["examine table", "open table"], past=told).places


def test_only_visits_and_surveys_show_a_room() -> None:
    assert picture(HALL, past=[ATTIC]).is_shown("attic")
    assert picture(HALL, places=["shelf, is in, attic"]).is_shown("attic")
    assert not picture(HALL, past=["The shelf is in the attic."]).is_shown("attic")


def test_unreadable_inputs_give_no_knowledge() -> None:
    assert situation({"notes": "6c61 6d70", "episodes": ["⟨lampe⟩"]}).is_blank
    assert not situation({"notes": "The lamp is on the table."}).is_blank


def test_what_was_eaten_is_not_where_it_lay() -> None:
    lying = ["pear, is on the floor of, hall"]
    assert "pear" in picture("-= Hall =-\nA hall.", facts=lying).visible
    assert "pear" not in picture("> eat pear\nYou eat the pear.", history=["-= Hall =-\nA hall."], facts=lying).places


def test_snapshot_and_now_of_the_frame_are_read() -> None:
    now = picture(
        HALL,
        rules="Ingredients:\n  carrot\n\nDirections:\n  slice the carrot",
        places=["attic, is north of, hall", "rope, is in, attic", "chest, is, locked"],
        recalled=["red key, opens, chest"],
        texts=["> examine note\nThe blue key opens the white box."],
        past=["> go up\n-= Loft =-\nThere is a hat on the floor."],
    )
    assert now.ways["hall", "north"] == "attic"
    assert (now.places["rope"], now.places["hat"]) == ("attic", "loft")
    assert now.is_state("chest", "locked")
    assert now.opens == {"chest": "red key", "white box": "blue key"}
    assert now.to_be == {"carrot": ["sliced"]}


def test_a_place_that_looks_as_before_is_read_in_the_words_of_before() -> None:
    again = ["> go south\n-= Hall =-\n(as before)", "> look\n-= Hall =-\n(as before)"]
    assert shown_turns({"history": [HALL, ATTIC, *again[:1]], "observation": again[1]}) == [
        HALL, ATTIC, f"> go south\n{HALL}", f"> look\n{HALL}",
    ]  # fmt: skip
    assert picture(again[0], history=[HALL, ATTIC]).visible == ["lamp"]


def test_memory_describes_a_place_whose_turn_is_gone() -> None:
    back = "> go south\n-= Hall =-\n(as before)"
    assert shown_turns({"history": [ATTIC], "observation": back}) == [ATTIC, back]
    assert picture(back, history=[ATTIC], places=["lamp, is on the floor of, hall"]).visible == ["lamp"]
