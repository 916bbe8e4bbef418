"""The simulated web has the properties that it claims."""

from __future__ import annotations

import re
import urllib.request
from collections import Counter, deque
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit

import pytest
from parsel import Selector

from deepweb.locate.declared.opensearch import read_opensearch
from deepweb.locate.site.hints import read_sitemap
from tests.web import ENGINE, TOPICS, Web, WebProxy
from tests.web.plan import SHARES, SitePlan, WebPlan
from tests.web.site_tree import SiteTree
from tests.web.subjects import others, subjects


@pytest.fixture(scope="module")
def plan() -> WebPlan:
    return WebPlan(4_000, seed=3)


@pytest.fixture(scope="module")
def web() -> Web:
    return Web(120, seed=3, topics=("book", "job", "hotel"))


def _links(body: str, url: str) -> list[str]:
    return [urljoin(url, href) for href in Selector(body).css("a::attr(href)").getall()]


def test_the_same_seed_makes_the_same_web(web: Web) -> None:
    again, other = (Web(120, seed=seed, topics=("book", "job", "hotel")) for seed in (3, 4))
    homes = [site.home for site in web.plan.sites]
    assert [site.home for site in again.plan.sites] == homes
    # Pages do not depend on what was fetched before.
    assert [again.fetch(url) for url in reversed(homes)] == [web.fetch(u) for u in reversed(homes)]
    assert [site.home for site in other.plan.sites] != homes


def test_all_topics_have_the_same_number_of_sites_with_databases(plan: WebPlan) -> None:
    counts = Counter(s.subjects[0] for s in plan.sites if s.role == "database")
    assert set(counts) == set(TOPICS)
    assert max(counts.values()) - min(counts.values()) <= 1
    for role, share in SHARES.items():
        assert sum(s.role == role for s in plan.sites) == round(share * 4_000)
    assert not set(TOPICS) & set(others())


def test_a_few_sites_get_most_of_the_links(plan: WebPlan) -> None:
    degrees = sorted((len(back) for back in plan.back), reverse=True)
    assert sum(degrees[:400]) > 0.4 * sum(degrees)
    assert degrees[2_000] <= 8


@pytest.mark.parametrize(
    ("role", "least", "most"),
    [("database", 0.2, 0.4), ("magazine", 0.4, 0.6), ("hub", 0.75, 0.95)],
)
def test_sites_link_to_their_own_kind(plan: WebPlan, role: str, least: float, most: float) -> None:
    own = [
        bool(set(site.subjects) & set(plan.sites[out.target].subjects))
        for site in plan.sites
        if site.role == role
        for out in site.out
    ]
    # Links to random sites may lead to the topic, too.
    assert least <= sum(own) / len(own) <= most + 0.1


def test_nine_databases_in_ten_are_within_three_clicks(plan: WebPlan) -> None:
    nearest, depths = [], []
    for site in plan.sites:
        if site.role == "database":
            tree = SiteTree(site, 3)
            found = [tree.pages[path].depth for path, _ in tree.searches(site.subjects[0])]
            assert 1 <= len(found) <= 3
            nearest.append(min(found))
            depths += found
    assert sum(depth <= 3 for depth in nearest) / len(nearest) == pytest.approx(0.94, abs=0.05)
    assert sum(depth <= 3 for depth in depths) / len(depths) == pytest.approx(0.72, abs=0.07)
    assert 0 in depths and 5 in depths


def test_links_lead_to_every_page_of_a_site(web: Web) -> None:
    for site in [s for s in web.plan.sites if s.is_reachable][:15]:
        seen, todo = {"/"}, deque([site.home])
        while todo:
            url = todo.popleft()
            answer = web.fetch(url)
            assert answer.status == 200, url
            for link in _links(answer.body, url):
                path = link.removeprefix(site.home)
                if link.startswith(site.home) and f"/{path}" not in seen:
                    seen.add(f"/{path}")
                    todo.append(link)
        assert seen == set(web.tree(site.number).pages)


def test_some_sites_have_a_sitemap(web: Web) -> None:
    trees = [web.tree(site.number) for site in web.plan.sites if site.is_reachable]
    for tree in trees[:40]:
        answer = web.fetch(f"{tree.site.home}sitemap.xml")
        assert answer.status == (200 if tree.has_sitemap else 404)
        if tree.has_sitemap:
            listed = {f"http://{tree.site.host}{path}" for path in tree.pages}
            assert set(read_sitemap(answer.body.encode()).pages) == listed
    assert 0.2 < sum(tree.has_sitemap for tree in trees) / len(trees) < 0.6


