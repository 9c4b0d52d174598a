"""Update every generated table, console block and picture in README and docs with the command in its mark.

    python tools/figures.py                   make all and write them into the pages
    python tools/figures.py --check           compare the quick ones, under a minute each; --all compares all
    python tools/figures.py --only errands    make one of them
    python tools/figures.py --list            list them

The output of a command is between two comments, which rendered pages do not show:

    <!-- made: errands (long) $ python benchmarks/errands.py -->

    | preset | memory | ...

    <!-- end -->

A figure is `quick` or `long`. Add `not compared` for output that always varies, such as speeds and browser
screenshots.

A command is a line of bash, run in the checkout, with the `python` and `ariadne` that run this script. Its runs are
kept apart from yours. If the text between the marks is a fenced block, the output goes into the fence; otherwise it is
Markdown. If the text shows pictures, the command writes files with their names into the folder `$OUT`. Its stdin is
the last block of Python code above the mark.

Results are cached in `.figures/` until the command or the code changes, so an interrupted run can be started again.
`--anew` clears the cache. The exit code is 1 if a figure differs, or could not be made.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".figures"
PAGES = ("README.md", "docs/**/*.md")
CODE = ("ariadne", "arigraph", "benchmarks", "games/*.yaml", "games/pddl", "plans", "prompts")
"""The code that all figures depend on, besides the files that a command names."""
DATA = ("tests/recorded",)
"""Recorded data of figures that are too expensive to make again."""
INTERRUPTED = 130
WIDTH = "120"

_MARKED = re.compile(
    r"^<!-- made: (?P<name>[\w-]+) \((?P<how>[^)]+)\) \$ (?P<command>.+?) -->\n(?P<body>.*?)^<!-- end -->$",
    re.DOTALL | re.MULTILINE,
)
_FENCED = re.compile(r"^(?P<open>```\w*\n)(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PICTURE = re.compile(r"\]\(([^)\s]+\.(?:svg|png|gif))\)")
_HOW = re.compile(r"(?P<pace>quick|long)(?P<loose>, not compared)?")


class NotMade(Exception):
    """A figure cannot be made; the message says why, in one line."""


@dataclass(frozen=True)
class Figure:
    """The text between two marks of a page."""

    page: Path
    name: str
    command: str
    body: str
    above: str
    """The last Python code above it."""
    is_quick: bool
    is_compared: bool

    @property
    def pictures(self) -> list[Path]:
        """The picture files that it shows."""
        return [self.page.parent / path for path in _PICTURE.findall(self.body)]

    @property
    def folder(self) -> Path:
        """The folder of its cached output."""
        return KEPT / "made" / self.name

    def digest(self) -> str:
        """The digest of everything that it depends on."""
        named = [path for word in self.command.split() if (path := ROOT / word).is_file()]
        parts = [self.command, self.above, _digest(CODE), _digest(DATA), *(_of_file(path) for path in named)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def pages() -> list[Path]:
    """The pages that may have figures."""
    return [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]


def figures(page: Path) -> Iterator[Figure]:
    """The figures of a page, from top to bottom.

    Raises:
        NotMade: a mark is malformed.
    """
    text = page.read_text(encoding="utf-8")
    for found in _MARKED.finditer(text):
        how = _HOW.fullmatch(found["how"])
        if how is None:
            raise NotMade(f"{page.name}: ({found['how']}) of {found['name']}: it is (quick) or (long), see --help")
        above = _PYTHON.findall(text[: found.start()])
        yield Figure(
            page, found["name"], found["command"], found["body"], above[-1] if above else "",
            how["pace"] == "quick", not how["loose"],
        )  # fmt: skip


def all_figures() -> list[Figure]:
    """The figures of all pages.

    Raises:
        NotMade: a mark is wrong, or two figures have one name.
    """
    found = [figure for page in pages() for figure in figures(page)]
    twice = {each.name for each in found if sum(other.name == each.name for other in found) > 1}
    if twice:
        raise NotMade(f"several figures are called {', '.join(sorted(twice))}: give each a different name")
    return found


def filled(body: str, printed: str) -> str:
    """The text between the marks, with a command's output inserted."""
    text = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())
    if _FENCED.search(body):
        return _FENCED.sub(lambda found: f"{found['open']}{text}```", body, count=1)
    return body if _PICTURE.search(body) else f"\n{text}\n"


def made(figure: Figure) -> str:
    """The output of its command, from the cache if possible; its pictures are then in its folder.

    Raises:
        NotMade: the command failed, or wrote no such picture.
    """
    printed, key = figure.folder / "printed", figure.folder / "digest"
    digest = figure.digest()
    if not key.is_file() or key.read_text(encoding="utf-8") != digest:
        shutil.rmtree(figure.folder, ignore_errors=True)
        figure.folder.mkdir(parents=True)
        text = _run(figure)
        for picture in figure.pictures:
            if not (figure.folder / picture.name).is_file():
                raise NotMade(f"{figure.name}: its command left no {picture.name} in $OUT")
        printed.write_text(text, encoding="utf-8")
        key.write_text(digest, encoding="utf-8")
    return printed.read_text(encoding="utf-8")


