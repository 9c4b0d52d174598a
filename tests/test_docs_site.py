"""The documentation as a site: what `mkdocs.yml` makes of the pages of the repository and of the docstrings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from inspect import getdoc, isfunction
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from markdown_it import MarkdownIt

import arigraph
from ariadne.agents.agent import Agent
from ariadne.agents.registry import AgentKind
from ariadne.memory.memory import Memory
from ariadne.memory.registry import MemoryKind
from ariadne.models.model import Model
from ariadne.qa.datasets import Entry
from ariadne.worlds.registry import WorldKind
from ariadne.worlds.world import World
from tests.command import ROOT
from tests.report.chromium import PHONE, faults, scrolls_sideways
from tests.test_public import PROMISED

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site"), pytest.mark.nightly]

COUNTED = {"h1", "h2", "h3", "li", "tr", "td", "th", "pre", "code", "a", "img", "em", "strong", "p"}
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
SEAMS = {
    "api/memories.html": [Memory, MemoryKind],
    "api/agents.html": [Agent, AgentKind],
    "api/worlds.html": [World, WorldKind],
    "api/models.html": [Model],
    "api/data-sets.html": [Entry],
}


class Article(HTMLParser):
    """The elements and words of a page, without what surrounds its text on the site."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.text = ""
        self._is_inside = "<article" not in html
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_inside = self._is_inside or tag == "article"
        if self._is_inside and tag in COUNTED and dict(attrs).get("class") != "headerlink":
            self.elements[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "article"

    def handle_data(self, data: str) -> None:
        self.text += data if self._is_inside else ""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; a dead link or anchor, and a page outside the navigation, are errors."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_the_lists_tables_and_links_that_it_has_in_the_repository(page: Path, site: Path) -> None:
    """Python-Markdown may read as one paragraph what others read as a list, such as a list right below a text."""
    name = "readme.html" if page.stem == "README" else f"{page.stem}.html"
    there = MarkdownIt("commonmark").enable("table").render(page.read_text(encoding="utf-8"))
    assert Article((site / name).read_text(encoding="utf-8")).elements == Article(there).elements


def test_all_that_the_library_promises_is_told_of(site: Path) -> None:
    html = (site / "api" / "arigraph.html").read_text(encoding="utf-8")
    told = words(Article(html).text)
    for name in PROMISED:
        if name != "__version__":
            assert f'id="arigraph.{name}"' in html
            assert first_line(getattr(arigraph, name)) in told


def test_the_seams_of_plugins_are_told_of(site: Path) -> None:
    for page, seams in SEAMS.items():
        told = words(Article((site / page).read_text(encoding="utf-8")).text)
        for seam in seams:
            methods = [method for name, method in vars(seam).items() if isfunction(method) and not name.startswith("_")]
            for each in (seam, *methods):
                assert first_line(each) in told, each


def test_sections_of_docstrings_are_lists_of_single_names(site: Path) -> None:
    """With two attributes in one line, `since, until: …`, the second would be taken for the first one's type."""
    for page in (site / "api").glob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert not re.search(r"<p>\s*(?:Args|Attributes|Raises|Returns):|title=\"[^\"]*,\"", html), page
    assert "doc-section-title" in (site / "api" / "arigraph.html").read_text(encoding="utf-8")


def test_a_page_fetches_nothing_from_others(site: Path) -> None:
    fetched = re.compile(r"""<(?:script|img|iframe)[^>]*\ssrc=["']?(https?:|//)|<link[^>]*\shref=["']?(https?:|//)""")
    for page in site.rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder."""

    def log_message(self, *_args: Any) -> None:
        """Nothing."""


def test_the_search_finds_pages_from_disk_and_from_a_server(address: str, site: Path, browser: Any) -> None:
    for place in (site.as_uri(), address):
        page = browser.new_page()
        page.goto(f"{place}/api/errors.html")
        page.locator("input.md-search__input").click()
        page.keyboard.type("FastAPI")
        page.locator(".md-search-result__link[href*='/fastapi.html']").first.wait_for()
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(address: str, browser: Any, axe: str, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)
    for name in ("index", "readme", "tutorial", "faq", "results", "api/arigraph", "api/memories"):
        for viewport in ({"width": 1400, "height": 900}, PHONE):
            page.set_viewport_size(viewport)
            page.goto(f"{address}/{name}.html")
            page.locator(".md-search[aria-label]").wait_for(state="attached")
            assert faults(page, axe) == {}, name
            assert not scrolls_sideways(page), name
    page.close()


def test_the_three_ways_in_are_seen_at_once(address: str, browser: Any) -> None:
    for viewport in ({"width": 1400, "height": 900}, PHONE):
        page = browser.new_page(viewport=viewport)
        page.goto(f"{address}/index.html")
        for way in ("Play", "Compare", "Embed"):
            box = page.get_by_role("article").get_by_role("link", name=way, exact=True).bounding_box()
            assert box["y"] + box["height"] < viewport["height"], way
        page.close()


def first_line(thing: Any) -> str:
    """The first sentence of a docstring, as a page shows it."""
    return words((getdoc(thing) or "").split("\n\n")[0].replace("`", ""))


def words(text: str) -> str:
    return " ".join(text.split())
