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

# Colours and sizes are variables of the page's style, so that charts follow its dark mode.
KNOWN = "var(--known)"  # colour of the records known
LIKELY = "var(--likely)"  # colour of the estimated size
SPAN = "var(--span)"  # colour of the bounds of the estimate
STATUSES = {
    "2xx": "var(--good)",
    "3xx": "var(--moved)",
    "4xx": "var(--poor)",
    "5xx": "var(--bad)",
    "no answer": "var(--none)",
}
SIZES = {"wide": (820, 360, 12), "narrow": (340, 280, 5)}
"""By kind of screen: width, height, and most labels of an axis; the page shows one of them."""


def curve_chart(points: Sequence[Point]) -> str:
    """Records over requests, and the estimated size of the database."""
    most = _top(points)
    known = [(0, 0), *((point.requests, point.records) for point in points)]
    guessed = [(point.requests, point.size) for point in points if point.size]
    drawn = ""
    for screen in SIZES:
        chart = pygal.XY(
            **_options(screen, KNOWN, LIKELY, SPAN, SPAN),
            show_dots=False,
            x_title="requests",
            y_title="records",
            range=(0, most),
            allow_interruptions=True,
        )
        chart.add("known", known, stroke_style={"width": 3})
        # What lies above the scale is not drawn; ``curve_note`` says so.
        chart.add(
            "likely",
            [(n, _within(size.likely, most)) for n, size in guessed],
            stroke_style={"width": 2},
        )
        for end in ("low", "high"):
            ends = [(n, _within(getattr(size, end), most)) for n, size in guessed]
            chart.add(end, ends, stroke_style={"width": 1.5, "dasharray": "4, 4"})
        drawn += _svg(chart, "curve", screen)
    return drawn


def curve_note(points: Sequence[Point]) -> str:
    """What the chart does not show: estimates and bounds above its scale."""
    most = _top(points)
    above = [(p.requests, p.size.high) for p in points if p.size and p.size.high > most]
    if not above:
        return ""
    return (
        f"Not drawn: up to request {above[-1][0]:,}, estimates and bounds above {most:,}; "
        f"the highest bound was {max(high for _, high in above):,}."
    )


def timeline_chart(parts: Sequence[Part]) -> str:
    """Answers by status, from the first request to the last."""
    present = [status for status in STATUSES if any(status in each.statuses for each in parts)]
    colours = [STATUSES[status] for status in present]
    drawn = ""
    for screen, (_, _, labels) in SIZES.items():
        options = _options(screen, *colours)
        chart = pygal.StackedBar(**options, x_title="requests", y_title="answers")
        chart.x_labels = [str(each.first) for each in parts]
        chart.x_labels_major_count = min(labels, 8)
        chart.show_minor_x_labels = False
        for status in present:
            chart.add(status, [each.statuses.get(status, 0) for each in parts])
        drawn += _svg(chart, "timeline", screen)
    return drawn


def speed_chart(parts: Sequence[Part]) -> str:
    """Requests a minute, from the first request to the last."""
    drawn = ""
    for screen in SIZES:
        chart = pygal.XY(
            **_options(screen, KNOWN) | {"value_formatter": "{:,.6g}".format},
            show_dots=False,
            x_title="requests",
            y_title="requests a minute",
        )
        chart.add("speed", [(each.first, round(each.speed, 1)) for each in parts if each.speed])
        drawn += _svg(chart, "speed", screen)
    return drawn


def _top(points: Sequence[Point]) -> int:
    """The top of the scale: up to twice the last estimate, since early ones may be far too high."""
    sizes = [point.size for point in points if point.size]
    records = max((point.records for point in points), default=1)
    last = points[-1].size if points else None
    there = min(max((size.high for size in sizes), default=0), 2 * last.likely if last else 0)
    return max(1, there, round(1.1 * records))


def _within(value: int, most: int) -> int | None:
    return value if value <= most else None


def _options(screen: str, *colours: str) -> dict[str, object]:
    width, height, labels = SIZES[screen]
    style = Style(
        background="transparent",
        plot_background="transparent",
        foreground="var(--ink)",
        foreground_strong="var(--ink)",
        foreground_subtle="var(--soft)",
        colors=colours,
        font_family="inherit",
        label_font_size=12,
        major_label_font_size=12,
        title_font_size=13,
        guide_stroke_color="var(--line)",
        major_guide_stroke_color="var(--line)",
        guide_stroke_dasharray="none",
        major_guide_stroke_dasharray="none",
    )
    return {
        "style": style,
        # pygal would load scripts from elsewhere.
        "js": (),
        "disable_xml_declaration": True,
        "width": width,
        "height": height,
        "max_scale": labels,
        "value_formatter": _whole,
        "x_value_formatter": _whole,
        # The page explains the colours.
        "show_legend": False,
        "margin": 6,
        "truncate_label": -1,
    }


def _whole(value: float) -> str:
    """The label of a number on an axis; there are no parts of records and requests."""
    return f"{value:,.0f}" if float(value).is_integer() else ""


def _svg(chart: pygal.graph.graph.Graph, name: str, screen: str) -> str:
    """The chart without scripts: only the report's own script may run."""
    chart.uuid = f"{name}-{screen}"  # else pygal makes up another in every report
    tree = chart.render_tree()
    for script in tree.findall(".//{*}script"):
        script.getparent().remove(script)
    tree.set("class", f"{tree.get('class', '')} {screen}")
    drawn: str = etree.tostring(tree, encoding="unicode")
    return drawn
