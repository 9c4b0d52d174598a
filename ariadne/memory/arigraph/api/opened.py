"""The life of a memory: how it is opened, shared by scopes, saved and closed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import Self, Unpack

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder
from ariadne.errors import UserError
from ariadne.memory.arigraph.api.scope import Scope, as_name
from ariadne.memory.arigraph.api.shared import How, MemorySettings, Readable, Shared, cache_of
from ariadne.memory.arigraph.core.arguments import as_path, check_kind, check_names
from ariadne.memory.arigraph.core.costs import Spent
from ariadne.memory.arigraph.core.episodes import EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import FOR_TEXTS, Options
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.storage.store import Store
from ariadne.sync import wait
from ariadne.text import counted


class Opened:
    """A memory in this process or in a file. `AriGraph` describes the arguments."""

    def __init__(
        self,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        path: str | Path | None = None,
        *,
        scope: str = "",
        options: Options = FOR_TEXTS,
        read_only: bool = False,
        **how: Unpack[How],
    ) -> None:
        check_names(how, How.__optional_keys__)
        scope = as_name(scope)
        # Load the embedder first: a wrong name then leaves no file behind.
        texts = cache_of(embedder)
        store = None if path is None else Store(as_path(path), read_only)
        try:
            self._scope = Scope(Shared(store, texts, model, options, how), scope)
        except BaseException:
            if store:
                store.close()
            raise

    @property
    def graph(self) -> SemanticGraph:
        """The semantic memory."""
        return self._scope.graph

    @property
    def episodic(self) -> EpisodicMemory:
        """The episodic memory."""
        return self._scope.episodic

    @property
    def texts(self) -> TextCache:
        """The cache of embeddings, which all scopes share."""
        return self._scope.texts

    @classmethod
    def open(
        cls,
        path: str | Path,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        *,
        read_only: bool = False,
        **settings: Unpack[MemorySettings],
    ) -> Self:
        """Open a memory's file that exists.

        Raises:
            UserError: there is no such file, or `AriGraph(path=…)` raises it.
        """
        if not as_path(path).exists():
            raise UserError(f"there is no memory {path}")
        return cls(model, embedder, path, read_only=read_only, **settings)

    @classmethod
    def from_run(
        cls,
        run: str | Path,
        step: int | None = None,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        **settings: Unpack[MemorySettings],
    ) -> Self:
        """Rebuild the memory of an agent from the events of its run.

        Args:
            run: a run's folder with one episode, an episode's folder, or its `events.jsonl`.
            step: the step at which the agent decided with this memory; None for the end.

        Raises:
            UserError: there is no such run, it has several episodes, or its memory was not AriGraph.
        """
        from ariadne.memory.arigraph.core.recorded import contents_of

        return cls.holding(contents_of(as_path(run), step), model, embedder, **settings)

    @classmethod
    def holding(
        cls,
        contents: Contents | Mapping[str, Contents],
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        **settings: Unpack[MemorySettings],
    ) -> Self:
        """Make a memory in this process from the contents of its scope, or of several scopes by name."""
        memory = cls(model, embedder, **settings)
        for name, held in (contents if isinstance(contents, Mapping) else {memory._scope.name: contents}).items():
            check_kind("contents", held, Contents)
            memory._scope.other(name).hold(held)
        return memory

    def scope(self, name: str) -> Self:
        """Another scope of the same memory, such as that of one user: `user:42`.

        Scopes share the file and the embedder, and nothing else: none sees what another one holds. Closing one
        closes all.

        Raises:
            UserError: the name is too long, or a file cannot hold it.
        """
        found = type(self).__new__(type(self))
        found._scope = self._scope.other(name)
        return found

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes that hold anything, and of those that were asked for."""
        return self._scope.names()

    def save(self, path: str | Path) -> None:
        """Write all of the memory, with all of its scopes, into a new file.

        Raises:
            UserError: the file exists, or cannot be written.
        """
        path = Path(os.path.realpath(as_path(path)))
        if path.exists():
            raise UserError(f"{path} is there already: name another file, or remove it")
        observed = self._scope.options.ranking == "blend"
        with self._scope.shared.lock:
            held = {name: self._scope.other(name).state.contents(observed) for name in self.scopes()}
        # Without scopes that are empty, such as erased ones.
        held = {name: contents for name, contents in held.items() if contents.step or not name}
        part = path.with_name(f"{path.name}.{token_hex(4)}.part")
        try:
            with closing(Store(part)) as store:
                store.fill(held, self.texts.embedder.name)
            _publish(part, path)
        finally:
            part.unlink(missing_ok=True)
            Path(f"{part}.lock").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file, so that another process can write it, and the connections of a model given by name.

        Asynchronous code should await `aclose` instead: it returns when the connections are closed.
        """
        self._close_file()
        model = self._scope.shared.own_model
        if model is None:
            return
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            wait(model.close())
        else:
            self._closing = running.create_task(model.close())

    async def aclose(self) -> None:
        """Close the file, and the connections of a model given by name."""
        self._close_file()
        if model := self._scope.shared.own_model:
            await model.close()

    @property
    def usage(self) -> Spent:
        """The cost of all calls to the model since this memory was opened, in all of its scopes."""
        return self._scope.shared.meter.spent

    def __repr__(self) -> str:
        own = self._scope
        where = str(own.store.path) if own.store else "in this process"
        scope = f", scope {own.name}" if own.name else ""
        model = own.shared.reads_by_name or "no model"
        with own.shared.lock:
            facts, texts = len(self.graph), len(self.episodic.nodes)
        return f"<{type(self).__name__} {where}{scope}: {counted(facts, 'fact')}, {counted(texts, 'text')}, {model}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.aclose()

    def _close_file(self) -> None:
        if not self._scope.store:
            return
        with self._scope.shared.lock:
            with suppress(UserError):
                for scope in self._scope.shared.scopes.values():
                    scope.state.copy()
            self._scope.store.close()


def _publish(part: Path, path: Path) -> None:
    """Rename a finished file, without replacing another one.

    Raises:
        UserError: a file of that name exists by now, or the file cannot be named so.
    """
    try:
        os.link(part, path)
    except FileExistsError as error:
        raise UserError(f"{path} is there already: name another file, or remove it") from error
    except OSError:
        # Some file systems have no hard links.
        part.rename(path)
