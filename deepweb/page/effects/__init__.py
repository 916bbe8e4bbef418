"""What does something on a page say that it does? The one judge of effects.

``judge`` reads texts and names, ``sentence`` what is told beside a form, ``address``, ``shape``,
``element`` and ``post`` what holds them, by the words of ``resources/words/effects.txt`` and by
what ``model`` has learnt from them.
"""
