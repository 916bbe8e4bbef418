"""How a site declares its search, beside its form: to browsers, to search engines, by links."""

import json
from urllib.parse import quote

from demosite.markup import NOTHING, Html, join, link, paragraph, tag, text
from demosite.search import Index
from tests.site.addresses import query_url
from tests.site.style import Style

DESCRIPTION = "/opensearch.xml"
DESCRIPTION_TYPE = "application/opensearchdescription+xml"
_POPULAR = 4
_TERM = "search_term_string"


def declared_in_head(style: Style) -> Html:
    parts = []
    if "opensearch" in style.declares:
        parts.append(tag("link", rel="search", type=DESCRIPTION_TYPE, href=DESCRIPTION))
    if "json-ld" in style.declares:
        written = Html(json.dumps(_action(style)).replace("<", "\\u003c"))
        parts.append(tag("script", written, type="application/ld+json"))
    return join(parts)


def declared_in_body(style: Style, index: Index) -> Html:
    parts = []
    if "microdata" in style.declares:
        target = tag("meta", itemprop="target", content=_template(style, _TERM))
        name = tag("meta", itemprop="query-input", content=f"required name={_TERM}")
        kind = "http://schema.org/SearchAction"
        parts.append(tag("div", target, name, itemscope="", itemtype=kind))
    if "links" in style.declares:
        parts.append(_popular(style, index))
    return join(parts)


def description(style: Style) -> str:
    """The OpenSearch description; the only declaration that a form which posts can have."""
    told = {"type": "text/html", "method": style.method}
    if style.method == "post":
        sent = {**style.hidden, style.query_name: "{searchTerms}"}
        params = [tag("Param", name=name, value=value) for name, value in sent.items()]
        url = tag("Url", *params, template=style.action, **told)
    else:
        url = tag("Url", template=_template(style, "searchTerms"), **told)
    names = [tag("ShortName", text(style.title)), tag("InputEncoding", text(style.charset)), url]
    namespace = "http://a9.com/-/spec/opensearch/1.1/"
    whole = tag("OpenSearchDescription", *names, xmlns=namespace)
    return f'<?xml version="1.0" encoding="{style.charset}"?>\n{whole}'


def _action(style: Style) -> dict[str, object]:
    action = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": _template(style, _TERM)},
        "query-input": f"required name={_TERM}",
    }
    return {"@context": "https://schema.org", "@type": "WebSite", "potentialAction": action}


def _template(style: Style, term: str) -> str:
    kept = "".join(f"&{quote(name)}={quote(value)}" for name, value in style.hidden.items())
    return f"{style.action}?{quote(style.query_name)}={{{term}}}{kept}"


def _popular(style: Style, index: Index) -> Html:
    """Links that ask for what they say; the same on every page."""
    titles = [entry.title for entry in index.catalogue.records]
    asked = titles[:: max(1, len(titles) // _POPULAR)][:_POPULAR]
    links = [tag("li", link(query_url(style, title), title)) for title in asked]
    return tag("div", paragraph("Popular searches"), tag("ul", *links)) if links else NOTHING
