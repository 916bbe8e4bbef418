"""How well are the arguments of second-level URLs told?

Roles are measured on made-up schemes of addresses (``synthetic_links.py``), as they are and with
all names made meaningless, on live styles of tests/site (``live_links.py``) and, where there is a
lab, on real applications (``lab_links.py``). As in
[He13, Figures 10 and 11]: an argument is judged irrelevant (page, presentation, tracking) or
not, and precision and recall of that; the share of URLs that would wrongly be dropped, which is
those whose selection no partition is crawled for; and URLs over partitions, beside what is
possible. ``paper`` is prevalence alone, ``settled`` compares the records of two pages for each
argument that is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.lab_links import FIRST_PORT, lab_site
from benchmarks.live_links import live_sites
from benchmarks.synthetic_links import SCHEMES, TruthSite, nameless, site
from deepweb.read.links.roles import IRRELEVANT, ArgumentRole, settled
from deepweb.read.links.signs import QUERY, SELECTION
from deepweb.read.links.site_urls import KnownArguments, SiteUrls, partitions
from deepweb.store.resources import argument_words

THETAS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
THETA = 0.1

Learnt = tuple[TruthSite, SiteUrls]


@dataclass
class Tally:
    """Arguments by what was told and what is true; URLs by what became of them."""

    right: int = 0
    false_alarms: int = 0
    missed: int = 0
    exact: int = 0
    arguments: int = 0
    urls: int = 0
    dropped: int = 0
    kept: int = 0
    best: int = 0
    compared: int = 0
    wrong: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        told, true = self.right + self.false_alarms, self.right + self.missed
        return {
            "precision": self.right / told if told else 1.0,
            "recall": self.right / true if true else 1.0,
            "exact": self.exact / max(1, self.arguments),
            "dropped": self.dropped / max(1, self.urls),
            "reduction": self.urls / max(1, self.kept),
            "possible": self.urls / max(1, self.best),
        }


def measured(sites: Iterable[Learnt], way: str, theta: float) -> Tally:
    """All sites, with roles told in one of three ways."""
    tally = Tally()
    for made, known in sites:
        known.theta = theta
        roles = _told(made, known, way, theta, tally)
        _judge(made, roles, tally)
        second = [u for page in made.pages for u in page.links if known.is_second_level(u)]
        _count_urls(made.selects, second, KnownArguments(roles, known.names), tally)
    return tally


def learnt(made: TruthSite) -> Learnt:
    known = SiteUrls(argument_words())
    for page in made.pages:
        known.add_page(*page)
    known.learn()
    return made, known


def _told(made: TruthSite, known: SiteUrls, way: str, theta: float, tally: Tally) -> dict[str, str]:
    roles = known.roles()
    if way == "paper":
        return {role.argument: _by_prevalence(role, theta) for role in roles}
    if way == "settled":
        doubtful = [role for role in roles if role.settle]
        tally.compared += len(doubtful)
        roles += [_compared(made, role) for role in doubtful]
    return {role.argument: role.role for role in roles}


def _by_prevalence(role: ArgumentRole, theta: float) -> str:
    if role.role == QUERY:
        return QUERY
    return "presentation" if role.prevalence > theta else SELECTION


def _compared(made: TruthSite, role: ArgumentRole) -> ArgumentRole:
    assert role.settle is not None
    first, second = role.settle
    return settled(role, made.shown(first), made.shown(second))


def _judge(made: TruthSite, told: Mapping[str, str], tally: Tally) -> None:
    for argument, role in made.roles.items():
        # What is not told is taken for a part of the path, and kept.
        mine = told.get(argument, SELECTION)
        tally.arguments += 1
        tally.exact += mine == role
        is_out, should = mine in IRRELEVANT, role in IRRELEVANT
        tally.right += is_out and should
        tally.false_alarms += is_out and not should
        tally.missed += should and not is_out
        if mine != role:
            tally.wrong.append(f"{made.name}: {argument} is {role}, told to be {mine}")


def _count_urls(
    selects: Mapping[str, Any], second: Iterable[str], known: KnownArguments, tally: Tally
) -> None:
    """One URL of a partition is crawled, its first; another selection in it is lost."""
    groups = partitions((url for url in second if url in selects), known)
    urls = [url for group in groups for url in group]
    got = {selects[group[0]] for group in groups}
    tally.urls += len(urls)
    tally.kept += len(groups)
    tally.best += len({selects[url] for url in urls})
    tally.dropped += sum(selects[url] not in got for url in urls)


def show(label: str, tally: Tally) -> dict[str, Any]:
    row = tally.figures()
    print(f"{label:<26}" + "".join(f"{value:>10.4f}" for value in row.values()))
    print("".join(f"    {line}\n" for line in tally.wrong), end="")
    return {**row, **asdict(tally)}


def _roles(label: str, sites: Sequence[Learnt]) -> dict[str, Any]:
    told = {
        way: show(f"{label}, {way}", measured(sites, way, THETA))
        for way in ("paper", "ours", "settled")
    }
    return {"sites": len(sites), **told}


def _curve(sites: Sequence[Learnt]) -> list[dict[str, Any]]:
    rows = []
    for theta in THETAS:
        for way in ("paper", "ours"):
            tally = measured(sites, way, theta)
            tally.wrong.clear()
            rows.append({"theta": theta, "way": way, **show(f"theta {theta:g}, {way}", tally)})
    return rows


def roles(pages: int, *, is_quick: bool, lab: Path | None) -> dict[str, Any]:
    """Every kind of site, one after another."""
    heads = ("precision", "recall", "exact", "dropped", "reduction", "possible")
    print(" " * 26 + "".join(f"{head:>10}" for head in heads))
    named = [learnt(site(scheme, pages)) for scheme in SCHEMES]
    nameless_sites = [learnt(site(nameless(scheme), pages)) for scheme in SCHEMES]
    done = {"named": _roles("named", named), "nameless": _roles("nameless", nameless_sites)}
    with ExitStack() as running:
        live = [*map(learnt, live_sites(pages // 2, running))]
        done["live"] = _roles("live", live)
        if lab:
            done["lab"] = _lab(lab, pages)
        return done | {"curve": _curve(live[::4] if is_quick else live)}


def _lab(lab: Path, pages: int) -> dict[str, Any]:
    """Real applications: each by itself, since there are few."""
    told: dict[str, Any] = {}
    for at, folder in enumerate(sorted(each.parent for each in lab.glob("*/up"))):
        with lab_site(folder, FIRST_PORT + at, pages // 2) as made:
            if made is not None and made.roles:
                told[made.name] = _roles(made.name, [learnt(made)])
    return told
