"""Searches that work by script: observed once in the browser, then asked without it if possible.

``visit``: what the browser is to do, and what it observed; ``pages``: which pages need it;
``answers``: what such a search answers without it.
"""
