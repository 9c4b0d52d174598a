"""The command `view`."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import Annotated

from ariadne.cli.options import Root, option
from ariadne.errors import UserError


def view(
    root: Root = None,
    port: Annotated[int | None, option("Port.", metavar="N", min=1, max=65535, show_default="a free one")] = None,
) -> None:
    """Serve a page of all runs on this machine until Ctrl-C: filter, open, compare and follow them."""
    from ariadne.report.view import viewing
    from ariadne.runs import settings

    place = root or settings.runs()
    if root and not root.is_dir():
        raise UserError(f"there is no folder {root}: name the folder of the runs with --runs DIR")
    with suppress(KeyboardInterrupt), viewing(place, port or 0) as address:
        print(f"view at {address} (Ctrl-C ends it)", flush=True)
        Event().wait()
