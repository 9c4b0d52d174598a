"""Which of many examples run by day."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet


def mostly_nightly(examples: Iterable[str], kept: Collection[str]) -> list[ParameterSet]:
    """The examples, of which all but those to keep are marked `nightly`."""
    return [pytest.param(each, marks=[pytest.mark.nightly] * (each not in kept)) for each in examples]
