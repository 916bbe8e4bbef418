"""Answers for programs, as the data they hold."""

from __future__ import annotations

import json
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.data.answer_data import (
    MAX_BYTES,
    is_data_script,
    read_data,
    read_json,
    read_xml,
)
from deepweb.read.data.json_lists import json_lists
from deepweb.read.data.json_records import RecordShape, json_records, total

ATOM = b"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"
 xmlns:o="http://a9.com/-/spec/opensearch/1.1/">
<title>Books</title><o:totalResults>41</o:totalResults><link rel="next" href="/search?page=2"/>
<entry><title type="text">Dune</title><link href="/b/1"/><link rel="cover" href="/c/1.png"/>
<summary type="xhtml"><div>Sand and <b>spice</b></div></summary></entry>
<entry><title>Emma</title><link href="/b/2"/><author><name>Jane Austen</name></author></entry>
</feed>"""
SOLR = b"""<response><result name="found" numFound="2" start="0">
<doc><str name="id">1</str><str name="title">Dune</str></doc>
<doc><str name="id">2</str><str name="title">Emma</str></doc></result></response>"""
BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">
<!ENTITY f SYSTEM "file:///etc/passwd">]><x><y>&b;&f;</y><y>one</y></x>"""


@pytest.mark.parametrize(
    "body",
    [
        b'cb7({"a": [1]});',
        b'/**/cb({"a": [1]})',
        b"/**/ typeof a.b === 'function' && a.b({\"a\": [1]});",
    ],
)
def test_a_callback_is_data(body: bytes) -> None:
    assert is_data_script(body)
    assert read_data(body) == {"a": [1]}


@pytest.mark.parametrize(
    "body", [b'found({"a": [1]});', b')]}\',\n{"a": [1]}', b'for(;;);{"a": [1]}', b'{"a": [1]}']
)
def test_guards_and_callbacks(body: bytes) -> None:
    assert read_data(body) == {"a": [1]}


@pytest.mark.parametrize(
    "body",
    [
        b'event: hit\nid: 1\ndata: {"a": 1}\n\nevent: hit\ndata: {"a": 2}\n\nevent: end\ndata: 2\n',
        b': hello\n\ndata: {"a": 1}\r\n\r\ndata:{"a": 2}\r\n\r\n',
        b'{"a": 1}\n{"a": 2}\n',
    ],
)
def test_a_stream_tells_one_object_after_another(body: bytes) -> None:
    assert read_data(body) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("body", [b"data: x\n\n", b"event: end\n", b'{"a": 1}\nplain\n'])
def test_a_stream_without_objects_tells_nothing(body: bytes) -> None:
    assert not read_data(body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html></html>",
        b"<ul><li>one</li><li>two</li></ul>",
        b'<?xml version="1.0"?><!DOCTYPE html><html><body>x</body></html>',
        b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>',
        b'<?xml version="1.0"?><feed><entry>',
        b"<?xml version='1.0'?>" + b"<a>" * 100_000,
        b"\xff\xfe{",
        b'"text"',
        b"17",
        b"[" * 100_000,
        b'{"a": nan',
    ],
)
def test_what_is_no_data(body: bytes) -> None:
    assert read_data(body) is None


def test_a_feed_has_the_records_of_its_entries() -> None:
    data = read_data(ATOM)
    listed = json_lists(data)[0]
    assert listed.path == ("feed", "entry")
    found = json_records(data, RecordShape(listed.path), "http://x/", {})
    assert [(r.title, r.url) for r in found] == [("Dune", "http://x/b/1"), ("Emma", "http://x/b/2")]
    assert (found[0].fields["summary_div"], found[1].fields["author_name"]) == (
        "Sand and spice",
        "Jane Austen",
    )
    assert total(data, listed.path, 2) == 41
    assert data["feed"]["next"] == "/search?page=2"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            b'[{"_1":2},"routes/books",{"_3":4},"data",{"_5":6,"_7":8},"of",90,"books",[9,12],'
            b'{"_10":11},"title","Dune",{"_10":13},"Emma"]\nP1:[{}]',
            {"routes/books": {"data": {"of": 90, "books": [{"title": "Dune"}, {"title": "Emma"}]}}},
            id="a stream",
        ),
        pytest.param(
            b'{"type": "data", "nodes": [null, {"type": "data", "data":'
            b' [{"books": 1, "of": 4}, [2, 3], {"t": 5}, {"t": 6}, 90, "Dune", "Emma"]}]}',
            {"nodes": [{"books": [{"t": "Dune"}, {"t": "Emma"}], "of": 90}]},
            id="parts",
        ),
        pytest.param(
            b'[["Reactive", 1], {"day": 2, "t": 3}, ["Date", "2026-11-18"], ["Ref", 4], "Dune"]',
            {"day": "2026-11-18", "t": "Dune"},
            id="marked",
        ),
        pytest.param(
            b'[{"a": 1}, {"a": 2}, {"a": 3}, {"a": 0}]',
            [{"a": 1}, {"a": 2}, {"a": 3}, {"a": 0}],
            id="small numbers",
        ),
        pytest.param(
            b'["ids", {"a": 7}, {"a": 8}, "x"]', ["ids", {"a": 7}, {"a": 8}, "x"], id="no places"
        ),
    ],
)
def test_objects_that_name_the_places_of_their_values(body: bytes, expected: object) -> None:
    assert read_data(body) == expected


