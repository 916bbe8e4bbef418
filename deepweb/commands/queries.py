"""``scrapy queries --site HOST --query-log FILE --knowledge DIR``: what a crawl would ask for."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.knowledge.site_queries import LogFindings, check_sources, knowledge_of, log_findings
from deepweb.page.site import site_name, site_url
from deepweb.store.resources import log_words
from deepweb.surface.queries.query_source import KNOWLEDGE, LOG

Told = dict[str, Any]
# Queries and patterns that are shown of each list.
SHOWN = 20


class Command(QuietCommand):
    """Reads the log and the knowledge base, and fetches nothing."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "--site HOST --query-log FILE [--knowledge DIR] [options]"

    def short_desc(self) -> str:
        return "Show the queries that a log and a knowledge base give for a site"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--site", required=True, metavar="HOST", help="the site, such as example.org"
        )
        parser.add_argument(
            "--query-log",
            required=True,
            metavar="FILE",
            help="rows of query, address clicked, times: TSV, CSV, packed or not, Parquet, "
            "or an export of Search Console",
        )
        parser.add_argument(
            "--knowledge",
            default="",
            metavar="DIR",
            help="folder of domain/type.tsv lists, or none (default: the lists that ship)",
        )
        parser.add_argument(
            "--most",
            type=int,
            default=SHOWN,
            metavar="N",
            help=f"show so many queries of each list, and patterns (default: {SHOWN})",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            if args or opts.most < 1:
                raise ValueError("takes options only, and --most at least 1")
            site = site_name(site_url(opts.site))
            check_sources(opts.query_log, opts.knowledge, log_words)
            load = knowledge_of(opts.knowledge)
            knowledge = load() if load else KnowledgeBase([])
            findings = log_findings(Path(opts.query_log), knowledge, [site], log_words())
        except ValueError as error:
            self.refuse(error)
        for remark in findings.remarks():
            print(f"queries: {remark}", file=sys.stderr)
        told = list(_rows(site, findings, knowledge, opts.most))
        print("\n".join(map(_json, told) if opts.json else _lines(site, findings, told)))
        if not findings.queries[site]:
            print(f"queries: the log has no query that counts for {site}", file=sys.stderr)
            self.exitcode = 1


def _rows(site: str, found: LogFindings, knowledge: KnowledgeBase, most: int) -> Iterator[Told]:
    for query in found.queries[site][:most]:
        yield {"query": query.text, "source": LOG, "score": query.clicks, "reason": "clicks"}
    for each in found.types[site]:
        for name in islice(knowledge.names(each.number), most):
            yield {
                "query": name,
                "source": f"{KNOWLEDGE} {each.name}",
                "score": round(each.score, 4),
                "reason": each.reason,
            }
    for pattern in found.patterns[:most]:
        yield {"pattern": pattern.text, "kind": pattern.kind, "queries": pattern.queries}


def _json(row: Told) -> str:
    return json.dumps(row, ensure_ascii=False)


def _lines(site: str, found: LogFindings, told: list[Told]) -> Iterator[str]:
    totals = found.totals
    yield f"{site}: {len(found.queries[site])} queries of the log, {len(found.types[site])} types"
    yield (
        f"  log        {totals.rows:,} rows, {totals.sites:,} sites, {totals.queries:,} queries; "
        f"{totals.kept:,} count, {totals.matched:,} mention a known name"
    )
    source = ""
    for row in told:
        if "query" in row:
            if row["source"] != source:
                source = row["source"]
                yield f"  {source}: {row['reason']}"
            yield f"    {row['score']:<10} {row['query']}"
    yield f"  patterns   {len(found.patterns)}"
    for row in told:
        if "pattern" in row:
            yield f"    {row['queries']:<10,} {row['pattern']}  ({row['kind']})"
