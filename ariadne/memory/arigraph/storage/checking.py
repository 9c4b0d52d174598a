"""Inconsistencies in the contents of a memory, a line each. Lines have numbers instead of the contents' words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.state import Contents
from ariadne.triplet import Edge


def problems(contents: Contents) -> Iterator[str]:
    """All inconsistencies."""
    yield from _of_edges(contents)
    yield from _of_episodes(contents)
    yield from _of_vectors(contents)


def edge_problem(edge: Edge) -> str:
    """How an edge contradicts itself; an empty string if it does not."""
    if edge.since and edge.until:
        is_backwards = edge.until < edge.since
    else:
        is_backwards = edge.valid_to is not None and edge.valid_to < edge.valid_from
    if is_backwards:
        return "ends before it begins"
    if edge.valid_to is None and (edge.reason or edge.retired_by) and not edge.until:
        return "is valid, but has a reason for its end"
    return ""


def text_problem(node: EpisodeNode) -> str:
    """How a text contradicts itself; an empty string if it does not."""
    return "is forgotten before it is learned" if node.forgotten is not None and node.forgotten < node.step else ""


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
        if problem := edge_problem(edge):
            yield f"{where} {problem}"


def _of_episodes(contents: Contents) -> Iterator[str]:
    known = {edge.triplet for edge in contents.graph.history()}
    for number, node in enumerate(contents.episodic.nodes):
        if node.step > contents.step or (node.forgotten or 0) > contents.step:
            yield f"text {number} has a step after the last, {contents.step}"
        if problem := text_problem(node):
            yield f"text {number} {problem}"
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
