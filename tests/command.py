"""How tests run the command line: in a process of its own, or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ariadne.record import read_events

ARIADNE = [sys.executable, "-m", "ariadne"]
ROOT = Path(__file__).parent.parent


def environment(**more: str) -> dict[str, str]:
    """The tests' environment, without a key, and with the package on its path."""
    kept = {name: value for name, value in os.environ.items() if name not in ("OPENAI_API_KEY", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "NO_PROXY": "127.0.0.1", **more}


def ariadne(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run it to its end; `more` goes to `subprocess.run`."""
    options = {"env": environment(), "stdin": subprocess.DEVNULL, "capture_output": True, **more}
    return subprocess.run([*ARIADNE, *map(str, arguments)], text=True, check=False, **options)


def ariadne_here(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run it in this process, which is faster; not for what reads stdin, is killed, or plays in several processes.

    `more` stands in its environment.
    """
    from ariadne.cli import run

    out, err = StringIO(), StringIO()
    with patch.dict(os.environ, environment(**more), clear=True), redirect_stdout(out), redirect_stderr(err):
        code = run([*map(str, arguments)])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def events_of(runs: Path) -> list[Any]:
    """The events of the only episode of the only run in a folder."""
    (path,) = runs.glob("*/episodes/*/events.jsonl")
    return list(read_events(path))


def one_line(text: str) -> str:
    """The only line of what was said."""
    (line,) = text.splitlines()
    return line


def files_in(folder: Path) -> list[Path]:
    """All files in a folder and its folders."""
    return [path for path in folder.rglob("*") if path.is_file()]
