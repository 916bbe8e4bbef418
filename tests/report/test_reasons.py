"""Reasons of one kind are told once, and no figure is lost that says why."""

from deepweb.report.reasons import counted_reasons


def test_figures_that_differ_are_left_out() -> None:
    told = [("empty", f"like empty pages by {share}") for share in ("0.93", "0.91", "0.91")]
    assert counted_reasons(told) == [("empty", "like empty pages by …", 3)]


def test_figures_that_are_the_same_stay() -> None:
    refused = ("skipped", "http://127.0.0.1:81/ is not a public address")
    assert counted_reasons([refused, ("off", "0.10 < 0.5"), refused]) == [
        (*refused, 2),
        ("off", "0.10 < 0.5", 1),
    ]


def test_answers_are_told_apart_by_their_status() -> None:
    told = [("failed", reason) for reason in ("status 404", "status 500", "HTTP 403", "HTTP 410")]
    assert counted_reasons(told) == [(what, reason, 1) for what, reason in told]
