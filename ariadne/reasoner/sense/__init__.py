"""Sense: where things belong in a house, from names alone.

All places of a house compete for a thing, and the evidence for a place is added up (`sense.py`): the thing's kind
belongs in such a room, the furniture is meant for it, the words are related, similar things lie there, and people
usually keep such things there. The place where a thing was found gets a bonus.

Names are parsed first (`names.py`) into the noun and words for an amount, a material or a use. A `jar of honey` is
honey, and a `toy car` is not a car. Then the name is classified into some ninety kinds (`kinds.yaml`) by two sources
(`classify.py`): the lexicon's hierarchy over the noun, and `similarity` to phrases about each kind. A kind that both
find likely is likely.

Rooms and furniture are treated alike (`places.py`). A `toddler's bedroom` is a nursery by its synonyms (`rooms.yaml`);
an `oak shoe shelf` is for footwear by its class (`furniture.yaml`) or by the words before its noun. Unlisted furniture
serves what its name says, or else the purpose of its room.

The tables list kinds, not things, and no words that only the maker of our games would use. What they cannot express is
learned (`habits/`): how usual it is to keep a thing in a place, from written descriptions of houses.
"""
