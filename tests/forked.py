"""What a forked process says."""

from __future__ import annotations

import os
import select
import signal
import warnings
from collections.abc import Callable

import pytest

PATIENCE = 60.0

needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


def in_child(work: Callable[[], object]) -> str:
    """What work comes to in a fork of this process, as text; "hangs" if it does not come to its end."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Newer Pythons warn of forks beside threads.
        child = os.fork()
    if child == 0:
        try:
            try:
                said = str(work())
            except BaseException as error:
                said = repr(error)
            os.write(writing, said.encode())
        finally:
            os._exit(0)
    os.close(writing)
    try:
        if not select.select([reading], [], [], PATIENCE)[0]:
            return "hangs"
        return os.read(reading, 2**16).decode()
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
