"""Sense: where things belong in a house, from names alone.

Nobody tells a tidy guest where the whisk lives. It knows what sort of thing a whisk is, what kitchens are for, what a
drawer in one holds, and that it has seen whisks lie among ladles; and it does not carry off what may be at home where
it is. So all places of a house compete for a thing, and what speaks for a place is added up (`sense.py`): the thing's
kind is at home in such a room, the furniture is meant for it, the words go together, what lies there is like it, and
people usually keep such things there.

A name is read first (`names.py`): which word is the noun, which tell an amount, a material or a use. A `jar of honey`
is honey and a `toy car` no car. Then it is asked which kinds it may be of, of some ninety (`kinds.yaml`). Two
sources are asked (`classify.py`): the lexicon says what the noun is a kind of, and `similarity` how near the name
is to the way in which people speak of a kind; what both find likely is likely.

Rooms and furniture are read alike (`places.py`). A `toddler's bedroom` is a nursery by what people call nurseries
(`rooms.yaml`), and an `oak shoe shelf` is meant for footwear by its class (`furniture.yaml`) or by the words before
its noun. What is not listed serves what its name says, or else whatever its room is for.

The tables speak of kinds, never of things, and hold no word that only the maker of our games would use. What they
cannot say is learned (`habits/`): how usual it is to keep a thing in a place, from houses on paper that others
described.
"""
