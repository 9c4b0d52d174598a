"""BabyAI comes with an extra: where minigrid is not installed, nothing here is collected."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("minigrid") else ["test_*.py"]
