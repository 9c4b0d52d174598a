from __future__ import annotations

from pathlib import Path

from ariadne.games.story import remove_date


def test_two_days_make_the_same_story(tmp_path: Path) -> None:
    stories = []
    for day in (b"250101", b"260712"):
        story = tmp_path / day.decode()
        story.write_bytes(bytes(range(0x12)) + day + bytes(range(0x18, 200)))
        remove_date(story)
        stories.append(story.read_bytes())
    assert stories[0] == stories[1]
    assert len(stories[0]) == 200
    assert stories[0][:0x12] == bytes(range(0x12))
    assert stories[0][0x18:] == bytes(range(0x18, 200))
