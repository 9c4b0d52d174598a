from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest

from ariadne.agents.human import Human
from ariadne.report.player import PlayerPage, seated
from ariadne.worlds.registry import find_game
from ariadne.worlds.world import Turn
from tests.command import events_of
from tests.conftest import Game
from tests.report.chromium import policy_of
from tests.report.plays import nasty
from tests.report.seat import playing
from tests.screen.events import an_episode, ended, learned, scored, started, turn

FORM = "application/x-www-form-urlencoded"

fetch = build_opener(ProxyHandler({})).open


def read(address: str) -> str:
    with fetch(address, timeout=10) as answer:
        text: str = answer.read().decode()
    return text


def post(address: str, line: str) -> str:
    """Send the form, and follow it to the page."""
    with fetch(f"{address}command", urlencode({"line": line}).encode(), timeout=20) as answer:
        text: str = answer.read().decode()
    return text


def ask(address: str, path: str = "command", method: str = "POST", body: str = "line=look", **headers: str) -> int:
    """The status of a request that is not followed."""
    return sent(address, path, method, body, **headers).getresponse().status


def sent(address: str, path: str = "command", method: str = "POST", body: str = "", **headers: str) -> HTTPConnection:
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    where = path if path.startswith("/") else parts.path + path
    connection.request(method, where, body, headers={"Content-Type": FORM, **named})
    return connection


@pytest.fixture
def place() -> Iterator[tuple[PlayerPage, str]]:
    """A page whose lines only a test reads, and its address."""
    with seated(linger=0) as (page, address):
        yield page, address


@pytest.fixture
def over(place: tuple[PlayerPage, str]) -> str:
    """The address of a game that has ended, where a line is taken and not waited for."""
    page, address = place
    for event in (started(), turn("A hall.", step=0), ended()):
        page(event)
    return address


def test_a_game_is_won_by_what_the_page_sends_alone(game: Game, tmp_path: Path) -> None:
    story = game("treasure-hunt")
    world = find_game(str(story), None).open()
    walkthrough, goal = world.walkthrough, world.goal
    world.close()
    with playing(story, tmp_path) as (process, address):
        pages = [post(address, line) for line in ("", "save", *walkthrough)]
        for page in pages[:-1]:
            assert 'id="end"' not in page
            assert 'id="line"' in page
            assert re.search(r"score \d", page) is None
        assert "&#39;save&#39; is not a command of this world" in pages[1]
        assert "is not a command of this world" not in pages[2]
        assert " ".join(goal.split()) in unescape(pages[0])
        assert f"&gt; {walkthrough[0]}" in pages[2]
        assert 'id="end"' in pages[-1]
        assert "won: " in pages[-1]
        assert re.search(r"score \d", pages[-1])
        assert process.stdout
        summary = json.loads(process.stdout.read())
        assert process.wait(20) == 0
    assert (summary["won"], summary["steps"], summary["agent"]) == (True, len(walkthrough), "human")
    assert [each.command for each in events_of(tmp_path) if each.name == "turn"] == ["", *walkthrough]


@pytest.mark.nightly
def test_quit_leaves_and_control_c_stops(game: Game, tmp_path: Path) -> None:
    with playing(game("treasure-hunt"), tmp_path / "left") as (process, address):
        assert "left: " in post(address, "quit")
        assert process.wait(20) == 0
    with playing(game("treasure-hunt"), tmp_path / "stopped") as (process, address):
        assert "> look" in unescape(post(address, "look"))
        process.send_signal(signal.SIGINT)
        assert process.wait(20) != 0
    assert [events_of(tmp_path / name)[-1].why for name in ("left", "stopped")] == ["left", "stopped"]


