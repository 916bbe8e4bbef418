"""Judges forms by the settings: is a form a search, and is it safe to submit?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from scrapy.settings import BaseSettings

from deepweb.form.model import Form
from deepweb.items import SearchForm
from deepweb.locate.forms.form_type import FormModel, FormType, form_types
from deepweb.locate.forms.linear_model import LinearModel, ModelError
from deepweb.locate.forms.safety import SafetyRule
from deepweb.locate.forms.search_form import FormVerdict, judge_form
from deepweb.locate.forms.topic import TopicModel
from deepweb.store.resources import form_concepts, form_model, form_words

M = TypeVar("M")


class FormJudge:
    """Decides the type of forms, and which are safe to submit."""

    def __init__(self, model: FormModel, rule: SafetyRule) -> None:
        self._model = model
        self._rule = rule

    @classmethod
    def of(cls, settings: BaseSettings) -> FormJudge:
        """Raises ``ModelError`` if the model in ``DEEPWEB_FORM_MODEL`` cannot be used."""
        rule = SafetyRule(
            words=form_words(),
            min_probability=settings.getfloat("DEEPWEB_MIN_PROBABILITY"),
            min_post=settings.getfloat("DEEPWEB_MIN_POST_PROBABILITY"),
            other_sites=frozenset(settings.getlist("DEEPWEB_FORM_SITES")),
            is_strict=settings["DEEPWEB_CAREFUL"] == "strict",
        )
        own = settings["DEEPWEB_FORM_MODEL"]
        model = read_form_model(Path(own)) if own else form_model()
        return cls(model, rule)

    def types(self, forms: Sequence[Form]) -> list[FormType]:
        return form_types(forms, self._model)

    def verdict(
        self, form: Form, kind: FormType, site: str, declared: Sequence[str] = ()
    ) -> FormVerdict:
        return judge_form(form, kind, site, self._rule, declared)

    def judged(self, item: SearchForm) -> SearchForm:
        """The form with its verdict."""
        (kind,) = self.types([item.form])
        return with_verdict(item, self.verdict(item.form, kind, item.site, item.declared))


def with_verdict(item: SearchForm, verdict: FormVerdict) -> SearchForm:
    return replace(
        item,
        type=verdict.type,
        searchable=verdict.searchable,
        safe=verdict.safe,
        probability=verdict.probability,
        query_input=verdict.query_input,
        reason=verdict.reason,
    )


def read_form_model(folder: Path) -> FormModel:
    """The model that ``scrapy train forms`` has written to a folder."""
    types, boxes = (
        _read(folder / f"{name}.npz", LinearModel.from_bytes, "forms")
        for name in ("form_types", "form_boxes")
    )
    return FormModel(types, boxes, form_concepts())


def read_topic_model(settings: BaseSettings) -> TopicModel | None:
    """The model in ``DEEPWEB_TOPIC_MODEL``, if it is set."""
    file = settings["DEEPWEB_TOPIC_MODEL"]
    return topic_model_of(Path(file)) if file else None


def topic_model_of(file: Path) -> TopicModel:
    """The model that ``scrapy train topic`` has written."""
    return _read(file, TopicModel.from_bytes, "topic")


def _read(file: Path, reader: Callable[[bytes], M], kind: str) -> M:
    try:
        return reader(file.read_bytes())
    except OSError as error:
        raise ModelError(f"{file}: {error.strerror}; `scrapy train {kind}` writes it") from error
    except ModelError as error:
        raise ModelError(f"{file}: {error}") from error
