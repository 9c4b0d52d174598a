"""The library: what `from arigraph import AriGraph` gives.

- `arigraph` learns, recalls and answers; `hold` and `opened` are what it is with a file, `synchronous` the same
  without `await`.
- `asking` answers a question, `items` lists what is known, `messages` reads conversations.
- `erasing` and `forgetful` leave no word of what is erased; `maintained` repairs and moves to another embedder.
- `tools` offers all this to a language model.
"""
