"""Named styles whose forms have to be worked out: menus, buttons, typed boxes, ranges, and more.

They name attributes of the used books (books.py).
"""

from tests.site.controls import Choice, Flag, Presents, Range, Steps, Typed, Words
from tests.site.style import Style
from tests.site.typed import DATE_FORMATS

_SUBJECT = Choice("subject", "subject", "Subject", any_label="All subjects")
_LANGUAGE = Choice("lang", "language", "Language", any_label="All")
_FORMAT = Choice("binding", "format", "Binding")
_PUBLISHER = Choice("pub", "publisher", "Publisher", any_label="-- any --")
_TOPIC = Choice("topic", "topic", "Topic", any_label="All topics")
_CONDITION = Choice("cond", "condition", "Condition", any_label="---")
_COUNTRY = Choice("country", "country", "Country", any_label="Anywhere")
_BY_FIELD = (
    Words("ti", "title", "Title"),
    Words("au", "author", "Author"),
    Words("pu", "publisher", "Publisher"),
)

# Forms of one to six menus, as in [Madhavan08, Tables 3 and 4].
_BY_MENUS = (_SUBJECT, _PUBLISHER, _LANGUAGE, _TOPIC, _CONDITION, _COUNTRY)

MENUS: dict[str, Style] = {
    f"menus-{n}": Style(
        query_name="",
        controls=_BY_MENUS[:n],
        cap=100,
        layout=("list", "table", "cards")[n % 3],
        count_line="Displaying {first} - {last} of {count} items",
    )
    for n in range(1, 7)
}

BUTTONS: dict[str, Style] = {
    "radios": Style(
        controls=(
            Choice("binding", "format", "Binding", shown="radios", any_label="All bindings"),
            Presents("order", "sort", shown="radios", label="Order by"),
        ),
        cap=100,
        frame="semantic",
        count_line="We found {count} books",
    ),
    "radios-only": Style(
        query_name="",
        labels="table",
        layout="table",
        controls=(
            Choice("subject", "subject", "Subject", shown="radios", any_label="Any"),
            Choice("condition", "condition", "Condition", shown="radios", any_label="Any"),
        ),
        cap=200,
        page_links="next",
        next_label="Next »",
    ),
    "checkboxes": Style(
        labels="text",
        query_label="Title or author",
        controls=(
            Choice("subject[]", "subject", "Subjects", shown="checkboxes"),
            Flag("hardcover", "format", "Hardcover", "Hardcover only", sent="1"),
        ),
        cap=100,
        count_line="Results {first}-{last} of {count}",
    ),
    "checkboxes-only": Style(
        query_name="",
        button="Show books",
        controls=(
            Choice("s", "subject", "Subject", shown="checkboxes", codes=True),
            Choice("f", "format", "Binding", shown="checkboxes", codes=True),
            Presents("n", "per_page", label="Show"),
        ),
        layout="cards",
        blank="form",
        cap=150,
    ),
}

# What stands for all, as sites of other languages write it, and the value that it sends.
PLACEHOLDERS: dict[str, Style] = {
    "any-german": Style(
        language="de",
        title="Antiquariat am Markt",
        button="Bücher suchen",
        query_label="Stichwort",
        query_name="stichwort",
        next_label="Weiter",
        count_line="{count} Treffer",
        empty_page="Leider keine Treffer.",
        controls=(
            Choice("sachgebiet", "subject", "Sachgebiet", any_label="Alle", any_value="0"),
            Choice("sprache", "language", "Sprache", any_label="beliebig", any_value="0"),
        ),
        cap=100,
    ),
    "any-french": Style(
        language="fr",
        title="Livres d'occasion",
        button="Rechercher",
        query_name="",
        next_label="Page suivante",
        count_line="{count} livres trouvés",
        empty_page="Aucun livre ne correspond à votre recherche.",
        controls=(
            Choice("rubrique", "subject", "Rubrique", any_label="Toutes", any_value="all"),
            Choice("editeur", "publisher", "Éditeur", any_label="Tous", any_value="all"),
            Presents("tri", "sort", label="Trier par"),
        ),
        layout="dl",
        cap=150,
    ),
    "any-japanese": Style(
        language="ja",
        title="古本屋",
        button="検索",
        query_label="キーワード",
        next_label="次へ",
        count_line="{count}件中 {first}\uff5e{last}件を表示",
        empty_page="該当する本はありません。",
        controls=(
            Choice("bunya", "subject", "分野", any_label="すべて", any_value="-1", codes=True),
            Choice("gengo", "language", "言語", any_label="指定なし", any_value="-1", codes=True),
        ),
        cap=100,
    ),
    "any-spanish": Style(
        language="es",
        title="Librería de viejo",
        button="Buscar",
        query_name="",
        next_label="Siguiente",
        count_line="Se han encontrado {count} libros",
        empty_page="No hay resultados.",
        controls=(
            Choice("materia", "subject", "Materia", any_label="Todas las materias"),
            Choice("idioma", "language", "Idioma", any_label="Cualquiera", any_value="*"),
        ),
        layout="table",
        cap=200,
    ),
    "any-dashes": Style(
        query_name="",
        labels="table",
        controls=(
            Choice("subject", "subject", "Subject", any_label="--", any_value="--"),
            Choice("place", "state", "State", any_label="(select)", any_value="none"),
        ),
        cap=100,
    ),
    "no-any": Style(
        query_name="",
        controls=(
            Choice("subject", "subject", "Subject", any_label=None),
            Choice("language", "language", "Language", any_label=None, codes=True),
        ),
        count_line="",
    ),
}