def _run(figure: Figure) -> str:
    """Run a command and end all its processes if this one is interrupted."""
    home = KEPT / "home"
    shutil.rmtree(home / "runs", ignore_errors=True)
    home.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(
        ["bash", "-o", "pipefail", "-c", figure.command],
        cwd=ROOT,
        env=_environment(home, figure.folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            printed, said = process.communicate(figure.above)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    if process.returncode:
        last = (said.strip() or printed.strip() or "it said nothing").splitlines()[-1]
        raise NotMade(f"{figure.name}: its command ended with {process.returncode}: {last}")
    return printed


def _environment(home: Path, out: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("OPENAI_API_KEY", "FORCE_COLOR")}
    paths = os.pathsep.join((str(Path(sys.executable).parent), kept.get("PATH", "")))
    ours = {"ARIADNE_HOME": str(home), "OUT": str(out), "COLUMNS": WIDTH, "PYTHONPATH": str(ROOT), "PATH": paths}
    return {**kept, **ours, "HF_HUB_OFFLINE": "1", "NO_PROXY": "127.0.0.1"}


@cache
def _digest(patterns: Sequence[str]) -> str:
    whole = hashlib.sha256()
    for found in (found for pattern in patterns for found in sorted(ROOT.glob(pattern))):
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.is_file() and "__pycache__" not in path.parts:
                whole.update(f"{path.relative_to(ROOT)} {_of_file(path)}\n".encode())
    return whole.hexdigest()


def _of_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def differs(figure: Figure) -> bool:
    """Whether a page differs from the output of the command.

    Raises:
        NotMade: it cannot be made.
    """
    body = filled(figure.body, made(figure))
    if not figure.is_compared:
        return False
    return body != figure.body or any(
        not path.is_file() or path.read_bytes() != (figure.folder / path.name).read_bytes() for path in figure.pictures
    )


def write(figure: Figure) -> bool:
    """Write the output of its command into its page; return whether that changed anything.

    Raises:
        NotMade: it cannot be made.
    """
    changes = differs(figure) or not figure.is_compared
    for path in figure.pictures:
        shutil.copy(figure.folder / path.name, path)
    page, body = figure.page.read_text(encoding="utf-8"), filled(figure.body, made(figure))
    found = next(found for found in _MARKED.finditer(page) if found["name"] == figure.name)
    start, end = found.span("body")
    figure.page.write_text(page[:start] + body + page[end:], encoding="utf-8")
    return changes


def _each(chosen: Sequence[Figure], act: Callable[[Figure], bool], word: str) -> list[str]:
    """Apply an action to each figure, report progress, and return the problems."""
    problems = []
    for number, figure in enumerate(chosen, 1):
        print(f"{number}/{len(chosen)} {figure.name} ({figure.page.name}): ", end="", flush=True)
        start = time.monotonic()
        try:
            outcome = word if act(figure) else "as it is"
        except NotMade as error:
            outcome = "not made"
            problems.append(str(error))
        else:
            if outcome == "differs":
                problems.append(f"{figure.name} of {figure.page.name} differs from what its command makes")
        print(f"{outcome} ({time.monotonic() - start:.0f} s)", flush=True)
    return problems


def _chosen(options: argparse.Namespace) -> list[Figure]:
    """The requested figures.

    Raises:
        NotMade: there is no figure of a name.
    """
    found = all_figures()
    names = {figure.name for figure in found}
    if unknown := set(options.only) - names:
        raise NotMade(f"there is no figure {', '.join(sorted(unknown))}: --list shows all")
    if options.only:
        return [figure for figure in found if figure.name in options.only]
    return [figure for figure in found if figure.is_quick or options.all or not options.check]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; the exit code is 1 if a figure differs")
    parser.add_argument("--all", action="store_true", help="also check the long ones")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this figure; can be repeated")
    parser.add_argument("--anew", action="store_true", help="discard cached results")
    parser.add_argument("--list", action="store_true", help="list the figures with their commands")
    options = parser.parse_args(arguments)
    try:
        chosen = _chosen(options)
        if options.list:
            print(*(f"{each.page.name}  {each.name}  {each.command}" for each in all_figures()), sep="\n")
            return 0
        for figure in chosen if options.anew else ():
            shutil.rmtree(figure.folder, ignore_errors=True)
        problems = _each(chosen, differs, "differs") if options.check else _each(chosen, write, "written")
    except NotMade as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped: run the same command again for the rest", file=sys.stderr)
        return INTERRUPTED
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
