"""Logs of Inspect (https://inspect.aisi.org.uk) in which Ariadne's own tasks were played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ariadne.bridges.others.told import Told


class ByInspect:
    """Reads them; needs the extra `inspect`."""

    name = "Inspect"
    files = re.compile(r".+\.eval")

    def read(self, paths: Sequence[Path]) -> Told:
        """See `RunsOfOthers.read`: games, agents and scores are ours, so that all of it is comparable."""
        from ariadne.bridges.inspect.log import read_log

        return Told([episode for path in paths for episode in read_log(path)])
