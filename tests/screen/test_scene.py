from __future__ import annotations

from dataclasses import replace

from ariadne.events import Event, Resumed
from ariadne.screen.scene import Scene, Watched
from tests.screen.events import (
    acted,
    an_episode,
    ended,
    learned,
    planned,
    question,
    recalled,
    retried,
    scored,
    started,
    turn,
)


def scene_of(*events: Event) -> Scene:
    watched = Watched()
    for event in events:
        watched.see(event)
    return watched.scene


def test_a_scene_holds_what_a_watcher_wants() -> None:
    scene = scene_of(*an_episode())
    assert scene.who == "ariadne plays hunt, seed 1 (memory arigraph, model rules)"
    assert (scene.score, scene.maximum, scene.moves, scene.max_steps) == (5, 5, 3, 150)
    assert scene.observation.endswith("The treasure!")
    assert scene.added == ("key is in inventory",)
    assert scene.removed == ("key is in hall",)
    assert scene.facts == ("key is in inventory",)
    assert [each.goal for each in scene.sub_goals] == ["Take the key", "Explore"]
    assert [action.action for action in scene.actions] == ["take key", "go to attic"]
    assert set(scene.map.cells) == {"hall", "gallery", "attic"}
    assert scene.map.here == "attic"
    assert scene.ending[0].startswith("won")


def test_the_goal_is_the_errand_at_hand_where_there_are_several() -> None:
    seen = turn("Time passes.", status_line="Errand 2 of 9: Open it.")
    assert scene_of(started(), seen, replace(scored(0), task=2), seen).goal == "Errand 2 of 9: Open it."
    assert scene_of(started(), seen, scored(0), seen).goal == "Find the treasure."


def test_tokens_and_cost_add_up() -> None:
    scene = scene_of(started(), question(cost_usd=0.01), question(cost_usd=0.02))
    assert (scene.calls, scene.tokens, scene.cost_usd) == (2, 2100, 0.03)


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    assert (
        scene_of(started(), question(cost_usd=0.01), question(cost_usd=None), question(cost_usd=0.01)).cost_usd is None
    )


def test_trouble_is_shown_until_the_model_answers() -> None:
    assert scene_of(started(), retried("HTTP 429: slow down")).failure == "HTTP 429: slow down"
    assert scene_of(started(), retried("HTTP 429: slow down"), question()).failure == ""


def test_exits_of_rooms_elsewhere_are_on_the_map() -> None:
    here = turn("-= Attic =-", "attic", "go up")
    scene = scene_of(started(), turn("-= Hall =-"), here, recalled([], [], ["hall, has exit, west", "odd"]))
    assert scene.map.unexplored("hall") == {"west"}


def test_things_are_where_they_are_known_to_be_those_that_matter_first() -> None:
    told = ["vase, is in, hall", "chest, is in, hall", "key, is in, chest", "treasure, is in, attic"]
    events = [started(goal="Find the key."), turn("-= Hall =-"), learned(told)]
    assert scene_of(*events).things == {"hall": ("key", "chest", "vase")}
    taken = learned(["key, is in, inventory"], ["key, is in, chest"])
    assert scene_of(*events, taken).things == {"hall": ("chest", "vase")}


def test_what_the_last_command_took_is_in_no_room_at_the_end() -> None:
    events = [started(), turn("-= Hall =-"), learned(["treasure, is in, hall", "treasure map, is in, hall"])]
    taken = turn("Taken.", command="take treasure map", inventory="You are carrying: a Treasure map.", step=2)
    assert scene_of(*events, taken, ended()).things == {"hall": ("treasure",)}
    assert scene_of(*events, ended()).things == {"hall": ("treasure", "treasure map")}, "those of the goal come first"


def test_the_end_stands_beside_the_walkthrough() -> None:
    with_one = scene_of(started(walkthrough_length=2), ended())
    assert with_one.ending[-1] == "3 moves; the game's walkthrough takes 2"
    assert "walkthrough" not in " ".join(scene_of(started(walkthrough_length=2), ended("stopped")).ending)
    assert "walkthrough" not in " ".join(scene_of(started(), ended()).ending)


def test_the_end_tells_the_seconds_that_ran_on_the_screen() -> None:
    scene = scene_of(replace(started(), time=100.0), replace(ended(seconds=1.25), time=117.0))
    assert (scene.began, scene.ended) == (100, 117)
    assert scene.ending[1].endswith("17.0 s")


def test_the_time_for_which_an_episode_was_interrupted_does_not_count() -> None:
    day = 86_400.0
    before = [replace(started(), time=100.0), replace(turn("-= Hall =-"), time=110.0)]
    after = [Resumed(time=110 + day, step=0, kept=2), replace(ended(), time=115 + day)]
    assert scene_of(*before, *after).ending[1].endswith("15.0 s")


def test_texts_of_games_and_models_are_made_safe() -> None:
    bad = "\x1b[2J[red]x\x07"
    scene = scene_of(
        started(goal=bad),
        turn(bad, location=bad, inventory=bad),
        learned([bad, f"{bad} key, is in, {bad}"], [bad]),
        recalled([bad], [bad], [bad], bad),
        planned(bad),
        acted(bad, bad, bad),
        turn(bad, location=f"{bad}2", command=bad),
        ended(game=bad),
    )
    shown = (
        scene.goal, scene.observation, scene.inventory, *scene.added, *scene.removed, *scene.facts,
        *scene.episodes, scene.notes, scene.who, scene.run, *scene.ending,
        *(text for each in scene.actions for text in (each.action, each.reason, *each.commands, each.outcome)),
        *(text for each in scene.sub_goals for text in (each.goal, each.reason)),
        *(thing for those in scene.things.values() for thing in those),
    )  # fmt: skip
    assert all("\x1b" not in text and "\x07" not in text for text in shown)
    assert "[red]x" in scene.observation
