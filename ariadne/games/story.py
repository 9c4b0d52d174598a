"""Removing the build date from a Z-machine story file."""

from __future__ import annotations

from pathlib import Path

# Z-machine standard 1.1, section 11: bytes 0x12–0x17 are the serial number, which compilers set to the date. The
# checksum covers the bytes from 0x40 on, so it stays valid.
_SERIAL = slice(0x12, 0x18)


def remove_date(story: Path) -> None:
    """Overwrite the story's serial number, so the same game made on another day is the same file."""
    content = bytearray(story.read_bytes())
    content[_SERIAL] = b"000000"
    story.write_bytes(content)
