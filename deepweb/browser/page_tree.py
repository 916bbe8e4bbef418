"""The scripts that run in every page: they see the page as a person does.

Custom elements draw into a tree of their own (shadow DOM), which neither the page's HTML nor its
selectors reach; editors are boxes that are no ``input``. The script ``WATCH`` walks the tree as it
is shown, counts its changes, finds boxes and buttons, and writes the tree as plain HTML: shadow
trees in place of their hosts' content, editors as ``input``.
"""

from __future__ import annotations

BOXES = "input, textarea"
"""Elements that take text, in the HTML that is written."""
CLICKABLE = "button, a, [role=button], input[type=button], input[type=submit]"

WATCH = """(() => {
  const seen = {changes: 0};
  Object.defineProperty(window, '__deepweb', {value: seen});
  const observer = new MutationObserver(() => { seen.changes += 1; });
  const watch = root => observer.observe(
    root, {subtree: true, childList: true, characterData: true});
  watch(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (how) {
    const root = attach.call(this, {...how, mode: 'open'});
    watch(root);
    return root;
  };
  const children = node => node.shadowRoot ? node.shadowRoot.childNodes
    : node.localName === 'slot' && node.assignedNodes && node.assignedNodes().length
    ? node.assignedNodes() : node.childNodes;
  const editable = node => node.isContentEditable && node.hasAttribute('contenteditable')
    && !(node.parentElement && node.parentElement.isContentEditable);
  const walk = look => {
    const stack = [document.documentElement];
    while (stack.length) {
      const node = stack.pop();
      if (!node || node.nodeType !== 1) continue;
      look(node);
      const below = children(node);
      for (let n = below.length - 1; n >= 0; n -= 1) stack.push(below[n]);
    }
  };
  seen.all = wanted => {
    const found = [];
    walk(node => { if (node.matches(wanted)) found.push(node); });
    return found;
  };
  seen.boxes = () => {
    const found = [];
    walk(node => { if (node.matches('BOXES') || editable(node)) found.push(node); });
    return found;
  };
  seen.letters = () => {
    let letters = 0;
    walk(node => { if (node.checkVisibility && node.checkVisibility())
      for (const part of node.childNodes) if (part.nodeType === 3) letters += part.data.length; });
    return letters;
  };
  const box = (node, copy) => {
    const made = copy.createElement('input');
    for (const {name, value} of node.attributes) {
      if (/^(id|name|class|role|title|placeholder|aria-[a-z]+)$/.test(name))
        made.setAttribute(name, value);
    }
    made.type = node.getAttribute('role') === 'searchbox' ? 'search' : 'text';
    const said = node.dataset.placeholder || node.getAttribute('aria-placeholder');
    if (said && !made.placeholder) made.placeholder = said;
    return made;
  };
  seen.html = () => {
    let isPlain = true;
    walk(node => { if (node.shadowRoot || editable(node)) isPlain = false; });
    if (isPlain) return '';
    const copy = document.implementation.createHTMLDocument('');
    const made = node => {
      if (node.nodeType === 1 && editable(node)) return box(node, copy);
      const own = copy.importNode(node, false);
      if (node.nodeType === 1) for (const each of children(node)) own.append(made(each));
      return own;
    };
    return '<!DOCTYPE html>' + made(document.documentElement).outerHTML;
  };
})()""".replace("BOXES", BOXES)

