"""Sentences that say that nothing was found, in words that no list of phrases foresees."""

# ruff: noqa: RUF001 - signs and words of many scripts

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.phrases import spelt
from deepweb.store.resources import kind_words


def _is_said(sentence: str) -> bool:
    return any(kind_words().negations.statements(spelt(sentence)))


@pytest.mark.parametrize(
    "sentence",
    [
        "Sorry, we couldn't find a lighthouse by that name in our records",
        "There are no lots that match",
        "0 registro(s) encontrado(s)",
        "共 0 件",
        "Zu Ihrer Anfrage liegen uns keine passenden Urkunden vor, kein Treffer",
        "Votre requête n'a retourné aucune notice",
        "Ninguna obra coincide con los términos",
        "Nenhuma escritura foi localizada",
        "La ricerca non ha restituito alcun documento",
        "Er zijn geen akten gevonden",
        "Vi hittade tyvärr inga ritningar",
        "Vi fandt desværre intet, der matcher",
        "Hakusi ei tuottanut osumia",
        "Nie znaleźliśmy żadnych map",
        "Vaše hledání neodpovídá žádným záznamům",
        "A keresés nem hozott eredményt",
        "Nu am găsit nicio hartă",
        "Δεν βρήκαμε κανένα έγγραφο",
        "Aradığınız kritere uygun harita bulunamadı",
        "К сожалению, карт по запросу не нашлось",
        "На жаль, мапу не знайдено",
        "לא מצאנו מפות",
        "لم نعثر على أي خريطة",
        "Tidak ada peta yang cocok",
        "Không tìm thấy bản đồ nào",
        "条件に合う地図が見つかりませんでした",
        "没有找到符合条件的地图",
        "找不到相關地圖",
        "조건에 맞는 지도가 없습니다",
        "ไม่พบแผนที่",
    ],
)
def test_statements(sentence: str) -> None:
    assert _is_said(sentence)
    assert _is_said(f"Old maps\n{sentence}.\nAll rights reserved")


@pytest.mark.parametrize(
    "sentence",
    [
        "Didn't find what you were looking for?",
        "Haben Sie nichts gefunden?",
        "探している商品が見つかりませんか？",
        "If you find nothing, write to us",
        "Wenn Sie nichts finden, schreiben Sie uns",
        "31 ocorrências encontradas no inteiro teor do documento",
        "12 results, none of them hidden",
        "No reviews for this product",
        "Não há processos vinculados para este processo.",
        "No cookies",
        "weitere interessante Informationen auf den Seiten",
        "www.maps.example/a/368950148_115035 - 快照 - 搜狐",
        "Novel results",
        "0f81d93b results",
        "",
    ],
)
def test_what_states_nothing(sentence: str) -> None:
    assert not _is_said(sentence)


@given(st.text(max_size=300))
def test_any_text_can_be_searched(text: str) -> None:
    places = list(kind_words().negations.statements(text))
    assert all(0 <= start < end <= len(text) for start, end in places)
