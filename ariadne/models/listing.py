"""The available models: files on this machine, and an endpoint's list."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.keys import api_key
from ariadne.models.failures import (
    ENVIRONMENTS_KEY,
    CallFailure,
    Endpoint,
    as_json,
    check_address,
    error_in,
    explain,
    failure_of,
    lost,
)
from ariadne.models.openai import NO_KEY
from ariadne.models.size_limits import Unacceptable, limited

SUFFIX = ".gguf"
TIMEOUT = 30.0
"""Seconds to wait for the list."""
LONGEST_LIST = 4_000_000
"""The size limit of an endpoint's list, in unpacked bytes."""


def model_files(folders: Iterable[Path]) -> list[Path]:
    """The model files in some folders, sorted by name; missing folders are skipped.

    Raises:
        UserError: a folder cannot be read.
    """
    try:
        return [path for folder in folders if folder.is_dir() for path in sorted(folder.glob(f"*{SUFFIX}"))]
    except OSError as error:
        raise UserError(f"cannot read {error.filename}: {error.strerror}") from error


def served_models(base_url: str) -> list[str]:
    """The names of the models that an endpoint lists. The key comes from `OPENAI_API_KEY`.

    Raises:
        UserError: the address is invalid, nothing answers there, it is not such an endpoint, or the key is wrong.
        NoReply: a passing error.
    """
    import openai

    check_address(base_url)
    key = api_key()
    http = limited(openai.DefaultHttpxClient, LONGEST_LIST, TIMEOUT)
    with openai.OpenAI(
        api_key=key or NO_KEY, base_url=base_url, timeout=TIMEOUT, max_retries=0, http_client=http
    ) as client:
        try:
            found = _read(client.models.with_raw_response.list().http_response.content)
        except openai.APIStatusError as error:
            found = failure_of(error.body, error.status_code)
        except (openai.APIConnectionError, Unacceptable) as error:
            found = lost(error)
    if isinstance(found, CallFailure):
        endpoint = Endpoint(base_url, "", ENVIRONMENTS_KEY if key else "")
        raise explain(found, endpoint, "models", (), reached=False)
    return found


def _read(content: bytes) -> list[str] | CallFailure:
    """The names in a list of models, which may be wrapped in an object; or the failure that came instead."""
    body = as_json(content)
    if error_in(body):
        return failure_of(body, 200)
    if isinstance(body, dict):
        lists = (each for each in body.values() if isinstance(each, list))
        body = body["data"] or [] if "data" in body else next(lists, None)
    names = [*map(_name, body)] if isinstance(body, list) else [""]
    return names if all(names) else CallFailure("the response is not a list of models", 200)


def _name(model: Any) -> str:
    """The name of a model in a list; empty if it has no name."""
    names = [model.get(name) for name in ("id", "name", "model")] if isinstance(model, dict) else [model]
    return next((name for name in names if isinstance(name, str)), "")
