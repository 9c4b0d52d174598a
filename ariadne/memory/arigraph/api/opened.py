"""A memory that is open: what a scope of it holds now, and the file that keeps it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Self, TypeVar, Unpack

from ariadne.embed.cache import TextCache, Unembedded
from ariadne.embed.embedder import Embedder
from ariadne.errors import UserError
from ariadne.memory.arigraph.core.contents import Contents, Entry
from ariadne.memory.arigraph.core.costs import Spent
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import FOR_TEXTS, Options
from ariadne.memory.arigraph.core.state import State, Step
from ariadne.memory.arigraph.storage import columns
from ariadne.memory.arigraph.storage.opening import uncollected
from ariadne.memory.arigraph.storage.schema import sound
from ariadne.memory.arigraph.storage.shared import LONGEST_NAME, How, Readable, Shared, cache_of, claimed
from ariadne.memory.arigraph.storage.store import Store
from ariadne.sync import wait
from ariadne.text import counted

T = TypeVar("T")


class Opened:
    """One scope of a memory, in this process or in a file. `AriGraph` says what its arguments are."""

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
        _check_scope(scope)
        # A name that stands for no embedder leaves no file behind.
        texts = None if embedder is None else cache_of(embedder)
        store = None if path is None else Store(Path(path), read_only)
        try:
            texts = cache_of(claimed(store)) if texts is None else texts
            self._begin(Shared(store, texts, model, options, how), scope)
        except BaseException:
            if store:
                store.close()
            raise

    @property
    def graph(self) -> SemanticGraph:
        """The semantic memory."""
        return self._state.graph

    @property
    def episodic(self) -> EpisodicMemory:
        """The episodic memory."""
        return self._state.episodic

    @property
    def texts(self) -> TextCache:
        """The cache of embeddings, which all scopes share."""
        return self._shared.texts

    @classmethod
    def open(
        cls,
        path: str | Path,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        *,
        scope: str = "",
        options: Options = FOR_TEXTS,
        read_only: bool = False,
        **how: Unpack[How],
    ) -> Self:
        """The memory in a file that is there.

        Raises:
            UserError: there is no such file; and whatever making an `AriGraph` raises.
        """
        if not Path(path).exists():
            raise UserError(f"there is no memory {path}")
        return cls(model, embedder, path, scope=scope, options=options, read_only=read_only, **how)

    @classmethod
    def load(
        cls,
        path: str | Path,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        *,
        scope: str = "",
        options: Options = FOR_TEXTS,
        **how: Unpack[How],
    ) -> Self:
        """A memory in this process that begins with what a scope of a file holds; the file is left alone.

        With another embedder than the file's, all valid triplets are embedded anew.

        Raises:
            UserError: there is no such file, or it is no memory.
        """
        store = Store(Path(path), read_only=True)
        try:
            contents = store.load(scope, whole=True)
        finally:
            store.close()
        memory = cls(model, embedder or claimed(store), scope=scope, options=options, **how)
        is_alike = memory.texts.embedder.name == store.embedder
        memory._hold(contents if is_alike else replace(contents, vectors=None, observed={}))
        return memory

    @classmethod
    def from_run(
        cls,
        run: str | Path,
        step: int | None = None,
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        *,
        scope: str = "",
        options: Options = FOR_TEXTS,
        **how: Unpack[How],
    ) -> Self:
        """The memory that an agent had in a run, made from its events.

        Args:
            run: a run's folder with one episode, an episode's folder, or its `events.jsonl`.
            step: the step at which it was decided with this memory; None for the end.

        Raises:
            UserError: there is no such run, it holds several episodes, or its memory was no AriGraph.
        """
        from ariadne.memory.arigraph.core.recorded import contents_of

        return cls.holding(contents_of(Path(run), step), model, embedder, scope=scope, options=options, **how)

    @classmethod
    def holding(
        cls,
        contents: Contents | Mapping[str, Contents],
        model: Readable | None = None,
        embedder: str | Embedder | TextCache | None = None,
        *,
        scope: str = "",
        options: Options = FOR_TEXTS,
        **how: Unpack[How],
    ) -> Self:
        """A memory in this process whose scope begins with these contents, or whose scopes do, by their names."""
        memory = cls(model, embedder, scope=scope, options=options, **how)
        for name, held in (contents if isinstance(contents, Mapping) else {scope: contents}).items():
            memory.scope(name)._hold(held)
        return memory

    def scope(self, name: str) -> Self:
        """Another scope of the same memory, such as that of one user: `user:42`.

        Scopes share the file and the embedder, and nothing else: none sees what another one holds. Closing one
        closes all.

        Raises:
            UserError: the name is too long, or is no text that a file can hold.
        """
        _check_scope(name)
        with self._shared.lock:
            if name not in self._shared.scopes:
                made = type(self).__new__(type(self))
                made._begin(self._shared, name)
            found: Self = self._shared.scopes[name]
        return found

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes that hold anything, and of those that were asked for."""
        with self._shared.lock:
            written = self._store.scopes() if self._store else ()
            return tuple(dict.fromkeys([*written, *self._shared.scopes]))

    def save(self, path: str | Path) -> None:
        """Write all of the memory, with all of its scopes, into a new file.

        Raises:
            UserError: the file is there, or cannot be written.
        """
        path = Path(os.path.realpath(path))
        if path.exists():
            raise UserError(f"{path} is there already: name another file, or remove it")
        part = path.with_name(f"{path.name}.{token_hex(4)}.part")
        observed = self._options.ranking == "blend"
        try:
            store = Store(part)
            try:
                held = self._held_in_all_scopes(observed)
                store.fill(held, self.texts.embedder.name)
            finally:
                store.close()
            _publish(part, path)
        finally:
            part.unlink(missing_ok=True)
            Path(f"{part}.lock").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file, so that others can write it, and the connections of a model that was named; asynchronous code
        awaits `aclose`, so that these are closed when it goes on."""
        self._close_file()
        model = self._shared.own_model
        if model is None:
            return
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            wait(model.close())
        else:
            self._closing = running.create_task(model.close())

    async def aclose(self) -> None:
        """Close the file, and the connections of a model that was named."""
        self._close_file()
        if model := self._shared.own_model:
            await model.close()

    @property
    def usage(self) -> Spent:
        """What the calls to the model have cost since this memory was opened, in all of its scopes."""
        return self._shared.meter.spent

    def __repr__(self) -> str:
        where = str(self._store.path) if self._store else "in this process"
        scope = f", scope {self._scope}" if self._scope else ""
        model = self._shared.reads_by_name or "no model"
        with self._shared.lock:
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

    def _held_in_all_scopes(self, observed: bool) -> dict[str, Contents]:
        """What each scope holds; of one that holds nothing, such as one that was erased, not even the name."""
        with self._shared.lock:
            held = {name: self.scope(name)._state.contents(observed) for name in self.scopes()}
        return {name: contents for name, contents in held.items() if contents.step or not name}

    def _close_file(self) -> None:
        if not self._store:
            return
        with self._shared.lock:
            with suppress(UserError):
                for memory in self._shared.scopes.values():
                    memory._state.copy()
            self._store.close()

    def _begin(self, shared: Shared, scope: str) -> None:
        self._shared, self._store, self._options = shared, shared.store, shared.options
        self._scope = scope
        self._last = datetime.now(UTC)
        self._seen = 0
        with shared.lock:
            self._hold(self._loaded(shared.store) if shared.store else Contents())
            shared.scopes[scope] = self

    def _hold(self, contents: Contents) -> None:
        """Become a memory with these contents."""
        with uncollected():
            self._state = State(contents, self.texts, self._options)

    def _loaded(self, store: Store) -> Contents:
        """What a scope of a file holds, whose vectors are those of this memory's embedder."""
        name = self.texts.embedder.name
        self._seen = store.version()
        contents = store.load(self._scope)
        if store.embedder and store.embedder != name:
            raise UserError(f"the memory {store.path} was made with the embedder {store.embedder}, not with {name}")
        if not store.embedder and not store.read_only:
            store.write_embedder(name)
        return contents

    def _have_all_here(self) -> None:
        """Read nothing from the file any more, which is going to be changed throughout."""
        if self._store and self._state.is_in_file:
            self._hold(self._store.load(self._scope, whole=True))

    def _keep_up(self, store: Store) -> None:
        """Read from the file what is in it; and have what finds its facts be copied."""
        if not self._state.is_in_file:
            self._hold(self._loaded(store))
        self._state.written()

    def _look_again(self) -> None:
        """See what another process has written."""
        if self._store and self._store.read_only and self._store.version() != self._seen:
            self._hold(self._loaded(self._store))

    async def _settled(self, work: Callable[[], T]) -> T:
        """What is read or changed in one go, while nobody else reads or changes anything.

        Vectors that it lacks are made before it is tried again, so that nobody waits for an embedder. What changes a
        file is done in a thread, and to its end: whoever stops waiting for it must find it done or not done.
        """

        def alone() -> T:
            with self._shared.lock, self._sound():
                return work()

        while True:
            try:
                return await _to_the_end(alone) if self._store and not self._store.read_only else alone()
            except Unembedded as lacking:
                await self.texts.embed(lacking.texts)

    def _reading(self, read: Callable[[], T]) -> T:
        """What is read in one go, with what another process has written."""
        with self._shared.lock, self._sound():
            self._look_again()
            return read()

    def _sound(self) -> AbstractContextManager[None]:
        """Take for damage that rows of the file do not fit together."""
        return sound(self._store.path) if self._store else nullcontext()

    def _write(self, *entries: Entry) -> None:
        """Have the file hold what has changed in memory; if it cannot be written, neither has changed."""
        if not self._store:
            return
        with self._kept(self._store):
            self._store.write(self._scope, *entries)
        self._keep_up(self._store)

    def _change(self, step: Step) -> tuple[EpisodeNode, ...]:
        """Go one step on, in memory and in the file."""
        nodes, entry = self._state.change(step)
        self._write(entry)
        return nodes

    def _become(self, left: Contents, *, is_gone: bool) -> None:
        """Hold what is left, in memory and in the file; if the file cannot be written, in neither.

        Args:
            is_gone: whether nothing is left, not even the scope.
        """
        if self._store:
            with self._kept(self._store):
                self._store.erase(self._scope, None if is_gone else left)
        self._hold(left)

    @contextmanager
    def _kept(self, store: Store) -> Iterator[None]:
        """Be what the file is, if something goes wrong or is stopped."""
        try:
            yield
        except BaseException:
            self._hold(store.load(self._scope))
            raise

    def _must_be_writable(self) -> None:
        if self._store and self._store.read_only:
            raise UserError(f"the memory {self._store.path} was opened read-only: it learns and forgets nothing")

    def _now(self) -> datetime:
        """The present time, which does not go back, though the clock may be set."""
        self._last = max(self._last, datetime.now(UTC))
        return self._last


async def _to_the_end(work: Callable[[], T]) -> T:
    """What is done in a thread, and waited for until it is, also if that is no longer wanted."""
    working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait([working])
        # Nobody else asks what came of it.
        working.cancelled() or working.exception()
        raise


def _publish(part: Path, path: Path) -> None:
    """Give a file its name, which nobody else may have taken meanwhile.

    Raises:
        UserError: somebody has, or it cannot be named so.
    """
    try:
        os.link(part, path)
    except FileExistsError as error:
        raise UserError(f"{path} is there already: name another file, or remove it") from error
    except OSError:
        # Not every file system has a second name for a file.
        part.rename(path)


def _check_scope(name: str) -> None:
    if len(name) > LONGEST_NAME or columns.text(name) != name:
        raise UserError(f"a scope's name is a text of at most {LONGEST_NAME} letters, without keys")
