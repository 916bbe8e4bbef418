"""How often was each directory of a site visited, and is it worth another visit?

Link tree of SmartCrawler [Gujrati, figures 2 and 3]: inner nodes are the directories of a site,
leaves its links; small directories are merged into one node, "#"; each node knows how many links it
has and how many of them were visited. Choosing links in balance keeps one large directory from
getting all the visits.

Departure: the paper does not print how the two numbers decide. Here every visit of a branch that
found nothing makes the rest of it promise less, and every find makes it promise more again. Pages
that differ in their arguments only are one leaf in the paper; here they are one directory.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SMALL = 3  # a directory with fewer links is merged with its small neighbours
PATIENCE = 2.0  # assumed visits of a branch before its first visit
MERGED_PATIENCE = 8.0  # the same for "#", whose pages have little in common


@dataclass(slots=True)
class Node:
    """A directory: its links and visits, those of its own directories included."""

    links: int = 0
    visits: int = 0
    found: int = 0
    children: dict[str, Node] = field(default_factory=dict)


class LinkTree:
    """The directories of a site as far as its links are known.

    A link is named by the directories that it stands in (``page/address/same_page.py``).
    """

    def __init__(self) -> None:
        self._root = Node()
        self._branches: dict[tuple[str, ...], tuple[Node, float]] = {}

    def add(self, steps: tuple[str, ...]) -> None:
        """Add a link that was not seen before."""
        self._branches.clear()
        for node in self._way(steps):
            node.links += 1

    def visit(self, steps: tuple[str, ...], found: int) -> None:
        """Count a visit of a page, and the new forms found on it."""
        self._branches.clear()
        for node in self._way(steps):
            node.visits += 1
            node.found += bool(found)

    def balance(self, steps: tuple[str, ...]) -> float:
        """The worth of a link by the visits of its directories; 1 before the first visit."""
        return self._branch(steps)[1]

    def turns(self, steps: tuple[str, ...]) -> int:
        """Visits that the branch of a link has had."""
        return self._branch(steps)[0].visits

    def _way(self, steps: tuple[str, ...]) -> list[Node]:
        """The nodes from the root down, made where they are missing."""
        way = [self._root]
        for step in steps:
            way.append(way[-1].children.setdefault(step, Node()))
        return way

    def _branch(self, steps: tuple[str, ...]) -> tuple[Node, float]:
        if steps not in self._branches:
            self._branches[steps] = self._find_branch(steps)
        return self._branches[steps]

    def _find_branch(self, steps: tuple[str, ...]) -> tuple[Node, float]:
        """The node of the merged tree that a link hangs on, and what the way to it is worth."""
        node, worth = self._root, 1.0
        for step in steps:
            child = node.children.get(step)
            if child is None or child.links < SMALL:
                break
            node = child
            worth *= _worth(node, PATIENCE)
        else:
            if steps:
                return node, worth
        rest = _merged(node)
        return rest, worth * _worth(rest, MERGED_PATIENCE)


def _worth(node: Node, patience: float) -> float:
    return (patience + node.found) / (patience + node.visits)


def _merged(parent: Node) -> Node:
    """The node that stands for the small directories of another, and for its own pages."""
    large = [child for child in parent.children.values() if child.links >= SMALL]
    return Node(
        links=parent.links - sum(child.links for child in large),
        visits=parent.visits - sum(child.visits for child in large),
        found=parent.found - sum(child.found for child in large),
    )
