"""Which Ariadne this is: its version, and what pip is told to install it with more."""

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
    """What follows `pip install` to get this very Ariadne, with an extra.

    It comes from where this one came from, as pip wrote that down (PEP 610): a checkout, a file, a repository. Only
    what an index gave goes by its name.
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
    """`direct_url.json`, as PEP 610 has it; empty where an index gave it."""
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").is_file():
        return {"url": checkout.as_uri(), "dir_info": {}}
    with suppress(PackageNotFoundError, ValueError):
        origin: dict[str, Any] = json.loads(distribution(_NAME).read_text("direct_url.json") or "{}")
        return origin
    return {}
