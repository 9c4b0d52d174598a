from __future__ import annotations

from ariadne.forks import Lock, renew_in_child
from tests.forked import in_child, needs_forks

pytestmark = needs_forks


class Counted:
    """Counts its renewals."""

    def __init__(self) -> None:
        self.times = 0
        renew_in_child(self)

    def renew(self) -> None:
        self.times += 1


def free(lock: Lock) -> str:
    with lock:
        return "free"


def test_a_lock_that_is_held_is_free_in_a_forked_process() -> None:
    lock = Lock()
    with lock:
        assert in_child(lambda: free(lock)) == "free"
    assert free(lock) == "free"


def test_objects_are_renewed_once_and_only_in_the_child() -> None:
    counted = Counted()
    assert in_child(lambda: counted.times) == "1"
    assert in_child(lambda: in_child(lambda: counted.times)) == "2"
    assert counted.times == 0
