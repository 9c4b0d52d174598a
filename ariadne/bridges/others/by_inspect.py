"""Logs of Inspect (https://inspect.aisi.org.uk) from Ariadne's own tasks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ariadne.bridges.others.told import OtherEpisodes


class ByInspect:
    """Reads Inspect's logs; needs the extra `inspect`."""

    name = "Inspect"
    files = re.compile(r".+\.eval")

    def read(self, paths: Sequence[Path]) -> OtherEpisodes:
        """See `RunsOfOthers.read`. Games, agents and scores are ours, so everything is comparable."""
        from ariadne.bridges.inspect.log import read_log

        return OtherEpisodes([episode for path in paths for episode in read_log(path)])
