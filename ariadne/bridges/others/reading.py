"""Selecting the reader of a log by its name, and merging logs of several harnesses.

Logs of Inspect (https://inspect.aisi.org.uk) are of Ariadne's own tasks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ariadne.bridges.others import balrog, tales
from ariadne.bridges.others.told import LogReader, OtherEpisodes
from ariadne.errors import UserError
from ariadne.evaluate.arms import arm_of
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.results import distinct
from ariadne.gather import gathered
from ariadne.runs.run import CONFIG


def _read_inspect(paths: Sequence[Path]) -> OtherEpisodes:
    """Read logs with the extra `inspect`. Games, agents and scores are ours, so everything is comparable."""
    from ariadne.bridges.inspect.log import read_log

    return OtherEpisodes([episode for path in paths for episode in read_log(path)])


INSPECT = "Inspect"
READERS: Mapping[str, LogReader] = {
    "TALES": tales.READER,
    "BALROG": balrog.READER,
    INSPECT: LogReader(re.compile(r".+\.eval"), _read_inspect),
}
MOST_FILES = 200_000

Logs = Mapping[str, Sequence[Path]]
"""Log files by harness."""


def logs_in(path: Path) -> Logs:
    """Return the other harnesses' logs at a path: the file itself, or all files below a folder that is not a run of
    ours. Links are not followed.

    Raises:
        UserError: the folder contains too many files.
    """
    if not path.is_dir():
        whose = _whose(path.name) or (INSPECT if path.suffix == ".json" else None)
        return {whose: [path]} if whose else {}
    if (path / CONFIG).exists():
        return {}
    return gathered((whose, file) for file in _files(path) if (whose := _whose(file.name)))


def read(logs: Sequence[Logs]) -> OtherEpisodes:
    """Read logs; a file that is named twice counts once.

    Raises:
        UserError: one cannot be read, or has no game of Ariadne's.
    """
    files = gathered((whose, file) for each in logs for whose, found in each.items() for file in found)
    episodes = [READERS[whose].read(distinct(found)) for whose, found in files.items()]
    return OtherEpisodes(
        [episode for each in episodes for episode in each.episodes], [note for each in episodes for note in each.notes]
    )


def limits(episodes: Sequence[Played]) -> Iterator[str]:
    """A sentence for each game whose step limit differed between agents."""
    for game, played in gathered((each.summary.game, each) for each in episodes).items():
        by_limit = gathered((each.max_steps, arm_of(each).name) for each in played)
        if len(by_limit) > 1:
            parts = (f"{limit or 'unknown'} for {', '.join(dict.fromkeys(names))}" for limit, names in by_limit.items())
            yield f"{game}, limits of steps differ: {'; '.join(parts)}."


def _whose(name: str) -> str | None:
    return next((whose for whose, reader in READERS.items() if reader.files.fullmatch(name)), None)


def _files(folder: Path) -> Iterator[Path]:
    """All regular files below a folder, in order."""
    number = 0
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            number += 1
            if number > MOST_FILES:
                raise UserError(f"{folder} contains more than {MOST_FILES:,} files: name the folder of one evaluation")
            file = Path(place, name)
            if file.is_file() and not file.is_symlink():
                yield file
