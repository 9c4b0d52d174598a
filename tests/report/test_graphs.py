from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from ariadne.errors import UserError
from ariadne.history import History
from ariadne.report.drawing import Box, as_svg
from ariadne.report.graph_drawing import LIT, NEW, WAY, drawing_of
from ariadne.report.graphs import FORMATS, as_dot, as_json, graph
from ariadne.report.layout import arranged, layout_at
from ariadne.report.moments import moments
from tests.report.graphs import evil, house, house_events, write_episode
from tests.screen.events import acted, at, ended, learned, recalled, started, turn


def texts(svg: str) -> list[str]:
    return [(element.text or (element[-1].tail if len(element) else "")) or "" for element in
            ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # fmt: skip


def triplets(history: History, step: int) -> set[tuple[str, str, str]]:
    return {(e.triplet.subject, e.triplet.relation, e.triplet.object) for e in history.graph_at(step)}


@pytest.mark.parametrize("step", range(4))
def test_json_holds_the_triplets_of_that_step(step: int) -> None:
    history = house()
    network = nx.node_link_graph(json.loads(as_json(history, step)), edges="edges")
    assert {(a, said["relation"], b) for a, b, said in network.edges(data=True)} == triplets(history, step)


def test_triplets_tell_when_they_were_learned_and_dropped() -> None:
    links = json.loads(as_json(house(), 1))["edges"]
    assert {(link["source"], link["target"]): (link["since"], link["until"]) for link in links} == {
        ("table", "hall"): (1, None),
        ("key", "table"): (1, 2),
        ("hall", "north"): (1, None),
        ("key", "chest"): (1, None),
    }
    assert {node["id"]: node["kind"] for node in json.loads(as_json(house(), 1))["nodes"]} == {
        "table": "thing", "hall": "room", "key": "thing", "north": "value", "chest": "thing",
    }  # fmt: skip


def test_dot_escapes_what_would_end_a_string() -> None:
    history = evil()
    said = as_dot(history, 1).decode()
    assert as_dot(house(), 1).decode().count("->") == 4
    assert '[bold]\\"$x$\\"' in said
    assert "\x1b" not in said
    assert said.count("->") == 2


def test_a_drawing_shows_each_triplet_and_where_it_changed() -> None:
    shown = as_svg(drawing_of(house(), 3))
    said = texts(shown)
    for name in ("hall", "attic", "table", "key", "chest", "dragon", "hoard"):
        assert name in said
    assert {"opens", "guards"} <= set(said)
    assert not {"is in", "is north of", "has exit north"} & set(said), "the places show it"
    assert all(colour in shown for colour in (NEW, WAY))
    assert "attic" not in texts(as_svg(drawing_of(house(), 1)))


def test_a_way_has_a_word_where_the_map_does_not_show_it() -> None:
    up = [learned(["attic, is up from, hall"], step=4)]
    assert "is up from" in texts(as_svg(drawing_of(History.of([*house_events(), *up]), 4)))


def corners(step: int) -> dict[str, tuple[float, float]]:
    """Where the boxes of vertices stand."""
    return {
        group.name: (group.x, group.y) for group in drawing_of(house(), step).groups if group.kind == "vertex"
    }  # fmt: skip


def test_a_room_stays_where_it_is_and_a_thing_goes_where_it_is_put() -> None:
    on_the_table, in_the_hand, in_the_attic = map(corners, (1, 2, 3))
    assert on_the_table["hall"] == in_the_attic["hall"]
    assert on_the_table["table"] == in_the_attic["table"]
    assert on_the_table["key"] != in_the_hand["key"] == in_the_attic["key"], "the hand is at one place"


def test_where_the_player_is_and_what_is_recalled_are_marked() -> None:
    def fills(step: int, kind: str) -> dict[str, tuple[str, float]]:
        boxes = {group.name: group.shapes[0] for group in drawing_of(history, step).groups if group.kind == kind}
        return {name: (box.fill, box.thick) for name, box in boxes.items() if isinstance(box, Box)}

    history = History.of([*house_events(), replace(recalled(["chest, is in, attic"], [], []), step=4)])
    frames, vertices = fills(4, "frame"), fills(4, "vertex")
    assert frames["attic"][1] > frames["hall"][1]
    assert {name for name, (fill, _) in vertices.items() if fill == LIT} == {"chest", "attic"}


def test_the_end_shows_what_the_last_command_did() -> None:
    took = [
        acted("take chest", step=4),
        turn("Taken.", "attic", command="take chest", step=4, inventory="You carry a chest."),
    ]
    history = History.of([*house_events(), *took, at(4, ended("won"))])
    assert layout_at(history, 4).places["chest"].parent == "attic"
    assert arranged(moments(history))[5].places["chest"].parent == "inventory"


def test_text_of_a_game_is_text_in_a_drawing() -> None:
    content = FORMATS["svg"](evil(), 1)
    root = ElementTree.fromstring(content)
    assert not [element for element in root.iter() if "script" in element.tag]
    assert b"&lt;script&gt;" in content
    assert b"\x1b" not in content
    assert len(content) < 50_000


def test_a_png_is_drawn_from_any_text() -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("resvg_py")
    unseen = History.of([started(), turn("A hall.", "hall", step=0), learned(["鍵 | is in | hall"])])
    for each in (evil(), unseen):
        content = FORMATS["png"](each, 1)
        assert content.startswith(b"\x89PNG")
        assert len(content) > 5_000


def test_the_last_step_is_shown_unless_another_is_named(tmp_path: Path) -> None:
    run = write_episode(tmp_path / "run", house_events())
    assert graph(run, None, None, "json") == graph(run, 1, 3, "json")
    assert graph(run, 1, 2, "dot") == as_dot(house(), 2)


def test_what_cannot_be_shown_is_one_clear_line(tmp_path: Path) -> None:
    run = write_episode(tmp_path / "run", house_events())
    with pytest.raises(UserError, match="steps are 0 to 3"):
        graph(run, None, 4, "svg")
    with pytest.raises(UserError, match="unknown name 'pdf'; known are"):
        graph(run, None, 1, "pdf")
    write_episode(run, [started(memory="rag"), turn("A hall.", step=0)], 2)
    with pytest.raises(UserError, match=r"2 episodes: name one by its folder; .*: 1-hunt-ariadne-1, 2-hunt-ariadne-1"):
        graph(run, None, None, "svg")
    with pytest.raises(UserError, match=r"no episode 7; .*: 1-hunt"):
        graph(run, 7, None, "svg")
    with pytest.raises(UserError, match="the memory rag"):
        graph(run, 2, None, "svg")
    (tmp_path / "empty" / "episodes").mkdir(parents=True)
    with pytest.raises(UserError, match="no episodes yet"):
        graph(tmp_path / "empty", None, None, "svg")
