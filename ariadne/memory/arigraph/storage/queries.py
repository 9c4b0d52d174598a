"""SQL that reads a scope of a memory's file, see `Selection.rows`. Rows are selected as places in the scope."""

from __future__ import annotations

SOME = "IN (SELECT value + :first FROM json_each(:places))"
AT = f"WHERE number {SOME}"
EDGES = "number >= :first AND number < :edges"
NODES = "number >= :first AND number < :nodes"
EXTENT = "SELECT coalesce(max(number) - :first + 1, 0) FROM {} WHERE number >= :first AND number < :end"
LOST = """SELECT edge FROM tie WHERE edge >= :edges AND edge < :end
    UNION ALL SELECT episode FROM tie WHERE episode >= :nodes AND episode < :end LIMIT 1"""
LATEST = "SELECT max(time) FROM step WHERE number >= :first AND number <= :step"
TRIPLETS = f"SELECT number - :first, subject, relation, object FROM edge WHERE number {SOME} AND valid_to IS NULL"
FACT = """json_each(:ends) AS fact CROSS JOIN edge
    ON edge.subject = json_extract(fact.value, '$[0]') AND edge.object = json_extract(fact.value, '$[1]')"""
NUMBER = f"SELECT subject, relation, object, number - :first FROM {FACT} WHERE valid_to IS NULL AND {EDGES}"
TIED = f"""SELECT DISTINCT edge.subject, edge.relation, edge.object, tie.episode - :first
    FROM {FACT} CROSS JOIN tie ON tie.edge = edge.number
    WHERE tie.episode >= :first AND tie.episode < :nodes ORDER BY tie.episode"""
NUMBERS = " UNION ".join(
    f"SELECT value, number - :first FROM json_each(:ids) CROSS JOIN edge ON {end} = value WHERE {EDGES}"
    for end in ("subject", "object")
)
ENDED = "SELECT number - :first FROM edge WHERE valid_to > :first + :since AND valid_to < :end"
VALID = f"{EDGES} AND (valid_to IS NULL OR valid_to > :step)"
COUNT_VALID = f"SELECT count(*) FROM edge WHERE {VALID}"
COUNT_ENDS = f"""SELECT count(*) FROM
    (SELECT subject FROM edge WHERE {VALID} UNION SELECT object FROM edge WHERE {VALID})"""
NAMED = "WHERE id IN (SELECT value FROM json_each(:ids))"
NAMES = f"WHERE id IN (SELECT subject FROM edge WHERE {EDGES} UNION SELECT object FROM edge WHERE {EDGES}) ORDER BY id"
TIMED = "SELECT number - :first FROM step WHERE time IS NOT NULL AND number >= :first AND number <= :step ORDER BY 1"
VECTORS = """WHERE number >= :first + :start AND number < :first + :stop AND valid_to IS NULL ORDER BY number"""
FORGOTTEN = f"SELECT number - :first FROM episode WHERE forgotten IS NOT NULL AND {NODES}"
COUNT_TIES = f"SELECT episode - :first, count(*) FROM tie WHERE episode {SOME} GROUP BY episode"
# The unary plus keeps SQLite from using another index, and from replacing the column by a constant.
TOLD = """SELECT number - :first FROM episode WHERE substr(observation, 1, 64) = substr(:said, 1, 64)
    AND +observation = :said AND +number >= :first AND +number < :nodes ORDER BY number"""
MARK = """SELECT checksum(NULL, subject, relation, object, valid_from, step, observation) FROM edge
    LEFT JOIN episode ON episode.number = :first + :texts - 1 WHERE edge.number = :first + :facts - 1"""


def ids(count: int) -> str:
    """SQL that reads the ids of vertices by so many names."""
    return f"SELECT name, id FROM vertex WHERE name IN ({', '.join('?' * count)})"
