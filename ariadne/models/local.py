"""Models from a GGUF file: llama.cpp's OpenAI-compatible server, in this process, on the loopback address."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from ariadne.errors import Failure, MissingPackage, UserError
from ariadne.forks import renew_in_child
from ariadne.models.fallback import Form
from ariadne.models.model import Reply
from ariadne.models.openai import OpenAIModel
from ariadne.models.question import A, Question
from ariadne.semaphore import Semaphore

CONTEXT = 16384
PROMPT_CACHE_MIB = 1024
TIMEOUT = 1800.0
LOADING = 600.0
COUNTED = {"timings_per_token": True}
"""Requests token counts with each piece, so the tokens of a stopped reply are known."""
POLL = 0.1


def check_file(path: Path) -> None:
    """Check that a model's file exists.

    Raises:
        UserError: it does not.
    """
    if not path.is_file():
        raise UserError(
            f"{path} is a folder: name a model file in it" if path.is_dir() else f"there is no model file {path}"
        )


class LocalModel:
    """Answers questions with a model file on this machine. The file is loaded at the first question.

    Each reply is restricted to its question's choices and limits: that helps small models, and a local grammar is
    cheap.

    Args:
        path: a `.gguf` file.
        seed: for sampling.
        context: the token limit of prompt and reply together; lower if the model was trained on less.
        max_tokens, temperature, reasoning_effort: see `OpenAIModel`.

    Raises:
        UserError: there is no such file.
        MissingPackage: xllamacpp is not installed.
    """

    def __init__(
        self,
        path: Path,
        seed: int | None = None,
        *,
        context: int = CONTEXT,
        max_tokens: int | None = None,
        temperature: float | None = None,
        reasoning_effort: str | None = None,
    ) -> None:
        check_file(path)
        if find_spec("xllamacpp") is None:
            raise MissingPackage(f"the model {path.name}", "local")
        self.name = path.name
        self._path = path
        self._seed = seed
        self._context = context
        self._drawn: dict[str, Any] = {
            "max_tokens": max_tokens, "temperature": temperature, "reasoning_effort": reasoning_effort,
        }  # fmt: skip
        self._server: Any = None
        self._model: OpenAIModel | None = None
        self._starting = Semaphore()
        self._of_parents: list[Any] = []
        renew_in_child(self)

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once; see `Model.answer`."""
        async with self._starting:
            model = self._model = self._model or await self._start()
        return await model.answer(question)

    @property
    def form(self) -> Form | None:
        return self._model.form if self._model else None

    async def close(self) -> None:
        """Stop the server and free the model."""
        model, self._model = self._model, None
        if model:
            await model.close()
        self._server = None

    def renew(self) -> None:
        """See `forks.Renewed`. The server's threads do not exist in a fork; ending it there would wait for them."""
        self._of_parents.append((self._server, self._model))
        self._server = self._model = None

    async def _start(self) -> OpenAIModel:
        self._server = await asyncio.to_thread(_serve, self._path, self._context)
        address: str = self._server.listening_address
        await _until_healthy(address)
        return OpenAIModel(
            self.name,
            f"{address}/v1",
            seed=self._seed,
            **self._drawn,
            timeout=TIMEOUT,
            free=True,
            stream=True,
            more=COUNTED,
            fitted=True,
        )


def _serve(path: Path, context: int) -> Any:
    # Spinning threads starve each other on a busy machine. The variable is read when the library is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from xllamacpp import CommonParams, Server

    parameters = CommonParams()
    parameters.model.path = str(path)
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = context
    parameters.cache_ram_mib = PROMPT_CACHE_MIB
    parameters.ui = False
    parameters.verbosity = 0
    try:
        return Server(parameters)
    except RuntimeError as error:
        raise UserError(f"llama.cpp cannot load {path}: it is not a model, or too large for this machine") from error


async def _until_healthy(address: str) -> None:
    for _ in range(int(LOADING / POLL)):
        if await asyncio.to_thread(_is_healthy, address):
            return
        await asyncio.sleep(POLL)
    raise Failure(f"the local model did not load within {LOADING:g} seconds")


def _is_healthy(address: str) -> bool:
    """Whether the server is ready; it answers 503 while it loads. Loopback is never reached through a proxy."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/health", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False
