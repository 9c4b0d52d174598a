"""The memory itself: `G = (Vs, Es, Ve, Ee)`, how it learns, and how it is searched.

- `graph` holds `Vs` and `Es`, the vertices and the edges with the steps at which each held, and `endings` why an edge
  ended; `episodes` holds `Ve` and `Ee`, the texts, each tied to the facts that it told, and equation 1, the relevance
  of an episode. Their rows are in `kept`, read from a file where there is one (`filed`).
- `learning` is the loop of Algorithm 1: read a text, find what it ends, change the graph. `learn` asks the model,
  `lessons` plans the change, and `state` carries it out.
- `search` is Algorithm 2, the semantic search.
- `dated`, `histories`, `merging`, `naming` and `retiring` are about time and names: what held when, and which names
  mean the same.
"""
