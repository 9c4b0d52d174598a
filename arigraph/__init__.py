"""The memory of Ariadne as a library: a graph of facts from texts, with the times at which they held.

    from arigraph import AriGraph, wait

    with AriGraph(path="people.db") as memory:
        wait(memory.learn("Ada lives in Paris.", facts=["ada, lives in, paris"]))
        print(*wait(memory.recall("Where does Ada live?")).facts)

AriGraph        the memory: `learn`, `learn_many`, `recall`, `answer`, `forget`, `erase`, `merge`, `facts`, `history`,
                `sources`, `scope`, `usage`, `save`, `open`
Options         how much it recalls, how it ranks, and instructions for its model
Schema          the kinds of things and relations that its model may use
Text            a text for `learn_many`
Change, Retired the changes made by `learn`, and a fact that it ended
Found           the result of `recall`; `as_prompt` is its text for a model
Answer          the result of `answer`, with the facts and texts that support it
Call, Spent     a call to the model, and the cost of calls
Receipt, Stats  what `erase` erased, and the size of a memory
Triplet, Edge   a fact, and a fact with the times at which it held
EpisodeNode     a text, with the facts in it
wait            runs a coroutine for synchronous code
__version__     of Ariadne

`arigraph.langgraph` is a store for LangGraph, `arigraph.openai_agents` has tools for the OpenAI Agents SDK.
"""

try:
    from ariadne.installed import __version__
except ModuleNotFoundError as error:
    raise ImportError(
        "another package named `ariadne` (the GraphQL library?) is found first: "
        "install Ariadne from its checkout without --editable, or in a separate environment"
    ) from error
from ariadne.events import QuestionEvent as Call
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.forgetting import Receipt
from ariadne.memory.arigraph.api.views import Stats
from ariadne.memory.arigraph.core.costs import Spent
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.histories import Text
from ariadne.memory.arigraph.core.options import Options, Schema
from ariadne.memory.arigraph.core.results import Answer, Change, Found, Retired
from ariadne.sync import wait
from ariadne.triplet import Edge, Triplet

__all__ = [
    "Answer",
    "AriGraph",
    "Call",
    "Change",
    "Edge",
    "EpisodeNode",
    "Found",
    "Options",
    "Receipt",
    "Retired",
    "Schema",
    "Spent",
    "Stats",
    "Text",
    "Triplet",
    "__version__",
    "wait",
]
