"""Sites whose search works by script only: what their scripts are, and what answers them.

The server says what a script asks for; what the page then shows, the script makes.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from demosite.catalogue import Entry
from demosite.search import Index
from tests.site.addresses import item_url
from tests.site.layouts import Row, rows_html
from tests.site.results import Results, find_results
from tests.site.style import Style
from tests.site.submission import read_submission
from tests.site.values import Values


@dataclass(frozen=True, slots=True)
class Said:
    """An answer to a script, or a script."""

    body: str
    type: str = "application/json"
    shown: tuple[str, ...] = ()
    is_search: bool = False
    is_harm: bool = False


def scripted(style: Style, index: Index, method: str, target: str, body: str) -> Said | None:
    """What answers a request of a site that works by script; None where the site does as ever."""
    address = urlsplit(target)
    if address.path == "/" and method == "GET":
        return Said(_home(style, index), "text/html")
    if address.path == "/app.js":
        return Said(_SCRIPTS[style.script](style, index), "text/javascript")
    if address.path == "/order":
        return Said('{"ordered": true}', is_harm=True)
    if address.path in {"/data.json", "/docs.js"} and style.script in {"file", "text", "beside"}:
        return _file(style, index)
    if address.path.startswith("/api") and style.script in _ANSWERS:
        asked = dict(parse_qsl(address.query)) if method == "GET" else json.loads(body)
        if isinstance(asked, list):
            asked = {each["name"]: each["value"] for each in asked}
        asked["steps"] = [unquote(step) for step in address.path.split("/")[2:]]
        return _ANSWERS[style.script](style, index, asked)
    return None


def _home(style: Style, index: Index) -> str:
    """A shell; or a page with a box that belongs to no form, or to one that goes nowhere."""
    box = '<input type="search" id="q" placeholder="Search the catalogue">'
    shells: Mapping[str, str] = {
        "html": f'<h1>{style.title}</h1><div role="search">{box}</div><div id="out"></div>',
        "order": f'<h1>{style.title}</h1><div role="search">{box}</div><div id="out"></div>',
        "more": (
            f'<h1>{style.title}</h1><form onsubmit="return false">{box}<button>Search</button>'
            '</form><div id="out"></div>'
        ),
        "drawn": (
            f'<h1>{style.title}</h1><p><a href="/about/1">About</a> <a href="/about/2">Help</a></p>'
            f'<p>{"Letter by letter and sign by sign. " * 20}</p><div id="app"></div>'
        ),
        "listening": (
            f"<h1>{style.title}</h1><form>"
            f"{box.replace('id=', 'name=q id=')}<button>Search</button></form>"
            f'<p>{len(index.catalogue)} entries.</p><div id="out"></div>'
        ),
    }
    if style.script == "editor":
        return _leading_on(style)
    body = shells.get(style.script, '<div id="app"></div>')
    body += "" if "app" in body else "<p>Letter by letter and sign by sign.</p>"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{style.title}</title>'
        f'<link rel="icon" href="/icon.png"></head><body>{body}'
        '<img src="/logo.png"><script src="/app.js"></script></body></html>'
    )


def _leading_on(style: Style) -> str:
    """A page with enough to read and a button that opens the search."""
    links = "".join(
        f'<p><a href="/about/{n}">Chapter {n}</a> of the handbook</p>' for n in range(3)
    )
    return (
        f"<!DOCTYPE html><html lang=en><title>{style.title}</title><h1>{style.title}</h1>"
        '<button id="open" aria-label="Search"><kbd>Ctrl K</kbd></button><div id="out"></div>'
        f'{links}<p>{"Letter by letter and sign by sign. " * 20}</p><script src="/app.js"></script>'
        "</html>"
    )


def _file(style: Style, index: Index) -> Said:
    """All entries, in JSON or as a text of a script."""
    docs = [_fields(entry) for entry in index.catalogue.records]
    if style.script != "text":
        return Said(json.dumps({"docs": docs}))
    quoted = json.dumps(docs).replace("\\", "\\\\").replace("'", "\\'")
    return Said(f"const e='{quoted}';export{{e as default}};", "text/javascript")


def _fields(entry: Entry) -> dict[str, Any]:
    return {"id": entry.id, "title": entry.title, **entry.attributes}


def _found(style: Style, index: Index, text: str, page: int) -> tuple[Results, list[Entry]]:
    submission = read_submission(style, index, Values(((style.query_name, text),)), (), page)
    results = find_results(style, index, submission)
    return results, list(index.entries(results.on_page))


def _said(data: object, entries: Sequence[Entry]) -> Said:
    return Said(json.dumps(data), shown=tuple(e.id for e in entries), is_search=True)


def _html(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    results, entries = _found(style, index, asked.get("q", ""), int(asked.get("p", 1)))
    rows = rows_html(
        style, index.catalogue.columns, [Row(e, item_url(style, e, 0)) for e in entries]
    )
    body = f"<p>{len(results.found)} results</p>{rows}" if entries else "<p>No results found.</p>"
    return Said(body, "text/html", tuple(e.id for e in entries), is_search=True)


def _json(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    page = int(asked.get("offset", 0)) // style.page_size + 1
    results, entries = _found(style, index, asked.get("query", ""), page)
    return _said(
        {"total": len(results.found), "facets": [{"name": "all", "count": 1}],
         "items": [_fields(e) for e in entries]},
        entries,
    )  # fmt: skip


def _graph(style: Style, index: Index, asked: Mapping[str, Any]) -> Said:
    values = asked["variables"]
    results, entries = _found(style, index, values["text"], values["page"])
    found = {"total": len(results.found), "edges": [{"node": _fields(e)} for e in entries]}
    return _said({"data": {"search": found}}, entries)


def _cursor(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    """A cursor that says nothing to anybody else."""
    page = int(asked.get("after", "c0")[1:], 16) // 7 + 1
    results, entries = _found(style, index, asked.get("q", ""), page)
    following = f"c{page * 7:x}" if page < results.pages else None
    return _said({"hits": [_fields(e) for e in entries], "cursor": following}, entries)


def _wrapped(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    page = int(asked.get("page", 1))
    results, entries = _found(style, index, asked.get("term", ""), page)
    rows = rows_html(
        style, index.catalogue.columns, [Row(e, item_url(style, e, 0)) for e in entries]
    )
    return _said({"html": str(rows) if entries else "", "more": page < results.pages}, entries)


def _rows(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    """Rows of a table, as lists, for a filter in a language of its own."""
    text = re.fullmatch(r"contains\(text,'(.*)'\)", asked.get("filter", ""))
    page = int(asked.get("start", 0)) // style.page_size + 1
    results, entries = _found(style, index, text[1] if text else "", page)
    rows = [[f'<a href="/item/{e.id}">{e.title}</a>', *e.attributes.values()] for e in entries]
    return _said({"draw": asked.get("draw"), "recordsFiltered": len(results.found), "data": rows},
                 entries)  # fmt: skip


def _by_path(style: Style, index: Index, asked: Mapping[str, Any]) -> Said:
    text, page = asked["steps"]
    results, entries = _found(style, index, text, int(page) + 1)
    return _said({"total": len(results.found), "found": [_fields(e) for e in entries]}, entries)


def _parts(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    """What only the script of the page understands."""
    _, entries = _found(style, index, asked.get("q", ""), 1)
    lines = [f"{e.id}|{e.title}|{' / '.join(e.attributes.values())}" for e in entries]
    return Said("\n".join(lines), "text/x-parts", tuple(e.id for e in entries), is_search=True)


def _ticked(style: Style, index: Index, asked: Mapping[str, str]) -> Said:
    """Every third entry is archived, and hidden unless somebody asks for these too."""
    results, _ = _found(style, index, asked.get("query", ""), 1)
    is_all, start = asked.get("archived") == "yes", int(asked.get("offset", 0))
    found = [e for e in index.entries(results.found) if is_all or not _is_archived(index, e)]
    entries = found[start : start + style.page_size]
    return _said({"total": len(found), "items": [_fields(e) for e in entries]}, entries)


def _is_archived(index: Index, entry: Entry) -> bool:
    return index.catalogue.records.index(entry) % 3 == 0


def _named(style: Style, index: Index, asked: Mapping[str, Any]) -> Said:
    """HTML that names the address of its next page in an attribute."""
    page = int(asked.get("p", 1))
    results, entries = _found(style, index, asked.get("q", ""), page)
    rows = rows_html(
        style, index.catalogue.columns, [Row(e, item_url(style, e, 0)) for e in entries]
    )
    following = urlencode({"q": asked.get("q", ""), "p": page + 1})
    more = f'<p data-next="/api/part?{escape(following)}"></p>' if page < results.pages else ""
    body = f"{rows}{more}" if entries else "<p>No results found.</p>"
    return Said(body, "text/html", tuple(e.id for e in entries), is_search=True)


def _boxed(style: Style, index: Index, asked: Mapping[str, Any]) -> Said:
    """What the page shows at first, or what is found; titles are links in Markdown."""
    if "word" not in asked:
        return Said(json.dumps({"box": "Search the catalogue"}))
    page = int(asked.get("start", 0)) // style.page_size + 1
    results, entries = _found(style, index, asked["word"], page)
    rows = [{"about": f"[{e.title}](/item/{e.id})", **e.attributes} for e in entries]
    return _said({"total": len(results.found), "rows": rows}, entries)


_ANSWERS: Mapping[str, Callable[[Style, Index, Mapping[str, Any]], Said]] = {
    "html": _html,
    "json": _json,
    "listening": _json,
    "post": _graph,
    "scroll": _cursor,
    "more": _wrapped,
    "shadow": _json,
    "rows": _rows,
    "editor": _by_path,
    "served": _parts,
    "listed": _json,
    "ticked": _ticked,
    "named": _named,
    "beside": _json,
    "pane": _json,
    "drawn": _json,
    "overlay": _json,
    "posted": _boxed,
    "virtual": _json,
    "opened": _json,
}

# What the scripts share: the app of a shell, and how a record is shown.
_COMMON = """
const $ = id => document.getElementById(id);
const app = $('app');
if (app) app.innerHTML = '<h1>Catalogue</h1><form id="f"><input type="search" id="q" ' +
  'placeholder="Search"><button>Search</button></form><div id="out"></div>' +
  '<p>Letter by letter and sign by sign.</p>';
