"""What is found for a question.

- `index` finds the facts nearest to a query: it looks at all vectors, and at codes of them (`codes`) where there are
  thousands. `recent` remembers what was found for the last queries.
- `lexical` finds texts by their words (FTS5), `shortlist` the few hundred that are worth comparing, and `blend` ranks
  these.
- `recalling` puts facts, their past and texts together.
"""