def test_the_page_has_what_the_player_sees_and_may_say(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    page(started(agent="human", instructions="Mind the dog."))
    page(turn("A hall.", step=0))
    page(turn("A cellar.", command="go down", inventory="You carry a lamp.", commands=("go up", "rub lamp")))
    page = read(address)
    for words in ("Find the treasure.", "Mind the dog.", "A hall.", "&gt; go down", "A cellar.", "You carry a lamp."):
        assert words in page
    assert re.findall(r'<option value="([^"]+)">', page) == ["go up", "rub lamp"]
    assert re.findall(r'<button name="line" value="([^"]+)">', page) == ["go up", "rub lamp"]
    assert "You carry nothing." not in page


def test_the_score_is_in_the_page_and_nothing_of_the_graph_or_the_engine(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    for event in (
        *an_episode()[:1],
        learned(["lamp, is in, SECRET-GRAPH"]),
        scored(4444),
        turn("A cellar.", "SECRET-ROOM", status="SECRET-STATUS"),
    ):
        page(event)
    page = read(address)
    assert "A cellar." in page
    assert "Score: 4444 of 5" in page
    for hidden in ("SECRET", 'id="drawing"', 'id="data"'):
        assert hidden not in page


def test_texts_of_games_are_never_markup(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    *events, end = nasty(long="y" * 100_000)
    for event in events:
        page(event)
    pages = [read(address)]
    page(end)
    pages.append(read(address))
    for page in pages:
        assert "y" * 100_000 in page
        assert "<script>window" not in page
        assert "<img" not in page
        assert "\x1b" not in page
        assert "&lt;script&gt;window" in page


def test_the_page_may_do_only_what_it_was_made_for(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    page(started())
    page(turn("A hall.", step=0))
    with fetch(address, timeout=10) as answer:
        page, headers = answer.read().decode(), answer.headers
    assert policy_of(page).endswith("connect-src 'self'; base-uri 'none'; form-action 'self'")
    assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "same-origin")


def test_who_does_not_know_the_token_sends_nothing(over: str) -> None:
    token = urlsplit(over).path
    for path in ("/command", "/wrong/command", "/", token, f"{token}step", f"{token}command?", f"{token}command/"):
        assert ask(over, path) == 404, path


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        *((403, {"Host": host}) for host in ("evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1")),
        *((403, {"Origin": origin}) for origin in ("null", "http://evil.example", "https://127.0.0.1:{port}", "")),
        (303, {"Origin": "http://127.0.0.1:{port}"}),
        (303, {"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}),
        *((303, {"body": urlencode({"line": line})}) for line in ("x" * 1000, "é" * 500)),
        *((413, {"body": urlencode({"line": line})}) for line in ("x" * 1001, "é" * 501)),
        (413, {"body": "x" * 1001, "Content_Type": "text/plain"}),
        *((400, {"body": body}) for body in ("look", "word=look", "line=look&line=go")),
        (400, {"body": '{"line": "look"}', "Content_Type": "application/json"}),
        *((400, {"body": "", "Content_Length": length}) for length in ("-1", "x", "9999999999", "")),
        *((501, {"method": method}) for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH")),
        (404, {"method": "GET"}),
    ],
)
def test_only_a_line_from_its_own_page_is_taken(over: str, status: int, request_: dict[str, str]) -> None:
    port = str(urlsplit(over).port)
    assert ask(over, **{name: value.replace("{port}", port) for name, value in request_.items()}) == status


async def test_two_quick_lines_are_answered_in_order(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    first = sent(address, body="line=look")
    # Each request has a thread of its own.
    await asyncio.sleep(0.2)
    second = sent(address, body="line=go+east")
    assert await page.prompt((), "") == "look"
    assert await page.prompt((), "") == "go east"
    assert (await asyncio.to_thread(first.getresponse)).status == 303
    page(ended())
    assert (await asyncio.to_thread(second.getresponse)).status == 303


async def test_a_line_is_one_line_without_what_a_terminal_obeys(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    page(ended())
    await asyncio.to_thread(post, address, "look\r\ngo east\n\x1b[31mup")
    assert await page.prompt((), "") == "look go east up"


async def test_what_is_wrong_with_a_line_is_told_until_the_next(place: tuple[PlayerPage, str]) -> None:
    page, address = place
    page(started())
    page(turn("A hall.", step=0))
    human = Human(page.prompt, page.notes)
    deciding = asyncio.create_task(human.decide([Turn("", "A hall.", "", ("look",), "")]))
    assert "one command at a time" in await asyncio.to_thread(post, address, "look. look")
    assert "one command at a time" not in await asyncio.to_thread(post, address, "")
    page(ended())
    await asyncio.to_thread(post, address, "look")
    decision = await deciding
    assert decision is not None
    assert decision.commands == ("look",)


async def test_waiting_for_a_line_can_be_interrupted(place: tuple[PlayerPage, str]) -> None:
    page, _ = place
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(page.prompt((), ""), 0.01)


def test_who_sends_without_end_is_told_to_wait(over: str, place: tuple[PlayerPage, str]) -> None:
    page, _ = place
    began = time.monotonic()
    while page.take("x" * 1000):
        assert time.monotonic() - began < 30
    assert ask(over, body="line=" + "x" * 1000) == 503
