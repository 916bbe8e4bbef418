"""The encoding that forms are sent in."""

import pytest

from deepweb.form.charset import charset_name, form_encoding


@pytest.mark.parametrize(
    ("page", "accepted", "codec"),
    [
        pytest.param("utf-8", None, "utf-8", id="the page's"),
        pytest.param("iso-8859-1", None, "cp1252", id="Latin-1 is Windows"),
        pytest.param("cp1251", None, "cp1251", id="Cyrillic"),
        pytest.param("shift_jis", None, "cp932", id="Japanese"),
        pytest.param("gb2312", None, "gb18030", id="Chinese"),
        pytest.param("euc-kr", None, "cp949", id="Korean"),
        pytest.param("iso-8859-1", "utf-8", "utf-8", id="asked for"),
        pytest.param("utf-8", "ISO-8859-2", "iso8859-2", id="asked for in capitals"),
        pytest.param("utf-8", "nonsense, windows-1251 utf-8", "cp1251", id="the first known"),
        pytest.param("cp1251", "UNKNOWN", "cp1251", id="none known"),
        pytest.param("cp1251", "", "cp1251", id="empty"),
        pytest.param("utf-16", None, "utf-8", id="what cannot be sent"),
        pytest.param("utf-8", "utf-16le", "utf-8", id="what cannot be asked for"),
        pytest.param("nonsense", "base64 rot13 hex", "utf-8", id="what is no encoding of text"),
        pytest.param("utf-8", "a\0b", "utf-8", id="not even a name"),
    ],
)
def test_encodings(page: str, accepted: str | None, codec: str) -> None:
    assert form_encoding(page, accepted) == codec


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("utf-8", "UTF-8"),
        ("cp1252", "windows-1252"),
        ("cp932", "Shift_JIS"),
        ("iso8859-2", "ISO-8859-2"),
        ("koi8-r", "KOI8-R"),
        ("gb18030", "gb18030"),
    ],
)
def test_names_of_encodings(codec: str, name: str) -> None:
    assert charset_name(codec) == name
