"""What a visitor of a site does and sees, for the tests of the site itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from functools import cached_property
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

from parsel import Selector, SelectorList

from tests.site.addresses import record_id
from tests.site.server import Site

_RESULT_LINKS = '//a[contains(@href, "/item/")][not(ancestor::*[@class="promo"])]'
_OTHER_FORMS = ("newsletter", "login", "contact")


@dataclass(frozen=True)
class Reply:
    """A page as received."""

    url: str
    status: int
    headers: Message
    content: bytes

    @cached_property
    def text(self) -> str:
        return self.content.decode(self.headers.get_content_charset() or "utf-8")

    @cached_property
    def selector(self) -> Selector:
        return Selector(self.text)

    @property
    def visible(self) -> str:
        return " ".join(self.selector.xpath("//body//text()").getall())

    @property
    def item_links(self) -> list[str]:
        """Links to the results, without the promoted ones."""
        return [urljoin(self.url, h) for h in self.find(_RESULT_LINKS).xpath("@href").getall()]

    @property
    def ids(self) -> list[str]:
        """Ids of the results, in order."""
        return list(dict.fromkeys(record_id(href) for href in self.item_links))

    @property
    def search_form(self) -> Selector:
        (form,) = [f for f in self.selector.css("form") if f.attrib["class"] not in _OTHER_FORMS]
        return form

    def find(self, xpath: str) -> SelectorList[Selector]:
        return self.selector.xpath(xpath)

    def link(self, label: str) -> str:
        """The address behind the first link whose label starts so, or ""."""
        found = self.selector.xpath("//a[starts-with(., $label)]/@href", label=label).get()
        return urljoin(self.url, found) if found else ""


def fetch(url: str, data: bytes | None = None) -> Reply:
    """GET, or POST where there is data; errors are replies as well."""
    try:
        with urlopen(Request(url, data), timeout=10) as response:
            return Reply(url, response.status, response.headers, response.read())
    except HTTPError as error:
        with error:
            return Reply(url, error.code, error.headers, error.read())


def get(live: Site, path: str, **arguments: str) -> Reply:
    return fetch(urljoin(live.url, path) + ("?" + urlencode(arguments) if arguments else ""))


def submit(live: Site, **values: str | list[str]) -> Reply:
    """Fill in the search form of the home page and send it as a browser does.

    Several values of one name are boxes that are ticked.
    """
    home = get(live, "/")
    form = home.search_form
    filled = {**_initial_values(form), **values}
    charset = live.style.charset
    encoded = urlencode(filled, doseq=True, encoding=charset, errors="xmlcharrefreplace")
    action = urljoin(home.url, form.attrib["action"])
    if form.attrib["method"] == "post":
        return fetch(action, encoded.encode())
    return fetch(f"{action}?{encoded}")


def all_pages(live: Site, reply: Reply) -> list[str]:
    """Ids on the page and on those behind its next links."""
    ids = list(reply.ids)
    while following := reply.link(live.style.next_label):
        reply = fetch(following)
        ids += reply.ids
    return ids


def _initial_values(form: Selector) -> Mapping[str, str]:
    values = {}
    for box in form.css("input[name]"):
        is_button = box.attrib["type"] in ("radio", "checkbox")
        if not is_button or "checked" in box.attrib:
            values[box.attrib["name"]] = box.attrib.get("value", "")
    for menu in form.css("select"):
        values[menu.attrib["name"]] = menu.css("option[selected]::attr(value)").get("")
    return values
