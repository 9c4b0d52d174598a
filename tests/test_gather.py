from __future__ import annotations

from ariadne.gather import gathered


def test_values_of_a_key_are_together_in_the_order_in_which_they_came() -> None:
    found = gathered([("b", 2), ("a", 1), ("b", 1), ("b", 2)])
    assert list(found.items()) == [("b", [2, 1, 2]), ("a", [1])]
