"""Which price, date, zip code and city does a record get?

Made up from a number of the record, always the same, so that typed inputs have something to select.
"""

from datetime import date, timedelta

FIRST_DAY = date(2015, 1, 1)
DAYS = 4000
LAST_DAY = FIRST_DAY + timedelta(days=DAYS - 1)  # "the last 30 days" are counted back from it
_CENTS = 50_000

# Real places: a crawler that types well-known zip codes or cities must be able to hit some.
PLACES = (
    ("10001", "New York"),
    ("90001", "Los Angeles"),
    ("60601", "Chicago"),
    ("77001", "Houston"),
    ("85001", "Phoenix"),
    ("19101", "Philadelphia"),
    ("78201", "San Antonio"),
    ("92101", "San Diego"),
    ("75201", "Dallas"),
    ("95101", "San Jose"),
    ("73301", "Austin"),
    ("32099", "Jacksonville"),
    ("43085", "Columbus"),
    ("46201", "Indianapolis"),
    ("94102", "San Francisco"),
    ("98101", "Seattle"),
    ("80201", "Denver"),
    ("20001", "Washington"),
    ("02108", "Boston"),
    ("37201", "Nashville"),
    ("48201", "Detroit"),
    ("97201", "Portland"),
    ("89101", "Las Vegas"),
    ("38101", "Memphis"),
    ("21201", "Baltimore"),
    ("53201", "Milwaukee"),
    ("87101", "Albuquerque"),
    ("85701", "Tucson"),
    ("30301", "Atlanta"),
    ("33101", "Miami"),
)


def derived_attributes(number: int) -> dict[str, str]:
    """Price, date, zip and city that follow from the number alone."""
    # Knuth's multiplicative hash: neighbours in number get unlike values.
    spread = number * 2_654_435_761 % 2**32
    cents = 100 + spread % _CENTS
    zip_code, city = PLACES[spread // 7 % len(PLACES)]
    return {
        "price": f"{cents // 100}.{cents % 100:02d}",
        "date": (FIRST_DAY + timedelta(days=spread // 13 % DAYS)).isoformat(),
        "zip": zip_code,
        "city": city,
    }
