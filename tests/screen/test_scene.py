from __future__ import annotations

from ariadne.events import Event, Other
from ariadne.screen.scene import Scene, Watched
from tests.screen.events import (
    acted,
    an_episode,
    at,
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
    assert scene.who == "hunt · seed 1 · ariadne (arigraph, rules)"
    assert (scene.score, scene.maximum, scene.moves, scene.max_steps) == (5, 5, 3, 150)
    assert scene.observation.endswith("The treasure!")
    assert scene.added == ("key, is in, inventory",)
    assert scene.removed == ("key, is in, hall",)
    assert scene.facts == ("key, is in, inventory",)
    assert scene.sub_goals == (("Take the key", "it is here"), ("Explore", "one exit"))
    assert (scene.action, scene.commands) == ("go to attic", ("go east", "go north"))
    assert set(scene.map.cells) == {"hall", "gallery", "attic"}
    assert scene.map.here == "attic"
    assert scene.ending[0].startswith("won")


def test_how_an_episode_ended_is_said_in_words() -> None:
    assert scene_of(started(), ended("steps")).doing == "out of steps"
    assert scene_of(started(), ended("cost", steps=0)).doing == "out of money"


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


def test_texts_of_games_and_models_are_made_safe() -> None:
    bad = "\x1b[2J[red]x\x07"
    scene = scene_of(
        started(goal=bad),
        turn(bad, location=bad, inventory=bad),
        learned([bad], [bad]),
        recalled([bad], [bad], [bad], bad),
        planned(bad),
        acted(bad, bad, bad),
        ended(game=bad),
    )
    shown = (
        scene.goal, scene.observation, scene.inventory, *scene.added, *scene.removed, *scene.facts,
        *scene.episodes, scene.notes, scene.action, scene.reason, *scene.commands, *scene.ending,
    )  # fmt: skip
    assert all("\x1b" not in text and "\x07" not in text for text in shown)
    assert "[red]x" in scene.observation


def test_an_event_of_an_unknown_kind_changes_nothing() -> None:
    assert scene_of(started(), scored(2)) == scene_of(started(), scored(2), at(1, Other(kind="folly")))
