"""The file: one SQLite database, which one process writes and others read.

- `schema` has the tables, `columns` what may stand in a column, `rows` the rows of a step.
- `store` writes and reads, `opening` and `shared` say who may, `checking` verifies, and `lookups` reads a large scope
  as it is asked for.
- `copies` keeps a large scope's index beside it, so that the file opens at once.
"""
