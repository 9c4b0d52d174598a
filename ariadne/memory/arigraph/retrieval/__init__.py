"""Retrieval: the search of Algorithm 1 (`recalling`), and the indexes that it uses.

- `request` is what a caller asks for. `recalling` runs semantic and episodic search, and applies times, filters and
  the threshold; `limits` merges scopes and applies a token budget.
- `index` is `EmbedAndRetrieve` of Algorithm 2: exact search, or over thousands of facts by quantized codes (`codes`).
  `nearest` ranks by dot products. `last_queries` keeps their results up to date as vectors are added.
- `blend` is the other ranking of episodes, by words, meaning and shared vertices. `shortlist` selects the few hundred
  episodes that it compares, `lexical` is BM25.
"""
