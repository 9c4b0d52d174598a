from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.runs.note import LONGEST, NAME, Note, note_of, parsed


@pytest.mark.parametrize(
    ("said", "tags", "text"),
    [
        ("#baseline #cheap\nWith the rules only.\n", ("baseline", "cheap"), "With the rules only."),
        ("first try #cheap\r\n#not a tag\n", ("cheap",), "first try #not a tag"),
        ("#a # #a", ("a",), ""),
        ("", (), ""),
        ("\n#a\n", (), "#a"),
        ("#\x1b[31mred\x07 \x1b[2Jtext", ("red",), "text"),
    ],
)
def test_tags_are_the_first_lines_and_the_rest_is_the_text(said: str, tags: tuple[str, ...], text: str) -> None:
    assert parsed(said) == Note(tags, text)


def test_a_note_is_read_from_the_runs_folder_alone_and_not_without_end(tmp_path: Path) -> None:
    assert note_of(tmp_path) == Note()
    (tmp_path / NAME).write_bytes(b"\xef\xbb\xbf#a \xff" + b"x" * 2 * LONGEST)
    found = note_of(tmp_path)
    assert found.tags == ("a",)
    assert len(found.text) < LONGEST
    (tmp_path / NAME).rename(tmp_path / "elsewhere")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    assert note_of(tmp_path) == Note()
