"""A guard of sockets for commands that tests run: the kernel kills a process that asks for an internet socket.

It holds for libraries in C as well, and for all processes that the guarded one starts. Sockets within the machine
(`AF_UNIX`), by which processes of one command speak to each other, stay possible.
"""

from __future__ import annotations

import ctypes
import platform
import socket
import struct

_SOCKET = {"x86_64": 41, "aarch64": 198}.get(platform.machine())
"""The number of the system call `socket`."""
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_NUMBER, _FIRST_ARGUMENT = 0, 16

can_guard = platform.system() == "Linux" and _SOCKET is not None


def kill_on_sockets() -> None:
    """Guard this process from now on; for `preexec_fn` of `subprocess`."""
    program = [
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_IF_EQUAL, 0, 4, _SOCKET),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_JUMP_IF_EQUAL, 1, 0, socket.AF_INET),
        (_JUMP_IF_EQUAL, 0, 1, socket.AF_INET6),
        (_RETURN, 0, 0, _KILL),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    pointer = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.prctl(_SECCOMP, _FILTER, pointer, 0, 0):
        raise OSError(ctypes.get_errno(), "cannot guard sockets")
