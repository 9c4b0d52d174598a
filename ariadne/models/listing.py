"""Which models are at hand: files on this machine, and what an endpoint serves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ValidationError

from ariadne.errors import UserError
from ariadne.keys import api_key, redacted
from ariadne.models.failures import ENVIRONMENTS_KEY, CallFailure, Endpoint, check_address, explain
from ariadne.models.incoming import TooLong, limited
from ariadne.models.openai import NO_KEY

SUFFIX = ".gguf"
TIMEOUT = 30.0
LONGEST_LIST = 4_000_000
"""Bytes that are taken in of an endpoint's list, unpacked."""


class _Served(BaseModel):
    id: str


class _List(BaseModel):
    data: list[_Served]


def model_files(folders: Iterable[Path]) -> list[Path]:
    """The model files in some folders, by name; of folders that are not there none.

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
        UserError: the address is none, nothing answers there, it is no such endpoint, or it wants another key.
        NoReply: it answers with an error that may pass.
    """
    import openai

    check_address(base_url)
    key = api_key()
    http = openai.DefaultHttpxClient(**limited(LONGEST_LIST))
    with openai.OpenAI(
        api_key=key or NO_KEY, base_url=base_url, timeout=TIMEOUT, max_retries=0, http_client=http
    ) as client:
        try:
            content = client.models.with_raw_response.list().http_response.content
            return [each.id for each in _List.model_validate_json(content).data]
        except openai.APIStatusError as error:
            failure = CallFailure(redacted(error.message), error.status_code)
        except openai.APIConnectionError as error:
            is_told = isinstance(error.__cause__, TooLong)
            failure = CallFailure(redacted(str(error.__cause__ or error)), absent=not is_told)
        except ValidationError:
            failure = CallFailure("what it sends is no list of models", 200)
    raise explain(failure, Endpoint(base_url, "", ENVIRONMENTS_KEY if key else ""), "models", (), reached=False)
