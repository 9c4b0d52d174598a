"""`ariadne mcp` as other programs start it and talk to it."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp import Client

from arigraph import AriGraph, Triplet
from tests.command import ARIADNE, ariadne_here, environment
from tests.mcp_server.clients import at_http, at_stdio, refused, told
from tests.models.server import Reaction, serving

TOKEN = "a-token-for-tests-alone"
PING = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "life.db"


@pytest.mark.parametrize("mode", ["legacy", pytest.param("auto", marks=pytest.mark.nightly)])
async def test_a_client_starts_the_server_and_facts_persist(file: Path, mode: str) -> None:
    """Lists and numbers may come as such or as JSON."""
    async with at_stdio(file, mode=mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"answer", "recall", "facts", "learn", "forget"}
        paris, berlin = "alice, lives in, paris", "alice, lives in, berlin"
        await told(
            client, "learn", text="Alice lives in Paris. Bob likes tea.", facts=json.dumps([paris, "bob, likes, tea"])
        )
        more = {"facts": [berlin], "ended": json.dumps([paris]), "time": "null"}
        changed = await told(client, "learn", text="Alice moved to Berlin.", **more)
        assert (changed["added"], changed["dropped"]) == ([berlin], [paris])
        assert "facts: Input should be" in await refused(client, "learn", text="x", facts="null")
        await told(client, "forget", what="bob")
        assert "nothing to learn" in await refused(client, "learn", text="")
    assert not Path(f"{file}-wal").exists()
    async with at_stdio(file, "--read-only", mode=mode) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"answer", "recall", "facts"}
        limits = {"depth": "1", "episodes": "0", "source": None}
        assert (await told(client, "recall", query="Where does Alice live?", **limits))["facts"] == [berlin]
        assert (await told(client, "facts", about="bob"))["facts"][0]["until"]
        answered = await told(client, "answer", question="Where does Alice live?")
        assert [text["text"] for text in answered["texts"]] == ["Alice moved to Berlin."]


@pytest.mark.nightly
async def test_a_name_that_reads_as_json_is_a_name(file: Path) -> None:
    """The SDK parses such a text as JSON if the tool also takes other types."""
    async with at_stdio(file) as client:
        await told(client, "learn", text="Ada lives in Paris.", source="a.txt", facts=["ada, lives in, paris"])
        for name in ("null", "[1]", '["a"]', '{"b": 2}', "true", "3", "1e5", '"quoted"', "NaN"):
            fact = Triplet(name, "works for", "acme")
            await told(client, "learn", text=name, source=name, facts=[str(fact)])
            assert [each["subject"] for each in (await told(client, "facts", about=name))["facts"]] == [fact.subject]
            found = await told(client, "recall", query=name, source=name)
            assert [text["source"] for text in found["episodes"]] == [name]
            assert name in [text["text"] for text in (await told(client, "answer", question=name))["texts"]]
            assert str(fact) in (await told(client, "forget", what=name))["forgotten"]
        assert (await told(client, "recall", query="Ada", source="[2]"))["episodes"] == []
        assert "nothing is known of '[2]'" in await refused(client, "facts", about="[2]")


@pytest.mark.nightly
async def test_what_was_acknowledged_survives_a_kill(file: Path) -> None:
    known: list[str] = []
    for kill in range(2):
        with at_http(file, ARIADNE_MCP_TOKEN=TOKEN) as (address, process):

            async def learn(address: str = address, kill: int = kill) -> None:
                async with Client(address, read_timeout_seconds=60) as client:
                    for number in range(10_000):
                        fact = f"bob{kill}, likes, tea{number}"
                        known.extend((await told(client, "learn", text=fact, facts=[fact]))["added"])

            learning = asyncio.create_task(learn())
            while len(known) < 10 * (kill + 1):
                await asyncio.sleep(0.01)
                assert not learning.done()
            process.kill()
            with pytest.raises(Exception):  # noqa: B017, PT011  # Clients word a missing answer differently.
                await learning
        with AriGraph.open(file, read_only=True) as memory:
            assert {str(edge.triplet) for edge in memory.facts()} >= set(known)


async def test_two_clients_share_a_server_over_http_and_only_local_ones_with_the_address_are_answered(
    file: Path,
) -> None:
    with at_http(file) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        assert len(urlsplit(address).path) > 30
        assert post(address) == 200
        assert post(address, "/mcp") == post(address, f"/{TOKEN}/mcp") == post(address, "/") == 404
        assert post(address, Host="example.org") == 421
        assert post(address, Origin="http://example.org") == 403
        async with AsyncExitStack() as stack:
            alice, bob = [await stack.enter_async_context(Client(address, mode=mode)) for mode in ("legacy", "auto")]
            lessons = [
                told(client, "learn", text=f"Of {name}{number}.", facts=[f"{name}{number}, likes, tea{number}"])
                for number in range(10)
                for name, client in (("alice", alice), ("bob", bob))
            ]
            await asyncio.gather(*lessons)
            assert (await told(alice, "facts"))["total"] == (await told(bob, "facts"))["total"] == 20
            assert "bob3, likes, tea3" in (await told(alice, "recall", query="bob3"))["facts"]
        process.terminate()
        assert process.wait(60) == 0
    with AriGraph.open(file, read_only=True) as memory:
        assert len(memory.facts()) == 20


def post(address: str, path: str | None = None, **headers: str) -> int:
    """The status of a request that is valid except for these changes."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=60)
    fine = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", path or parts.path, PING, {**fine, **headers})
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.nightly
def test_the_address_stays_the_same_where_the_token_and_the_port_do(file: Path) -> None:
    with at_http(Path(f"{file}3")) as (other, _), at_http(Path(f"{file}4")) as (another, _):
        assert urlsplit(other).path != urlsplit(another).path
    with at_http(file, ARIADNE_MCP_TOKEN=TOKEN) as (address, _):
        port = urlsplit(address).port
        taken = ariadne_here("mcp", "--memory", f"{file}2", "--http", "--port", str(port))
        assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
        assert f"cannot serve on 127.0.0.1, port {port}" in taken.stderr
    with at_http(file, "--port", str(port), ARIADNE_MCP_TOKEN=TOKEN) as (again, _):
        assert again == address