CHANGES = "() => window.__deepweb ? window.__deepweb.changes : -1"
LETTERS = "() => window.__deepweb.letters()"
HTML = "() => window.__deepweb ? window.__deepweb.html() : ''"
BOX = "place => window.__deepweb.boxes()[place] || null"
BUTTON_AT = f"place => window.__deepweb.all('{CLICKABLE}')[place] || null"
LABELS = f"""most => window.__deepweb.all('{CLICKABLE}').slice(0, most).map(e => {{
  if (!e.getClientRects().length || e.disabled || e.getAttribute('aria-disabled') === 'true')
    return [];
  const marks = (e.getAttribute('class') || '') + ' ' + e.id;
  const told = [e.innerText, e.value, e.getAttribute('aria-label'), e.title]
    .map(said => (typeof said === 'string' ? said : '').trim().slice(0, 60)).filter(said => said);
  if (/search/i.test(marks)) told.push('search');
  else if (!told.length && /(?:^|[-_ ])next(?:$|[-_ ])/i.test(marks)) told.push('next');
  return told;
}})"""
MARKUP = "e => e.outerHTML.slice(0, 4000)"
"""All that a button says of itself, and its icon."""
SCROLL = """() => {
  const tall = window.__deepweb.all('*').filter(
    e => e.scrollHeight > e.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(e).overflowY));
  for (const e of tall.slice(0, 20)) e.scrollTop = e.scrollHeight;
  window.scrollTo(0, document.documentElement.scrollHeight);
  for (const e of [document, window]) e.dispatchEvent(new Event('scroll'));
}"""
WALK = """async seconds => {
  const end = performance.now() + 1000 * seconds;
  const pause = () => new Promise(done => setTimeout(
    () => requestAnimationFrame(() => requestAnimationFrame(done)), 30));
  const says = e => e.textContent + (e.href || (e.querySelector('[href]') || {}).href || '');
  const holder = around => [around, ...around.querySelectorAll('*')].reduce(
    (best, e) => e.children.length > best.children.length ? e : best);
  const all = window.__deepweb.all('*');
  const tall = all.filter(e => e === document.scrollingElement
    || (e.scrollHeight > e.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(e).overflowY)));
  for (const e of tall.slice(0, 10)) {
    if (e.scrollHeight <= 2 * e.clientHeight) continue;
    const rows = holder(e);
    if (rows.children.length < 4) continue;
    e.scrollTop = 0; await pause();
    const first = [...rows.children].map(says);
    e.scrollTop = e.scrollHeight; await pause();
    const there = new Set([...rows.children].map(says));
    if (first.filter(said => there.has(said)).length > first.length / 2) continue;
    const seen = new Map();
    for (let top = 0; top < e.scrollHeight && performance.now() < end;
         top += Math.max(40, 0.7 * e.clientHeight)) {
      e.scrollTop = top; await pause();
      for (const row of rows.children)
        if (!seen.has(says(row))) seen.set(says(row), row.cloneNode(true));
    }
    const drawn = new Set([...rows.children].map(says));
    for (const [said, row] of seen) if (!drawn.has(said)) {
      row.setAttribute('data-deepweb', ''); rows.append(row);
    }
  }
}"""
"""Add to lists that draw only the rows in view those that were seen while scrolling."""
UNWALK = "() => { for (const e of window.__deepweb.all('[data-deepweb]')) e.remove(); }"
FETCH = "url => fetch(url).then(said => said.text()).then(() => 0, () => 0)"
PRESS_AGAIN = """async (e, seconds) => {
  const seen = window.__deepweb, now = () => performance.now(), end = now() + 1000 * seconds;
  const label = e.innerText;
  while (now() < end && e.isConnected && !e.disabled && e.innerText === label
         && e.getClientRects().length) {
    const before = seen.changes, start = now();
    let last = before, calm = start;
    e.click();
    while (last === before ? now() - start < 700 : now() - calm < 25) {
      await new Promise(done => setTimeout(done, 8));
      if (seen.changes !== last) { last = seen.changes; calm = now(); }
    }
    if (last === before) return;
  }
}"""
"""Press a button as long as it stays what it is and the page changes."""
VISIBLE = """e => e.checkVisibility ? e.checkVisibility() && e.getClientRects().length > 0 :
  e.getClientRects().length > 0"""
