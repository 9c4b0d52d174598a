"""What words tell of people: given names, what people and pets are to each other, and who is `he` or `she`."""

from __future__ import annotations

from ariadne.reasoner.lexicon import means

FEMALE, MALE = "female", "male"

# Given names of one gender, as they are often met with in English texts.
_FEMALE_NAMES = frozenset(
    "abigail ada agnes aisha alexandra alice alicia alison amanda amber amelia amina amy ana andrea angela anita"
    " ann anna anne annie aria ayesha barbara beatrice becky beth bianca brenda bridget camila carla carmen carol"
    " caroline catherine cecilia chiara chloe christina christine claire clara claudia cynthia daisy daniela deborah"
    " diana diane dina dora doris dorothy edith eileen elaine elena eleanor eliza elizabeth ella ellen elsa emily"
    " emma erica erin esther eva eve evelyn fatima fiona flora florence frances freya gabriela gemma georgia gina"
    " giulia gloria grace greta hannah harriet heather helen helena holly ida imogen ines ingrid irene iris isabel"
    " isabella isla ivy jana jane janet jasmine jennifer jenny jessica jill joan joanna josephine joyce judith judy"
    " julia julie karen kate katherine kathy katie katja keiko kelly kirsten laila lara laura lauren layla lea leah"
    " lena lily linda lisa liz lola lorna louise lucia lucy lydia mabel maggie maja mandy margaret maria marie"
    " marina marion marta martha mary maya megan mei melanie melissa mia michelle mina miriam molly monica nadia"
    " nancy naomi natalia natalie natasha nicole nina noor nora olga olivia paola patricia paula pauline penelope"
    " phoebe polly priya rachel rebecca rita rosa rose rosie ruth sabrina sadia sally samantha sandra sara sarah"
    " selma sheila shirley silvia simone sofia sonia sophia sophie stella stephanie sue susan suzanne sylvia tamara"
    " tanya teresa theresa tina ursula valentina valerie vanessa vera veronica victoria violet wendy yasmin yoko"
    " yuki yvonne zara zoe".split()
)
_MALE_NAMES = frozenset(
    "aaron abdul adam adrian ahmed alan albert alejandro alexander alfred ali amir anders andre andreas andrew andy"
    " angus anthony antonio arjun arthur barry ben benjamin bernard bill billy bob boris brad brian bruce carl"
    " carlos charles chen christian christopher colin craig curtis damian dan daniel dario dave david declan dennis"
    " derek diego dmitri dominic don donald douglas duncan dylan eduardo edward elias eric erik ethan eugene fabian"
    " felix fernando finn francis francisco frank fred frederick gareth gary gavin geoffrey george gerald giovanni"
    " giuseppe glen gordon graham greg gregory guy hamza hank hans harold harry harvey hassan hector henrik henry"
    " hiroshi howard hugh hugo ian ibrahim igor imran isaac ivan jack jacob jake james jan jason jeff jeremy jerry"
    " jim joe joel johan john johnny jon jonas jonathan jorge jose joseph josh joshua juan julian karl keith ken"
    " kenji kenneth kevin kofi kurt kwame lars laurence lawrence leo leon leonard liam louis luca lucas luis luke"
    " malcolm manuel marco marcus mario mark martin mateo matthew max michael miguel mike mohamed mohammed nathan"
    " neil nicholas nick nigel nikhil noah oliver omar oscar otto owen pablo patrick paul pedro pete peter phil"
    " philip pierre rafael raj rajesh ralph ravi ray raymond ricardo richard rob robert rodrigo roger roland ron"
    " ronald ross roy rupert russell ryan sean sebastian sergei sergio simon stanley stefan stephen steve steven"
    " stuart tariq ted terry theo thomas tim timothy toby todd tom tomas tommy tony trevor victor viktor vincent"
    " walter warren wei will william winston wolfgang xavier yusuf zach".split()
)
_EITHER_NAMES = frozenset(
    "alex ariel ash bailey cameron casey charlie chris dana drew eden ellis frankie jamie jess jo jordan kai kim"
    " lee leslie lou marley mel morgan nat nicky pat quinn reese riley robin rowan sacha sam sasha shannon sidney"
    " skyler taylor toni val yael".split()
)

_FEMALE_KIN = frozenset(
    "mother mom mum mummy mommy sister daughter wife girlfriend gf aunt auntie grandma grandmother gran granny nan"
    " nana niece fiancée stepmother stepmom stepsister stepdaughter sis mother-in-law sister-in-law daughter-in-law"
    " ex-wife ex-girlfriend goddaughter godmother granddaughter bridesmaid woman girl lady landlady queen waitress"
    " actress".split()
)
_MALE_KIN = frozenset(
    "father dad daddy brother son husband boyfriend bf uncle grandad granddad grandpa grandfather nephew fiancé"
    " stepfather stepdad stepbrother stepson bro father-in-law brother-in-law son-in-law ex-husband ex-boyfriend"
    " godson godfather grandson hubby man boy landlord king waiter actor".split()
)
_CALLED = frozenset(
    "mother mom mum mummy mommy grandma granny nan nana dad daddy father grandad granddad grandpa".split()
)
_EITHER_KIN = frozenset(
    "friend bestie mate partner spouse fiance boss manager colleague coworker co-worker neighbour neighbor cousin"
    " twin sibling parent child kid baby roommate flatmate housemate teacher tutor doctor gp dentist therapist coach"
    " trainer vet lawyer accountant supervisor mentor client ex buddy pal crush godchild assistant lecturer"
    " professor hairdresser barber physio midwife nurse psychiatrist psychologist advisor adviser agent babysitter"
    " nanny".split()
)
_PETS = frozenset(
    "dog cat puppy kitten pup rabbit bunny hamster parrot budgie horse pony tortoise turtle snake lizard gecko"
    " goldfish ferret rat hen chicken goat donkey pet labrador greyhound poodle terrier spaniel corgi beagle"
    " retriever".split()
)


def given_name(word: str) -> bool:
    """Whether a word is a given name of the list."""
    return word.lower() in _FEMALE_NAMES | _MALE_NAMES | _EITHER_NAMES


def is_relation(noun: str) -> bool:
    """Whether a noun says what a person or a pet is to somebody, so that a name may stand after it."""
    every = _FEMALE_KIN | _MALE_KIN | _EITHER_KIN | _PETS
    return noun.lower() in every or noun.lower().rpartition("-")[2] in every


def is_kin(noun: str) -> bool:
    """Whether a noun is for one of a family, who is called by it: `Dad`."""
    return noun.lower() in _CALLED


def is_person(noun: str) -> bool:
    """Whether a noun says what somebody is: a relation, or a trade such as `cardiologist`."""
    return is_relation(noun) or (noun.islower() and means(noun, "person"))


def is_being(noun: str) -> bool:
    """Whether a noun is for somebody or an animal, who do things themselves."""
    return is_relation(noun) or means(noun, "person", "animal")


def is_somebody(words: list[str]) -> bool:
    """Whether a name, or a noun with what stands before it, is plainly for a person or a pet."""
    last = words[-1].lower()
    return is_relation(last) or given_name(words[0]) or (words[-1].islower() and means(last, "person"))


def gender(words: list[str]) -> str:
    """The gender that a name or a noun tells; empty if it tells none."""
    if words[-1].lower() in _FEMALE_KIN:
        return FEMALE
    if words[-1].lower() in _MALE_KIN:
        return MALE
    first = words[0].lower()
    return FEMALE if first in _FEMALE_NAMES else MALE if first in _MALE_NAMES else ""
