"""The memory of Ariadne as a library: a graph of what texts tell, tied to the times at which they told it.

    from arigraph import AriGraph, wait

    with AriGraph(path="people.db") as memory:
        wait(memory.learn("Ada lives in Paris.", facts=["ada, lives in, paris"]))
        print(*wait(memory.recall("Where does Ada live?")).facts)

AriGraph        the memory: `learn`, `learn_many`, `recall`, `answer`, `forget`, `erase`, `merge`, `facts`, `history`,
                `sources`, `scope`, `usage`, `save`, `open`
Options         how much it recalls, how it ranks, and what its model is told
Schema          kinds of things and relations that its model keeps to
Text            a text of a history, for `learn_many`
Change, Retired what `learn` changed, and a fact that it ended
Found           what `recall` found; `as_prompt` has it as text for a model
Answer          what `answer` knows: the answer, its values, and the facts and texts that it rests on
Call, Spent     a call to the model, and what calls cost
Receipt, Stats  what `erase` erased, how much there is
Triplet, Edge   a fact, and a fact with the times between which it held
EpisodeNode     a text, with the facts that it is tied to
wait            does asynchronous work for code that is not
__version__     of Ariadne

`arigraph.langgraph` has it as a store of LangGraph, `arigraph.openai_agents` as tools of the OpenAI Agents SDK.
"""

try:
    from ariadne.installed import __version__
except ModuleNotFoundError as error:
    raise ImportError(
        "the package `ariadne` that is found first is another's (the GraphQL library?) and lies elsewhere than ours: "
        "install Ariadne from its checkout without --editable, or in an environment of its own"
    ) from error
from ariadne.events import Question as Call
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.erasing import Receipt
from ariadne.memory.arigraph.api.upkeep import Stats
from ariadne.memory.arigraph.core.costs import Spent
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.histories import Text
from ariadne.memory.arigraph.core.kinds import Schema
from ariadne.memory.arigraph.core.options import Options
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