const show = item => '<li><h3><a href="' + link(item) + '">' + item.title + '</a></h3><p>' +
  Object.entries(item).filter(([k]) => k !== 'id' && k !== 'title').map(([, v]) => v).join(' · ') +
  '</p></li>';
let link = item => '/item/' + item.id;
const none = '<p>Nothing was found.</p>';
const list = items => items.length ? '<ol>' + items.map(show).join('') + '</ol>' : none;
const onSearch = go => {
  const form = $('f') || $('q').form;
  if (form) form.addEventListener('submit', e => { e.preventDefault(); go($('q').value); });
  else $('q').addEventListener('keydown', e => { if (e.key === 'Enter') go($('q').value); });
};
new Image().src = '/pixel.gif?' + Math.random();
fetch('/track', {method: 'POST', body: 'seen'}).catch(() => 0);
"""

_BY_HTML = """
onSearch(async q => {
  const more = async p => (await fetch('/api?q=' + encodeURIComponent(q) + '&p=' + p)).text();
  $('out').innerHTML = await more(1);
  let page = 1;
  const button = document.createElement('button');
  button.textContent = 'Next page';
  button.onclick = async () => { page += 1; $('out').innerHTML = await more(page);
                                 $('out').append(button); };
  $('out').append(button);
});
"""

_BY_JSON = """
onSearch(q => {
  const at = async offset => {
    const asked = new URLSearchParams({query: q, limit: SIZE, offset});
    const said = await (await fetch('/api?' + asked)).json();
    $('out').innerHTML = '<p>' + said.total + ' found</p>' + list(said.items);
    const next = document.createElement('button');
    next.textContent = 'Next';
    next.onclick = () => at(offset + SIZE);
    if (offset + SIZE < said.total) $('out').append(next);
  };
  at(0);
});
"""

_BY_POST = """
onSearch(q => {
  const at = async page => {
    const body = JSON.stringify({
      query: 'query Find($text: String!, $page: Int!) {\\n search(text: $text, page: $page)' +
        ' { total edges { node { id title } } }\\n}',
      variables: {text: q, page}});
    const said = await (await fetch('/api', {method: 'POST', body,
      headers: {'Content-Type': 'application/json'}})).json();
    $('out').innerHTML = list(said.data.search.edges.map(e => e.node));
    const next = document.createElement('button');
    next.textContent = 'Next';
    next.onclick = () => at(page + 1);
    $('out').append(next);
  };
  at(1);
});
"""

_LOCALLY = """
const words = t => t.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) || [];
const find = q => {
  const asked = words(q);
  return !asked.length ? [] : DATA.filter(item => {
    const held = new Set(Object.values(item).flatMap(v => words(v)));
    return asked.every(w => held.has(w)); });
};
"""

_BY_FILTER = _LOCALLY + "onSearch(q => { $('out').innerHTML = list(find(q)); });"

_BY_FILE = """
fetch('/data.json').then(r => r.json()).then(d => { window.DATA = d.docs; });
""" + _BY_FILTER.replace("DATA.", "window.DATA.")

_BY_HASH = (
    _LOCALLY
    + """
