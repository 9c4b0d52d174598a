from __future__ import annotations

import pytest

from ariadne.embed.minilm import MiniLM


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    return MiniLM()
