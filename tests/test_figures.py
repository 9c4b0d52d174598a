"""Figures on pages, made by their commands: written, compared, kept, and interrupted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command import ROOT
from tools import figures
from tools.figures import all_figures, main

Pages = Callable[[str], Path]
COUNTED = "echo x >> $OUT/../../ran && cat $OUT/../../ran | wc -l"
"""A command that prints how often it has run."""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pages:
    """The only page."""

    def written(text: str) -> Path:
        path = tmp_path / "page.md"
        path.write_text(text, encoding="utf-8")
        return path

    monkeypatch.setattr(figures, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(figures, "pages", lambda: [tmp_path / "page.md"])
    return written


def marked(command: str, body: str = "old", how: str = "quick", name: str = "one") -> str:
    return f"<!-- made: {name} ({how}) $ {command} -->\n\n{body}\n\n<!-- end -->\n"


def test_what_a_command_prints_is_written_between_its_marks(page: Pages) -> None:
    path = page(f"Before.\n\n{marked('echo new')}\nAfter.\n")
    assert main([]) == 0
    assert path.read_text() == f"Before.\n\n{marked('echo new', 'new')}\nAfter.\n"


def test_a_command_has_the_python_code_above_it(page: Pages) -> None:
    path = page(f"```python\nprint(6 * 7)\n```\n\n{marked('cd $OUT && python -', name='code')}")
    assert main([]) == 0
    assert "\n42\n" in path.read_text()


def test_a_check_names_what_differs_and_writes_nothing(page: Pages, capsys: pytest.CaptureFixture[str]) -> None:
    text = marked("echo new") + marked("echo same", "same", name="two")
    path = page(text)
    assert main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == ["one of page.md differs from what its command makes"]
    assert path.read_text() == text


def test_a_check_leaves_out_what_takes_long_and_compares_no_speeds(page: Pages) -> None:
    page(marked("false", how="long") + marked("date +%N", how="quick, not compared", name="speed"))
    assert main(["--check"]) == 0
    assert main(["--check", "--all"]) == 1


def test_a_picture_is_copied_and_compared(page: Pages, tmp_path: Path) -> None:
    page(marked("echo drawn > $OUT/a.svg", "![A picture](a.svg)"))
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert (tmp_path / "a.svg").read_text() == "drawn\n"
    assert main(["--check"]) == 0
    (tmp_path / "a.svg").write_text("by hand")
    assert main(["--check"]) == 1


def test_what_was_made_is_kept_until_its_command_or_the_code_changes(
    page: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = page(marked(COUNTED))
    for _ in range(2):
        assert main([]) == 0
        assert "\n1\n" in path.read_text()
    page(marked(f"{COUNTED} | cat"))
    assert main([]) == 0
    assert "\n2\n" in path.read_text()
    monkeypatch.setattr(figures, "CODE", ("tools/figures.py",))
    assert main([]) == 0
    assert "\n3\n" in path.read_text()
    assert main(["--anew"]) == 0
    assert "\n4\n" in path.read_text()


def test_a_command_that_fails_is_named_and_the_others_are_made(page: Pages, capsys: pytest.CaptureFixture[str]) -> None:
    failing = marked("echo why >&2; exit 3") + marked("true", "![](b.svg)", name="b")
    path = page(failing + marked("echo new", name="two"))
    assert main([]) == 1
    assert capsys.readouterr().out.splitlines()[3:] == [
        "one: its command ended with 3: why",
        "b: its command left no b.svg in $OUT",
    ]
    assert "\nnew\n" in path.read_text()


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        (marked("true", how="soon"), [], "(soon) of one: it is (quick) or (long)"),
        (marked("true") * 2, [], "several figures are called one"),
        (marked("true"), ["--only", "three"], "there is no figure three"),
    ],
)
def test_a_mistake_is_one_line(
    page: Pages, text: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page(text)
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def outside() -> Iterator[tuple[str, str]]:
    """The lines of all pages outside marks."""
    for path in figures.pages():
        text = re.sub(r"^<!-- made: .*?^<!-- end -->$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
        yield from ((path.name, line) for line in text.splitlines())


def test_no_table_of_figures_stands_outside_marks() -> None:
    found = [(name, line) for name, line in outside() if re.search(r"^\|.*\| *[*+−]*[01]\.\d\d", line)]
    assert found == []


@pytest.mark.parametrize("name", ["README.md", "results.md", "playing.md", "faults.md"])
def test_prose_quotes_no_figure_of_a_table(name: str) -> None:
    lines = [line for page, line in outside() if page == name]
    assert [line for line in lines if re.search(r"(?<![\d.])[01]\.\d\d(?![\d.])", line)] == []


def test_the_figures_of_our_pages_have_names_of_their_own_and_scripts_that_are_there() -> None:
    for figure in all_figures():
        scripts = [word for word in figure.command.split() if word.endswith(".py")]
        assert all((ROOT / script).is_file() for script in scripts), figure.name
