from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.history import History
from ariadne.report.moving import CLOSEST, END, HOLD, LONGEST, TWEEN, Shot, filmed, write_gif
from tests.report.graphs import house, house_events, write_episode
from tests.report.plays import nasty
from tests.screen.events import learned, turn


def corner(shot: Shot, vertex: str) -> tuple[float, float] | None:
    """Where a vertex stands."""
    return next(
        ((each.x, each.y) for each in shot.drawing.groups if (each.kind, each.name) == ("vertex", vertex)), None
    )


def test_a_thing_is_seen_on_its_way_and_each_step_for_a_while() -> None:
    shots = filmed(house())
    held = [shot for shot in shots if shot.lasts != TWEEN]
    assert len(held) == len(house().steps) + 1
    assert sum(shot.lasts for shot in shots) == HOLD * len(house().steps) + END
    first, last = shots.index(held[1]), shots.index(held[2])
    ways = [corner(shot, "key") for shot in shots[first : last + 1]]
    assert len(ways) > 3
    heights = [way[1] for way in ways if way]
    assert heights == sorted(heights), "from the table to the hand, which is below"
    assert len(set(heights)) == len(ways)
    assert len({corner(shot, "hall") for shot in shots[first:]}) == 1, "rooms stay"


def test_of_a_map_that_is_too_large_the_room_of_the_player_is_seen() -> None:
    far = [turn(f"Room {number}.", f"room {number}", "go east", step=4) for number in range(20)]
    history = History.of([*house_events(), *far, learned(["lamp, is in, room 19"], step=5)])
    shots = filmed(history)
    first, alone = shots[0].view, next(group for group in shots[0].drawing.groups if group.kind == "frame")
    assert alone.x + alone.shapes[0].width / 2 == pytest.approx(first.x + first.width / 2), (
        "a room alone is in the middle"
    )
    assert shots[0].scale == CLOSEST
    seen, place = shots[-2].view, corner(shots[-2], "room 19")
    assert place is not None
    assert seen.x < place[0] < seen.x + seen.width < shots[-2].drawing.width + 1
    assert seen.width < place[0] < shots[-1].view.width, "the end shows all of it"
    above = [shot.drawing.heading[0].size / shot.view.width for shot in shots]
    assert above == pytest.approx(above[:1] * len(above)), "what is told has letters of one size"


def test_of_a_long_episode_the_steps_are_shown_at_which_most_happens() -> None:
    idle = [turn("Nothing.", "attic", "wait", step=step) for step in range(4, 400)]
    late = [turn("A cave.", "cave", "go east", step=400), learned(["coin, is in, cave"], step=400)]
    shots = filmed(History.of([*house_events(), *idle, *late]))
    assert sum(shot.lasts for shot in shots) <= LONGEST
    first, *_, last = [shot.drawing.title.partition(": ")[0].rpartition(" ")[2] for shot in shots]
    assert (first, last) == ("0", "400")
    assert {"1", "2", "3"} <= {shot.drawing.title.partition(": ")[0].rpartition(" ")[2] for shot in shots}


def test_a_gif_has_all_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    played = write_episode(tmp_path / "run", house_events())
    assert run(["report", str(played), "--gif", str(tmp_path / "house.gif")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'house.gif'}\n"
    shots = filmed(house())
    with image.open(tmp_path / "house.gif") as moving:
        assert moving.size == (round(shots[0].view.width * CLOSEST), round(shots[0].view.height * CLOSEST))
        lasts = 0
        for number in range(moving.n_frames):
            moving.seek(number)
            lasts += moving.info["duration"]
    # A GIF counts hundredths of a second.
    assert lasts == pytest.approx(sum(shot.lasts for shot in shots), abs=10 * len(shots))


def test_texts_of_games_are_only_drawn(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    write_gif([write_episode(tmp_path, nasty())], tmp_path / "nasty.gif")
    assert (tmp_path / "nasty.gif").read_bytes().startswith(b"GIF89a")
