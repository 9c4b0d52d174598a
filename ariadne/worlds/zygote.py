"""The process from which C worlds are forked: `python -m ariadne.worlds.zygote`, with a socket as standard input.

    zygote      imports the engines, once; it runs no story
    └── story   opens one story, once, within limits of time, memory and files
        └── world   a fork of the opened story for each episode that plays it

Each process is forked for a connection that arrives through its parent's socket. It ends with that socket or with its
parent. All are single-threaded, so forking is safe. All ignore Ctrl-C: the requesting process ends them.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from ariadne.errors import AriadneError
from ariadne.worlds import errands, jericho
from ariadne.worlds.card import GameCard, StoryCard
from ariadne.worlds.ipc import Gone, receive, send
from ariadne.worlds.world import World, fewest_of

_OPEN_FILES = 32
_PR_SET_PDEATHSIG = 1


def main() -> NoReturn:
    """Run as the zygote, then in its forks as a story, and in their forks as a world."""
    zygote = socket.socket(fileno=os.dup(0))
    _keep_to_ourselves()
    _import_engines()
    story = _offspring(zygote)
    try:
        order = json.loads(receive(story))
        world = _opened(order, story)
        connection = _offspring(story)
        _play(world, connection)
    except Gone:
        os._exit(0)


def _offspring(above: socket.socket) -> socket.socket:
    """Fork for every connection that arrives through a socket; in each fork, return that connection.

    The forking process never returns: it ends when the socket closes.
    """
    # Forks share the current objects only while the garbage collector does not write to them.
    gc.collect()
    gc.freeze()
    while True:
        _, handles, _, _ = socket.recv_fds(above, 1, 1)
        if not handles:
            os._exit(0)
        connection, here = socket.socket(fileno=handles[0]), os.getpid()
        try:
            child = os.fork()
        except OSError as error:
            with suppress(Gone):
                send(connection, {"error": f"no process can be started: {error.strerror}"})
        else:
            if child == 0:
                above.close()
                _end_with(here)
                return connection
        connection.close()


def _opened(order: Mapping[str, Any], connection: socket.socket) -> World:
    """Open the requested story, and send its description."""
    try:
        _limit(order["memory"])
        with _limited(order["seconds"]):
            world = _OPEN[order["kind"]](order)
            about = {name: getattr(world, name) for name in ("domain", "instructions", "goal", "briefing")}
            ways = {"walkthrough": world.walkthrough, "fewest": fewest_of(world)}
            known = bool(getattr(world, "known", False))
            standing = asdict(world.score())
    except Exception as error:
        _give_up(connection, error)
    send(connection, {**about, **ways, "known": known, "standing": standing})
    return world


def _play(world: World, connection: socket.socket) -> NoReturn:
    """Execute requests, one command or reset at a time."""
    while True:
        asked = json.loads(receive(connection))
        try:
            with _limited(asked["seconds"]):
                turn = world.reset() if asked["command"] is None else world.step(asked["command"])
                standing = world.score()
        except Exception as error:
            _give_up(connection, error)
        send(connection, {"turn": asdict(turn), "standing": asdict(standing)})


def _give_up(connection: socket.socket, error: Exception) -> NoReturn:
    """Send the reason for the missing answer, and end."""
    reason = " ".join(str(error).split())
    send(connection, {"error": reason if isinstance(error, AriadneError) else f"{type(error).__name__}: {reason}"})
    os._exit(0)


def _open_textworld(order: Mapping[str, Any]) -> World:
    card = GameCard.model_validate_json(order["card"]) if order["card"] else None
    return errands.textworld_of(Path(order["path"]), card)


def _open_jericho(order: Mapping[str, Any]) -> World:
    card = StoryCard.model_validate_json(order["card"])
    return jericho.JerichoWorld(Path(order["path"]), card, order["seed"], tuple(order["handicap"]))


_OPEN: Mapping[str, Callable[[Mapping[str, Any]], World]] = {"textworld": _open_textworld, "jericho": _open_jericho}


def _keep_to_ourselves() -> None:
    """Ignore Ctrl-C, reap child processes, and detach from the player's terminal."""
    for number in (signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.close(nothing)
    # Stories save in the current folder. In a deleted folder, no file can be created.
    with tempfile.TemporaryDirectory() as nowhere:
        os.chdir(nowhere)


def _import_engines() -> None:
    """Import what stories need. A missing package is reported when a story that needs it is opened."""
    with suppress(ImportError):
        import textworld  # noqa: F401
        from jericho import jericho as engine

        # Jericho copies its library for each story to separate the stories of one process. Here each process has one
        # story, and may write no file.
        library = engine._load_frotz_lib()
        engine._load_frotz_lib = lambda: library


def _end_with(above: int) -> None:
    """End when the parent process does: on Linux even during a step, elsewhere after the step."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != above:
        os._exit(0)


def _limit(memory: int) -> None:
    """Limit this process: `memory` more bytes than it has now, few open files, and no file writes."""
    limits = {resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: _OPEN_FILES}
    with suppress(FileNotFoundError):  # Only Linux has it.
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limits[resource.RLIMIT_AS] = pages * resource.getpagesize() + memory
    for limit, wanted in limits.items():
        _, most = resource.getrlimit(limit)
        value = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(limit, (value, value))


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End the process if the block takes longer. Processor time counts, so a busy machine causes no failure."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
