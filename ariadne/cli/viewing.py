"""The command `view`."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import Annotated

from ariadne.cli.options import Root, option
from ariadne.errors import UserError


def view(
    root: Root = None,
    port: Annotated[
        int | None, option("Serve on this port.", metavar="N", min=1, max=65535, show_default="one that is free")
    ] = None,
) -> None:
    """Serve a page over all runs to a browser on this machine, until Ctrl-C: list, filter, open, compare, follow."""
    from ariadne.report.view import viewing
    from ariadne.runs import settings

    place = root or settings.runs()
    if root and not root.is_dir():
        raise UserError(f"there is no folder {root}: say where runs are kept with --runs DIR")
    with suppress(KeyboardInterrupt), viewing(place, port or 0) as address:
        print(f"view at {address} (Ctrl-C ends it)", flush=True)
        Event().wait()