link = item => '#/item/' + item.id;
const route = () => {
  const [path, said] = location.hash.slice(1).split('?');
  const asked = new URLSearchParams(said || '');
  if (path === '/search') {
    const q = asked.get('q'), page = +(asked.get('page') || 1), found = q ? find(q) : DATA;
    const at = n => '#/search?' + new URLSearchParams({q, page: n});
    $('out').innerHTML = list(found.slice((page - 1) * SIZE, page * SIZE)) +
      (page * SIZE < found.length ? '<p><a href="' + at(page + 1) + '">Next</a></p>' : '');
  } else if (path.startsWith('/item/')) {
    $('out').innerHTML = list(DATA.filter(i => i.id === path.slice(6)));
  } else $('out').innerHTML = '';
};
window.addEventListener('hashchange', route);
onSearch(q => { location.hash = '#/search?' + new URLSearchParams({q}); });
route();
"""
)

_BY_SCROLL = """
onSearch(q => {
  let cursor = '', busy = false;
  $('out').innerHTML = '<ol id="list" style="min-height: 3000px"></ol>';
  const more = async () => {
    if (busy || cursor === null) return;
    busy = true;
    const asked = new URLSearchParams(cursor ? {q, after: cursor} : {q});
    const said = await (await fetch('/api?' + asked)).json();
    cursor = said.cursor;
    $('list').insertAdjacentHTML('beforeend', said.hits.map(show).join(''));
    busy = false;
  };
  window.onscroll = more;
  more();
});
"""

_BY_MORE = """
onSearch(async q => {
  let page = 0;
  $('out').innerHTML = '<div id="rows"></div><button id="more">Load more</button>';
  const more = async () => {
    page += 1;
    const asked = new URLSearchParams({term: q, page});
    const said = await (await fetch('/api?' + asked)).json();
    $('rows').insertAdjacentHTML('beforeend', said.html);
    if (!said.more) $('more').remove();
  };
  $('more').onclick = more;
  await more();
});
"""

_BY_ORDER = """
onSearch(q => fetch('/order', {method: 'POST', body: JSON.stringify({item: q})})
  .then(() => fetch('/order?item=' + q)).then(() => { $('out').innerHTML = list(
    [{id: '1', title: 'Ordered', text: 'Your order for ' + q + ' was taken.'}]); }));
