"""Sentences in forms that say how these are filled in, and others that only begin so."""

# ruff: noqa: RUF001 - letters of many alphabets

from __future__ import annotations

import pytest

from deepweb.locate.forms.form_help import is_help
from deepweb.store.resources import effects, form_words

HELP = """Fields marked with * are required.
Mit * gekennzeichnete Felder sind Pflichtfelder.
Les champs marqués d'un * sont obligatoires.
Please choose a county first.
Bitte füllen Sie mindestens ein Feld aus.
Es müssen nicht alle Felder ausgefüllt werden.
Seleccione al menos una provincia.
La période ne peut pas dépasser un mois.
Non è necessario compilare tutti i campi.
De zoekresultaten worden op datum gesorteerd.
Les résultats sont triés par date.
Lütfen en az bir alan doldurun.
Výsledky jsou řazeny podle data.
The search is not case sensitive.
Dates are given as dd.mm.yyyy.
Не обязательно заполнять все поля.
空欄の場合はすべて検索します。
期間は1か月以内で指定してください。"""
TOLD = """Fields marked with * are deleted.
All required fields chosen are wiped.
The period chosen is booked.
Mandatory: the invoice is paid.
Choose the pupil to expel.
Choose a seat, and it is on its way to you.
Die gewählten Felder werden geleert.
The results are sorted and archived.
Search and close the account.
The first free table is yours.
選択して削除してください。
Every book found is reserved for you."""
JUDGE = effects()


@pytest.mark.parametrize("text", HELP.splitlines())
def test_how_a_form_is_filled_in(text: str) -> None:
    assert is_help(text, form_words().help, JUDGE)


@pytest.mark.parametrize("text", TOLD.splitlines())
def test_sentences_that_tell_what_happens(text: str) -> None:
    assert not is_help(text, form_words().help, JUDGE)
