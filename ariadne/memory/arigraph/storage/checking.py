"""Inconsistencies in the contents of a memory, a line each. Lines have numbers instead of the contents' words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ariadne.memory.arigraph.core.contents import Contents
from ariadne.triplet import Edge


def problems(contents: Contents) -> Iterator[str]:
    """All inconsistencies."""
    yield from _of_edges(contents)
    yield from _of_episodes(contents)
    yield from _of_vectors(contents)


def _of_edges(contents: Contents) -> Iterator[str]:
    valid = set()
    for number, edge in enumerate(contents.graph.history()):
        where = f"fact {number}"
        if max(edge.valid_from, edge.valid_to or 0) > contents.step:
            yield f"{where} has a step after the last, {contents.step}"
        if edge.valid_to is None:
            if edge.triplet in valid:
                yield f"{where} is valid twice"
            valid.add(edge.triplet)
            if _is_backwards(edge):
                yield f"{where} ends before it begins"
            if (edge.reason or edge.retired_by) and not edge.until:
                yield f"{where} is valid, but has a reason for its end"
        elif _is_backwards(edge):
            yield f"{where} ends before it begins"


def _is_backwards(edge: Edge) -> bool:
    if edge.since and edge.until:
        return edge.until < edge.since
    return edge.valid_to is not None and edge.valid_to < edge.valid_from


def _of_episodes(contents: Contents) -> Iterator[str]:
    known = {edge.triplet for edge in contents.graph.history()}
    for number, node in enumerate(contents.episodic.nodes):
        if node.step > contents.step or (node.forgotten or 0) > contents.step:
            yield f"text {number} has a step after the last, {contents.step}"
        if node.forgotten is not None and node.forgotten < node.step:
            yield f"text {number} is forgotten before it is learned"
        if lost := sum(triplet not in known for triplet in node.triplets):
            yield f"text {number} is tied to {lost} missing facts"


def _of_vectors(contents: Contents) -> Iterator[str]:
    vectors = contents.vectors
    if vectors is None:
        return
    if len(vectors) != len(contents.graph):
        yield f"{len(contents.graph)} facts are valid, but {len(vectors)} have an embedding"
    for number in np.flatnonzero(~np.isfinite(vectors).all(axis=1)).tolist() if len(vectors) else ():
        yield f"the embedding of valid fact {number} is not finite"
    lengths = {len(vector) for vector in contents.observed.values()} | ({vectors.shape[1]} if len(vectors) else set())
    if len(lengths) > 1:
        yield f"embeddings have different lengths: {', '.join(map(str, sorted(lengths)))}"
