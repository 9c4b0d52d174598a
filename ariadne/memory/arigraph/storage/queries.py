"""SQL that reads a scope of a memory's file: `:first` and `:end` bound the numbers of its rows."""

from __future__ import annotations

from ariadne.memory.arigraph.storage.schema import EDGE, EPISODE

SOME = "IN (SELECT value FROM json_each(:numbers))"
OF_SCOPE = "number >= :first AND number < :end"
EDGE_ENDS = 2 + len(EDGE.columns)
"""The number of the edge's own columns in a row of `EDGES`."""
EDGES = f"""SELECT edge.checksum, edge.vector, {", ".join(f"edge.{column}" for column in EDGE.columns)},
    s.checksum, s.id, s.name, o.checksum, o.id, o.name
    FROM edge JOIN vertex AS s ON s.id = edge.subject JOIN vertex AS o ON o.id = edge.object
    WHERE edge.number {SOME}"""
VALID = f"""SELECT edge.number, s.name, edge.relation, o.name FROM edge
    JOIN vertex AS s ON s.id = edge.subject JOIN vertex AS o ON o.id = edge.object
    WHERE edge.number {SOME} AND edge.valid_to IS NULL"""
FACT = """json_each(:ends) AS fact CROSS JOIN edge
    ON edge.subject = json_extract(fact.value, '$[0]') AND edge.object = json_extract(fact.value, '$[1]')"""
NUMBER = (
    f"SELECT edge.subject, edge.relation, edge.object, edge.number FROM {FACT} WHERE valid_to IS NULL AND {OF_SCOPE}"
)
TIED = f"""SELECT DISTINCT edge.subject, edge.relation, edge.object, tie.episode
    FROM {FACT} CROSS JOIN tie ON tie.edge = edge.number
    WHERE tie.episode >= :first AND tie.episode < :end ORDER BY tie.episode"""
NUMBERS = " UNION ".join(
    f"SELECT value, number FROM json_each(:ids) CROSS JOIN edge ON {end} = value WHERE {OF_SCOPE}"
    for end in ("subject", "object")
)
VALID_NOW = f"{OF_SCOPE} AND (valid_to IS NULL OR valid_to > :step)"
COUNT_VALID = f"SELECT count(*) FROM edge WHERE {VALID_NOW}"
COUNT_ENDS = f"""SELECT count(*) FROM
    (SELECT subject FROM edge WHERE {VALID_NOW} UNION SELECT object FROM edge WHERE {VALID_NOW})"""
NAMES = f"""SELECT checksum, id, name FROM vertex WHERE id IN
    (SELECT subject FROM edge WHERE {OF_SCOPE} UNION SELECT object FROM edge WHERE {OF_SCOPE}) ORDER BY id"""
STEPS = f"SELECT checksum, number, time FROM step WHERE number {SOME}"
TIMED = f"SELECT checksum, number, time FROM step WHERE time IS NOT NULL AND {OF_SCOPE} ORDER BY number"
VECTORS = f"""SELECT checksum, vector, {", ".join(EDGE.columns)} FROM edge
    WHERE {OF_SCOPE} AND valid_to IS NULL ORDER BY number"""
NODES = f"""SELECT checksum, vector, {", ".join(EPISODE.columns)} FROM episode WHERE number {SOME}"""
FORGOTTEN = f"SELECT number FROM episode WHERE forgotten IS NOT NULL AND {OF_SCOPE}"
TIES = f"SELECT episode, edge FROM tie WHERE episode {SOME} ORDER BY episode, place"
# The unary plus keeps SQLite from using another index, and from replacing the column by a constant.
TOLD = """SELECT number FROM episode WHERE substr(observation, 1, 64) = substr(:said, 1, 64) AND +observation = :said
    AND +number >= :first AND +number < :end ORDER BY number"""
