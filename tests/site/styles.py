"""Named styles that span the options in varied combinations.

Menus and facets name attributes of the Unicode characters; a style without them fits any catalogue.
"""

from tests.site.style import Style

_CLOSED = "User-agent: *\nDisallow: /calendar\nDisallow: /login\nCrawl-delay: 1\n"

_PLAIN = {
    "plain": Style(),
    "table": Style(layout="table", frame="table", labels="table", prefix="tbl", page_size=25),
    "cards": Style(
        layout="cards", frame="semantic", labels="placeholder", prefix="c", page_size=12
    ),
    "dl": Style(layout="dl", labels="text", prefix="rec", page_size=10, empty_page="Sorry!"),
    "ten-a-page": Style(page_size=10, query_name="kw", action="/find", button="Find"),
    "hundred-a-page": Style(page_size=100, layout="table", prefix="big", query_name="term"),
    "one-page": Style(cap=20, next_links=False, frame="semantic", action="/s"),
    "silent": Style(echo=False, empty_layout="bare", title="Archive", nav=()),
}

_FOUND = {
    "capped": Style(cap=100, page_size=10, layout="cards", prefix="hit"),
    "capped-table": Style(cap=50, layout="table", frame="table", labels="table", match="or"),
    "any-word": Style(match="or", cap=200, query_name="search", action="/"),
    "blank-lists-all": Style(blank="all", layout="dl", cap=400, page_size=40),
    "blank-shows-form": Style(blank="form", frame="semantic", query_name="text"),
    "reformulating": Style(reformulate=True, layout="cards", facets=("category",)),
    "counting-zero": Style(empty_layout="count", layout="table", query_name="keyword"),
    "bare-table": Style(empty_layout="bare", echo=False, layout="table", labels="table"),
}

_FORMS = {
    "posting": Style(method="post", action="/results", query_name="words"),
    "posting-hidden": Style(
        method="post", hidden={"lang": "en", "token": "a1b2"}, layout="dl", labels="text"
    ),
    "posting-menus": Style(
        method="post", menus=("category",), codes=True, presents=("sort",), layout="table"
    ),
    "menu": Style(menus=("category",), presents=("sort", "per_page")),
    "menus": Style(menus=("category", "script", "direction"), layout="table", labels="table"),
    "coded-menus": Style(menus=("script", "category"), codes=True, labels="text", prefix="x"),
    "menus-only": Style(query_name="", menus=("category", "script"), blank="form", cap=300),
    "hidden": Style(hidden={"site": "main", "v": "2"}, layout="cards", labels="placeholder"),
    "required": Style(required=("q",), menus=("category",), frame="semantic"),
    "required-menu": Style(required=("script",), menus=("script",), layout="dl", page_size=15),
    "typed": Style(typed={"zipcode": "zip", "maxprice": "price"}, labels="table", layout="table"),
    "typed-places": Style(typed={"where": "city", "since": "date"}, layout="cards", cap=60),
    "typed-only": Style(query_name="", typed={"loc": "zip"}, required=("loc",), labels="text"),
}

_LINKS = {
    "tracked": Style(tracking=True, layout="cards", prefix="t"),
    "tracked-table": Style(tracking=True, noise=True, layout="table", frame="table", page_name="p"),
    "faceted": Style(facets=("category", "script"), frame="semantic", cap=100),
    "faceted-path": Style(
        facets=("category", "script"), facet_style="path", layout="cards", cap=60, page_size=15
    ),
    "faceted-post": Style(method="post", facets=("script",), layout="dl", related=True),
    "related": Style(related=True, layout="table", match="or", cap=80),
    "numbered": Style(page_name="seite", next_label="Weiter", language="de", layout="dl"),
}

_BESIDE = {
    "promoting": Style(promoted=5, echo=False, empty_layout="bare", frame="semantic"),
    "promoting-tracked": Style(promoted=8, tracking=True, layout="cards", long_menu=True),
    "long-menu": Style(long_menu=True, empty_page="Nothing.", layout="table"),
    "noisy": Style(noise=True, promoted=3, related=True, layout="dl", labels="placeholder"),
    "beside": Style(beside=("newsletter", "login", "contact"), frame="semantic"),
    "beside-post": Style(beside=("login",), method="post", frame="table", labels="table"),
    "calendar": Style(calendar=True, robots=_CLOSED, nav=("About", "Terms of use")),
    "without-robots": Style(robots=None, calendar=True, layout="cards", frame="semantic"),
}

