"""What holds for every Z-machine story: how its file is checked, and which lines may reach its interpreter."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.files import read_at_most

NOT_UNDERSTOOD = "I didn't understand that sentence."

# Bytes that a unit of the header's length stands for (Z-machine standard 1.1, section 11.1.6), by version of the
# machine. Version 6 draws pictures.
_UNITS = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 8, 8: 8}

# Twice what the largest machine can address.
_LARGEST = 2**20

_PLAIN = re.compile(r"[\w ,'-]{1,120}", re.ASCII)

# What the interpreter itself obeys: it writes files, asks back, starts over behind the recorded state,
# describes rooms in another way, or tells the score and what no player sees.
_INTERPRETER = re.compile(
    r"(save|restore|restart|quit|q|undo|oops|script|unscript|transcript|noscript|recording|replay|score|fullscore"
    r"|full|notify|verbose|long|brief|normal|superbrief|short|version|verify|print_state|restrict|enable|disable"
    r"|tw-\w+)\b.*",
    re.IGNORECASE,
)
_SEQUENCE = re.compile(r"\bthen\b", re.IGNORECASE)


def read_story(path: Path, known: Container[str] = ()) -> bytes:
    """The bytes of a story, looked at before an engine in C does, which ends its process over most bad files.

    Args:
        known: MD5 digests of stories that play well although their checksum may be wrong, as that of some old ones is.

    Raises:
        UserError: there is no such file, or it is no Z-machine story.
    """
    if not path.is_file():
        raise UserError(f"there is no file {path}")
    story = read_at_most(path, _LARGEST)
    if md5(story) not in known and (len(story) < 64 or story[0] not in _UNITS or not _checksum_holds(story)):
        raise UserError(f"{path} is no Z-machine story, or it is damaged")
    return story


def md5(story: bytes) -> str:
    """The digest that Jericho knows stories by."""
    return hashlib.md5(story, usedforsecurity=False).hexdigest()


class _Line(str):
    """A command that becomes the bytes that the machine reads, whatever encoding it is asked for."""

    def encode(self, encoding: str = "latin-1", errors: str = "replace") -> bytes:
        """In Latin-1, where a question mark stands for every other letter."""
        return super().encode("latin-1", "replace")


def reads_letters(interpreter: Any) -> Any:
    """Have a `jericho.FrotzEnv` take letters with accents: it sends commands in UTF-8, and Frotz reads Latin-1."""
    step = interpreter.step
    interpreter.step = lambda command: step(_Line(command))
    return interpreter


def is_for_the_world(line: str) -> bool:
    """Whether a line that is no valid command may reach the engine, which chokes on some and obeys others."""
    plain = _PLAIN.fullmatch(line) and not _SEQUENCE.search(line)
    return bool(plain) and not _INTERPRETER.fullmatch(line)


def objects(memory: bytes) -> bytes:
    """How objects lie in each other, and their attributes: the table of objects (Z-machine standard 1.1, section 12).

    Args:
        memory: of a machine, from its first byte on.
    """
    version, table = memory[0], int.from_bytes(memory[10:12], "big")
    defaults, size, links = (31, 9, 7) if version <= 3 else (63, 14, 12)
    start = at = table + 2 * defaults
    # The properties of objects stand behind the last object; nothing else tells how many there are.
    end = len(memory)
    while at + size <= min(end, len(memory)):
        end = min(end, int.from_bytes(memory[at + links : at + size], "big") or end)
        at += size
    return memory[start:at]


def memory_of(interpreter: Any) -> bytes:
    """What a `jericho.FrotzEnv` has in its memory, from the first byte on, as far as stories may write to it."""
    return bytes(interpreter.get_state()[0].tobytes())


def drawn_score(memory: bytes) -> int | None:
    """The points that early machines draw in a status line of their own: the second of the global variables, unless
    they draw the time (Z-machine standard 1.1, section 8.2). None where stories draw what they like.

    Args:
        memory: of a machine, from its first byte on.
    """
    version, draws_time = memory[0], memory[1] & 2
    if version > 3 or (version == 3 and draws_time):
        return None
    at = int.from_bytes(memory[12:14], "big") + 2
    return int.from_bytes(memory[at : at + 2], "big", signed=True)


def _checksum_holds(story: bytes) -> bool:
    """Z-machine standard 1.1, section 11.1.6: the sum of all bytes after the header."""
    length = int.from_bytes(story[0x1A:0x1C], "big") * _UNITS[story[0]]
    return len(story) >= length > 0 and sum(story[0x40:length]) & 0xFFFF == int.from_bytes(story[0x1C:0x1E], "big")