"""

_BY_SHADOW = """
class Shelf extends HTMLElement {
  connectedCallback() {
    const inside = this.attachShadow({mode: 'closed'});
    inside.innerHTML = '<slot></slot><input type="search" aria-label="Search"><div></div>';
    const box = inside.querySelector('input'), out = inside.querySelector('div');
    const at = async offset => {
      const asked = new URLSearchParams({query: box.value, limit: SIZE, offset});
      const said = await (await fetch('/api?' + asked)).json();
      out.innerHTML = list(said.items);
      const next = document.createElement('button');
      next.textContent = 'Next';
      next.onclick = () => at(offset + SIZE);
      if (offset + SIZE < said.total) out.append(next);
    };
    box.onkeydown = e => { if (e.key === 'Enter') at(0); };
  }
}
customElements.define('book-shelf', Shelf);
app.innerHTML = '<h1>Catalogue</h1><book-shelf><p>Letter by letter.</p></book-shelf>';
"""

_BY_ROWS = """
app.innerHTML = '<h1>Catalogue</h1><label>Search: <input id="t"></label><table id="out"></table>' +
  '<button id="n">\u203a</button><p>Letter by letter and sign by sign.</p>';
let draw = 0, start = 0;
const load = async () => {
  draw += 1;
  const asked = new URLSearchParams({draw, start, length: SIZE,
    filter: "contains(text,'" + $('t').value + "')"});
  const said = await (await fetch('/api?' + asked)).json();
  $('out').innerHTML = said.data.map(row => '<tr>' + row.map(cell =>
    '<td>' + cell + '</td>').join('') + '</tr>').join('') || '<tr><td>No entry</td></tr>';
};
let timer;
$('t').oninput = () => { clearTimeout(timer); timer = setTimeout(() => {
  start = 0; if ($('t').value) load(); }, 300); };
