"""The library behind `from arigraph import AriGraph`.

- `arigraph` is its class: learning, recalling, answering, forgetting. `opened` opens, saves and closes it, `views` are
  its lists, statistics and upkeep, and `synchronous` is the same without `await`.
- `scope` is the state of one scope, with its lock and its file; `shared` what all scopes of a memory share.
- `learning` runs the update of Algorithm 1. `doubts` asks the model about facts that it was not shown; `messages` reads
  conversations.
- `asking` answers questions. `forgetting` forgets and erases facts and texts.
- `items` stores values under keys, for LangGraph. `tools` offers the memory to a language model.
"""
