"""What a status says of an answer."""

import pytest

from deepweb.read.kind.status import kind_by_status


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, None), (204, None), (304, None), (0, None), (399, None),
        (404, "empty"), (410, "empty"),
        (401, "blocked"), (403, "blocked"), (407, "blocked"), (429, "blocked"), (451, "blocked"),
        (400, "error"), (405, "error"), (500, "error"), (503, "error"), (599, "error"),
    ],
)  # fmt: skip
def test_each_status_has_its_kind(status: int, kind: str | None) -> None:
    assert kind_by_status(status) == kind
