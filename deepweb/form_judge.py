"""The judge of forms, made from the settings: for the pipeline and for ``scrapy forms``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scrapy.settings import BaseSettings

from deepweb.locate.form_safety import SafetyRule
from deepweb.locate.form_type import FormModel, FormType, form_types
from deepweb.locate.linear_model import LinearModel, ModelError
from deepweb.locate.search_form import FormVerdict, judge_form
from deepweb.resources import form_concepts, form_model, form_words
from deepweb.surface.form import Form


class FormJudge:
    """Says of forms what they are, and whether they may be submitted."""

    def __init__(self, model: FormModel, rule: SafetyRule) -> None:
        self._model = model
        self._rule = rule

    @classmethod
    def of(cls, settings: BaseSettings) -> FormJudge:
        """Raises ``ModelError`` for a model of the user's own that cannot be used."""
        rule = SafetyRule(
            words=form_words(),
            min_probability=settings.getfloat("DEEPWEB_MIN_PROBABILITY"),
            min_post=settings.getfloat("DEEPWEB_MIN_POST_PROBABILITY"),
            other_sites=frozenset(settings.getlist("DEEPWEB_FORM_SITES")),
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


def read_form_model(folder: Path) -> FormModel:
    """The model that ``scrapy train forms`` has written to a folder."""
    return FormModel(
        _read(folder / "form_types.npz"), _read(folder / "form_boxes.npz"), form_concepts()
    )


def _read(file: Path) -> LinearModel:
    try:
        return LinearModel.from_bytes(file.read_bytes())
    except OSError as error:
        raise ModelError(f"{file}: {error.strerror}; `scrapy train forms` writes it") from error
    except ModelError as error:
        raise ModelError(f"{file}: {error}") from error
