from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ariadne import yaml_file
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.plan import load_plan
from ariadne.games.presets import read_preset
from ariadne.worlds.card import GameCard
from ariadne.worlds.pddl.text_file import parse_text_file
from ariadne.yaml_file import DEEPEST, LARGEST, parse_yaml, read_yaml
from tests.damage import damaged

LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
LOUD = f"a: &a {'x' * 1_000_000}\nb: [{', '.join(['*a'] * 100)}]\n"
MERGED = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40))
HARMFUL = {
    "deep": "[" * 100_000,
    "deep blocks": "- " * 100_000,
    "deep keys": "{" * 100_000,
    "deep and whole": "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    "laughs": LAUGHS,
    "loud": LOUD,
    "merged": MERGED,
    "of itself": "a: &a [*a]",
    "no date": "a: 2001-99-99",
    "no number": "a: !!int x",
    "empty number": "a: !!int ''",
    "no truth": "a: !!bool x",
    "many digits": f"a: {'1' * 5000}",
    "python": "a: !!python/object/apply:os.getcwd []",
    "no key": "{[]: 1}",
    "two documents": "a\n---\nb",
    "control": "a: \x00",
}
READERS: tuple[Callable[[Path], object], ...] = (
    PlayConfig.load, load_plan, read_preset, GameCard.load, parse_text_file
)  # fmt: skip


@pytest.mark.parametrize("content", HARMFUL.values(), ids=HARMFUL)
def test_what_would_harm_a_reader_is_one_clear_line(content: str, tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(content)
    with pytest.raises(UserError, match="is not readable YAML") as raised:
        read_yaml(path)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("read", READERS)
def test_every_reader_of_what_others_wrote_has_the_limits(read: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(LAUGHS)
    with pytest.raises(UserError, match="line 15: with its aliases expanded, it has more than 100,000"):
        read(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(UserError, match="is too large"):
        read_yaml(path)


def test_a_file_that_says_too_much_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_file, "MOST_NODES", 1000)
    path = tmp_path / "file.yaml"
    path.write_text("- x\n" * 2000)
    with pytest.raises(UserError, match=r"line 1001: .* more than 1,000 values"):
        read_yaml(path)


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_configuration_is_read_or_is_one_clear_line(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    PlayConfig(game="treasure-hunt", briefing="Look. " * 20, versions={"ariadne": "1"}).save(path)
    path.write_bytes(damaged(path.read_bytes(), Random(seed)))
    said = ""
    try:
        PlayConfig.load(path)
    except UserError as error:
        said = str(error)
    assert "\n" not in said


@pytest.mark.parametrize(
    "text",
    [":".join(["59"] * 200_000), "9" * 4000, "1." + "1" * 4000, "!!int " + "1" * 4000],
    ids=["base 60", "digits", "decimals", "tag"],
)
def test_a_number_that_takes_long_to_compute_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="line 2: a number"):
        parse_yaml(f"name: {'x' * 5000}\nvalue: {text}\n", "a plan")
