from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ariadne.errors import AriadneError, Failure, UserError
from ariadne.worlds.textworld import open_world

Damage = Callable[[Path], object]


def _cut(story: Path) -> None:
    story.write_bytes(story.read_bytes()[:-5000])


def _flip(story: Path) -> None:
    content = bytearray(story.read_bytes())
    content[0x4000] ^= 0xFF
    story.write_bytes(content)


def _make_folder(story: Path) -> None:
    story.unlink()
    story.mkdir()


def _as_version(story: Path, version: int) -> None:
    story.write_bytes(bytes([version]) + story.read_bytes()[1:])


DAMAGES: dict[str, tuple[Damage, str]] = {
    "missing": (Path.unlink, "no file"),
    "folder": (_make_folder, "no file"),
    "empty": (lambda story: story.write_bytes(b""), "not a Z-machine story"),
    "text": (lambda story: story.write_text("Once upon a time. " * 99), "not a Z-machine story"),
    "zeros": (lambda story: story.write_bytes(bytes([8]) + bytes(5000)), "not a Z-machine story"),
    "cut": (_cut, "not a Z-machine story"),
    "changed": (_flip, "not a Z-machine story"),
    "version 6": (lambda story: _as_version(story, 6), "not a Z-machine story"),
    "no json": (lambda story: story.with_suffix(".json").unlink(), "copy.json"),
    "json cut": (lambda story: story.with_suffix(".json").write_text('{"world": ['), "copy.json"),
    "json binary": (lambda story: story.with_suffix(".json").write_bytes(b"\xff\xfe\x00"), "copy.json"),
    "json endless": (lambda story: story.with_suffix(".json").write_text("[" * 100_000), "copy.json"),
    "json a list": (lambda story: story.with_suffix(".json").write_text("[]"), "copy.json"),
    "json of another": (lambda story: story.with_suffix(".json").write_text('{"world": 1}'), "copy.json"),
    "card broken": (lambda story: story.with_suffix(".yaml").write_text("goal: ["), "copy.yaml"),
    "card of another": (lambda story: story.with_suffix(".yaml").write_text("a: 1"), "copy.yaml"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_invalid_story_is_one_clear_line(copy: Path, damage: str) -> None:
    harm, problem = DAMAGES[damage]
    harm(copy)
    with pytest.raises(UserError) as caught:
        open_world(copy)
    assert problem in str(caught.value)
    assert str(copy.with_suffix("")) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_story_that_textworld_cannot_start_is_one_clear_line(copy: Path) -> None:
    copy.with_suffix(".yaml").unlink()
    copy.with_suffix(".json").write_text('{"world": [],\n"KB": {},\n"objective": ""}', encoding="utf-8")
    with pytest.raises(AriadneError) as caught:
        open_world(copy)
    assert isinstance(caught.value, Failure)
    assert str(copy) in str(caught.value)
    assert "\n" not in str(caught.value)
