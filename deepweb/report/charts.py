"""The charts of a report: plain SVG that loads nothing from elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pygal
from lxml import etree
from pygal.style import Style

from deepweb.report.course import Part, Point

# pygal adds an import hook of an old kind, of which every later import would warn.
sys.meta_path[:] = [each for each in sys.meta_path if hasattr(each, "find_spec")]

KNOWN = "#1b6ca8"  # colour of the records known
LIKELY = "#c7622b"  # colour of the estimated size
SPAN = "#e0b59a"  # colour of the bounds of the estimate
STATUSES = {
    "2xx": "#4c956c",
    "3xx": "#8ab6d6",
    "4xx": "#e3a857",
    "5xx": "#c8553d",
    "no answer": "#7a7a7a",
}


def curve_chart(points: Sequence[Point]) -> str:
    """Records over requests, and the estimated size of the database."""
    most = _highest(points)
    chart = pygal.XY(
        **_options(KNOWN, LIKELY, SPAN, SPAN),
        show_dots=False,
        x_title="requests",
        y_title="records",
        range=(0, most),
    )
    known = [(0, 0), *((point.requests, point.records) for point in points)]
    guessed = [(point.requests, point.size) for point in points if point.size]
    chart.add("known", known, stroke_style={"width": 2.5})
    # Estimates beyond the scale are drawn along its edge.
    chart.add("likely", [(n, min(size.likely, most)) for n, size in guessed])
    for name, ends in (
        ("low", [(n, min(size.low, most)) for n, size in guessed]),
        ("high", [(n, min(size.high, most)) for n, size in guessed]),
    ):
        chart.add(name, ends, stroke_style={"dasharray": "4, 4"})
    return _svg(chart, "curve")


def timeline_chart(parts: Sequence[Part]) -> str:
    """Answers by status, from the first request to the last."""
    present = [status for status in STATUSES if any(status in each.statuses for each in parts)]
    colours = [STATUSES[status] for status in present]
    chart = pygal.StackedBar(**_options(*colours), x_title="requests", y_title="answers")
    chart.x_labels = [str(each.first) for each in parts]
    chart.x_labels_major_count = 8
    chart.show_minor_x_labels = False
    for status in present:
        chart.add(status, [each.statuses.get(status, 0) for each in parts])
    return _svg(chart, "timeline")


def speed_chart(parts: Sequence[Part]) -> str:
    """Requests a minute, from the first request to the last."""
    chart = pygal.XY(
        **_options(KNOWN), show_dots=False, x_title="requests", y_title="requests a minute"
    )
    chart.add("speed", [(each.first, round(each.speed, 1)) for each in parts if each.speed])
    return _svg(chart, "speed")


def _highest(points: Sequence[Point]) -> int:
    """The top of the scale, from the last estimate; early ones may be far too high."""
    last = points[-1] if points else None
    most = max(last.records, last.size.high if last.size else 0) if last else 1
    return max(1, most, round(1.1 * max((point.records for point in points), default=1)))


def _options(*colours: str) -> dict[str, object]:
    style = Style(
        background="transparent",
        plot_background="transparent",
        colors=colours,
        font_family="inherit",
        label_font_size=11,
        major_label_font_size=11,
        title_font_size=13,
        guide_stroke_color="#e3e7ea",
        major_guide_stroke_color="#cfd6db",
        guide_stroke_dasharray="none",
        major_guide_stroke_dasharray="none",
    )
    return {
        "style": style,
        # pygal would load scripts from elsewhere.
        "js": (),
        "disable_xml_declaration": True,
        "width": 820,
        "height": 400,
        # The page explains the colours.
        "show_legend": False,
        "margin": 6,
        "truncate_label": -1,
        "human_readable": True,
    }


def _svg(chart: pygal.graph.graph.Graph, name: str) -> str:
    """The chart without scripts: only the report's own script may run."""
    chart.uuid = name  # else pygal makes up another in every report
    tree = chart.render_tree()
    for script in tree.findall(".//{*}script"):
        script.getparent().remove(script)
    drawn: str = etree.tostring(tree, encoding="unicode")
    return drawn
