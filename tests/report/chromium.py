"""How Chromium is started: without a window, and without a word to anybody else."""

from __future__ import annotations

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
