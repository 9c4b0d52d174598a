"""The content of the documentation site: the Markdown of this repository, each page at the same path.

MkDocs calls `on_files`. Links between pages then work as in the repository, including README's links to `docs/`. Other
linked files, such as a test or a licence, are on the site as plain text.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""The pages outside `docs/`."""
_LINK = re.compile(r"\]\(([^)\s#]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Give each file of `docs/` its path in the repository, and add linked files from outside."""
    docs = Path(config.docs_dir)
    mine = [file for file in files if file.src_dir == config.docs_dir]
    placed = [_placed(docs / file.src_uri, config, file.dest_uri) for file in mine]
    pages = [*(ROOT / name for name in PAGES), *(docs / file.src_uri for file in mine if file.is_documentation_page())]
    there = {docs / file.src_uri for file in mine} | set(pages)
    linked = sorted({target for page in pages for target in _linked(page)} - there)
    # The landing page is `docs/index.md`.
    outside = [_placed(ROOT / name, config, "readme.html" if name == "README.md" else None) for name in PAGES]
    texts = [_placed(path, config, _as_text(path)) for path in linked]
    return Files([*(file for file in files if file not in mine), *placed, *outside, *texts])


def _placed(path: Path, config: MkDocsConfig, at: str | None = None) -> File:
    """A file of the site under its path in the repository."""
    uri = path.relative_to(ROOT).as_posix()
    return File(uri, str(ROOT), config.site_dir, config.use_directory_urls, dest_uri=at)


def _as_text(path: Path) -> str:
    """The site's path for a file that a browser should show, not download."""
    uri = path.relative_to(ROOT).as_posix()
    return uri if path.suffix == ".txt" else f"{uri}.txt"


def _linked(page: Path) -> set[Path]:
    """The files of the repository that a page links to."""
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    found = {(page.parent / target).resolve() for target in targets if ":" not in target}
    return {path for path in found if path.is_file() and path.is_relative_to(ROOT)}