MONOTONIC: dict[str, Style] = {
    "price-up-to": Style(
        query_name="",
        controls=(
            _SUBJECT,
            Steps("maxprice", "price", (5, 10, 20, 50, 100, 500), label="Price up to"),
        ),
        cap=200,
        layout="cards",
    ),
    "last-days": Style(
        controls=(
            Steps("since", "date", (1, 7, 30, 90, 365), "days", "Added in the last", "radios"),
            Presents("sort", "sort"),
        ),
        cap=100,
        frame="semantic",
    ),
    "at-least": Style(
        query_name="",
        controls=(
            _PUBLISHER,
            Steps("minpages", "pages", (50, 100, 200, 400, 800), "least", "At least pages"),
            Steps("maxprice", "price", (10, 25, 50, 100, 250), label="Not more than"),
        ),
        labels="text",
        cap=100,
    ),
}

RANGES: dict[str, Style] = {
    "price-range": Style(
        query_name="",
        controls=(_FORMAT, Range("min_price", "max_price", "price", "price", "Price")),
        cap=100,
        layout="cards",
        labels="placeholder",
    ),
    "year-range": Style(
        query_name="",
        controls=(
            Range(
                "yearfrom",
                "yearto",
                "year",
                "year",
                "Published",
                offered=tuple(map(str, range(1880, 2030, 10))),
            ),
            _LANGUAGE,
        ),
        cap=150,
        layout="table",
        labels="table",
    ),
    "date-range": Style(
        controls=(
            Range("from", "to", "date", "date", "Listed", written="05/31/2024"),
            Range("pmin", "pmax", "pages", "number", "Pages", input_type="number"),
        ),
        cap=60,
        count_line="{count} records",
    ),
    "number-range": Style(
        query_name="",
        controls=(Range("lo", "hi", "pages", "number", "Number of pages"),),
        cap=100,
        blank="form",
        labels="text",
    ),
    "calendar-range": Style(
        query_name="",
        controls=(
            Range("start_date", "end_date", "date", "date", "Dates", input_type="date"),
            _SUBJECT,
        ),
        cap=100,
        layout="dl",
    ),
}

TYPED: dict[str, Style] = {
    "zip-near": Style(
        query_name="",
        title="Book sellers near you",
        button="Find books",
        controls=(Typed("zip", "zip", "ZIP code", test="near"),),
        required=("zip",),
        cap=100,
    ),
    "city-state": Style(
        query_name="",
        controls=(Typed("city", "city", "City"), Typed("st", "state", "State")),
        layout="table",
        labels="table",
        cap=150,
    ),
    "country-year": Style(
        controls=(
            Typed("country", "country", "Printed in (country)", wrong="empty"),
            Typed("year", "year", "Year", wrong="ignored"),
        ),
        cap=60,
        layout="cards",
    ),
    "isbn": Style(
        query_name="",
        button="Look up",
        controls=(Typed("isbn", "isbn", "ISBN"),),
        blank="form",
        frame="semantic",
    ),
    "price-box": Style(
        query_name="",
        controls=(Typed("price", "price", "Highest price", test="most"), _SUBJECT),
        labels="placeholder",
        cap=60,
    ),
    "number-box": Style(
        query_name="",
        controls=(Typed("pages", "number", "Pages at least", "pages", "least", wrong="empty"),),
        labels="text",
        cap=60,
        layout="dl",
    ),
    "no-hint-zip": Style(
        query_name="",
        title="Offers",
        button="Go",
        controls=(Typed("f1", "zip", test="near", wrong="empty"),),
        blank="form",
        cap=200,
    ),
    "no-hint-year": Style(
        query_name="",
        button="Go",
        controls=(Typed("v", "year", wrong="empty"), _FORMAT),
        blank="form",
        cap=100,
    ),
    "no-hint-city": Style(
        query_name="",
        button="Search",
        controls=(Typed("x", "city", wrong="empty"),),
        blank="form",
        layout="cards",
        cap=100,
    ),
}

