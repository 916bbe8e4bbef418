"""What result pages lead to: how well are links told, facets used, and URLs counted?

usage: python -m benchmarks.links [roles|facets|speed …] [--json FILE] [--lab FOLDER] [--quick]
                                  [--urls N]

- ``roles``: the roles of arguments on made-up schemes, live styles and, with ``--lab``, real
  applications; the curve over theta (``links_roles.py``).
- ``facets``: pairs of entities and attributes, by our way, by a plain crawl (``links_facets.py``)
  and by the paper's offline way (``facets_offline.py``).
- ``speed``: URLs through filter and prevalence (``links_speed.py``).

Without a part, all of them. ``--quick``: fewer pages, styles and entities.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.facets_offline import offline
from benchmarks.links_facets import facets_of_sites
from benchmarks.links_roles import roles
from benchmarks.links_speed import speed

PARTS = ("roles", "facets", "speed")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, help="file for the figures")
    parser.add_argument("--lab", type=Path, help="folder of real applications (lab_links.py)")
    parser.add_argument("--quick", action="store_true", help="fewer pages, styles and entities")
    parser.add_argument("--urls", type=int, default=10_000_000, help="for the speed")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    done: dict[str, Any] = {}
    for part in given.parts or PARTS:
        print(f"\n{part}")
        done[part] = _measured(part, given)
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(done, indent=1))


def _measured(part: str, given: argparse.Namespace) -> Any:
    if part == "roles":
        return roles(20 if given.quick else 60, is_quick=given.quick, lab=given.lab)
    if part == "facets":
        return {"sites": facets_of_sites(is_quick=given.quick), "offline": offline()}
    return speed(given.urls)


if __name__ == "__main__":
    main()
