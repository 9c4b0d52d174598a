"""AriGraph: semantic and episodic memory in one graph, G = (Vs, Es, Ve, Ee) (AriGraph, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Unpack

from ariadne.errors import UserError
from ariadne.memory.arigraph.api import asking, forgetting, learning
from ariadne.memory.arigraph.api.forgetting import Receipt
from ariadne.memory.arigraph.api.learning import FactLike, as_facts, to_learn
from ariadne.memory.arigraph.api.opened import Opened
from ariadne.memory.arigraph.api.views import Views
from ariadne.memory.arigraph.core.arguments import as_texts, check_kind
from ariadne.memory.arigraph.core.dated import moment, zone_of
from ariadne.memory.arigraph.core.histories import Progress, Text, listed
from ariadne.memory.arigraph.core.lessons import TextLesson
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.memory.arigraph.core.results import Answer, Change, Found
from ariadne.memory.arigraph.retrieval.limits import merged
from ariadne.memory.arigraph.retrieval.request import Among, Filters, Request, as_metadata
from ariadne.text import kept
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.synchronous import Synchronous


class AriGraph(Opened, Views):
    """A memory that learns triplets from texts, ends those that newer texts outdate, and recalls facts and episodes.

    With a `path` the memory is kept in that file: when `learn` or `forget` returns, its changes are on the disk. One
    process at a time can write a file; any number can read it, and see what was written. Close the memory, or use it in
    a `with` statement.

    Args:
        model: what reads texts and answers questions: the name of a model at an OpenAI-compatible server, a path to a
            `.gguf` file, a model, or an `async def` from messages to a text. Without one, the memory keeps the texts
            and the facts that are passed with them.
        embedder: what compares texts: an embedder's name, an embedder, or a cache that several memories share; `minilm`
            if None. A file records its embedder, but another one than `minilm` is loaded only if it is named here.
        path: the file, which is created if it does not exist; None for a memory that ends with the process.
        scope: the part of the memory to use, such as `user:42`. Scopes do not see each other's contents.
        read_only: open the file for reading only, so that another process may write it.
        how: how the model is called: `base_url`, `api_key`, `client`, `timeout`, `temperature`, `reasoning_effort`,
            `concurrency` and `on_call`. Without the first two, `OPENAI_BASE_URL` and `OPENAI_API_KEY` are read.

    Raises:
        UserError: the file is not a memory, was made with another embedder, is missing and read-only, or another
            process is writing it.
    """

    @property
    def sync(self) -> Synchronous:
        """The same memory for code that is not asynchronous: `memory.sync.learn(text)` returns when that is done."""
        from ariadne.memory.arigraph.api.synchronous import Synchronous

        return Synchronous(self)

    async def learn(
        self,
        texts: str | Sequence[str] = (),
        *,
        messages: Sequence[Mapping[str, object]] = (),
        time: datetime | None = None,
        location: str = "",
        inventory: str = "",
        plan: Sequence[str] = (),
        facts: Iterable[FactLike] = (),
        ended: Iterable[FactLike] = (),
        source: str = "",
        metadata: Metadata | None = None,
        read: bool = True,
    ) -> Change:
        """Learn from a text, from several at once, or from messages. Each becomes an episode node.

        Args:
            messages: of a chat, instead of texts, in order: each with `role` and `content`, and optionally the
                speaker's `name` (`messages.py`).
            time: the time of the texts; now if None. Without a zone it is local time. A text of an earlier time than
                what is known does not end facts that began later; if it contradicts one, its own fact ends there.
            location: where the reader is, if the texts do not say it.
            inventory: what the reader carries, as text.
            plan: sub-goals, which decide what matters now.
            facts: facts of the texts that need no reading: triplets, tuples of three texts, or lines
                `subject, relation, object`. `ended`: known facts that no longer hold.
            source: the document that the texts come from, or the speaker.
            metadata: anything else about the texts: names with texts, numbers or truth values.
            read: whether the model reads the texts; if not, only `facts` are learned.

        Raises:
            UserError: the memory is read-only, its file cannot be written, the model cannot be asked, or an argument is
                unusable. Failure: the model does not reply. In both cases nothing is learned.
        """
        self._scope.must_be_writable()
        check_kind("messages", messages, Sequence)
        if texts and messages:
            raise UserError("learn takes texts or messages, not both")
        handed, over = as_facts(facts), as_facts(ended)
        said = to_learn(texts, bool(messages or handed or over or metadata))
        lesson = TextLesson(
            Seen(said, kept(location), kept(inventory), as_texts(plan), zone=zone_of(time)),
            time=moment(time),
            source=kept(source),
            metadata=as_metadata(metadata or {}),
            model=self._scope.shared.reads_by_name,
            handed=handed,
            over=over,
        )
        return await learning.learn(self._scope, lesson, messages, read)

    async def learn_many(
        self,
        texts: Iterable[str | Text],
        *,
        time: datetime | None = None,
        source: str = "",
        metadata: Metadata | None = None,
        progress: Progress | None = None,
    ) -> tuple[Change, ...]:
        """Learn from many texts as `learn` does from each, in the order of their times.

        The model reads `concurrency` texts at once. If a text may have ended a fact that the model was not shown with
        it, because both were read at the same time, the model is asked about that fact once more.

        A text that is already in the memory, with the same time, source and metadata, is skipped: the same call resumes
        where it stopped. A text without a time is always new.

        Args:
            time: the default for texts without their own, as are `source` and `metadata`.
            progress: called with how many texts are learned, of how many. These are in the file.

        Returns:
            A change for each text, in the order given; an empty one for a text that was skipped.

        Raises:
            UserError, Failure: as for `learn`. Texts of earlier times stay learned.
        """
        self._scope.must_be_writable()
        if progress is not None and not callable(progress):
            raise UserError("progress must be a function of two numbers: progress(done, total)")
        every = listed(texts, time, kept(source), as_metadata(metadata or {}))
        return await learning.learn_many(self._scope, every, progress)

    async def merge(self, alias: str, name: str) -> Change:
        """Merge two names. Facts about the alias, known or learned later, become facts about the name.

        The edges of the alias end with the reason `merged`.

        Raises:
            UserError: the two are merged already, the alias is unknown, or the memory cannot be written.
        """
        self._scope.must_be_writable()
        return await self._scope.settled(lambda: learning.merge(self._scope, kept(alias), kept(name)))

    async def recall(
        self,
        queries: str | Sequence[str] | Mapping[str, int],
        depth: int | None = None,
        width: int | None = None,
        episodes: int | None = None,
        *,
        exclude: Sequence[str] = (),
        plan: Sequence[str] = (),
        top_k: int | None = None,
        threshold: float | None = None,
        scopes: Sequence[str] | None = None,
        ended: bool = False,
        budget: int | None = None,
        **only: Unpack[Filters],
    ) -> Found:
        """Algorithm 1: semantic search for each query, then episodic search with the facts found.

        Args:
            queries: texts, or texts with the depth of their search.
            depth: d, by default that of the options; so are `width`, w, and `episodes`, k.
            exclude: observations to leave out, such as the recent ones.
            plan: sub-goals, which the option `episodic_similarity` needs.
            top_k: return at most so many facts and so many texts, those with the highest scores.
            threshold: leave out what scores less. If None, the threshold of the options applies: a fact next to one
                that reaches it needs two thirds of it, and a text that tells a recalled fact needs none.
            scopes: search these scopes instead of this one; `Found` says which scope each result is from.
            ended: also recall facts about the same things that no longer hold.
            budget: return no more than a prompt of so many tokens holds (`Found.as_prompt`, characters / 4).
            only: `at`, `since`, `until`, `source` and `metadata`, which narrow down the texts (`Filters`).

        Raises:
            UserError: metadata are not flat, or a time is out of range.
        """
        options = self._scope.options
        count = options.episodes if top_k is None else top_k
        request = Request(
            _queries(queries, options.depth if depth is None else depth),
            options.width if width is None else width,
            count if episodes is None else episodes,
            self._scope.now(),
            as_texts(exclude),
            as_texts(plan),
            Among.of(only),
            threshold,
            top_k,
            moment(only.get("at")),
            asking.ENDED if ended else 0,
            budget,
        )
        if scopes is None:
            return await self._scope.recall(request)
        if isinstance(scopes, str):
            raise UserError(f"scopes must be a list: scopes=[{scopes!r}]")
        found = {name: await self._scope.other(name).recall(request) for name in dict.fromkeys(as_texts(scopes))}
        return merged(found, request.episodes, top_k, budget)

    async def answer(self, question: str, **only: Unpack[Filters]) -> Answer:
        """Answer a question from the memory.

        The model is asked once. It sees what is recalled, with times, and ended facts. Without a model, the answer
        lists the facts and texts that match the question best.

        Args:
            only: the filters `at`, `since`, `until`, `source` and `metadata`. The model takes `at` for today.

        Raises:
            UserError: the model cannot be asked. Failure: it does not reply. AnswerError: its reply is unusable.
        """
        return await asking.answer(self._scope, kept(question), only)

    def searched(self, question: str, depth: int = asking.DEPTH) -> dict[str, int]:
        """The queries for a question, with depths: the question itself, and the names in it."""
        return self._scope.reading(lambda: asking.queries(self.graph, kept(question), depth))

    async def forget(
        self,
        what: str | Triplet | None = None,
        *,
        source: str | None = None,
        metadata: Metadata | None = None,
        scope: str | None = None,
    ) -> tuple[Triplet, ...]:
        """End facts now, and stop recalling the texts that tell them. Both stay in the history.

        Args:
            what: a name, which stands for everything that contains it (`alice`: also `alice's password`), under all its
                merged names; a triplet; or a learned text, with the facts that no other text tells.
            source: texts from this source, with the facts that no other text tells. Texts with the same words go with
                them, unless their metadata differ. `metadata`: the same for texts with these metadata.
            scope: in this scope; the whole scope, if nothing else is given.

        Returns:
            The facts that were valid until now.

        Raises:
            UserError: the memory cannot be written; then nothing is forgotten.
        """
        own, named = forgetting.meant(self._scope, what, source, metadata, scope)
        return await own.settled(lambda: forgetting.forget(own, named))

    async def erase(
        self,
        what: str | Triplet | None = None,
        *,
        source: str | None = None,
        metadata: Metadata | None = None,
        scope: str | None = None,
    ) -> Receipt:
        """Erase for good what `forget` would forget, and all facts that no remaining text tells.

        They are removed from the history, the file and its log, the caches of this process, and the cache of model
        replies. Edges and texts are renumbered. Copies, exports and runs are not changed.

        Args:
            what: as for `forget`, as are `source`, `metadata` and `scope`.

        Raises:
            UserError: the memory cannot be written, or the replies cannot be read.
            Failure: the data are erased, but another process still keeps them in the file's log or in the reply cache.
                They are removed from there when these are opened next.
        """
        own, named = forgetting.meant(self._scope, what, source, metadata, scope)
        return await own.settled(lambda: forgetting.erase(own, named))


def _queries(queries: str | Sequence[str] | Mapping[str, int], depth: int) -> dict[str, int]:
    if isinstance(queries, Mapping):
        return {kept(query): depth for query, depth in queries.items()}
    return dict.fromkeys(as_texts(queries), depth)
