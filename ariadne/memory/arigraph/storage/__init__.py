"""The file: one SQLite database, which one process writes and others read.

- `schema` has the tables, `columns` what may stand in a column, `rows` the rows of a step.
- `store` writes and reads, `opening` and `shared` say who may, `checking` verifies, and `lookups` reads rows when they
  are asked for.
- `copies` keeps the index of many facts beside the file, so that it opens at once.
"""
