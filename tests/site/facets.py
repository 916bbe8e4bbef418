"""The facets beside the results: links that narrow the search."""

from collections.abc import Sequence

from demosite.catalogue import label_of
from demosite.markup import NOTHING, Html, join, link, paragraph, tag, text
from demosite.search import Bound, Index
from tests.site.addresses import facet_url
from tests.site.churn import present
from tests.site.facet_codes import cuts
from tests.site.style import Style
from tests.site.submission import Submission, narrowed_selection
from tests.site.values import Pairs


class FacetPanel:
    """All facets of one result page."""

    def __init__(
        self, style: Style, index: Index, submission: Submission, found: Sequence[int], moment: int
    ) -> None:
        self._style = style
        self._index = index
        self._submission = submission
        self._found = found
        self._moment = moment

    def html(self) -> Html:
        chosen = {name for name, _ in self._submission.narrowed}
        offered = [a for a in self._style.facets if self._style.below.get(a, a) in {a, *chosen}]
        return join(self._facet(attribute) for attribute in offered)

    def _facet(self, attribute: str) -> Html:
        chosen = self._chosen(attribute)
        if chosen and attribute not in self._style.several:
            return self._box(attribute, [self._taken(attribute, chosen[-1])])
        entries = [
            self._entry(attribute, value, count, place)
            for place, (value, count) in enumerate(self._counts(attribute))
        ]
        return self._box(attribute, entries) if entries else NOTHING

    def _box(self, attribute: str, entries: Sequence[Html]) -> Html:
        heading = text(label_of(attribute))
        if self._style.facet_markup == "dl":
            listed = [tag("dd", entry) for entry in entries]
            return tag("dl", tag("dt", heading), *listed, class_="refinements")
        if self._chosen(attribute) and attribute not in self._style.several:
            return tag("div", tag("h5", heading), *entries, class_="facet")
        listed = [tag("li", entry) for entry in entries]
        return tag("div", tag("h5", heading), tag("ul", *listed), class_="facet")

    def _taken(self, attribute: str, value: str) -> Html:
        """The value that was chosen."""
        shown = paragraph(value_label(self._style, attribute, value))
        if not self._style.removes:
            return shown
        return join([shown, link(self._without(attribute, value), "Remove")])

    def _entry(self, attribute: str, value: str, count: int, place: int) -> Html:
        style, label = self._style, value_label(self._style, attribute, value)
        if value in self._chosen(attribute):
            return link(self._without(attribute, value), f"☑ {label}", class_="on")
        narrowed = (*self._submission.narrowed, (attribute, value))
        href = facet_url(
            style, self._index, self._submission, narrowed, f"nr_{attribute[0]}{place}"
        )
        match style.facet_counts:
            case "inside":
                return link(href, f"{label} ({count})")
            case "beside":
                return join([link(href, label), tag("span", text(f"{count:,}"), class_="n")], " ")
            case "none":
                return link(href, label)

    def _without(self, attribute: str, value: str) -> str:
        gone = {attribute, *(a for a, parent in self._style.below.items() if parent == attribute)}
        if attribute in self._style.several:
            left: Pairs = tuple(p for p in self._submission.narrowed if p != (attribute, value))
        else:
            left = tuple(p for p in self._submission.narrowed if p[0] not in gone)
        return facet_url(self._style, self._index, self._submission, left, f"rm_{attribute}")

    def _counts(self, attribute: str) -> list[tuple[str, int]]:
        if attribute in self._style.ranges:
            counted = [(cut, self._within(attribute, cut)) for cut in cuts(self._style, attribute)]
            return [(cut, count) for cut, count in counted if count]
        found = self._found
        if attribute in self._style.several:
            found = self._found_but_for(attribute)
        return self._index.counts(attribute, found)[: self._style.facet_values]

    def _within(self, attribute: str, cut: str) -> int:
        low, _, high = cut.partition("-")
        return len(self._index.within(self._found, Bound(attribute, low, high)))

    def _found_but_for(self, attribute: str) -> Sequence[int]:
        """What would be found if none of its own values were chosen: others add to them."""
        others = tuple(pair for pair in self._submission.narrowed if pair[0] != attribute)
        selection = narrowed_selection(self._style, self._submission.unnarrowed, others)
        found = self._index.positions(selection)
        return present(self._style, self._index.catalogue, found, self._moment)

    def _chosen(self, attribute: str) -> list[str]:
        return [value for name, value in self._submission.narrowed if name == attribute]


def value_label(style: Style, attribute: str, value: str) -> str:
    """A value as the link says it."""
    if attribute not in style.ranges:
        return value
    low, _, high = value.partition("-")
    if not low:
        return f"Under {high}"
    return f"{low} to {high}" if high else f"{low} and above"
