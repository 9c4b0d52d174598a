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
    "no date": "a: !!timestamp 2001-99-99",
    "no number": "a: !!int x",
    "empty number": "a: !!int ''",
    "no truth": "a: !!bool x",
    "many digits": f"a: {'1' * 5000}",
    "python": "a: !!python/object/apply:os.getcwd []",
    "no key": "{[]: 1}",
    "a key twice": "a: 1\nb: {c: 1}\n'a': 2",
    "a key twice in a line": "a: {c: 1, c: 1}",
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
    ["9" * 4000, "1." + "1" * 4000, "!!int " + "1" * 4000],
    ids=["digits", "decimals", "tag"],
)
def test_a_number_that_takes_long_to_compute_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="line 2: a number"):
        parse_yaml(f"name: {'x' * 5000}\nvalue: {text}\n", "a plan")


@pytest.mark.parametrize(
    ("said", "meant"),
    {"5": 5, "+5": 5, "010": 10, "5.0": 5, "~": None, "'5'": 5, "!!int 5": 5}.items(),
)
def test_a_number_is_read_as_it_is_written(said: str, meant: int | None, tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(f"game: treasure-hunt\nmax_steps: {said}\n")
    assert PlayConfig.load(path).max_steps == meant


@pytest.mark.parametrize(
    "said", ["yes", "on", "no", "true", "1:30", "0x10", "0b11", "5.5", ".inf", "2026-01-01", "[5]"]
)
@pytest.mark.parametrize("read", [PlayConfig.load, load_plan])
def test_what_is_no_number_is_not_read_as_one(said: str, read: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(f"{'game' if read == PlayConfig.load else 'games'}: treasure-hunt\nmax_steps: {said}\n")
    with pytest.raises(UserError, match=r"file.yaml: max_steps: .*(number|integer)"):
        read(path)


def test_a_truth_value_and_a_text_are_read_in_any_words() -> None:
    assert parse_yaml("{a: true, b: no, c: 1e1, d: -.5, e: .inf, f: 59:59:59, <<: {g: null}}", "a plan") == {
        "a": True, "b": "no", "c": 10.0, "d": -0.5, "e": float("inf"), "f": "59:59:59", "g": None
    }  # fmt: skip


def test_a_key_that_stands_twice_is_told_with_its_line() -> None:
    with pytest.raises(UserError, match="a plan is not readable YAML: line 3: 'max_steps' is repeated"):
        parse_yaml("max_steps: 5\nseeds: 1\nmax_steps: 7\n", "a plan")
