"""Render drawings as PNG with resvg, using the fonts that ship with matplotlib."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from ariadne.errors import MissingPackage
from ariadne.files import MADE_BY
from ariadne.report.drawing import Drawing, Viewport, as_svg

LARGEST = 16_000
# The offset of a PNG's text chunks: behind the signature and the first chunk (RFC 2083, sections 3.1 and 4.1.1).
_HEAD = 8 + 25
FONTS = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")


def as_png(drawing: Drawing, scale: float = 2.0, view: Viewport | None = None) -> bytes:
    """Render the drawing as a PNG; at a lower scale if the image would exceed a screen.

    Args:
        scale: pixels of the image per pixel of the drawing.
        view: the visible part; default: all of it.

    Raises:
        MissingPackage: resvg or the font is not installed.
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
        # Only this font, so that an image is the same on every machine.
        skip_system_fonts=True,
        font_files=[str(folder / name) for name in FONTS],
        width=round(width * min(scale, LARGEST / max(width, height))),
    )
    comment = b"tEXtComment\0" + MADE_BY.encode()
    chunk = struct.pack(">I", len(comment) - 4) + comment + struct.pack(">I", zlib.crc32(comment))
    return drawn[:_HEAD] + chunk + drawn[_HEAD:]
