"""The catalogue of second-hand books: made up, with an attribute for every kind of input.

Titles hold words that many books share and names that few do, as real titles do. A topic belongs
to one subject, a city (almost always) to one state: facets can lie below each other, menus depend.
"""

import random
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from demosite.catalogue import Catalogue, Entry
from demosite.derived import DAYS, FIRST_DAY
from tests.site.isbn import isbn_of
from tests.site.places import US_PLACES


def _listed(words: str) -> list[str]:
    return words.split()


SUBJECTS = {
    "History": ("Ancient history", "Medieval history", "Maritime history", "Local history"),
    "Science": ("Astronomy", "Botany", "Chemistry", "Geology", "Zoology"),
    "Cooking": ("Baking", "Soups and stews", "Rice dishes", "Preserving"),
    "Travel": ("Guidebooks", "Memoirs of travel", "Atlases"),
    "Crafts": ("Knitting", "Woodwork", "Pottery", "Bookbinding", "Weaving"),
    "Music": ("Opera", "Folk songs", "Piano", "Strings"),
    "Novels": ("Crime", "Romance", "Adventure", "Sea stories", "Satire"),
    "Children": ("Picture books", "Fairy tales", "School stories"),
    "Philosophy": ("Ethics", "Logic", "Metaphysics"),
    "Gardening": ("Roses", "Vegetables", "Orchards", "Herbs"),
}
LANGUAGES = ("English", "French", "German", "Spanish", "Italian", "Latin")
FORMATS = ("Hardcover", "Paperback", "Leather bound", "Spiral bound")
CONDITIONS = ("As new", "Fine", "Very good", "Good", "Fair")
COUNTRIES = ("United States", "United Kingdom", "Germany", "France", "Italy", "Canada", "Ireland")
_NOUNS = _listed(
    "garden harbour mountain river winter summer island bridge castle forest letter mirror clock "
    "window kitchen village market voyage journey memory shadow silence stone feather lantern "
    "orchard meadow cathedral railway lighthouse storm desert valley kingdom daughter stranger "
    "teacher doctor sailor painter soldier merchant widow brother secret promise treasure crown "
    "sword map compass bell violin needle thread bread honey salt silver copper glass paper ink "
    "wolf raven fox horse salmon bear swallow nightingale bee spider star moon comet planet tide"
)
_ADJECTIVES = _listed(
    "old new lost hidden little great last first dark bright silent golden silver broken wild "
    "gentle bitter sweet distant ancient modern complete practical illustrated simple curious "
    "forgotten northern southern red green blue white black burning frozen sleeping wandering"
)
_FRONTS = _listed(
    "Al Bar Cal Dun Ed Fair Green Hal Ken Lang Mar Nor Oak Pem Ral Stan Thorn Wal "
    "Win Ash Beck Clay Dal El Fen Har Kirk Lin Mel Rad Amber Bram Cran Dor Ever Fox Glen Hol Ing "
    "Jar King Lock Mait New Over Park Quin Red Salt Tarr Under Van West Yar Arm Bell Carl Dray "
    "Erl Fitz Gar Hay"
)
_BACKS = _listed(
    "ford ton wick ley man worth ham field brook more berg son well stone hurst wood "
    "by land shaw croft mere combe den low gate"
)
_NAMES = [front + back for front in _FRONTS for back in _BACKS]
_FIRST_NAMES = _listed(
    "Ada Arthur Clara Daniel Edith Emma Felix George Grace Helen Henry Ida Jacob Jane John Laura "
    "Lewis Louise Martha Mary Oscar Paul Peter Rose Ruth Samuel Sarah Thomas Victor William"
)
_HOUSES = ("Press", "Books", "& Sons", "Editions", "House") * 6
_PUBLISHERS = [f"{name} {kind}" for name, kind in zip(_NAMES[::59], _HOUSES, strict=False)]
_SEED = 5


@lru_cache(maxsize=8)
def used_books(n: int) -> Catalogue:
    """n books; the same for the same n, and the first of a longer list."""
    rng = random.Random(_SEED)
    return Catalogue("Second-hand books", tuple(_entry(rng, number) for number in range(1, n + 1)))


def _entry(rng: random.Random, number: int) -> Entry:
    subject = rng.choice(list(SUBJECTS))
    place = rng.choice(US_PLACES)
    described = {
        "author": f"{rng.choice(_FIRST_NAMES)} {_few_often(rng, _NAMES)}",
        "subject": subject,
        "topic": rng.choice(SUBJECTS[subject]),
        "publisher": _few_often(rng, _PUBLISHERS),
        "language": _few_often(rng, LANGUAGES),
        "format": rng.choice(FORMATS),
        "condition": rng.choice(CONDITIONS),
        "country": _few_often(rng, COUNTRIES),
        "year": str(rng.randint(1880, 2024)),
        "pages": str(rng.randint(40, 900)),
        # Most are cheap, some are dear.
        "price": f"{min(4000.0, 2 + rng.expovariate(1 / 60)):.2f}",
        "date": (FIRST_DAY + timedelta(days=rng.randrange(DAYS))).isoformat(),
        "isbn": isbn_of(number),
        "state": place.state,
        "city": place.city,
        "zip": place.zip,
    }
    return Entry(f"b{number}", _title(rng, described["topic"]), described)


def _few_often(rng: random.Random, values: Sequence[str]) -> str:
    """The first values are far more frequent than the last."""
    return values[int(len(values) * rng.random() ** 2)]


def _title(rng: random.Random, topic: str) -> str:
    noun, other = rng.sample(_NOUNS, 2)
    adjective, name = rng.choice(_ADJECTIVES), _few_often(rng, _NAMES)
    shape = rng.choice(
        (
            "The {adjective} {noun} of {name}",
            "The {noun} and the {other}",
            "{topic} for the {adjective} {noun}",
            "{name} and the {adjective} {noun}",
            "A {adjective} {noun}",
            "The {name} book of {topic}",
            "Notes on {topic} from {name}",
        )
    )
    made = shape.format(adjective=adjective, noun=noun, other=other, name=name, topic=topic.lower())
    return made[0].upper() + made[1:]
