"""Which lists of objects stand in data."""

from deepweb.read.data.json_lists import json_lists


def test_columns_that_are_objects_with_the_same_keys_are_rows() -> None:
    """As in the index of MiniSearch."""
    data = {
        "ids": {str(n): f"/p{n}.html#top" for n in range(4)},
        "stored": {str(n): {"title": f"Page number {n}"} for n in range(4)},
        "nextId": 4,
        # A smaller table beside it, as in the index of Sphinx.
        "names": ["py", "c", "js"],
        "titles": ["Python", "The language C", "Script"],
    }
    (rows,) = [each for each in json_lists(data) if each.path == ("[]",)]
    assert rows.items[2] == {"ids": "/p2.html#top", "stored": {"title": "Page number 2"}}