DATES: dict[str, Style] = {
    f"date-{number}": Style(
        query_name="",
        controls=(
            # Every second one tells the format.
            Typed(
                "date",
                "date",
                f"Listed since ({written})" if number % 2 else "Listed since",
                test="least",
                written=written,
                wrong=("refused", "empty", "ignored")[number % 3],
            ),
        ),
        blank="form",
        cap=100,
        layout=("list", "table", "cards", "dl")[number % 4],
    )
    for number, written in enumerate(DATE_FORMATS, start=1)
}

COMBINED: dict[str, Style] = {
    "dependent": Style(
        query_name="",
        controls=(
            Choice("state", "state", "State", any_label="All states"),
            Choice("city", "city", "City", any_label="All cities", after="state"),
        ),
        cap=100,
    ),
    "dependent-refused": Style(
        query_name="",
        controls=(
            Choice("state", "state", "State", any_label="Choose a state"),
            Choice("city", "city", "City", any_label="Choose a city"),
        ),
        required=("state", "city"),
        refusal="form",
        labels="table",
    ),
    "title-author": Style(
        query_name="", controls=_BY_FIELD, layout="dl", frame="semantic", cap=200
    ),
    "title-author-post": Style(
        query_name="",
        controls=_BY_FIELD,
        action="/cgi-bin/opac",
        method="post",
        layout="table",
        labels="table",
        cap=200,
        count_line="{count} titles found",
    ),
    "text-and-menus": Style(
        controls=(
            _SUBJECT,
            _FORMAT,
            Presents("sort", "sort"),
            Presents("n", "per_page"),
            Presents("v", "view", "radios"),
        ),
        cap=40,
        page_size=20,
    ),
    "required-message": Style(
        controls=(_SUBJECT,), required=("q",), cap=60, query_label="Search words *"
    ),
    "required-form": Style(
        controls=(_SUBJECT, _LANGUAGE), required=("subject",), refusal="form", cap=100
    ),
    "required-error": Style(
        query_name="",
        controls=(_SUBJECT, _PUBLISHER),
        required=("pub",),
        refusal="error",
        cap=100,
        layout="dl",
    ),
    "lists-all": Style(controls=(_SUBJECT, _FORMAT), blank="all", page_size=50),
    "presents-only": Style(
        query_name="",
        button="Update",
        controls=(Presents("sort", "sort"), Presents("n", "per_page"), Presents("v", "view")),
        blank="all",
        cap=100,
    ),
    "deaf": Style(controls=(_SUBJECT, _PUBLISHER), deaf=True, blank="all", cap=20, echo=False),
    "deaf-form": Style(controls=(_SUBJECT,), deaf=True, blank="form"),
    "bookshop": Style(
        title="The Second Shelf",
        frame="semantic",
        layout="cards",
        prefix="book",
        controls=(
            Words("author", "author", "Author"),
            Words("title", "title", "Title"),
            _SUBJECT,
            Choice("binding", "format", "Binding", shown="radios", any_label="All"),
            Range("pmin", "pmax", "price", "price", "Price"),
            Range("ymin", "ymax", "year", "year", "Year"),
            Typed("isbn", "isbn", "ISBN"),
            Flag("fine", "condition", "Fine", "Only fine copies"),
            Presents("sortby", "sort"),
            Presents("perpage", "per_page"),
        ),
        query_label="Keywords",
        query_name="kw",
        cap=200,
        page_size=20,
        count_line="Your search returned {count} books",
        beside=("newsletter", "login"),
    ),
}

SURFACING_STYLES: dict[str, Style] = {
    **MENUS,
    **BUTTONS,
    **PLACEHOLDERS,
    **MONOTONIC,
    **RANGES,
    **TYPED,
    **DATES,
    **COMBINED,
}
