"""Stores the result of asking a form: every decision with its reason, each counted as a stat."""

from __future__ import annotations

from dataclasses import asdict

from scrapy.statscollectors import StatsCollector

from deepweb.items import SearchForm
from deepweb.store.decisions import (
    Decisions,
    FormInput,
    FormLinks,
    LinkArgument,
    QueryList,
    QueryTemplate,
)
from deepweb.store.ledger import CrawlStore
from deepweb.surface.task import LinksOutcome, Outcome


def save_outcome(
    store: CrawlStore, stats: StatsCollector, item: SearchForm, outcome: Outcome
) -> None:
    """Store the decisions about a form, and the attributes of its records."""
    form, decisions = (item.site, item.form.id), store.decisions
    for each in outcome.templates:
        verdict = "kept" if each.informative else "not_kept"
        stats.inc_value(f"deepweb/templates/{verdict}")
        decisions.save_template(QueryTemplate(*form, **asdict(each)))
    for name, (role, reason) in outcome.inputs.items():
        decisions.save_input(FormInput(*form, name, role, reason))
    _save_links(decisions, stats, form, outcome.links)
    for listed in outcome.queries:
        stats.inc_value(f"deepweb/query_lists/{listed.source}")
        decisions.save_query_list(QueryList(*form, **asdict(listed)))
    for ids in store.record_ids(item.site) if outcome.has_attributes else ():
        if had := outcome.attributes_of(ids):
            store.save_attributes(item.site, had)
    decisions.save_ways(*form, outcome.ways)


def _save_links(
    decisions: Decisions, stats: StatsCollector, form: tuple[str, str], links: LinksOutcome
) -> None:
    counted = links.counted
    for role in links.arguments:
        stats.inc_value(f"deepweb/arguments/{role.role}")
        row = LinkArgument(*form, role.argument, role.prevalence, role.role, role.reason)
        decisions.save_link_argument(row)
    stats.inc_value("deepweb/links/found", counted.links)
    stats.inc_value("deepweb/links/partitions", counted.partitions)
    for kind, reasons in links.left.items():
        for reason, number in reasons.items():
            stats.inc_value(f"deepweb/links/{kind}/{reason}", number)
    decisions.save_form_links(FormLinks(*form, counted.links, counted.partitions, links.left))
