"""The report as one HTML file that needs neither a network nor other files."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from deepweb.page.site import folder_name
from deepweb.report.charts import (
    KNOWN,
    LIKELY,
    SPAN,
    STATUSES,
    curve_chart,
    curve_note,
    speed_chart,
    timeline_chart,
)
from deepweb.report.course import duration, percent
from deepweb.report.site_facts import MAX_VALUES, SiteFacts
from deepweb.store.resources import report_part

REPORT = "report.html"
DATA = "report.json"
INDEX = "index.html"
FILES = ("records.jsonl", "records.csv", "schema.json", DATA)
"""Files beside a report that it links to, if they are there."""
MAX_COLUMNS = 8  # columns of the table of records; more do not fit
UNKNOWN = "\N{EN DASH}"
STATES = ("running", "finished", "failed", "interrupted", "located")
"""The states of sites in the order of the index."""


def write_report(facts: SiteFacts, output: Path) -> Path:
    """Write ``report.html`` and ``report.json`` of a site; returns the path of the first."""
    folder = output / folder_name(facts.site)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / DATA, json.dumps(facts.to_json(), ensure_ascii=False, indent=1))
    there = [name for name in FILES if (folder / name).exists()]
    write_whole(folder / REPORT, report_page(facts, there))
    return folder / REPORT


def write_index(
    all_facts: Sequence[SiteFacts], output: Path, topics: Mapping[str, str] | None = None
) -> Path:
    """Write a page with the reports of sites; ``topics`` are the file names of other reports."""
    rows = [
        {"facts": facts, "link": f"{quote(folder_name(facts.site))}/{REPORT}"}
        for facts in sorted(all_facts, key=lambda each: (STATES.index(each.state), -each.records))
    ]
    states = Counter(facts.state for facts in all_facts)
    output.mkdir(parents=True, exist_ok=True)
    told = {"rows": rows, "states": {s: states[s] for s in STATES if states[s]}}
    write_whole(output / INDEX, rendered("index.html", **told, topics=topics or {}, made=""))
    return output / INDEX


def report_page(facts: SiteFacts, files: Sequence[str] = ()) -> str:
    """The report, as HTML; ``files`` stand beside it."""
    speeds = [part.speed for part in facts.timeline if part.speed]
    return rendered(
        "report.html",
        facts=facts,
        files=files,
        made=_day(facts.ended) if facts.ended else "",
        # Charts are drawn from figures alone, so they hold no text of the site.
        curve_chart=Markup(curve_chart(facts.curve)),  # noqa: S704
        curve_note=curve_note(facts.curve),
        timeline_chart=Markup(timeline_chart(facts.timeline)),  # noqa: S704
        colours={"known": KNOWN, "likely": LIKELY, "span": SPAN},
        statuses=STATUSES,
        speed_chart=Markup(speed_chart(facts.timeline)) if speeds else None,  # noqa: S704
        templates=_trees(facts.templates),
        names={form["form"]: form["name"] for form in facts.forms},
        labels={form["form"]: form["labels"] for form in facts.forms},
        asked_forms=sum(form["asked"] for form in facts.forms),
        columns=_columns(facts),
        most_values=MAX_VALUES,
    )


def rendered(template: str, **told: Any) -> str:
    """A page of a report."""
    return _environment().get_template(template).render(**told)


def _columns(facts: SiteFacts) -> list[str]:
    """The fields to show beside the title; of fields that say the same, one."""
    seen = {tuple(record["title"] for record in facts.sample)}
    columns: list[str] = []
    for each in facts.fields:
        values = tuple(record["fields"].get(each.name, "") for record in facts.sample)
        if each.name != "title" and any(values) and values not in seen:
            seen.add(values)
            columns.append(each.name)
    return columns[:MAX_COLUMNS]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(report_part),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    script = report_part("report.js")
    environment.globals |= {
        "style": Markup(report_part("report.css")),  # noqa: S704
        "script": Markup(script),  # noqa: S704
        "script_hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "number": _number,
        "share": _share,
        "ratio": _ratio,
        "grouped": _grouped,
        "day": _day,
        "duration": duration,
        "percent": percent,
        "is_link": _is_link,
    }
    return environment


def _number(value: float | None) -> Markup:
    """A cell that is sorted by its value."""
    return _cell(value, UNKNOWN if value is None else _grouped(value))


def _share(value: float | None) -> Markup:
    return _cell(value, UNKNOWN if value is None else f"{percent(value, 1)} %")


def _ratio(value: float, of: float) -> Markup:
    ratio = value / of if of else None
    return _cell(ratio, UNKNOWN if ratio is None else f"{ratio:.2f}")


def _cell(value: float | None, told: str) -> Markup:
    sort = -1 if value is None else value
    return Markup('<td class="number" data-value="{}">{}</td>').format(sort, told)


def _grouped(value: float) -> str:
    return f"{value:,}"


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _is_link(url: str) -> bool:
    """Does an address lead to a page, and not run a script?"""
    return url.startswith(("http://", "https://"))


def _trees(templates: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The templates of each form as trees; a template stands below the one that it extends."""
    trees: dict[str, list[dict[str, Any]]] = {}
    placed: list[dict[str, Any]] = []
    for template in sorted(templates, key=lambda each: len(each["binding"])):
        node = {**template, "children": []}
        above = [
            each
            for each in placed
            if each["form"] == node["form"] and set(each["binding"]) < set(node["binding"])
        ]
        siblings = above[-1]["children"] if above else trees.setdefault(node["form"], [])
        siblings.append(node)
        placed.append(node)
    return trees


def write_whole(path: Path, text: str) -> None:
    """Replace a file at once, since the report may be open in a browser."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
