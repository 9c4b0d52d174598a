"""The memory of an agent in a world: the library, and what only worlds have.

- `memory` learns turns and recalls for a moment of play.
- `surveying` tells of the places, `annotations` says what is known of each action.
- `lives` and `before` are about worlds that were played before.
"""
