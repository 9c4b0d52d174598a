"""Rules for every Z-machine story: how its file is checked, and which lines may reach its interpreter."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.files import read_at_most

NOT_UNDERSTOOD = "I didn't understand that sentence."

# Bytes per unit of the header's length field (Z-machine standard 1.1, section 11.1.6), by version of the machine.
# Version 6 draws pictures.
_UNITS = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 8, 8: 8}

# Twice the address space of the largest machine.
_LARGEST = 2**20

_READ, _QUIT = 0xE4, 0xBA
"""The opcodes that read a line, and that end a story."""

# Jericho halts within this many bytes after `quit`.
_RUN_ON = 40

_BLORB = b"FORM"
_MOST_CHUNKS = 10_000

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    " \n0123456789.,!?_#'\"/\\-:()",
)

# The longest command that Jericho sends, in bytes; it cuts longer ones.
_LONGEST = 198

# Commands for the interpreter itself: they write files, ask back, end or restart the story unnoticed by the record,
# stop reporting points, or show hidden data.
_INTERPRETER = re.compile(
    r"(?:(?:save|restore?|restart?|quit|q|undo|script|unscript|noscript|transcript|recording|replay)(?: on| off| game)?"
    r"|notif(?:y|ication) off|[#$].*|tw-.*|print_state|restrict commands|(?:en|dis)able print state option)(?:,.*)?",
    re.IGNORECASE,
)
_END_OF_COMMAND = re.compile(r"[.;:!?]|\bthen\b", re.IGNORECASE)
_AROUND = " \"'"

_TYPED = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
"""Replaces typographic quotation marks by straight ones."""


def read_story(path: Path, known: Container[str] = ()) -> bytes:
    """Read and check a story's file, since the C engine crashes on most bad files.

    Args:
        known: MD5 digests of stories that work despite a wrong checksum, as some old ones do.

    Raises:
        UserError: the file is missing or not a Z-machine story.
    """
    if not path.is_file():
        raise UserError(f"there is no file {path}")
    story = _story_in_blorb(path)
    if story is None:
        story = read_at_most(path, _LARGEST)
    if md5(story) not in known and (len(story) < 64 or story[0] not in _UNITS or not _checksum_holds(story)):
        raise UserError(f"{path} is not a Z-machine story, or it is damaged")
    return story


def _story_in_blorb(path: Path) -> bytes | None:
    """The story in a Blorb, which may also contain pictures and sounds; empty if it has none, None for another file.

    A Blorb consists of chunks with a name, a length and an even number of bytes (Blorb standard, section 0).
    """
    try:
        with path.open("rb") as file:
            if file.read(4) != _BLORB:
                return None
            at = 12
            for _ in range(_MOST_CHUNKS):
                file.seek(at)
                kind, length = file.read(4), int.from_bytes(file.read(4), "big")
                if kind in (b"ZCOD", b""):
                    return file.read(min(length, _LARGEST))
                at += 8 + length + length % 2
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    return b""


def md5(story: bytes) -> str:
    """Return the digest by which Jericho identifies stories."""
    return hashlib.md5(story, usedforsecurity=False).hexdigest()


class _InputLine(str):
    """A command with a fixed encoding to the machine's bytes, for any requested encoding."""

    def encode(self, encoding: str = "latin-1", errors: str = "replace") -> bytes:
        """Encode in Latin-1, with a question mark for each other character, and two backslashes for one."""
        typed = unicodedata.normalize("NFC", self).translate(_TYPED)
        return typed.encode("latin-1", "replace").replace(b"\\", b"\\\\")


def reads_letters(interpreter: Any) -> Any:
    """Make a `jericho.FrotzEnv` accept accented letters: it sends commands in UTF-8, but Frotz reads Latin-1."""
    step = interpreter.step
    interpreter.step = lambda command: step(_InputLine(command))
    return interpreter


def is_for_the_story(line: str) -> bool:
    """Return whether a line is free of commands for the interpreter itself."""
    if not line.isprintable() or len(_InputLine(line).encode()) > _LONGEST:
        return False
    return not any(_INTERPRETER.fullmatch(each.strip(_AROUND)) for each in _END_OF_COMMAND.split(line))