$('n').onclick = () => { start += SIZE; load(); };
"""

_BY_EDITOR = """
$('open').onclick = () => {
  if ($('box')) return;
  const box = document.createElement('div');
  box.id = 'box';
  box.setAttribute('role', 'searchbox');
  box.setAttribute('aria-label', 'Search the catalogue');
  box.contentEditable = 'true';
  box.style.minHeight = '1em';
  $('out').before(box);
  const at = async page => {
    const asked = '/api/' + encodeURIComponent(box.textContent) + '/' + page;
    const said = await (await fetch(asked)).json();
    $('out').innerHTML = list(said.found);
    const more = document.createElement('button');
    more.textContent = 'Show more entries';
    more.onclick = () => at(page + 1);
    if ((page + 1) * SIZE < said.total) $('out').append(more);
  };
  box.onkeydown = e => { if (e.key === 'Enter') { e.preventDefault(); at(0); } };
};
"""

_BY_SERVER = """
onSearch(async q => {
  const said = await (await fetch('/api?' + new URLSearchParams({q}))).text();
  history.pushState({}, '', '/search?' + new URLSearchParams({QUERY: q}));
  $('out').innerHTML = list(said.split('\\n').filter(line => line).map(line => {
    const [id, title, text] = line.split('|');
    return {id, title, text};
  }));
});
"""

_BY_TICK = """
app.innerHTML = '<h1>Catalogue</h1><input id="q" placeholder="Filter the entries">' +
  '<label><input type="checkbox" id="old"> with archived entries</label><div id="out"></div>' +
  '<p>Letter by letter and sign by sign.</p>';
const at = async offset => {
  const archived = $('old').checked ? 'yes' : 'no';
  const asked = new URLSearchParams({query: $('q').value, archived, offset});
  const said = await (await fetch('/api?' + asked)).json();
  $('out').innerHTML = list(said.items);
  const next = document.createElement('button');
  next.textContent = 'Next';
  next.onclick = () => at(offset + SIZE);
  if (offset + SIZE < said.total) $('out').append(next);
};
$('old').onchange = () => at(0);
$('q').onkeydown = e => { if (e.key === 'Enter') at(0); };
"""

_UNASKED = """
app.innerHTML = '<h1>Catalogue</h1><ol id="out" style="min-height: 3000px"></ol>';
let offset = 0, busy = false;
const more = async () => {
  if (busy) return;
  busy = true;
  const said = await (await fetch('/api?' + new URLSearchParams({limit: SIZE, offset}))).json();
  offset += SIZE;
  $('out').insertAdjacentHTML('beforeend', said.items.map(show).join(''));
  busy = offset >= said.total;
};
window.onscroll = more;
more();
"""

_BY_NAME = """
onSearch(async q => {
  $('out').innerHTML = await (await fetch('/api?' + new URLSearchParams({q}))).text();
  window.onscroll = async () => {
    const end = $('out').querySelector('[data-next]');
    if (!end) return;
    const where = end.dataset.next;
    end.removeAttribute('data-next');
    end.outerHTML = await (await fetch(where)).text();
  };
});
"""

_BY_TEXT = """
import('/docs.js').then(m => { window.DATA = JSON.parse(m.default); });
""" + _BY_FILTER.replace("DATA.", "window.DATA.")


_BESIDE = """
fetch('/data.json').then(r => r.json()).then(d => { $('out').innerHTML = list(d.docs); });
"""

# What is found while one types, without links: a click leads to it.
_BY_PANE = """
const home = () => {
  app.innerHTML = '<h1>Catalogue</h1><input id="t" aria-autocomplete="list" placeholder="Type">' +
    '<ul id="out"></ul><button id="n">Next</button><p>Letter by letter and sign by sign.</p>';
  let offset = 0, timer;
  const load = async () => {
    const asked = new URLSearchParams({query: $('t').value, limit: SIZE, offset});
    const said = await (await fetch('/api?' + asked)).json();
    $('out').innerHTML = said.items.map(i => '<li><b>' + i.title + '</b></li>').join('') || none;
    [...$('out').children].forEach((row, n) => {
      row.onclick = () => { location.hash = '#/item/' + said.items[n].id; }; });
  };
  $('t').oninput = () => {
    clearTimeout(timer); timer = setTimeout(() => { offset = 0; load(); }, 200); };
  $('n').onclick = () => { offset += SIZE; load(); };
};
const route = () => location.hash.startsWith('#/item/') ?
  app.innerHTML = '<h1>One entry</h1><p>Its number is in the address.</p>' : home();