def test_links_to_other_sites_lead_to_pages(web: Web) -> None:
    for site in web.plan.sites[:30]:
        linked = set()
        for path in web.tree(site.number).pages if site.is_reachable else ():
            for link in _links(web.fetch(f"http://{site.host}{path}").body, site.home):
                if urlsplit(link).hostname != site.host:
                    target = web.site(urlsplit(link).hostname or "")
                    assert target is not None
                    assert web.fetch(link).status == (503 if target.health == "failing" else 200)
                    linked.add(target.number)
        assert linked == ({out.target for out in site.out} if site.is_reachable else set())


def test_true_forms_stand_on_their_pages(web: Web) -> None:
    forms = [form for topic in ("book", "job", "hotel") for form in web.true_forms(topic)]
    assert len({form.site for form in forms}) >= 5
    for form in forms:
        actions = Selector(web.fetch(form.page).body).css("form::attr(action)").getall()
        assert form.action in actions


def test_pages_say_what_they_are_about(web: Web) -> None:
    """More words of their own subject than of any other, most of the time."""
    right = []
    for site in [s for s in web.plan.sites if s.is_reachable and len(s.subjects) == 1]:
        said = Counter(re.findall(r"[a-z-]+", web.fetch(site.home).body.lower()))
        scores = {name: sum(said[w] for w in set(s.words)) for name, s in subjects().items()}
        right.append(max(scores, key=lambda name: scores[name]) == site.subjects[0])
    assert sum(right) / len(right) > 0.8


def test_noise_changes_texts_but_not_forms(web: Web) -> None:
    noisy = Web(120, seed=3, noise=5, topics=("book", "job", "hotel"))
    home = web.plan.sites[0].home
    assert noisy.fetch(home) != web.fetch(home)
    assert list(noisy.true_forms("job")) == list(web.true_forms("job"))


def test_the_engine_knows_who_links_to_a_site(web: Web) -> None:
    site = max(web.plan.sites, key=lambda s: len(web.plan.back[s.number]))
    found: list[str] = []
    for page in range(1, 20):
        answer = web.fetch(f"{ENGINE}/search?q=link:{site.host}&page={page}")
        found += Selector(answer.body).css("h3 a::attr(href)").getall()
    sources = {web.plan.sites[n].host for n in web.plan.back[site.number]}
    hosts = [urlsplit(url).hostname for url in found]
    assert len(hosts) == len(set(hosts)) and set(hosts) < sources
    assert len(hosts) == pytest.approx(0.75 * len(sources), rel=0.35)
    for url in found:
        answer = web.fetch(url)
        assert answer.status == 503 or site.host in answer.body


def test_the_engine_finds_sites_by_words_and_describes_itself(web: Web) -> None:
    answer = web.fetch(f"{ENGINE}/search?q=vacancies+employer+salary")
    first = Selector(answer.body).css("h3 a::attr(href)").getall()[:3]
    found = [web.site(urlsplit(url).hostname or "") for url in first]
    assert all(site and "job" in site.subjects for site in found)
    description = web.fetch(f"{ENGINE}/opensearch.xml").body.encode()
    (search,) = read_opensearch(description, f"{ENGINE}/opensearch.xml")
    assert search.template.startswith(f"{ENGINE}/search?q=")
    assert '"results": [{"url": "http://' in web.fetch(f"{ENGINE}/search?q=job&format=json").body


def _of_health(web: Web, health: str) -> SitePlan:
    return next(site for site in web.plan.sites if site.health == health)


def test_the_proxy_serves_every_host() -> None:
    web = Web(400, seed=3)
    with WebProxy(web, slow=0.01) as proxy:
        handler = urllib.request.ProxyHandler({"http": proxy.url})
        ask = urllib.request.build_opener(handler).open
        for site in web.plan.sites[:50]:
            if site.health != "failing":
                assert ask(site.home).read().decode() == web.fetch(site.home).body
        forbidden = _of_health(web, "forbidden")
        assert "Disallow: /\n" in ask(f"{forbidden.home}robots.txt").read().decode()
        assert not web.is_allowed(forbidden.home) and web.is_allowed(web.plan.sites[0].home)
        partly = _of_health(web, "partly forbidden")
        shut = web.tree(partly.number).forbidden
        assert f"Disallow: {shut}\n" in ask(f"{partly.home}robots.txt").read().decode()
        assert web.is_allowed(partly.home) and not web.is_allowed(f"http://{partly.host}{shut}")
        with pytest.raises(HTTPError, match="503"):
            ask(_of_health(web, "failing").home)
        with pytest.raises(HTTPError, match="404"):
            ask("http://nowhere.example/")
    assert proxy.hits[web.plan.sites[0].home] == 1
