from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest

from ariadne.episode_files import whole_history
from ariadne.events import Event
from ariadne.history import History
from ariadne.report import live, server
from ariadne.report.live import serving
from ariadne.report.server import LINGER
from tests.command import ARIADNE, environment
from tests.conftest import Game
from tests.report.chromium import policy_of
from tests.report.plays import write
from tests.screen.events import an_episode, file_of

EPISODE = an_episode()

fetch = build_opener(ProxyHandler({})).open


def append(path: Path, *events: Event) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(file_of(events))


def read(address: str) -> str:
    with fetch(address, timeout=10) as answer:
        text: str = answer.read().decode()
    return text


def steps(page: str) -> int:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return len(json.loads(found)["steps"])


def request(address: str, path: str | None = None, method: str = "GET", host: str | None = None) -> HTTPResponse:
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=10)
    connection.request(method, parts.path if path is None else path, headers={"Host": host} if host else {})
    return connection.getresponse()


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REST", 0)


@pytest.fixture
def episode(tmp_path: Path) -> Path:
    return write(tmp_path, EPISODE[:2])


@pytest.fixture
def address(episode: Path) -> Iterator[str]:
    with serving(lambda: episode, linger=0) as found:
        yield found


def test_the_page_grows_with_the_episode(address: str, episode: Path) -> None:
    assert json.loads(read(f"{address}step")) == {"events": 2}
    assert steps(read(address)) == 1
    append(episode, *EPISODE[2:])
    assert json.loads(read(f"{address}step")) == {"events": len(EPISODE)}
    page = read(address)
    assert steps(page) == 4
    assert f'data-events="{len(EPISODE)}" data-ended>' in page


def test_the_page_is_rendered_once_for_all_tabs_that_show_it(
    address: str, episode: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[Path] = []

    def counting(path: Path) -> History:
        rendered.append(path)
        time.sleep(0.2)
        return whole_history(path)

    monkeypatch.setattr(live, "whole_history", counting)
    with ThreadPoolExecutor(4) as tabs:
        pages = [*tabs.map(read, 4 * [address])]
        assert (len(rendered), len({*pages})) == (1, 1)
        append(episode, EPISODE[2])
        newer = [*tabs.map(read, 4 * [address])]
        assert (len(rendered), len({*newer})) == (2, 1)
    assert newer[0] != pages[0]


def test_a_page_rests_while_the_episode_goes_on_and_tells_the_end_at_once(
    episode: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REST", 10**6)
    with ThreadPoolExecutor(1) as tab:
        with serving(lambda: episode) as address:
            before = read(address)
            append(episode, *EPISODE[2:])
            assert json.loads(read(f"{address}step")) == {"events": 2}
            assert read(address) == before
            end = tab.submit(_ended, address)
        assert steps(end.result()) == 4


def _ended(address: str) -> str:
    """The page as a tab loads it that asks until it has the end."""
    while "data-ended" not in (page := read(address)):
        time.sleep(0.05)
    return page


def test_half_a_line_is_no_event(address: str, episode: Path) -> None:
    with episode.open("a", encoding="utf-8") as file:
        file.write('{"event": "ac')
    assert json.loads(read(f"{address}step")) == {"events": 2}
    assert steps(read(address)) == 1


def test_before_the_episode_begins_there_is_a_page_that_waits(tmp_path: Path) -> None:
    found: list[Path] = []
    with serving(lambda: next(iter(found), None), linger=0) as address:
        assert "has not begun" in read(address)
        assert json.loads(read(f"{address}step")) == {"events": 0}
        found.append(write(tmp_path, []))
        assert "has not begun" in read(address)
        append(found[0], EPISODE[0])
        assert steps(read(address)) == 1


def test_nothing_is_told_without_the_token(address: str) -> None:
    token = urlsplit(address).path
    assert len(token) >= 24
    for path in ("/", "/step", "/wrong/", "/wrong/step", token[:-1], f"{token}x", f"{token}../", f"{token}?", "//"):
        answer = request(address, path)
        body = answer.read().decode()
        assert (answer.status, token in body, "Find" in body) == (404, False, False), path


def test_another_host_is_refused(address: str) -> None:
    port = urlsplit(address).port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "localhost:1", f"0.0.0.0:{port}"):
        assert request(address, host=host).status == 403
    assert request(address, host=f"localhost:{port}").status == 200


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_page_can_only_be_read(address: str, method: str) -> None:
    assert request(address, method=method).status == 501


def test_only_this_page_may_ask_its_server(address: str) -> None:
    assert "connect-src 'self'; " in policy_of(read(address))


def test_no_other_page_may_frame_or_keep_or_learn_the_address(address: str) -> None:
    headers = request(address).headers
    assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert (headers["X-Content-Type-Options"], headers["Server"]) == ("nosniff", "ariadne")
    assert headers["Access-Control-Allow-Origin"] is None


def test_damaged_events_are_told_and_the_server_goes_on(address: str, episode: Path) -> None:
    kept = episode.read_text()
    episode.write_text("<b>no event</b>\n")
    answer = request(address)
    assert (answer.status, answer.headers["Content-Type"]) == (500, "text/plain; charset=utf-8")
    assert "is not an event" in answer.read().decode()
    episode.write_text(kept)
    assert steps(read(address)) == 1


def test_without_viewers_the_end_is_not_waited_for(episode: Path) -> None:
    began = time.monotonic()
    with serving(lambda: episode) as address:
        pass
    assert time.monotonic() - began < LINGER / 2
    with pytest.raises(URLError):
        read(address)


@pytest.mark.nightly
def test_the_end_waits_until_every_viewer_has_it(game: Game, tmp_path: Path) -> None:
    command = [*ARIADNE, "play", game("treasure-hunt"), "--json", "--watch", "--runs", tmp_path]
    with subprocess.Popen(
        list(map(str, command)), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdout
        assert playing.stderr
        said = playing.stderr.readline()
        address = said.removeprefix("watch at ").strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        while "data-ended>" not in (page := read(address)):
            time.sleep(0.1)
        summary = json.loads(playing.stdout.read())
        assert (steps(page), playing.stderr.read(), playing.wait()) == (summary["steps"] + 2, "", 0)
