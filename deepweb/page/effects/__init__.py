"""What does something on a page say that it does? The one judge of effects.

``judge`` reads texts, ``names`` what is written in code, ``sentence`` what is told beside a form,
``beside`` what is told beside a link; ``address``, ``shape``, ``element`` and ``post`` read what
holds them. All go by the words of ``resources/words/effects.txt`` and by what ``model`` has learnt
from them.
"""