window.addEventListener('hashchange', route);
if (!location.hash) location.hash = '#/';
route();
"""

# The box is in an overlay, which a button opens and Enter closes.
_BY_OVERLAY = """
app.innerHTML = '<h1>Catalogue</h1><p><a href="/terms">Terms</a></p>' +
  '<button id="open">Search for entries</button><div id="over"></div>';
$('open').onclick = () => {
  $('over').innerHTML = '<input type="search" id="q" placeholder="Search"><ul id="out"></ul>' +
    '<button id="n">Next</button><p>Letter by letter.</p>';
  let offset = 0;
  const load = async () => {
    const asked = new URLSearchParams({query: $('q').value, limit: SIZE, offset});
    const said = await (await fetch('/api?' + asked)).json();
    if ($('out')) $('out').innerHTML = list(said.items);
  };
  $('q').oninput = () => { offset = 0; load(); };
  $('q').onkeydown = e => { if (e.key === 'Enter') $('over').innerHTML = ''; };
  $('n').onclick = () => { offset += SIZE; load(); };
};
"""

# The page asks by POST what it is to show, and posts the word beside its name.
_BY_POSTS = """
app.innerHTML = '';
const post = async body => (await fetch('/api/panel', {method: 'POST', body: JSON.stringify(body),
  headers: {'Content-Type': 'application/json'}})).json();
fetch('/api/subscribe', {method: 'POST', body: '{"page": "/"}'}).catch(() => 0);
post([{name: 'path', value: '/'}]).then(said => {
  app.innerHTML = '<h1>Catalogue</h1><input type="search" id="q" placeholder="' + said.box +
    '"><ol id="out"></ol><button class="next-page"></button><p>Letter by letter.</p>';
  let start = 0;
  const load = async () => {
    const found = await post([{name: 'word', value: $('q').value}, {name: 'start', value: start}]);
    $('out').innerHTML = found.rows.map(row => {
      const [, title, url] = row.about.match(/\\[(.*)\\]\\((.*)\\)/);
      return '<li><a href="' + url + '">' + title + '</a></li>'; }).join('') || none;
  };
  document.querySelector('.next-page').onclick = () => { start += SIZE; load(); };
  $('q').onkeydown = e => { if (e.key === 'Enter') { start = 0; load(); } };
});
"""

# Only the rows that can be seen are drawn; those below are loaded when one scrolls there.
_BY_WINDOW = """
app.innerHTML = '<h1>Catalogue</h1><input type="search" id="q" placeholder="Search">' +
  '<div id="out" style="height: 120px; overflow-y: auto"><div id="all"></div></div>' +
  '<p>Letter by letter and sign by sign.</p>';
