"""How Chromium is started, without a window and without a network, and what is asked of its pages."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from typing import Any

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

AXE = "axe-core@4"
PHONE = {"width": 390, "height": 844}

Open = Callable[..., Any]


def browser_path() -> str | None:
    """The browser of this machine, if it has one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def policy_of(page: str) -> str:
    """The content security policy of a page, which lets it run and wear what it was made with, and nothing else."""
    (said,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    policy = unescape(said)
    inline = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.DOTALL)
    digests = {f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in inline}
    assert digests
    assert digests == set(re.findall(r"'(sha256-[^']+)'", policy))
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    return policy


def scrolls_sideways(page: Any) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


def faults(page: Any, axe: str) -> dict[str, list[str]]:
    """What axe finds on a page, with some of the elements."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return {each["id"]: [node["html"][:300] for node in each["nodes"][:3]] for each in found}
