from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from ariadne.errors import UserError
from ariadne.games.presets import load_preset


def written(folder: Path, **content: Any) -> Path:
    path = folder / "mine.yaml"
    path.write_text(yaml.safe_dump({"family": "treasure-hunt", "description": "Mine.", **content}))
    return path


def test_a_users_own_preset_works_by_path(tmp_path: Path) -> None:
    preset = load_preset(written(tmp_path, knobs={"rooms": 5, "keys": 2}, max_steps=40))
    assert (preset.name, preset.max_steps) == ("mine", 40)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"knobs": {"roms": 5}}, "unknown name 'roms'; did you mean rooms"),
        ({"knobs": {"rooms": 4, "keys": 4}}, "4 keys need at least 5 rooms"),
        ({"knobs": {"keys": 3, "hidden_key": 4}}, "hidden key is number 4"),
        ({"family": "cooking", "knobs": {"ingredients": 2, "fetch": 3}}, "3 ingredients to fetch"),
        ({"family": "cleaning", "knobs": {"things": 5, "misplaced": 6}}, "6 misplaced things"),
        ({"family": "cleening"}, "did you mean cleaning"),
    ],
)
def test_a_mistake_in_a_preset_is_one_clear_line(tmp_path: Path, content: dict[str, Any], said: str) -> None:
    path = written(tmp_path, **content)
    with pytest.raises(UserError, match=said) as raised:
        load_preset(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "- 1",
        "\udcff",
    ],
)
def test_a_file_that_is_no_preset_is_one_clear_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(UserError, match=r"bad\.yaml"):
        load_preset(path)


def test_a_name_that_is_no_file_name_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path).rename(tmp_path / "my own.yaml")
    with pytest.raises(UserError, match="name"):
        load_preset(path)
