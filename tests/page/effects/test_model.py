"""The learnt part of the judge of effects."""

from __future__ import annotations

import io

import numpy as np
import pytest

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.model import BITS, NAME, TEXT, WARY, EffectModel, ModelFileError, features
from deepweb.page.effects.words import EffectWords
from deepweb.store.resources import effects

MODEL = effects().model


@pytest.mark.parametrize(
    "text", ["Odnotuj nieobecność ucznia", "Desuscribirme", "Lähetä maksumuistutus"]
)
def test_forms_of_verbs_that_no_list_holds_act(text: str) -> None:
    assert MODEL.acts(text)


def test_a_text_that_nobody_needs_is_judged_more_warily() -> None:
    assert MODEL.acts("Als erledigt markieren", WARY)
    assert not MODEL.acts("Als erledigt markieren", TEXT)


@pytest.mark.parametrize("text", ["Railway maps", "Über uns", "Новости", "Catalogue", "", "检索"])
def test_other_texts_do_not(text: str) -> None:
    assert not MODEL.acts(text)


def test_the_model_only_adds_objections() -> None:
    words = effects().words
    assert Effects(words).link("Delete all")
    assert effects().link("Delete all")
    assert not Effects(EffectWords()).link("Delete all")


def test_it_is_read_without_pickle_and_other_files_are_refused() -> None:
    again = EffectModel.from_bytes(MODEL.to_bytes())
    assert again.least == MODEL.least
    assert again.score("Delete all") == pytest.approx(MODEL.score("Delete all"), abs=0.01)
    other = io.BytesIO()
    np.savez(other, format=np.array([1]), weights=np.zeros(3), least=np.zeros(2))
    for data in (b"", b"PK", other.getvalue()):
        with pytest.raises(ModelFileError):
            EffectModel.from_bytes(data)


def test_features_are_numbers_below_the_size_of_the_file_and_few() -> None:
    numbers = features("xy" * 90 + " y" * 100, TEXT)
    assert len(numbers) < 1500
    assert max(numbers) < 1 << BITS
    assert features("delete", TEXT) != features("delete", NAME)
