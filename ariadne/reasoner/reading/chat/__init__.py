"""Reading what people write to each other: facts about who speaks, and about whom and what they speak of.

A message falls into sentences (`words.py`), and these into clauses (`clauses.py`), of which questions, requests, wishes
and suppositions are left out. A clause is read if all of it is understood: its subject and its objects (`nouns.py` and
`phrases.py` see that each word has its place, `mentions.py` knows what pronouns mean), its verb (`predicates.py`, and
`coordination.py` for what two verbs share), and its times, which become dates (`times.py`). `people.py` knows given
names and what people are to each other, `inflection.py` the forms of verbs. `introductions.py` finds what somebody is
called. Where a sentence is not understood it gives nothing: better nothing than what nobody said.
"""

from ariadne.reasoner.reading.chat.introductions import NAMED, introduced
from ariadne.reasoner.reading.chat.reader import Speech, read_speech

__all__ = ["NAMED", "Speech", "introduced", "read_speech"]
