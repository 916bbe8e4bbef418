"""Names of attributes and inputs, in words."""

_LABELS = {
    "zip": "Zip code",
    "city": "City",
    "per_page": "Results per page",
    "sort": "Sort by",
    "view": "View",
    "isbn": "ISBN",
}


def label_of(name: str) -> str:
    """An attribute or an input in words."""
    return _LABELS.get(name, name.replace("_", " ").capitalize())
