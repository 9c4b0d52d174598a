"""This installation of Ariadne: its version, and the argument for pip that adds an extra."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = ["__version__", "requirement"]

__version__ = "0.1.0"

_NAME = "arigraph"


def requirement(extra: str = "") -> str:
    """Return the argument of `pip install` for this very Ariadne with an extra.

    pip records the origin of an installation (PEP 610): a checkout, a file, a repository. The name alone suffices only
    for an installation from an index.
    """
    extras = f"[{extra}]" if extra else ""
    origin = _origin()
    if "dir_info" in origin:
        folder = Path(unquote(urlsplit(origin["url"]).path))
        return f"{'.' if folder == Path.cwd() else folder}{extras}"
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        return f"{_NAME}{extras} @ {vcs['vcs']}+{origin['url']}@{vcs['commit_id']}"
    return f"{_NAME}{extras} @ {origin['url']}" if origin else f"{_NAME}{extras}"


def _origin() -> dict[str, Any]:
    """The content of `direct_url.json` (PEP 610); empty if it came from an index."""
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").is_file():
        return {"url": checkout.as_uri(), "dir_info": {}}
    with suppress(PackageNotFoundError, ValueError):
        origin: dict[str, Any] = json.loads(distribution(_NAME).read_text("direct_url.json") or "{}")
        return origin
    return {}
