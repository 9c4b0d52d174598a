"""The file: one SQLite database, which one process writes and others read.

- `store` is the interface: load, write, erase. `session` holds transactions, `hold` the lock, `opening` connects,
  and turns SQLite's errors into messages.
- `schema` has the tables, `columns` the encoding of values; `rows` writes rows with their checksums.
- `lookups` reads rows on demand, with the SQL of `queries`, run by `selection`. `checking` verifies contents.
- `copies` keeps an index snapshot beside the file, so that a large file opens at once.
"""
