"""Examples from the translations of programs."""

import struct
from pathlib import Path

from deepweb.store.resources import effects
from deepweb.train.catalogues import translations
from deepweb.train.effects import translated

TEXTS = {"": "Content-Type: text/plain; charset=utf-8\n", "Delete page": "Seite löschen",
         "Page size": "Seitengröße", "How to delete": "Wie man löscht",
         "%d pages": "%d Seiten"}  # fmt: skip


def catalogue(texts: dict[str, str]) -> bytes:
    """A file of gettext [GNU gettext manual, "The Format of GNU MO Files"]."""
    pairs = sorted((k.encode(), v.encode()) for k, v in texts.items())
    start = 28 + 16 * len(pairs)
    tables, data = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<2I", len(pair[side]), start + len(data))
            data += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + data


def test_texts_are_labelled_by_their_english(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "one.mo").write_bytes(catalogue(TEXTS))
    (folder / "broken.mo").write_bytes(b"none")
    found = {(t.text, t.language, t.acts) for t in translations(tmp_path, effects())}
    assert found == {("Seite löschen", "de", True), ("Seitengröße", "de", False)}
    assert {t.acts for t in translated(translations(tmp_path, effects()))} == {True, False}
