"""Worlds in Java: each is played by a Java process of its own, which is spoken to with py4j.

A process that a world is through with plays the next one. It hears nothing of Ctrl-C, and ends with this process,
however that ends: it listens whether its standard input is still open. One that dies or says nothing fails its episode.
"""

from __future__ import annotations

import atexit
import logging
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from ariadne.errors import Failure, MissingPackage, UserError

SECONDS = 120.0
"""By the clock, for Java to start, and for each answer."""

MEMORY = "1g"
"""That a process may take for its objects."""

IDLE = 2
"""Processes of a kind that are kept while nobody plays in them."""

# What Java needs of the environment; keys and the like are not its to know.
_ENVIRONMENT = ("PATH", "JAVA_HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

T = TypeVar("T")


@dataclass(frozen=True)
class Program:
    """A program in Java.

    Attributes:
        name: what people call it.
        extra: of Ariadne, that brings it.
        jar: its file; it is started in the folder of that, where its other files are.
        entry: the class that is spoken to.
    """

    name: str
    extra: str
    jar: Path
    entry: str


def installed(name: str, extra: str, jar: str, entry: str) -> Program:
    """A program that a package of Python's brings.

    Args:
        jar: its file, below the folder of the package, which goes before it: `scienceworld/scienceworld.jar`.

    Raises:
        MissingPackage: the package is not installed.
    """
    package, _, file = jar.partition("/")
    found = find_spec(package)
    if found is None or found.origin is None:
        raise MissingPackage(name, extra)
    return Program(name, extra, Path(found.origin).with_name(file), entry)


class Java:
    """A process of a program, and the object that is spoken to.

    Raises:
        UserError: there is no Java here.
        MissingPackage: py4j is not installed.
        Failure: Java did not start.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._failure = ""
        self._gateway: Any = None
        self._process = _started(program)
        try:
            port, secret = _said(self._process, program), _said(self._process, program)
            # It writes no more than that; what its program prints would fill the pipe.
            threading.Thread(target=_read_on, args=(self._process,), daemon=True).start()
            self._gateway = _connected(int(port), secret)
            self._object = self.ask(partial(_made, self._gateway.jvm, program.entry))
        except BaseException:
            self.end()
            raise
        _processes.add(self)

    @property
    def lives(self) -> bool:
        """Whether more can be asked of it."""
        return not self._failure and self._process.poll() is None

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the object.

        Raises:
            Failure: it failed, or its process has ended or takes too long, now or before.
        """
        return self.ask(lambda: getattr(self._object, method)(*arguments))

    def ask(self, asked: Callable[[], T]) -> T:
        """What comes of asking something of it.

        Raises:
            Failure: as `call` does.
        """
        from py4j.protocol import Py4JError, Py4JJavaError

        if self._failure:
            raise Failure(self._failure)
        began = time.monotonic()
        try:
            return asked()
        except Py4JJavaError as error:
            self._failure = f"{self.program.name} failed: {_one_line(error.java_exception)}"
        except (Py4JError, OSError) as error:
            self._failure = f"{self.program.name}: {self._why(error, time.monotonic() - began)}"
        self.end()
        raise Failure(self._failure)

    def end(self) -> None:
        """End the process."""
        _processes.discard(self)
        self._failure = self._failure or f"{self.program.name}: its Java process has been ended"
        self._process.kill()
        self._process.wait()
        if self._gateway:
            self._gateway.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def _why(self, error: BaseException, seconds: float) -> str:
        """What is wrong with the process; py4j does not say whether it waited in vain."""
        if seconds >= SECONDS:
            return f"its Java process did not answer for {SECONDS:g} s"
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        ended = self._process.returncode is not None
        return "its Java process has ended" if ended else f"its Java process cannot be asked ({_one_line(error)})"


_processes: set[Java] = set()
_idle: list[Java] = []
_lock = threading.Lock()


def taken(program: Program) -> Java:
    """A process of a program that nobody else plays in.

    Raises:
        UserError, MissingPackage, Failure: as `Java` does.
    """
    with _lock:
        for java in [each for each in _idle if each.program == program]:
            _idle.remove(java)
            if java.lives:
                return java
            java.end()
    return Java(program)


def given_back(java: Java) -> None:
    """Leave a process to whoever plays next."""
    with _lock:
        if java.lives and sum(each.program == java.program for each in _idle) < IDLE:
            _idle.append(java)
            return
    java.end()


class JavaWorld:
    """What worlds in Java have in common: a process that is theirs until they are closed.

    Raises:
        UserError, MissingPackage, Failure: as `Java` does.
    """

    def __init__(self, program: Program) -> None:
        self._java: Java | None = taken(program)

    def close(self) -> None:
        if self._java:
            given_back(self._java)
        self._java = None

    def _call(self, method: str, *arguments: Any) -> Any:
        """As `Java.call` does."""
        return self._engine.call(method, *arguments)

    def _strings(self, method: str) -> tuple[str, ...]:
        """A list of Java's, which is asked for its items."""
        engine = self._engine
        return engine.ask(lambda: tuple(map(str, engine.call(method))))

    @property
    def _engine(self) -> Java:
        assert self._java, "the world is closed"
        return self._java


@atexit.register
def _end_all() -> None:
    for java in list(_processes):
        java.end()


def _forget() -> None:
    """In a fork of this process: the Java processes are its parent's to use and end."""
    _processes.clear()
    _idle.clear()
    _lock.release()


if hasattr(os, "register_at_fork"):
    # A lock that another thread held would stay held in the child.
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_forget)