let rows = [], total = 0, busy = false;
const draw = () => {
  const first = Math.floor($('out').scrollTop / 40), seen = rows.slice(first, first + 4);
  $('all').innerHTML = '<div style="height: ' + 40 * first + 'px"></div>' + seen.map(i =>
    '<div style="height: 40px"><a href="/item/' + i.id + '">' + i.title + '</a></div>').join('') +
    '<div style="height: ' + 40 * Math.max(0, rows.length - first - 4) + 'px"></div>';
};
const load = async () => {
  if (busy || (rows.length && rows.length >= total)) return;
  busy = true;
  const asked = new URLSearchParams({query: $('q').value, limit: SIZE, offset: rows.length});
  const said = await (await fetch('/api?' + asked)).json();
  rows = [...rows, ...said.items];
  total = said.total;
  busy = false;
  draw();
};
$('out').onscroll = () => {
  draw();
  if ($('out').scrollTop + 200 > 40 * rows.length) load();
};
$('q').onkeydown = e => { if (e.key === 'Enter') { rows = []; total = 0; load(); } };
"""

# What is found is added five at a time.
_BY_FIVES = (
    _LOCALLY
    + """
onSearch(q => {
  const found = find(q);
  let shown = 0;
  $('out').innerHTML = found.length ? '<ol id="list"></ol><button id="m">Load more</button>' : none;
  const more = () => {
    $('list').insertAdjacentHTML('beforeend', found.slice(shown, shown + 5).map(show).join(''));
    shown += 5;
    if (shown >= found.length) $('m').remove();
  };
  if (found.length) { $('m').onclick = () => setTimeout(more, 30); more(); }
});
"""
)

# The address tells the word, and is read only when the page is opened.
_WHEN_OPENED = """
onSearch(q => { location.hash = '#/list?' + new URLSearchParams({q}); });
const q = new URLSearchParams(location.hash.split('?')[1] || '').get('q');
const at = async offset => {
  const asked = new URLSearchParams({query: q, limit: SIZE, offset});
  $('out').innerHTML = list((await (await fetch('/api?' + asked)).json()).items) +
    '<button id="n">Next</button>';
  $('n').onclick = () => at(offset + SIZE);
};
if (q) at(0);
"""

Made = Callable[[Style, Index], str]


def _plain(script: str) -> Made:
    return lambda style, _: (
        _COMMON + script.replace("SIZE", str(style.page_size)).replace("QUERY", style.query_name)
    )


def _with_data(script: str, *, is_packed: bool = True) -> Made:
    """A script that holds all entries; only the browser can unpack them."""

    def made(style: Style, index: Index) -> str:
        data = json.dumps([_fields(entry) for entry in index.catalogue.records])
        if is_packed:
            data = f"JSON.parse(atob('{b64encode(data.encode()).decode()}'))"
        return f"const DATA = {data};\n{_plain(script)(style, index)}"

    return made


_SCRIPTS: Mapping[str, Made] = {
    "html": _plain(_BY_HTML),
    "json": _plain(_BY_JSON),
    "listening": _plain(_BY_JSON),
    "post": _plain(_BY_POST),
    "scroll": _plain(_BY_SCROLL),
    "more": _plain(_BY_MORE),
    "order": _plain(_BY_ORDER),
    "file": _plain(_BY_FILE),
    "shadow": _plain(_BY_SHADOW),
    "rows": _plain(_BY_ROWS),
    "editor": _plain(_BY_EDITOR),
    "served": _plain(_BY_SERVER),
    "listed": _plain(_UNASKED),
    "ticked": _plain(_BY_TICK),
    "named": _plain(_BY_NAME),
    "text": _plain(_BY_TEXT),
    "beside": _plain(_BESIDE + _BY_JSON),
    "pane": _plain(_BY_PANE),
    "drawn": _plain(_BY_JSON),
    "overlay": _plain(_BY_OVERLAY),
    "posted": _plain(_BY_POSTS),
    "virtual": _plain(_BY_WINDOW),
    "added": _with_data(_BY_FIVES),
    "opened": _plain(_WHEN_OPENED),
    "program": _with_data(_BY_FILTER, is_packed=False),
    "local": _with_data(_BY_FILTER),
    "hash": _with_data(_BY_HASH),
}