def objects(memory: bytes) -> bytes:
    """Return the object table: containment and attributes of objects (Z-machine standard 1.1, section 12).

    Args:
        memory: the memory of a machine, from its first byte on.
    """
    version, table = memory[0], int.from_bytes(memory[10:12], "big")
    defaults, size, links = (31, 9, 7) if version <= 3 else (63, 14, 12)
    start = at = table + 2 * defaults
    # Nothing states the number of objects; the first properties mark the end of the table.
    end = len(memory)
    while at + size <= min(end, len(memory)):
        end = min(end, int.from_bytes(memory[at + links : at + size], "big") or end)
        at += size
    return memory[start:at]


def memory_of(interpreter: Any) -> bytes:
    """Return the writable memory of a `jericho.FrotzEnv`, from the first byte on."""
    return bytes(interpreter.get_state()[0].tobytes())


def reads_line(interpreter: Any) -> bool:
    """Return whether a `jericho.FrotzEnv` waits for a line, not for a key."""
    return bool(interpreter.get_state()[6] == _READ)


def has_quit(interpreter: Any, story: bytes) -> bool:
    """Return whether a halted `jericho.FrotzEnv` probably halted because the story quit, not because of a failure.

    Jericho does not stop at `quit`: it runs on to the first bytes that are not an instruction.
    """
    counter = interpreter.get_state()[2]
    return _QUIT in story[max(counter - _RUN_ON, 0) : counter]


def drawn_score(memory: bytes) -> int | None:
    """Return the points in the status line that early machines draw, unless it shows the time (Z-machine standard 1.1,
    section 8.2). None if stories draw their own status line.

    Args:
        memory: the memory of a machine, from its first byte on.
    """
    return _global(memory, 1) if memory[0] <= 3 and not _draws_time(memory) else None


def drawn_place(memory: bytes) -> str:
    """Return the location in the status line of a version 3 machine; empty for other versions."""
    if memory[0] != 3:
        return ""
    entry = int.from_bytes(memory[10:12], "big") + 2 * 31 + 9 * (_global(memory, 0) - 1)
    # The name is at the start of an object's properties, after its length.
    return " ".join(_text(memory, int.from_bytes(memory[entry + 7 : entry + 9], "big") + 1).split())


def drawn_status(memory: bytes, place: str) -> str:
    """Return the status line that early machines draw; empty if stories draw their own."""
    if memory[0] > 3:
        return ""
    first, second = _global(memory, 1), _global(memory, 2)
    parts = [f"time {first}:{second:02}"] if _draws_time(memory) else [f"score {first}", f"moves {second}"]
    return " · ".join([place, *parts] if place else parts)


def _draws_time(memory: bytes) -> bool:
    return memory[0] == 3 and bool(memory[1] & 2)


def _global(memory: bytes, number: int) -> int:
    """The value of a global variable, numbered from 0."""
    at = int.from_bytes(memory[12:14], "big") + 2 * number
    return int.from_bytes(memory[at : at + 2], "big", signed=True)


def _text(memory: bytes, at: int, abbreviates: bool = True) -> str:
    """The text at an address, in the character set of version 3 (Z-machine standard 1.1, section 3)."""
    letters = iter(list(_codes(memory, at)))
    text, alphabet = "", 0
    for code in letters:
        if code in (4, 5):
            alphabet = code - 3
            continue
        if code == 0:
            text += " "
        elif code < 4:
            entry = int.from_bytes(memory[24:26], "big") + 2 * (32 * (code - 1) + next(letters, 0))
            text += _text(memory, 2 * int.from_bytes(memory[entry : entry + 2], "big"), False) if abbreviates else ""
        elif alphabet == 2 and code == 6:
            text += chr(next(letters, 0) << 5 | next(letters, 0))
        else:
            text += _ALPHABETS[alphabet][code - 6]
        alphabet = 0
    return text


def _codes(memory: bytes, at: int) -> Iterator[int]:
    """The three codes in each word, up to the word marked as the last."""
    for place in range(at, len(memory) - 1, 2):
        word = int.from_bytes(memory[place : place + 2], "big")
        yield from (word >> 10 & 31, word >> 5 & 31, word & 31)
        if word >> 15:
            return


def _checksum_holds(story: bytes) -> bool:
    """Z-machine standard 1.1, section 11.1.6: the sum of all bytes after the header."""
    length = int.from_bytes(story[0x1A:0x1C], "big") * _UNITS[story[0]]
    return len(story) >= length > 0 and sum(story[0x40:length]) & 0xFFFF == int.from_bytes(story[0x1C:0x1E], "big")
