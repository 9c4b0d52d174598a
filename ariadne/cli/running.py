"""Shared by `eval`, `qa` and `exam`: a run of many jobs, from its plan to its scorecard, that can be resumed."""

from __future__ import annotations

import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Set
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TextIO, TypeVar

from ariadne.cli.exit_codes import explained
from ariadne.cli.options import as_said, can_draw
from ariadne.errors import Failure, UserError
from ariadne.text import one_line

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console

    from ariadne.evaluate.scheduler import Board, Result
    from ariadne.evaluate.tables import ScorecardPage
    from ariadne.runs.run import Run
    from ariadne.runs.trust import Configured

P = TypeVar("P", bound="Configured")
J = TypeVar("J")
M = TypeVar("M", bound="BaseModel")

ADDRESSES = ("base_url", "embedder_base_url")
# Options that may change when a run is resumed.
_CHANGING = ("concurrency", "processes", "timeout", "retries", "run_tokens", "run_usd", "cache")


class RunCommand(ABC, Generic[P, J]):
    """A command that does the jobs of a plan and prints their scorecard."""

    command: str
    argument: str
    jobs_are: str
    """The noun for its jobs, e.g. `episodes`."""
    _as_json = False
    is_quiet = False
    """Whether only the verdict is printed."""

    @abstractmethod
    def new(self, choices: dict[str, Any]) -> P:
        """The plan of a new run."""

    @abstractmethod
    def old(self, run: Run, changes: dict[str, Any]) -> P:
        """The plan of an existing run; `changes` override it."""

    def kept(self, run: Run, kind: type[M], names: Set[str], changes: dict[str, Any]) -> M:
        """Read the plan from the folder of a run.

        Args:
            kind: The type of the plan.
            names: Keys that every plan of this command has.

        Raises:
            UserError: It is not a run of this command, or its configuration is damaged.
        """
        from ariadne.yaml_file import parse_yaml, read_model

        content = parse_yaml(run.configuration(), str(run.config))
        if not isinstance(content, dict) or not names <= content.keys():
            raise UserError(f"{run.path} is not a run of `ariadne {self.command}`")
        return read_model(kind, {**content, **changes}, str(run.config))

    @abstractmethod
    def jobs(self, plan: P) -> list[J]:
        """The jobs of a plan.

        Raises:
            UserError: The plan has a value that no job can have.
        """

    @abstractmethod
    def foretell(self, plan: P, jobs: list[J]) -> str:
        """Describe the jobs and their largest possible cost."""

    def tell(self, line: str) -> None:
        """Print progress to stderr; stdout is for the result."""
        if not self.is_quiet:
            print(line, file=sys.stderr, flush=True)

    def board(
        self,
        live: Callable[[Console], AbstractContextManager[Board[Any]]],
        lines: Callable[[TextIO], Board[Any]],
    ) -> AbstractContextManager[Board[Any]]:
        """The progress display: a live board in a terminal, lines elsewhere, nothing with `--quiet`."""
        from rich.console import Console

        from ariadne.evaluate.scheduler import Board

        if self.is_quiet:
            return nullcontext(Board())
        return live(Console(file=sys.__stderr__)) if can_draw(sys.stderr) else nullcontext(lines(sys.stderr))

    def show(self, page: ScorecardPage) -> None:
        """Print the scorecard."""
        from ariadne.evaluate.tables import as_json, as_verdict, show

        if self._as_json:
            sys.stdout.write(as_json(page))
        elif self.is_quiet:
            sys.stdout.write(as_verdict(page))
        else:
            show(page, sys.stdout)

    def get_ready(self, jobs: list[J]) -> None:
        """Make what the jobs need, such as games."""

    def begun(self, plan: P, run: Run) -> P:
        """The plan as a new run keeps it, with the digests of its games."""
        return plan

    def settled(self, plan: P, run: Run, as_it_was: bool) -> P:
        """The plan of a run that is resumed.

        Raises:
            UserError: Its games have changed, and `--as-it-was` was not given.
        """
        return plan

    @abstractmethod
    def do(self, plan: P, jobs: list[J], run: Run) -> Result:
        """Do the remaining jobs."""

    def carry_out(self, choices: dict[str, Any], argued: bool) -> None:
        """Begin a run, resume one, or print its size and price.

        Args:
            choices: The options that were given.
            argued: Whether the command has its argument, e.g. PLAN.

        Raises:
            Stopped: Ctrl-C.
            UserError: A mistake that would fail every job.
            Failure: Some jobs failed.
        """
        from ariadne.runs import settings
        from ariadne.runs.named import find_run
        from ariadne.runs.resources import check_ready, with_endpoints
        from ariadne.runs.run import new_run, old_run

        self._as_json, self.is_quiet = (bool(choices.pop(name, False)) for name in ("as_json", "quiet"))
        resume, dry_run = (choices.pop(name, None) for name in ("resume", "dry_run"))
        trust, as_it_was = (bool(choices.pop(name, False)) for name in ("trust", "as_it_was"))
        runs = Path(choices.pop("runs", None) or settings.runs())
        if resume is None:
            if trust or as_it_was:
                raise UserError(f"{'--trust' if trust else '--as-it-was'} needs --resume RUN")
            plan = with_endpoints(self.new(choices))
            jobs = self.jobs(plan)
            if dry_run:
                return self._say_only(plan, jobs)
            self.tell(self.foretell(plan, jobs))
            check_ready(plan)
            self.get_ready(jobs)
            with new_run(runs, self.command) as run:
                plan = self.begun(plan, run)
                run.keep(plan)
                self._do(plan, self.jobs(plan), run)
            return
        shaping = [name for name in choices if name not in (*_CHANGING, *ADDRESSES)]
        refuse_changes([self.argument] * argued + as_said(shaping))
        with old_run(find_run(Path(resume), runs)) as run:
            plan = self.old(run, {name: value for name, value in choices.items() if name in _CHANGING})
            if dry_run:
                return self._say_only(plan, self.jobs(plan))
            check_trust_in(run, plan, choices, trust)
            plan = self.settled(plan, run, as_it_was)
            jobs = self.jobs(plan)
            check_ready(plan)
            self.get_ready(jobs)
            self._do(plan, jobs, run)

    def _say_only(self, plan: P, jobs: list[J]) -> None:
        """Print the size of the run and what it still needs; to stderr with `--json`."""
        from ariadne.runs.resources import check_ready

        lines = [self.foretell(plan, jobs)]
        try:
            check_ready(plan)
        except UserError as error:
            lines.append(f"not ready to start: {error}")
        print(*lines, sep="\n", file=sys.stderr if self._as_json else sys.stdout, flush=True)

    def _do(self, plan: P, jobs: list[J], run: Run) -> None:
        """Do the jobs of a run and print the result."""
        from ariadne.evaluate import tables
        from ariadne.report.cards import page_of

        self.tell(f"run {run.path}")
        how_to_go_on = resuming(self.command, run, plan)
        with explained(run.path, how_to_go_on):
            result = self.do(plan, jobs, run)
        try:
            page = page_of([run.path], getattr(plan, "baseline", None))
        except UserError as error:
            if not (result.stopped or result.failed):
                raise Failure(f"no scorecard: {error}") from error
            # The run stopped before the baseline had an episode.
            print(f"no scorecard yet: {error}", file=sys.stderr)
        else:
            tables.save(page, run.path)
            self.show(page)
        if result.stopped:
            left = f"{self.jobs_are} left: {result.left}"
            print(f"stopped: {result.stopped}; {left}; {how_to_go_on} and a larger budget", file=sys.stderr)
        if result.failed:
            why = f" ({one_line(result.error)})" if self.is_quiet else ""
            raise Failure(f"{result.failed} of {len(jobs)} {self.jobs_are} failed{why}; {how_to_go_on}")


def resuming(command: str, run: Run, plan: Configured) -> str:
    """How to resume a run: its command, with the endpoints that have to be named again."""
    from ariadne.runs.trust import named_again, reach_of

    return f"resume with: ariadne {command} --resume {shlex.quote(str(run.path))}{named_again(reach_of(plan))}"


def check_trust_in(run: Run, plan: Any, choices: Mapping[str, Any], trust: bool) -> None:
    """Check that a run, which may come from elsewhere, may be resumed.

    Args:
        choices: Options, among them endpoints that were given again.

    Raises:
        UserError: The run would reach something that the user has not accepted, or an endpoint is not the run's.
    """
    from ariadne.runs.trust import check_trust, reach_of

    again = [name for name in ADDRESSES if name in choices]
    refuse_changes(as_said([name for name in again if choices[name] != getattr(plan, name)]))
    check_trust(run.path, reach_of(plan), trust, as_said(again))


def refuse_changes(said: list[str]) -> None:
    """Refuse options that would change a run that is resumed.

    Raises:
        UserError: There are some.
    """
    if said:
        raise UserError(f"--resume cannot change a run: leave out {', '.join(said)}, or start a new run")
