"""Read the lists of a site, once its forms were asked or where it has none."""

from __future__ import annotations

from contextlib import suppress

from deepweb.surface.answer import FAILED, HOME, Ask, NotAskedError, Question
from deepweb.surface.harvest.genuine import GenuineRecords
from deepweb.surface.harvest.harvest import Harvest, HarvestLimits
from deepweb.surface.lists.declared import read_feeds, read_sitemaps
from deepweb.surface.lists.list_source import CONFIRMED, PATIENCE, ListSource
from deepweb.surface.record_numbers import KnownRecords

# A form has not shown all if lists bring more records than this, as a share of those known before.
CONTRADICTED = 1.02
MAX_MISSED = 4  # pages in a row that are no new records, after which addresses prove nothing
PROVED = 5  # so many pages that proved to be records make up for one more that does not


async def browse(  # noqa: PLR0913 - what is read, and with whom it shares the site
    lists: ListSource,
    ask: Ask,
    known: KnownRecords,
    limits: HarvestLimits,
    *,
    is_complete: bool,
    genuine: GenuineRecords | None = None,
) -> str:
    """Read lists until they bring nothing new; returns the reason to stop.

    ``is_complete``: has a form shown all that it can? ``genuine`` asks that form whether records of
    lists are records.
    """
    harvest = Harvest(ask, limits, known, lists=[lists], genuine=genuine)
    lists.open()
    try:
        with suppress(NotAskedError):  # robots.txt may forbid it
            await read_sitemaps(lists, harvest.ask_all)
        reason = await _read(lists, harvest, limits, is_complete=is_complete)
        if (
            not known.ids and not is_complete
        ):  # what stands on the home page may be the list, and not navigation
            await harvest.ask_all([Question(HOME, link=lists.home, kinds=lists.kinds)])
            reason = await _read(lists, harvest, limits, is_complete=is_complete)
        with suppress(NotAskedError):
            await read_feeds(lists, harvest.ask_all)
        seen = asked = await _prove(lists, harvest)
        # Where no form finds records, the pages of records may lead to further lists.
        while asked and lists.is_alone:
            lists.open()
            reason = await _read(lists, harvest, limits, is_complete=is_complete)
            asked = await _prove(lists, harvest)
            seen += asked
        told = f"{seen} records were seen by their addresses alone; " if seen else ""
        return told + reason
    except NotAskedError as error:
        return str(error)


async def _read(
    lists: ListSource, harvest: Harvest, limits: HarvestLimits, *, is_complete: bool
) -> str:
    failed, believed, confirmed = 0, CONTRADICTED * len(lists.known.ids), CONFIRMED
    while lists.dry < (confirmed if is_complete and not lists.missing else lists.patience):
        await harvest.check()
        if not (chosen := harvest.choose()):
            return "no list is left to read"
        answers = await harvest.ask_all(chosen)
        if is_complete and len(lists.known.ids) > believed:
            confirmed = PATIENCE // 2
        is_failed = all(answer.kind in FAILED for answer in answers)
        failed = failed + len(chosen) if is_failed else 0
        if failed >= 2 * limits.failures:
            return f"{failed} errors in a row"
    return f"{lists.dry} pages in a row listed nothing new"


async def _prove(lists: ListSource, harvest: Harvest) -> int:
    """Open the pages of records that were seen, but not found; returns how many."""
    asked = missed = proved = 0
    if harvest.are_lists_left:
        return 0
    while missed < MAX_MISSED + proved // PROVED and (question := lists.next_witness()):
        known = len(lists.known.ids)
        await harvest.ask_all([question])
        asked += 1
        # An address may be that of a known record in another guise.
        is_new = len(lists.known.ids) > known
        proved += is_new
        missed = 0 if is_new else missed + 1
    return asked


async def learn_home(ask: Ask, home: str) -> None:
    """Learn what stands on the home page, and so on other pages of the site."""
    await ask(Question("background", link=home))
