"""What every errand with a deck needs: the settings, a reader of its own, sentences for what goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.book import HouseError
from controller.buses import drivers_of
from controller.deckbook import DeckbookFailed
from controller.deckmap import DeckMap, DeckMapError
from controller.journal import JournalFailed
from controller.marks import YamlError
from controller.settings import TableSettings, load_table
from controller.terms import check_terms
from controller.tools.decks.antenna import Antenna, ReaderGone, WallFeed
from controller.tools.decks.progress import ProgressLost
from controller.tools.decks.standstill import InPlay
from controller.tools.decks.terminal import NobodyThere
from drivers.base import DriverError
from drivers.clock import WallClock

OK, NO, USAGE, CANNOT_RUN = 0, 1, 2, 3


class Unsuitable(Exception):
    """What was asked for does not fit this table; the sentence says what does."""


class Unsigned(Exception):
    """Nobody may do this without signing, and somebody did not."""


def run(errand: Callable[[], int], *, kept: str = "") -> int:
    """Do it; the exit code, with one sentence on standard error for what went wrong.

    `kept` is said of what an interruption from the keyboard leaves.
    """
    try:
        return errand()
    except KeyboardInterrupt:
        return _refuse(kept or "interrupted: nothing was changed", NO)
    except Unsigned as error:
        return _refuse(str(error), NO)
    except Unsuitable as error:
        return _refuse(str(error), USAGE)
    except (YamlError, HouseError, DeckMapError, DeckbookFailed, JournalFailed, ProgressLost) as error:
        return _refuse(str(error), CANNOT_RUN)
    except (ReaderGone, DriverError, InPlay, NobodyThere) as error:
        return _refuse(str(error), CANNOT_RUN)


def settings_in(config: Path) -> TableSettings:
    """The settings in a file; raises `YamlError` and `HouseError`."""
    return load_table(config, check_terms)


def chosen_reader(settings: TableSettings, asked: str | None) -> str:
    """The name of the reader to use, by default the shoe's or else the first; raises `Unsuitable`."""
    names = [reader.name for reader in settings.readers]
    if asked is None:
        return "shoe" if "shoe" in names else names[0]
    if asked not in names:
        raise Unsuitable(f"the table has no reader {asked!r}: it has {', '.join(names)}")
    return asked


def chosen_deck(decks: DeckMap, asked: str | None) -> str:
    """The deck to work on, by default the only one; raises `Unsuitable`."""
    if asked is None and len(decks.decks) > 1:
        raise Unsuitable(f"the decks {', '.join(decks.decks)} are enrolled: name one with --deck")
    if asked is not None and asked not in decks.decks:
        raise Unsuitable(f"deck {asked!r} is not enrolled: there is {', '.join(decks.decks)}")
    return asked or decks.decks[0]


@contextmanager
def listening(settings: TableSettings, name: str) -> Iterator[Antenna]:
    """The reader called `name`, with its bus to itself."""
    drivers = drivers_of(settings, WallClock())
    (own,) = (driver for driver in drivers if name in driver.names)
    feed = WallFeed(own)
    try:
        yield Antenna(name, feed)
    finally:
        feed.close()
        for driver in drivers:
            if driver is not own:
                driver.close()


def _refuse(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
