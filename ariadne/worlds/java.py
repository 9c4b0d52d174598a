"""Worlds in Java: each is played in a separate Java process, through py4j.

A finished world's process is reused for the next world. It ignores Ctrl-C, and always ends with this process: it exits
when its standard input closes. If it dies or does not answer, the episode fails.
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

from ariadne.errors import Failure, MissingPackage, UserError, line_of
from ariadne.forks import Lock, in_child

SECONDS = 120.0
"""Wall-clock seconds for the start of Java, and for each answer."""

MEMORY = "1g"
"""The heap limit of a process."""

IDLE = 2
"""The number of idle processes kept for each program."""

# The environment variables that Java needs. Secrets such as API keys are not passed on.
_ENVIRONMENT = ("PATH", "JAVA_HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

T = TypeVar("T")


@dataclass(frozen=True)
class Program:
    """A Java program.

    Attributes:
        name: its name in messages.
        extra: the extra of Ariadne that installs it.
        jar: its file; the process starts in the folder of this file.
        entry: the class whose methods are called.
    """

    name: str
    extra: str
    jar: Path
    entry: str


def installed(name: str, extra: str, jar: str, entry: str) -> Program:
    """Return a program that ships with a Python package.

    Args:
        jar: its file, relative to the folder that holds the package: `scienceworld/scienceworld.jar`.

    Raises:
        MissingPackage: the package is not installed.
    """
    package, _, file = jar.partition("/")
    found = find_spec(package)
    if found is None or found.origin is None:
        raise MissingPackage(name, extra)
    return Program(name, extra, Path(found.origin).with_name(file), entry)


class Java:
    """A process of a program, and the object whose methods are called.

    Raises:
        UserError: Java is not installed.
        MissingPackage: py4j is not installed.
        Failure: Java did not start.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._failure = ""
        self._gateway: Any = None
        self._process = _started(program)
        try:
            port, secret = _start_line(self._process, program), _start_line(self._process, program)
            # Only the start message is used, but later output must be read or it would fill the pipe.
            threading.Thread(target=_read_on, args=(self._process,), daemon=True).start()
            self._gateway = _connected(int(port), secret)
            self._object = self.ask(partial(_made, self._gateway.jvm, program.entry))
        except BaseException:
            self.end()
            raise
        _processes.add(self)

    @property
    def lives(self) -> bool:
        """Whether the process can still be used."""
        return not self._failure and self._process.poll() is None

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the object.

        Raises:
            Failure: the call failed, or the process has ended or timed out, now or before.
        """
        return self.ask(lambda: getattr(self._object, method)(*arguments))

    def ask(self, asked: Callable[[], T]) -> T:
        """Run `asked`, which talks to the process, and return its result.

        Raises:
            Failure: see `call`.
        """
        from py4j.protocol import Py4JError, Py4JJavaError

        if self._failure:
            raise Failure(self._failure)
        began = time.monotonic()
        try:
            return asked()
        except Py4JJavaError as error:
            self._failure = f"{self.program.name} failed: {line_of(error.java_exception)[:200]}"
        except (Py4JError, OSError) as error:
            self._failure = f"{self.program.name}: {self._why(error, time.monotonic() - began)}"
        self.end()
        raise Failure(self._failure)

    def end(self) -> None:
        """End the process."""
        _processes.discard(self)
        self._failure = self._failure or f"{self.program.name}: its Java process was ended"
        self._process.kill()
        self._process.wait()
        if self._gateway:
            self._gateway.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def _why(self, error: BaseException, seconds: float) -> str:
        """Describe the failure; py4j does not report timeouts as timeouts."""
        if seconds >= SECONDS:
            return f"its Java process did not answer for {SECONDS:g} s"
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        ended = self._process.returncode is not None
        return "its Java process has ended" if ended else f"its Java process cannot be called ({line_of(error)[:200]})"


_processes: set[Java] = set()
_idle: list[Java] = []
_lock = Lock()


def taken(program: Program) -> Java:
    """Take an idle process of a program, or start one.

    Raises:
        UserError, MissingPackage, Failure: see `Java`.
    """
    with _lock:
        for java in [each for each in _idle if each.program == program]:
            _idle.remove(java)
            if java.lives:
                return java
            java.end()
    return Java(program)


def given_back(java: Java) -> None:
    """Return a process for reuse."""
    with _lock:
        if java.lives and sum(each.program == java.program for each in _idle) < IDLE:
            _idle.append(java)
            return
    java.end()


class JavaWorld:
    """The base of worlds in Java. It keeps a process until it is closed.

    Raises:
        UserError, MissingPackage, Failure: see `Java`.
    """

    def __init__(self, program: Program) -> None:
        self._java: Java | None = taken(program)

    def close(self) -> None:
        if self._java:
            given_back(self._java)
        self._java = None

    def _call(self, method: str, *arguments: Any) -> Any:
        return self._engine.call(method, *arguments)

    def _strings(self, method: str) -> tuple[str, ...]:
        """The items of a Java list."""
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


@in_child
def _forget() -> None:
    """Forget the Java processes in a fork of this process: only the parent uses and ends them."""
    _processes.clear()
    _idle.clear()


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
            f"{program.name} needs Java, which was not found: apt-get install default-jre-headless, or set JAVA_HOME"
        ) from error
    except OSError as error:
        raise Failure(f"{program.name}: Java cannot be started: {error.strerror or error}") from error


def _start_line(process: subprocess.Popen[bytes], program: Program) -> str:
    """The next line of a process's start message."""
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

    # Failures are reported in one line; py4j would log tracebacks, some of them to the root logger.
    java_gateway.logging = java_gateway.logger
    java_gateway.logger.setLevel(logging.CRITICAL + 1)
    parameters = java_gateway.GatewayParameters(port=port, auth_token=secret, read_timeout=SECONDS)
    return java_gateway.JavaGateway(gateway_parameters=parameters)


def _made(jvm: Any, name: str) -> Any:
    """Create an object of a class, given its name with the package."""
    for part in name.split("."):
        jvm = getattr(jvm, part)
    return jvm()


def _read_on(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError, ValueError):
        while process.stdout and os.read(process.stdout.fileno(), 2**16):
            pass
