"""AriGraph: a memory that is a graph of facts and of the texts that told them (Anokhin et al. 2024, arXiv:2407.04363).

The packages, each described in its `__init__`:

- `core`: the graph, its episodes, how it learns from a text (Algorithm 1) and how it is searched (Algorithm 2).
- `retrieval`: the indexes that find facts and texts, and the search for a question.
- `storage`: the file.
- `api`: the library `AriGraph`, as `arigraph` exports it.
- `interchange`: export and import.
- `agent`: the memory of an agent in a world, built on the library (section 3, appendix B).
"""
