"""What do the menus of a form call the values that they offer?"""

from __future__ import annotations

from collections import Counter

from deepweb.form.model import Form
from deepweb.read.fields.names import clean_name, label_name
from deepweb.read.fields.value_names import value_key

# Options of a menu that names a column.
_MIN_OPTIONS = 3


def menu_labels(form: Form) -> dict[str, str]:
    """The options of menus, folded, to the names of their menus.

    An option of two menus names nothing, nor does a number: each menu may count something else.
    """
    named = [
        (value_key(shown), name)
        for menu in form.inputs
        if len(menu.options) >= _MIN_OPTIONS and (name := _menu_name(menu.label, menu.name))
        for value, shown in menu.options
        if value and shown and not shown.strip().isdigit()
    ]
    times = Counter(value for value, _ in named)
    return {value: name for value, name in named if times[value] == 1}


def _menu_name(label: str, name: str) -> str:
    return label_name(label) or clean_name(name)
