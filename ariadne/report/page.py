"""HTML pages of one file each. They fetch nothing, and allow only their own scripts and style."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.caches import cached
from ariadne.errors import UserError
from ariadne.files import write
from ariadne.installed import __version__
from ariadne.text import one_line, safe

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

ASSETS = Path(__file__).with_name("assets")


def page(
    title: str,
    lead: Sequence[str],
    parts: Sequence[Markup],
    scripts: Sequence[str] = (),
    up: Mapping[str, str] | None = None,
    follows: bool = False,
    sends: bool = False,
) -> str:
    """Return a whole page.

    Args:
        title: also its heading.
        lead: lines below the heading.
        parts: its sections.
        scripts: the names of the assets that it runs, in order.
        up: its links back: their texts and relative addresses.
        follows: whether it may poll the server that it came from; a page on disk has none.
        sends: whether its forms may send to that server.
    """
    from markupsafe import Markup

    style, codes = asset("page.css"), [asset(script) for script in scripts]
    text: str = _template("page.html").render(
        title=one_line(title),
        heading=one_line(title),
        lead=[one_line(line) for line in lead],
        parts=parts,
        up=up or {},
        policy=policy(style, codes, follows, sends),
        version=__version__,
        # All are our own files; escaping would break the hashes in the policy.
        style=Markup(style),
        scripts=[Markup(code) for code in codes],
    )
    return text


def part(name: str, **values: Any) -> Markup:
    """Return a section from a template, with all values escaped."""
    from markupsafe import Markup

    return Markup(_template(f"{name}.html").render(**values))


def policy(style: str, scripts: Sequence[str], follows: bool = False, sends: bool = False) -> str:
    """Return a page's Content Security Policy: this style, these scripts, and nothing else.

    A page that `follows` may poll its own server; one that `sends` may send it forms.
    """
    run = " ".join(f"'{_digest(script)}'" for script in scripts) or "'none'"
    ask = "connect-src 'self'; " if follows else ""
    form = "'self'" if sends else "'none'"
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {run}; img-src data:; {ask}"
        f"base-uri 'none'; form-action {form}"
    )


def place(runs: Sequence[Path], out: Path | None, name: str) -> Path:
    """Return where a page of runs is written: the user's choice, or the first run's folder."""
    if out is None:
        return runs[0] / name
    return out if out.suffix == ".html" else out / name


def write_page(path: Path, text: str, inside: bool, force: bool) -> None:
    """Write a page.

    Args:
        inside: the page is in a run's folder; follow no symbolic link.
        force: as for `files.write`.

    Raises:
        UserError: the page cannot be written.
    """
    try:
        if not inside:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make {path.parent}: {error.strerror or error}") from error
    write(path, text, inside, force=force)


@cached(None)
def asset(name: str) -> str:
    """Return the text of an asset."""
    return (ASSETS / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _template(name: str) -> Any:
    return _environment().get_template(name)


def _tamed(value: Any) -> Any:
    """Strip terminal control characters from a template's values. Markup is our own and stays unchanged."""
    return safe(value, None) if type(value) is str else value


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(ASSETS),
        autoescape=True,
        finalize=_tamed,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