def talking(file: Path, *options: str, **env: str) -> Popen[str]:
    """A server at stdio after the handshake."""
    command = [*ARIADNE, "mcp", "--memory", str(file), *options]
    server = Popen(command, env=environment(**env), stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
    say(server, json.loads(PING))
    assert server.stdout
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "ariadne"
    say(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    return server


def say(server: Popen[str], message: dict[str, Any]) -> None:
    assert server.stdin
    server.stdin.write(json.dumps(message) + "\n")
    server.stdin.flush()


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


@pytest.mark.parametrize(
    "end",
    [*(pytest.param(end, marks=pytest.mark.nightly) for end in ("stdout", signal.SIGINT)), "stdin", signal.SIGTERM],
)
def test_the_server_ends_cleanly(file: Path, end: str | signal.Signals) -> None:
    with talking(file) as server:
        assert server.stdin
        assert server.stdout
        if isinstance(end, signal.Signals):
            server.send_signal(end)
        else:
            getattr(server, end).close()
        assert server.wait(60) == 0
        assert server.stderr
        assert server.stderr.read() == ""
    assert not Path(f"{file}-wal").exists()


@pytest.mark.nightly
def test_the_server_ends_while_a_model_hangs(file: Path) -> None:
    with serving() as endpoint:
        endpoint.react(Reaction(hang=True))
        options = ("--model", "m", "--base-url", endpoint.url)
        with talking(file, *options, OPENAI_API_KEY="sk-test-000000000000") as server:
            say(server, call("learn", text="Bob likes tea."))
            while not endpoint.requests:
                assert server.poll() is None
                time.sleep(0.01)
            server.terminate()
            assert server.wait(60) == 0


def test_what_is_no_request_is_answered_by_an_error(file: Path) -> None:
    wrong: dict[str, tuple[int | None, int]] = {
        '{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": []}': (2, -32602),
        '{"jsonrpc": "2.0", "id": 3, "method": "ping", "params": 5}': (3, -32602),
        '{"jsonrpc": "2.0", "id": 4, "method": 5}': (4, -32600),
        '{"id": 5, "method": "ping"}': (5, -32600),
        '{"jsonrpc": "2.0", "id": 5.5, "method": "ping"}': (None, -32600),
        '{"jsonrpc": "2.0", "id": [1], "method": "ping"}': (None, -32600),
        '[{"jsonrpc": "2.0", "id": 6, "method": "ping"}]': (None, -32600),
        "{}": (None, -32600),
        "no message": (None, -32700),
        "[" * 3000: (None, -32700),
    }
    with talking(file) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write('\n{"jsonrpc": "2.0", "method": "told", "params": []}\n{"id": 1, "result": {}}\n')
        server.stdin.write("".join(f"{line}\n" for line in wrong))
        say(server, {"jsonrpc": "2.0", "id": 7, "method": "ping"})
        answers = [json.loads(server.stdout.readline()) for _ in [*wrong, "ping"]]
        assert [(each["id"], each["error"]["code"]) for each in answers[:-1]] == [*wrong.values()]
        assert answers[-1] == {"jsonrpc": "2.0", "id": 7, "result": {}}
        say(server, call("learn", text="Bob likes tea."))
        assert json.loads(server.stdout.readline())["result"]["structuredContent"]
        server.stdin.close()
        assert server.stdout.read() == ""


@pytest.mark.nightly
def test_half_a_surrogate_pair_is_answered_as_any_other_text(file: Path) -> None:
    """Programs in JavaScript may cut a text within a pair, and escape the rest in JSON."""
    with talking(file) as server:
        assert server.stdout
        whole, half = "\U0001f600", "Bonn \ud83d \0" + "x" * 100_000
        say(server, call("learn", text=half, source=whole, facts=["dan, lives in, \ud800bonn", f"dan, likes, {whole}"]))
        learned = json.loads(server.stdout.readline())["result"]["structuredContent"]
        assert learned["added"] == ["dan, lives in, ?bonn", f"dan, likes, {whole}"]
        say(server, call("facts", about="\ud800bonn"))
        assert json.loads(server.stdout.readline())["result"]["structuredContent"]["total"] == 1
    with AriGraph.open(file, read_only=True) as memory:
        assert [node.observation for node in memory.told()] == [half.replace("\ud83d", "?")]
        assert memory.told()[0].source == whole


def test_a_short_token_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIADNE_MCP_TOKEN", "secret")
    done = ariadne_here("mcp", "--memory", file, "--http")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "ARIADNE_MCP_TOKEN must have 16 characters or more" in done.stderr
    assert "secret" not in done.stderr


def test_without_its_package_it_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "mcp" or "mcp_server" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = ariadne_here("mcp", "--memory", file)
    assert done.returncode == 2
    assert done.stderr == ("error: ariadne mcp needs a package that is not installed: pip install '.[mcp]'\n")
