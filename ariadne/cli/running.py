"""What `eval`, `qa` and `exam` share: a run of many jobs, from its first to its scorecard, that can be gone on with."""

from __future__ import annotations

import asyncio
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Set
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TextIO, TypeVar

from ariadne.cli.exits import Stopped
from ariadne.cli.options import can_draw
from ariadne.errors import Failure, UserError

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console

    from ariadne.evaluate.tables import Page
    from ariadne.evaluate.work import Board, Result
    from ariadne.runs.resources import Configured
    from ariadne.runs.run import Run

P = TypeVar("P", bound="Configured")
J = TypeVar("J")
M = TypeVar("M", bound="BaseModel")

RUN = (
    "runs", "resume", "trust", "concurrency", "timeout", "retries", "run_tokens", "run_usd", "no_cache", "dry_run",
    "as_json", "quiet",
)  # fmt: skip
"""Options of every such command."""

ADDRESSES = ("base_url", "embedder_base_url")
# What may change while a run is gone on with.
_CHANGING = ("concurrency", "processes", "timeout", "retries", "run_tokens", "run_usd", "cache")


class RunCommand(ABC, Generic[P, J]):
    """A command that does the jobs of a plan, and makes a scorecard of them."""

    command: str
    argument: str
    jobs_are: str
    """What its jobs are called."""
    _as_json = False
    is_quiet = False
    """Whether nothing is told of how the run comes along, and nothing of the scorecard but its verdict."""

    @abstractmethod
    def new(self, choices: dict[str, Any]) -> P:
        """The plan that is asked for."""

    @abstractmethod
    def old(self, run: Run, changes: dict[str, Any]) -> P:
        """The plan of a run; `changes` go before what it says."""

    def kept(self, run: Run, kind: type[M], names: Set[str], changes: dict[str, Any]) -> M:
        """The plan of a run as its folder keeps it.

        Args:
            kind: of plan, which says all these `names`.

        Raises:
            UserError: it is no run of this command, or its configuration is damaged.
        """
        from ariadne.yaml_file import parse_yaml, read_model

        content = None
        with suppress(UserError):
            content = parse_yaml(run.configuration(), str(run.config))
        if not isinstance(content, dict) or not names <= content.keys():
            raise UserError(f"{run.path} is no run of ariadne {self.command}")
        return read_model(kind, {**content, **changes}, str(run.config))

    @abstractmethod
    def jobs(self, plan: P) -> list[J]:
        """Its jobs, all that it says being possible."""

    @abstractmethod
    def foretell(self, plan: P, jobs: list[J]) -> str:
        """What will be done, and what that takes at most."""

    def tell(self, line: str) -> None:
        """Tell on stderr how the run comes along: stdout is for what it comes to."""
        if not self.is_quiet:
            print(line, file=sys.stderr, flush=True)

    def board(
        self,
        live: Callable[[Console], AbstractContextManager[Board[Any]]],
        lines: Callable[[TextIO], Board[Any]],
    ) -> AbstractContextManager[Board[Any]]:
        """What tells of single jobs: a live board in a terminal, else lines, or nothing."""
        from rich.console import Console

        from ariadne.evaluate.work import Board

        if self.is_quiet:
            return nullcontext(Board())
        return live(Console(file=sys.__stderr__)) if can_draw(sys.stderr) else nullcontext(lines(sys.stderr))

    def show(self, page: Page) -> None:
        """Show the scorecard at the end."""
        from ariadne.evaluate.tables import as_json, as_verdict, show

        if self._as_json:
            sys.stdout.write(as_json(page))
        elif self.is_quiet:
            sys.stdout.write(as_verdict(page))
        else:
            show(page, sys.stdout)

    def get_ready(self, jobs: list[J]) -> None:
        """Make what jobs wait for."""

    def begun(self, plan: P, run: Run) -> P:
        """The plan that a new run keeps, with what it is played on."""
        return plan

    def settled(self, plan: P, run: Run, as_it_was: bool) -> P:
        """The plan of a run that is gone on with.

        Raises:
            UserError: what it is played on has changed, and nobody agreed to go on with it as it was.
        """
        return plan

    @abstractmethod
    def do(self, plan: P, jobs: list[J], run: Run) -> Result:
        """Do the jobs that are left."""

    @abstractmethod
    def page(self, plan: P, folder: Path) -> Page:
        """The scorecard of the run's folder."""

    def carry_out(self, choices: dict[str, Any], argued: bool) -> None:
        """Do what a command line says: begin a run, go on with one, or say what would be done.

        Args:
            choices: its options.
            argued: whether the plan's argument was said.

        Raises:
            Stopped: Ctrl-C. UserError: a mistake that would fail every job. Failure: some jobs failed.
        """
        from ariadne.runs import settings
        from ariadne.runs.named import find_run
        from ariadne.runs.resources import check_ready, with_endpoints
        from ariadne.runs.run import new_run, old_run

        self._as_json, self.is_quiet = (bool(choices.pop(name, False)) for name in ("as_json", "quiet"))
        resume, dry_run = (choices.pop(name, None) for name in ("resume", "dry_run"))
        trust, as_it_was = (bool(choices.pop(name, False)) for name in ("trust", "as_it_was"))
        runs = choices.pop("runs", None) or settings.runs()
        if choices.pop("no_cache", False):
            choices["cache"] = False
        if resume is None:
            if trust or as_it_was:
                raise UserError(f"{'--trust' if trust else '--as-it-was'} goes with --resume RUN")
            plan = with_endpoints(self.new(choices))
            jobs = self.jobs(plan)
            if dry_run:
                return self._say_only(plan, jobs)
            self.tell(self.foretell(plan, jobs))
            check_ready(plan)
            self.get_ready(jobs)
            with new_run(runs, self.command) as run:
                plan = self.begun(plan, run)
                run.keep(plan)  # type: ignore[arg-type]
                self._do(plan, self.jobs(plan), run)
            return
        shaping = [name for name in choices if name not in (*_CHANGING, *ADDRESSES)]
        refuse_changes([self.argument] * argued + as_said(shaping))
        with old_run(find_run(resume, runs)) as run:
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
        """What a dry run comes to, and what is missing for a real one; where JSON is wanted, there is none."""
        from ariadne.runs.resources import check_ready

        said = [self.foretell(plan, jobs)]
        try:
            check_ready(plan)
        except UserError as error:
            said.append(f"it cannot begin yet: {error}")
        print(*said, sep="\n", file=sys.stderr if self._as_json else sys.stdout, flush=True)

    def _do(self, plan: P, jobs: list[J], run: Run) -> None:
        """Do the jobs of a run, and say what came of them."""
        from ariadne.evaluate import tables

        self.tell(f"run {run.path}")
        how_to_go_on = f"go on with: ariadne {self.command} --resume {shlex.quote(str(run.path))}"
        try:
            result = self.do(plan, jobs, run)
        except (KeyboardInterrupt, asyncio.CancelledError) as error:
            raise Stopped(f"stopped; {how_to_go_on}") from error
        except UserError as error:
            raise UserError(f"{error} ({how_to_go_on})") from error
        try:
            page = self.page(plan, run.path)
        except UserError as error:
            if not (result.stopped or result.failed):
                raise Failure(f"no scorecard: {error}") from error
            # It ended before the baseline, or anything, had begun.
            print(f"no scorecard yet: {error}", file=sys.stderr)
        else:
            tables.save(page, run.path)
            self.show(page)
        if result.stopped:
            left = f"{self.jobs_are} left: {result.left}"
            print(f"stopped: {result.stopped}; {left}; {how_to_go_on} with a larger budget", file=sys.stderr)
        if result.failed:
            raise Failure(f"{result.failed} of {len(jobs)} {self.jobs_are} failed; {how_to_go_on}")


def check_trust_in(run: Run, plan: Any, choices: Mapping[str, Any], trust: bool) -> None:
    """See that a run may be gone on with, in case it comes from somebody else.

    Args:
        choices: endpoints that are named once more are among them.

    Raises:
        UserError: it would reach what nobody has agreed to, or an address is not the run's.
    """
    from ariadne.runs.trust import check_trust, reach_of

    again = [name for name in ADDRESSES if name in choices]
    refuse_changes(as_said([name for name in again if choices[name] != getattr(plan, name)]))
    check_trust(run.path, reach_of(plan), trust, as_said(again))


def as_said(names: list[str]) -> list[str]:
    """Options as one types them."""
    return [f"--{name.replace('_', '-')}" for name in names]


def refuse_changes(said: list[str]) -> None:
    """See that a run that is gone on with stays what it is.

    Raises:
        UserError: something was said that would change it.
    """
    if said:
        raise UserError(f"--resume goes on with a run as it is: leave out {', '.join(said)}, or start a new one")
