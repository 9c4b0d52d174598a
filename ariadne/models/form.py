"""The form of an answer, from its pydantic type: as a strict JSON schema, and as a sketch for repairs."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

NAMED = ("properties", "$defs")
# Keywords that OpenAI's strict mode does not take; validation still checks them.
NOT_STRICT = ("title", "default", "discriminator", "minLength", "maxLength", "uniqueItems", "examples")


def strict_schema(answer: type[BaseModel]) -> Schema:
    """The JSON schema of a type in the dialect of strict structured outputs.

    Objects take no further properties and require all of theirs; `oneOf` is `anyOf`; a `$ref` stands alone.
    The docstrings of types stay out: they are for readers of the code.
    """
    schema = answer.model_json_schema()
    if "$ref" in schema:  # a type that holds itself; the root has to be an object
        schema = {**schema["$defs"][_name(schema)], "$defs": schema["$defs"]}
    strict: Schema = _strict(schema)
    return strict


def schema_name(answer: type[BaseModel]) -> str:
    """A name for the schema of a type, of the characters and the length that servers take."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", answer.__name__)[:64]


@cache
def sketch(answer: type[BaseModel]) -> str:
    """The form in one line, with descriptions for values: `{"reason": "why", "places": ["a room", ...]}`."""
    schema = answer.model_json_schema()
    return _sketch(schema, schema.get("$defs", {}), frozenset())


def _strict(node: Any, names: bool = False) -> Any:
    """`names`: the keys of `node` are names of properties or definitions, not keywords."""
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    if names:
        return {name: _strict(value) for name, value in node.items()}
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    strict = {
        "anyOf" if key == "oneOf" else key: value if key in ("enum", "const") else _strict(value, key in NAMED)
        for key, value in node.items()
        if key not in NOT_STRICT
    }
    if "properties" in strict:
        strict["additionalProperties"] = False
        strict["required"] = list(strict["properties"])
        strict.pop("description", None)
    return strict


def _name(reference: Schema) -> str:
    """The name of the definition that a `$ref` points to."""
    return str(reference["$ref"]).rpartition("/")[2]


def _sketch(node: Schema, definitions: dict[str, Schema], within: frozenset[str], said: str = "") -> str:
    """`within`: definitions being sketched, for types that hold themselves; `said`: describes the value."""
    if "$ref" in node:
        name = _name(node)
        return "..." if name in within else _sketch(definitions[name], definitions, within | {name}, said)
    if choices := node.get("enum") or ([node["const"]] if "const" in node else None):
        return " or ".join(json.dumps(choice, ensure_ascii=False) for choice in choices)
    if kinds := node.get("anyOf") or node.get("oneOf"):
        return " or ".join(_sketch(kind, definitions, within, said) for kind in kinds)
    if "properties" in node:
        return _sketch_object(node["properties"], definitions, within)
    if node.get("type") == "array":
        item = _sketch(node.get("items", {}), definitions, within, node.get("description", said))
        return f"[{item}, ...]"
    return _sketch_plain(node.get("type", ""), node.get("description", said))


def _sketch_object(properties: dict[str, Schema], definitions: dict[str, Schema], within: frozenset[str]) -> str:
    parts = (
        f"{json.dumps(name)}: {_sketch(node, definitions, within, node.get('description', ''))}"
        for name, node in properties.items()
    )
    return "{" + ", ".join(parts) + "}"


def _sketch_plain(kind: str, said: str) -> str:
    if kind == "boolean":
        return "true or false"
    if kind in ("null", "integer", "number"):
        return kind
    return json.dumps(said or "...", ensure_ascii=False)
