"""Training the model of effects."""

from __future__ import annotations

from deepweb.page.effects.model import NAME, TEXT
from deepweb.store.resources import effects
from deepweb.train.effects import Example, address_names, link_examples, train_effects

ACTING = ["löschen", "entfernen", "sperren", "stornieren", "abbestellen", "kündigen"]
OTHERS = ["karte", "buch", "hafen", "bahn", "stadt", "archiv"]


def test_the_names_in_an_address() -> None:
    url = "http://a.example/shop/deleteItem.php?id=7&do=purge&q=a+b"
    assert list(address_names(url)) == ["shop", "deleteItem", "id", "do", "purge", "q"]
    assert list(address_names("http://[")) == []


def test_links_are_labelled_by_the_list() -> None:
    links = [("Delete all", "http://a.example/x"), ("Maps", "http://a.example/maps")]
    made = list(link_examples(links, "a.example", effects()))
    assert Example("Delete all", TEXT, acts=True, site="a.example") in made
    assert Example("maps", NAME, acts=False, site="a.example") in made


def test_the_model_tells_words_that_act_from_others() -> None:
    links = [Example(f"{word} {n}", TEXT, acts=False, site=f"{n}.example")
             for n in range(6) for word in OTHERS]  # fmt: skip
    links += [Example(word, NAME, acts=False, site=f"{n}.example")
              for n in range(6) for word in OTHERS]  # fmt: skip
    model, figures = train_effects({True: ACTING, False: OTHERS}, ["item"], links)
    assert model.score("löschung") > model.score("hafenkarte")
    assert figures.refused <= 0.2
