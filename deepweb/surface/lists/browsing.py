"""Read the lists of a site, once its forms were asked or where it has none."""

from __future__ import annotations

from deepweb.surface.answer import FAILED, Ask, NotAskedError, Question
from deepweb.surface.harvest import Harvest, HarvestLimits
from deepweb.surface.lists.list_source import ListSource
from deepweb.surface.record_numbers import KnownRecords

PATIENCE = 25  # pages in a row without a new record
CONFIRMED = 6  # the same, where a form has shown all that it can, and no witness is missing


async def browse(
    lists: ListSource, ask: Ask, known: KnownRecords, limits: HarvestLimits, *, is_complete: bool
) -> str:
    """Read lists until they bring nothing new; returns the reason to stop.

    ``is_complete``: has a form shown all that it can?
    """
    harvest, failed = Harvest(ask, limits, known, lists=[lists]), 0
    lists.open()
    try:
        while lists.dry < (CONFIRMED if is_complete and not lists.missing else PATIENCE):
            if not (chosen := harvest.choose()):
                return "no list is left to read"
            answers = await harvest.ask_all(chosen)
            is_failed = all(answer.kind in FAILED for answer in answers)
            failed = failed + len(chosen) if is_failed else 0
            if failed >= 2 * limits.failures:
                return f"{failed} errors in a row"
    except NotAskedError as error:
        return str(error)
    return f"{lists.dry} pages in a row listed nothing new"


async def learn_home(ask: Ask, home: str) -> None:
    """Learn what stands on the home page, and so on other pages of the site."""
    await ask(Question("background", link=home))
