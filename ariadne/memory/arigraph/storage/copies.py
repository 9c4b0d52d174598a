"""Index snapshots: the vector index of a large scope, beside its file, so that the file opens at once.

A snapshot is mapped into memory. It is in the user's state folder (`files.state`), since Faiss does not check files. It
has vectors but no words. It is rebuilt if it does not match the file, and when anything is erased.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne import files
from ariadne.embed.growing import Number
from ariadne.memory.arigraph.retrieval.codes import Codes
from ariadne.memory.arigraph.retrieval.index import IndexTable, VectorIndex

_ABOUT = "about.json"
# Room for more rows: one in so many, and at least so many.
_ROOM, _LEAST_ROOM = 8, 128


@dataclass(frozen=True)
class Stamp:
    """Identifies the edges and episode nodes of a snapshot.

    Attributes:
        epoch: of the file; it changes when anything is erased.
        edges, nodes: how many there were. `mark`: a checksum of the last of them.
        step: the last step.
    """

    epoch: str
    embedder: str
    edges: int
    nodes: int
    mark: int
    step: int


class IndexSnapshot:
    """The snapshot of a scope of a file."""

    def __init__(self, path: Path, scope: str) -> None:
        self._of = str(path.resolve())
        name = blake2b(f"{self._of}\0{scope}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        self._folder = files.state() / "vectors" / name

    def read(self) -> tuple[Stamp, VectorIndex] | None:
        """The stamp, and the index with its vectors mapped from the snapshot; None if that is incomplete."""
        with suppress(OSError, EOFError, ValueError, TypeError, KeyError, RuntimeError):
            about = json.loads((self._folder / _ABOUT).read_text())
            (within,) = (each for each in self._folder.iterdir() if each.name == about["in"])
            return Stamp(**about["stamp"]), VectorIndex.of(_read(within, about))
        return None

    def write(self, stamp: Stamp, index: VectorIndex) -> bool:
        """Write a snapshot. Returns False if the index is too small, or the folder cannot be written."""
        table = index.table()
        if table is None:
            return False
        within = self._folder / secrets.token_hex(8)
        try:
            # Vectors must be as private as the memory.
            within.mkdir(0o700, parents=True)
            about = {"of": self._of, "in": within.name, "stamp": asdict(stamp), **_write(within, table)}
            (within / _ABOUT).write_text(json.dumps(about))
            (within / _ABOUT).replace(self._folder / _ABOUT)
        except (OSError, RuntimeError):
            shutil.rmtree(within, ignore_errors=True)
            return False
        # A process that reads an older snapshot has it open.
        _remove(other for other in self._folder.iterdir() if other.is_dir() and other != within)
        _remove(filter(_is_orphan, self._folder.parent.iterdir()))
        return True

    def drop(self) -> None:
        """Remove the snapshot."""
        _remove([self._folder])


def _write(folder: Path, table: IndexTable) -> dict[str, object]:
    """Write the contents of an index, and return its entries in `about.json`."""
    np.save(folder / "keys.npy", np.array([table.keys, table.there]))
    _write_with_room(folder / "vectors.npy", table.vectors)
    if table.codes:
        table.codes.write(folder / "codes")
    return {"longest": table.longest, "over": table.codes and table.codes.over}


def _read(folder: Path, about: dict[str, object]) -> IndexTable:
    """Read the contents of an index.

    Raises:
        OSError, ValueError, TypeError, KeyError, RuntimeError: the files are invalid.
    """
    longest, over = about["longest"], about["over"]
    if not (isinstance(longest, float) and isinstance(over, int | None)):
        raise TypeError("invalid numbers")
    keys, there = np.load(folder / "keys.npy")
    vectors = _read_with_room(folder / "vectors.npy", len(keys))
    codes = None if over is None else Codes.read(folder / "codes", over)
    if codes and len(codes) > len(keys):
        raise ValueError("more codes than vectors")
    return IndexTable(keys, there.astype(np.bool_), vectors, longest, codes)


def _write_with_room(path: Path, rows: NDArray[Number]) -> None:
    """Write rows in numpy's format, with room for more."""
    room = len(rows) + len(rows) // _ROOM + _LEAST_ROOM
    with path.open("wb") as file:
        header = {"descr": np.lib.format.dtype_to_descr(rows.dtype), "fortran_order": False}
        np.lib.format.write_array_header_1_0(file, {**header, "shape": (room, rows.shape[1])})
        start = file.tell()
        rows.tofile(file)
        file.truncate(start + room * rows.shape[1] * rows.itemsize)


def _read_with_room(path: Path, count: int) -> NDArray[np.floating[Any]]:
    """Map rows from their file, copy-on-write."""
    rows: NDArray[np.floating[Any]] = np.load(path, mmap_mode="c")
    if rows.dtype not in (np.float16, np.float32) or len(rows) < count:
        raise ValueError("vectors of another kind or number")
    return rows


def _is_orphan(folder: Path) -> bool:
    """Whether the file of a snapshot is gone."""
    try:
        return not Path(json.loads((folder / _ABOUT).read_text())["of"]).exists()
    except (OSError, ValueError, TypeError, KeyError):
        return False


def _remove(folders: Iterable[Path]) -> None:
    for folder in list(folders):
        shutil.rmtree(folder, ignore_errors=True)