# Pages that the empty page filter [He13 §5] is known to misjudge, and similar ones.
_DECEPTIVE = {
    "reformulating-silently": Style(reformulate=True, owns_up=False, echo=False, page_size=10),
    "reformulating-table": Style(reformulate=True, layout="table", frame="table", match="or"),
    "stock-instead": Style(stock=10, layout="cards", prefix="p", empty_page="You may also like"),
    "stock-silently": Style(stock=6, empty_page="", echo=False, layout="dl", frame="semantic"),
    "brands": Style(brands=400, page_size=5, cap=5, empty_page="No match.", prefix="b"),
    "brands-bare": Style(brands=250, cap=8, layout="cards", empty_layout="bare", echo=False),
}

_DECLARING = {
    "declared": Style(declares=("opensearch", "json-ld", "microdata", "links"), page_size=15),
    "declared-post": Style(method="post", hidden={"db": "all"}, declares=("opensearch",)),
    "declared-hidden": Style(hidden={"v": "2"}, declares=("json-ld", "links"), layout="table"),
}

_LANGUAGES = {
    "german": Style(
        language="de",
        title="Zeichenkatalog für alle",
        button="Suchen",
        query_label="Suchbegriff",
        next_label="Weiter",
        count_line="{count} Treffer für {query}",
        empty_page="Ihre Suche nach {query} ergab leider keine Treffer.",
        query_name="suche",
    ),
    "french-latin": Style(
        language="fr",
        charset="iso-8859-1",
        title="Catalogue général",
        button="Chercher",
        query_label="Mots-clés",
        next_label="Suivant",
        count_line="{count} résultats pour {query}",
        empty_page="Aucun résultat ne correspond à votre requête.",
        layout="table",
        frame="table",
    ),
    "japanese-sjis": Style(
        language="ja",
        charset="shift_jis",
        title="文字目録",
        button="検索",
        query_label="キーワード",
        next_label="次へ",
        count_line="{query} の検索結果 {count} 件",
        empty_page="該当するデータはありません。",
        layout="dl",
    ),
    "spanish": Style(
        language="es",
        button="Buscar",
        query_label="Palabras",
        next_label="Siguiente",
        count_line="{count} resultados de {query}",
        empty_page="No se encontraron registros que coincidan con «{query}».",
        layout="cards",
        method="post",
    ),
    "russian": Style(
        language="ru",
        button="Найти",
        count_line="Найдено: {count}, запрос: {query}",
        empty_page="По вашему запросу ничего не найдено.",
        frame="semantic",
    ),
}

_FAULTY = {
    "failing": Style(fault_rate=0.2, fault_times=1),
    "failing-twice": Style(fault_rate=0.1, fault_times=2, method="post", layout="table"),
    "resetting": Style(reset_rate=0.1, layout="cards"),
    "slow": Style(delay=0.05, fault_rate=0.05, layout="dl"),
}

_LIFELIKE = {
    "shop": Style(
        title="Glyph Shop",
        layout="cards",
        frame="semantic",
        prefix="product",
        page_size=24,
        cap=240,
        match="or",
        menus=("category",),
        presents=("sort", "per_page"),
        facets=("script",),
        tracking=True,
        promoted=4,
        noise=True,
        beside=("newsletter", "login"),
    ),
    "library": Style(
        title="Library of Signs",
        layout="table",
        frame="table",
        labels="table",
        method="post",
        action="/cgi-bin/opac",
        query_name="term",
        hidden={"db": "signs"},
        menus=("script",),
        codes=True,
        cap=200,
        empty_page="Your search did not match any records in the catalogue.",
    ),
    "classifieds": Style(
        title="Small Ads",
        layout="dl",
        labels="placeholder",
        typed={"zip": "zip", "max_price": "price"},
        facets=("category",),
        facet_style="path",
        related=True,
        calendar=True,
        beside=("contact",),
        blank="all",
        cap=100,
    ),
}

STYLES: dict[str, Style] = {
    **_PLAIN,
    **_FOUND,
    **_FORMS,
    **_LINKS,
    **_BESIDE,
    **_DECEPTIVE,
    **_DECLARING,
    **_LANGUAGES,
    **_FAULTY,
    **_LIFELIKE,
}