BUTTON_OF = """e => {
  const above = node => node.parentElement || (node.getRootNode() || {}).host || null;
  const shown = b => b.getClientRects().length && b !== e && b.type !== 'reset';
  const buttons = 'button, [role=button], input[type=submit], input[type=button], '
    + 'input[type=image]';
  const links = 'a:not([href]), a[href^="javascript:"], a[href="#"]';
  let around = e.form || above(e);
  for (let up = 0; around && up < 4; up += 1, around = above(around)) {
    const inside = around.shadowRoot || around;
    for (const kind of [buttons, links]) {
      const found = [...inside.querySelectorAll(kind)].filter(shown);
      const behind = found.find(b => e.compareDocumentPosition(b) & 4);
      if (behind || found.length) return behind || found[0];
    }
    if (e.form && around === e.form) break;
  }
  return null;
}"""
ROUTES = """() => {
  const here = location.href.split('#')[0];
  for (const a of window.__deepweb.all('a[href]')) {
    const [place, hash] = a.href.split(/#(.*)/s);
    const isRoute = hash && place === here && /^(!|\\/|.*[\\/=?])/.test(hash);
    const isHere = a.getAttribute('href').startsWith('#') && !isRoute;
    if (/^https?:/.test(place) && !isHere)
      a.setAttribute('href', isRoute ? place + '%23' + hash : a.href);
  }
}"""
STAYS = f"""most => window.__deepweb.all('{CLICKABLE}').slice(0, most).map(e => {{
  const href = e.localName === 'a' ? e.getAttribute('href') || '' : '';
  const leads = href && !/^(javascript:|#)/.test(href);
  const sends = e.type === 'submit' && e.form;
  return !leads && !sends && e.getClientRects().length > 0;
}})"""
SHOWS = """text => {
  const plain = said => (said || '').replace(/\\s+/g, ' ').trim().toLowerCase();
  const wanted = plain(text);
  const shown = e => e.getClientRects().length > 0;
  const says = e => plain(e.innerText) === wanted || plain(e.title) === wanted
    || plain(e.alt) === wanted;
  const found = window.__deepweb.all('*').filter(e => shown(e)
    && !/^(input|textarea|select|option)$/.test(e.localName) && says(e));
  return found.length ? found[found.length - 1] : null;
}"""

_FILTER = (
    "select, input[type=checkbox], input[type=radio], input[type=range], [role=checkbox], "
    "[role=switch]"
)
FILTERS = f"""place => {{
  const own = window.__deepweb.boxes()[place];
  const shown = e => e && e.getClientRects().length > 0;
  return window.__deepweb.all('{_FILTER}').flatMap((e, n) => {{
    const label = (e.labels && e.labels[0]) || e.closest('label');
    const isOwn = !e.form || (own && e.form === own.form);
    if (e.disabled || e.multiple || !isOwn || e.closest('tbody, [role=gridcell]')) return [];
    if (!shown(e) && !shown(label)) return [];
    const isMenu = e.localName === 'select';
    const said = label && !isMenu ? label.innerText : '';
    const told = {{
      place: n, value: String(e.value || ''), chosen: isMenu ? e.selectedIndex : -1,
      kind: isMenu ? 'menu' : {{radio: 'radio', range: 'slider'}}[e.type] || 'tick',
      isOn: !isMenu && (e.checked || e.getAttribute('aria-checked') === 'true'),
      label: (said || e.getAttribute('aria-label') || e.title || e.name || e.id || '').trim()
        .slice(0, 80),
      options: isMenu ? [...e.options].slice(0, 300).map(
        o => [o.value, o.text.trim().slice(0, 80)]) : [],
    }};
    const ends = e.type === 'range' ? [e.max || '100', e.min || '0'] : [];
    return ends.length ? ends.map(end => ({{
      ...told, options: [[end, end]], chosen: e.value === end ? 0 : -1, isOn: false}})) : told;
  }});
}}"""
FILTER_AT = f"place => window.__deepweb.all('{_FILTER}')[place] || null"
CLICKED_FOR = """e => {
  const label = (e.labels && e.labels[0]) || e.closest('label');
  return e.getClientRects().length || !label ? e : label;
}"""