def test_few_values_in_many_places_are_bounded() -> None:
    bomb = [{"a": 1}, *([n + 3, n + 3] for n in range(60)), "x", "y"]
    assert read_data(json.dumps(bomb).encode()) is not None


def test_fields_that_say_their_name_in_an_attribute() -> None:
    data = read_data(SOLR)
    assert data["response"]["found"]["doc"] == [
        {"id": "1", "title": "Dune"},
        {"id": "2", "title": "Emma"},
    ]
    assert total(data, ("response", "found", "doc"), 2) == 2


def test_one_record_is_found_where_others_were() -> None:
    one = read_data(b"<feed><entry><title>Dune</title><id>1</id></entry></feed>")
    found = json_records(one, RecordShape(("feed", "entry")), "http://x/", {})
    assert [record.title for record in found] == ["Dune"]


def test_entities_of_an_answer_are_not_followed() -> None:
    assert "root" not in str(read_xml(BOMB))
    assert "aaaa" not in str(read_xml(BOMB))


@given(st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1), min_size=2))
def test_a_list_is_told_whole_and_in_order(words: list[str]) -> None:
    body = "<feed>" + "".join(f"<e>{escape(word)}</e>" for word in words) + "</feed>"
    assert read_xml(body.encode()) == {"feed": {"e": words}}


@given(st.binary(max_size=200))
def test_no_bytes_are_too_odd(body: bytes) -> None:
    read_data(body)
    read_data(b"<?xml version='1.0'?>" + body)
    read_json(body)


@pytest.mark.parametrize("quote", ["'", '"', "`"])
def test_json_may_be_a_text_of_a_script(quote: str) -> None:
    data = [{"title": f'It\'s a "book" \\ `{n}`\n', "number": n} for n in range(20)]
    text = json.dumps(data).replace("\\", "\\\\").replace(quote, f"\\{quote}")
    for script in (
        f"const e={quote}{text}{quote};export{{e as default}};",
        f"(self.chunks=[]).push([[7],{{3:e=>{{e.exports=JSON.parse({quote}{text}{quote})}}}}]);",
    ):
        assert is_data_script(script.encode())
        assert read_json(script.encode()) == data


def test_a_program_with_a_text_in_it_is_none() -> None:
    script = b"const e='{\"a\": 1}';" + b"start(window);" * 20
    assert not is_data_script(script)
    assert read_json(script) is None


def test_halves_of_surrogate_pairs_are_no_text() -> None:
    found = read_json(b'[{"title": "a \\ud800 \\ud83d\\ude00", "url": "/\\udfff"}]')
    assert found == [{"title": "a ? \U0001f600", "url": "/?"}]
    assert json_records(found, RecordShape(None, "", ""), "http://a.example/", {})


def test_data_beyond_the_bounds_is_not_read() -> None:
    assert read_data(b"[" + b"{}," * (MAX_BYTES // 3) + b"{}]") is None
    attributes = " ".join(f"a{number}='1'" for number in range(100_000))
    assert read_data(f"<?xml version='1.0'?><r {attributes}><b>x</b></r>".encode()) is not None


def test_a_long_list_inside_a_program_is_data() -> None:
    """As bundlers write an imported file: keys without quotes, other quotes, short constants."""
    item = """{id:%d,t:`Book $%d\nof "sand"`,u:'it\\'s',h:"\\xFC",on:!0}"""
    items = ",".join(item % (n, n) for n in range(40))
    script = f"function a(e){{return[{{x:e()}}]}}var b=[{items}];a(b.map(c=>[{{d:c}}]))"
    assert is_data_script(script.encode())
    assert read_json(script.encode()) == [
        {"id": n, "t": f'Book ${n}\nof "sand"', "u": "it's", "h": "ü", "on": True}
        for n in range(40)
    ]
    assert not is_data_script(b"var a=[" + b"{b:c()}," * 300 + b"];start(a)")
