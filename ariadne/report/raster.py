"""Drawings as pixels: resvg draws their SVG, with the letters that matplotlib brings along."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from ariadne.errors import MissingPackage
from ariadne.files import MADE_BY
from ariadne.report.drawing import Drawing, Viewport, as_svg

LARGEST = 16_000
# Bytes of a PNG before the place of its texts: its signature, and its first chunk (RFC 2083, sections 3.1 and 4.1.1).
_HEAD = 8 + 25
FONTS = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")


def as_png(drawing: Drawing, scale: float = 2.0, view: Viewport | None = None) -> bytes:
    """The drawing as a PNG, smaller than asked for where that would be more than a screen can show.

    Args:
        scale: pixels of the image for one of the drawing.
        view: all of it unless given.

    Raises:
        MissingPackage: resvg, or the letters, are not there.
    """
    try:
        from matplotlib import get_data_path
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingPackage("a picture", "figures") from error
    width, height = (view.width, view.height) if view else (drawing.width, drawing.height)
    folder = Path(get_data_path(), "fonts", "ttf")
    drawn = svg_to_bytes(
        svg_string=as_svg(drawing, view),
        # Only these letters, so that a picture is the same on every machine.
        skip_system_fonts=True,
        font_files=[str(folder / name) for name in FONTS],
        width=round(width * min(scale, LARGEST / max(width, height))),
    )
    comment = b"tEXtComment\0" + MADE_BY.encode()
    chunk = struct.pack(">I", len(comment) - 4) + comment + struct.pack(">I", zlib.crc32(comment))
    return drawn[:_HEAD] + chunk + drawn[_HEAD:]
