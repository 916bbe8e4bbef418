"""Cities of the United States, for sellers to live in: at least one in each state.

Real ones with real zip codes: a crawler that types well-known places must be able to hit some.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    zip: str
    city: str
    state: str
    abbreviation: str


_STATES = """
AL Alabama 35203 Birmingham, 36104 Montgomery
AK Alaska 99501 Anchorage
AZ Arizona 85001 Phoenix, 85701 Tucson
AR Arkansas 72201 Little Rock
CA California 90001 Los Angeles, 94102 San Francisco, 92101 San Diego, 95814 Sacramento
CO Colorado 80202 Denver, 80301 Boulder
CT Connecticut 06103 Hartford
DE Delaware 19801 Wilmington
FL Florida 33101 Miami, 32801 Orlando, 33602 Tampa
GA Georgia 30301 Atlanta, 31401 Savannah
HI Hawaii 96813 Honolulu
ID Idaho 83702 Boise
IL Illinois 60601 Chicago, 62701 Springfield
IN Indiana 46204 Indianapolis
IA Iowa 50309 Des Moines
KS Kansas 67202 Wichita
KY Kentucky 40202 Louisville
LA Louisiana 70112 New Orleans
ME Maine 04101 Portland
MD Maryland 21201 Baltimore
MA Massachusetts 02108 Boston, 02138 Cambridge
MI Michigan 48201 Detroit, 48104 Ann Arbor
MN Minnesota 55401 Minneapolis
MS Mississippi 39201 Jackson
MO Missouri 63101 St. Louis, 64106 Kansas City
MT Montana 59101 Billings
NE Nebraska 68102 Omaha
NV Nevada 89101 Las Vegas
NH New Hampshire 03101 Manchester
NJ New Jersey 07102 Newark
NM New Mexico 87102 Albuquerque
NY New York 10001 New York, 14202 Buffalo, 12207 Albany
NC North Carolina 28202 Charlotte, 27601 Raleigh
ND North Dakota 58102 Fargo
OH Ohio 43215 Columbus, 44114 Cleveland, 45202 Cincinnati
OK Oklahoma 73102 Oklahoma City
OR Oregon 97201 Portland
PA Pennsylvania 19101 Philadelphia, 15222 Pittsburgh
RI Rhode Island 02903 Providence
SC South Carolina 29401 Charleston
SD South Dakota 57104 Sioux Falls
TN Tennessee 37201 Nashville, 38103 Memphis
TX Texas 77001 Houston, 75201 Dallas, 78701 Austin, 78205 San Antonio
UT Utah 84101 Salt Lake City
VT Vermont 05401 Burlington
VA Virginia 23219 Richmond
WA Washington 98101 Seattle, 99201 Spokane
WV West Virginia 25301 Charleston
WI Wisconsin 53202 Milwaukee, 53703 Madison
WY Wyoming 82001 Cheyenne
"""


def _read(line: str) -> list[Place]:
    start = next(n for n, character in enumerate(line) if character.isdigit())
    abbreviation, state = line[:start].strip().split(" ", 1)
    seats = (seat.strip().split(" ", 1) for seat in line[start:].split(","))
    return [Place(zip_code, city, state, abbreviation) for zip_code, city in seats]


US_PLACES = tuple(place for line in _STATES.strip().splitlines() for place in _read(line))
STATES = {place.abbreviation: place.state for place in US_PLACES}
