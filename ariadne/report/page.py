"""Pages: one file each, which fetches nothing, and runs and wears nothing but what it was made with."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne import __version__
from ariadne.screen.words import one_line, safe

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

ASSETS = Path(__file__).with_name("assets")


def page(title: str, lead: Sequence[str], parts: Sequence[Markup], script: str | None = None, up: str = "") -> str:
    """A whole page.

    Args:
        title: also its heading.
        lead: lines below the heading.
        parts: its sections.
        script: the name of an asset that it runs.
        up: where its way back leads, a relative address.
    """
    from markupsafe import Markup

    style, code = asset("page.css"), asset(script) if script else ""
    text: str = _template("page.html").render(
        title=one_line(title),
        heading=one_line(title),
        lead=[one_line(line) for line in lead],
        parts=parts,
        up=up,
        policy=policy(style, code),
        version=__version__,
        # Both are files of ours, and the policy's hashes are of them as they stand.
        style=Markup(style),
        script=Markup(code),
    )
    return text


def part(name: str, **values: Any) -> Markup:
    """A section from one of the templates; whatever is put into it is escaped."""
    from markupsafe import Markup

    return Markup(_template(f"{name}.html").render(**values))


def policy(style: str, script: str) -> str:
    """What a page may do: wear this style, run this script, and nothing else."""
    scripts = f"'{_digest(script)}'" if script else "'none'"
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {scripts}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def asset(name: str) -> str:
    """A file of ours."""
    return (ASSETS / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _template(name: str) -> Any:
    return _environment().get_template(name)


def _tamed(value: Any) -> Any:
    """What a template is given, without what a terminal would obey; markup is ours and stays as it is."""
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