def _started(program: Program) -> subprocess.Popen[bytes]:
    try:
        from py4j.java_gateway import find_jar_path
    except ImportError as error:
        raise MissingPackage(program.name, program.extra) from error

    home = os.environ.get("JAVA_HOME")
    command = [
        os.path.join(home, "bin", "java") if home else "java", f"-Xmx{MEMORY}", "-XX:+UseSerialGC", "-classpath",
        os.pathsep.join((find_jar_path(), str(program.jar))), "py4j.GatewayServer", "--die-on-broken-pipe",
        "--enable-auth", "0",
    ]  # fmt: skip
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=program.jar.parent,
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise UserError(
            f"{program.name} needs Java, and there is none here: apt-get install default-jre-headless, or set JAVA_HOME"
        ) from error
    except OSError as error:
        raise Failure(f"{program.name}: Java cannot be started: {error.strerror or error}") from error


def _said(process: subprocess.Popen[bytes], program: Program) -> str:
    """The next line that a process says as it starts."""
    assert process.stdout
    line = b""
    while not line.endswith(b"\n"):
        if not select.select([process.stdout], [], [], SECONDS)[0]:
            raise Failure(f"{program.name}: Java did not start within {SECONDS:g} s")
        part = os.read(process.stdout.fileno(), 1)
        if not part:
            raise Failure(f"{program.name}: Java ended as it started; does `java -version` work, and is it 8 or later?")
        line += part
    return line.decode("ascii", "replace").strip()


def _connected(port: int, secret: str) -> Any:
    from py4j import java_gateway

    # What goes wrong is one line of ours; py4j tells it with tracebacks, and some of that to the root of all loggers.
    java_gateway.logging = java_gateway.logger
    java_gateway.logger.setLevel(logging.CRITICAL + 1)
    parameters = java_gateway.GatewayParameters(port=port, auth_token=secret, read_timeout=SECONDS)
    return java_gateway.JavaGateway(gateway_parameters=parameters)


def _made(jvm: Any, name: str) -> Any:
    """An object of a class, which is named with its package."""
    for part in name.split("."):
        jvm = getattr(jvm, part)
    return jvm()


def _read_on(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError, ValueError):
        while process.stdout and os.read(process.stdout.fileno(), 2**16):
            pass


def _one_line(error: object) -> str:
    return " ".join(str(error).split())[:200]
