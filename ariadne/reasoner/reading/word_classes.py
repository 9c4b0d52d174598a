"""Closed classes of English words for reading games."""

from __future__ import annotations

BE = frozenset("is are was were be been being am isn't aren't wasn't weren't".split())
_HAVE = frozenset("has have had hasn't haven't hadn't".split())
_DO = frozenset("does do did doesn't don't didn't".split())
_MODAL = frozenset(
    "will would can could may might must should shall cannot can't won't wouldn't couldn't shouldn't".split()
)
AUXILIARY = (BE | _HAVE | _DO | _MODAL) - {"be", "been", "being"}
PREPOSITIONS = frozenset(
    "about above across after against along alongside amid among around as at before behind below beneath beside"
    " between beyond by despite during for from in inside into like near of off on onto opposite outside over past per"
    " since than through throughout to toward towards under until upon via with within without".split()
)
DETERMINERS = frozenset(
    "the a an this these those his her its their my our your no every each some any another both several many".split()
)
RELATIVES = frozenset("which who that whom whose where".split())
SUBORDINATORS = frozenset("when while because although though after before since until if once whereas as".split())
