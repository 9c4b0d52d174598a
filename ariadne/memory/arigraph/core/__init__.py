"""The memory graph G = (Vs, Es, Ve, Ee) of AriGraph, section 2: its parts, its updates and its search.

| in the paper | here |
| --- | --- |
| Vs, Es | `graph.SemanticGraph` |
| Ve, Ee | `episodes.EpisodicMemory`, `episodes.EpisodeNode` |
| Algorithm 1, extraction of new and outdated triplets | `learn.Reader`: the questions to the model |
| Algorithm 1, update of G | `lessons.planned` computes the changes, `state.State.change` applies them |
| Algorithm 1, union of the semantic searches; Algorithm 2 (q, d, w, L) | `search.SemanticSearch` |
| Algorithm 1, `EpisodicSearch`, with k | `episodes.EpisodicMemory`: `relevances`, then `ranked` |
| equation 1: rel(i), n_i, N_i | `episodes.relevance` |
| appendix B, unexplored exits | `agent.memory`, from `ariadne.geography` |

`api.learning` runs the update, `retrieval.recalling` the search.

Read first: `graph`, `episodes`, `learn`, `lessons`, `state`, `search`. The rest goes beyond the paper:

- Reading: `reading` parses replies, `beside` chooses the known facts that the model is shown.
- Time: `endings` says how edges end; `later` handles functional relations, and texts that are out of order
  or name dates; `dated.AsOf` is the graph as of an earlier time.
- Names: `merging` makes two names one; `naming` finds all that a request to forget covers.
- Storage: `filed` reads rows on demand; `kept` builds on it.
- Values: `options`, `results`, `metadata`, `costs`; `histories` serves `learn_many`, and `recorded` rebuilds a memory
  from a run's events.
"""
