"""What `eval` and `qa` share: a run of many jobs, from its first to its scorecard, that can be gone on with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.cli.exits import Stopped
from ariadne.errors import Failure, UserError

if TYPE_CHECKING:
    from ariadne.evaluate.work import Result
    from ariadne.runs.run import Run
    from ariadne.runs.trust import Reaching


@dataclass(frozen=True)
class Errand:
    """A command that does many jobs.

    Attributes:
        command: its name. `jobs`: what its jobs are called.
        build: makes the run's scorecard. `show`: keeps it in the run's folder, and shows it.
    """

    command: str
    jobs: str
    build: Callable[[Path], Any]
    show: Callable[[Any, Path], None]

    def run(self, run: Run, count: int, do: Callable[[], Result]) -> None:
        """Do the jobs of a run, and say what came of them.

        Args:
            count: how many jobs there are.
            do: does those that are left.

        Raises:
            Stopped: Ctrl-C. UserError: a mistake that would fail every job. Failure: some jobs failed.
        """
        print(f"run {run.path}", flush=True)
        how_to_go_on = f"go on with: ariadne {self.command} --resume {run.path}"
        try:
            result = do()
        except (KeyboardInterrupt, asyncio.CancelledError) as error:
            raise Stopped(f"stopped; {how_to_go_on}") from error
        except UserError as error:
            raise UserError(f"{error} ({how_to_go_on})") from error
        try:
            card = self.build(run.path)
        except UserError as error:
            # It ended before the baseline, or anything, had begun.
            print(f"no scorecard yet: {error}")
        else:
            self.show(card, run.path)
        if result.stopped:
            print(f"stopped: {result.stopped}; {self.jobs} left: {result.left}; {how_to_go_on} with a larger budget")
        if result.failed:
            raise Failure(f"{result.failed} of {count} {self.jobs} failed; {how_to_go_on}")


@dataclass(frozen=True)
class Again:
    """What is said of a run that is gone on with, in case it comes from somebody else.

    Attributes:
        trust: it is trusted, whatever it reaches.
        addresses: endpoints that are named once more, by the names of their settings.
    """

    trust: bool
    addresses: Mapping[str, str | None]

    def refuse_trust(self) -> None:
        """See that nobody trusts a run that is new.

        Raises:
            UserError: somebody does.
        """
        if self.trust:
            raise UserError("--trust goes with --resume RUN")

    def check(self, run: Run, plan: Reaching) -> None:
        """See that a run may be gone on with.

        Raises:
            UserError: it would reach what nobody has agreed to, or an address is not the run's.
        """
        from ariadne.runs.trust import check_trust, reach_of

        others = {name: said for name, said in self.addresses.items() if said != getattr(plan, name)}
        refuse_changes("", False, others)
        said = [f"--{name.replace('_', '-')}" for name in given(self.addresses)]
        check_trust(run.path, reach_of(plan), self.trust, said)


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were said."""
    return {name: value for name, value in options.items() if value is not None}


def refuse_changes(argument: str, is_there: bool, shaping: Mapping[str, Any]) -> None:
    """See that a run that is gone on with stays what it is.

    Raises:
        UserError: the argument, or an option that would change what the run is, was said as well.
    """
    changed = [argument] * is_there + [f"--{name.replace('_', '-')}" for name in given(shaping)]
    if changed:
        raise UserError(f"--resume goes on with a run as it is: leave out {', '.join(changed)}, or start a new one")
