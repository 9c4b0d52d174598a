"""What can go wrong, as people read it.

AriadneError              the base; the command line prints its message and exits
├── UserError             the user can mend it: exit code 2
│   └── MissingPackage    an optional package is not installed; names the pip command
├── Failure               it is outside the user's hand: exit code 1
└── AnswerError           a model's reply does not fit the question; a repair may follow
"""

from __future__ import annotations

__all__ = ["AnswerError", "AriadneError", "Failure", "MissingPackage", "UserError"]


class AriadneError(Exception):
    """Base of all errors that Ariadne raises on purpose; the message is one line for people."""

    exit_code = 1


class UserError(AriadneError):
    """A mistake that the user can mend: the message says what is wrong and what to do."""

    exit_code = 2


class MissingPackage(UserError):
    """An optional package is not there."""

    def __init__(self, what: str, pip: str) -> None:
        super().__init__(f"{what} needs a package that is not installed: pip install '{pip}'")


class Failure(AriadneError):
    """Something outside the user's hand failed, and trying again later may help."""


class AnswerError(AriadneError):
    """A model's reply could not be read as the answer that the question asks for."""
