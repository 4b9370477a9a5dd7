"""A scenario on the whole stack: emulated hardware, simulated time, real sockets and files."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from controller.deckmap import DeckMap
from controller.loop import Loop
from controller.projection import Projection
from controller.rules.cards import CardId
from controller.session import Start, replayed
from controller.settings import TableSettings
from controller.tools.emulated import make_folders
from controller.tools.rig import Options, Rig
from controller.tools.stage import (
    FLICKER,
    FOUND,
    LANDED,
    SETTLED,
    WITHOUT_ANTENNA,
    Extras,
    Record,
    Stage,
    tagged,
)
from controller.views import Answer


class WireStage(Stage):
    """The whole stack on emulated hardware and simulated time, in a temporary folder."""

    def __init__(
        self, settings: TableSettings, start: Start, deck: DeckMap, extras: Extras, folder: Path
    ) -> None:
        super().__init__(settings, deck, extras)
        self._folder = folder
        make_folders(settings)
        self._rig = Rig(settings, deck, Options(start=start, salt=_salts()))
        self.advance(SETTLED)

    @property
    def loop(self) -> Loop:
        """The running table."""
        return self._rig.loop

    def advance(self, seconds: float) -> None:
        """Let time pass on the felt, the wires and the table."""
        self._rig.advance(seconds)

    def put(self, card: CardId, reader: str) -> None:
        """Lay the tag on the felt."""
        self.lying[card] = reader
        if not tagged(card):
            return
        if reader in WITHOUT_ANTENNA:
            self._rig.felt.lift(self.deck.uid(card))
        else:
            self._rig.felt.place(self.deck.uid(card), reader)

    def take(self, card: CardId) -> None:
        """Take the tag off the felt."""
        self.lying.pop(card, None)
        if tagged(card):
            self._rig.felt.lift(self.deck.uid(card))

    def ghost(self, card: CardId, reader: str) -> None:
        """The tag couples into a second antenna for a moment."""
        self._rig.felt.couple(self.deck.uid(card), reader, FLICKER)
        self.advance(FLICKER)

    def press(self, key: str, seconds: float) -> None:
        """Press the key of the panel."""
        self._rig.felt.press(key, seconds)
        self.advance(seconds + LANDED)

    def ask(self, ask: str, **fields: Any) -> Answer:
        """Send the request over the dealer's socket."""
        console = self._rig.dealer
        return console.answer(console.ask(ask, **fields), self._rig.pump)

    def sign(self, who: str, pin: str) -> Answer:
        """Sign in over the floor's socket."""
        console = self._rig.floor
        return console.answer(console.ask("sign-in", who=who, pin=pin), self._rig.pump)

    def lose(self, reader: str, *, unreadable: bool) -> None:
        """Pull the reader's lead, or let its cards stick together."""
        if unreadable:
            self._rig.felt.unreadable(reader)
        else:
            self._rig.felt.unplug(reader)
        self.advance(SETTLED)

    def find(self, reader: str) -> None:
        """Put the lead back, spread the cards."""
        self._rig.felt.plug(reader)
        self._rig.felt.unreadable(reader, on=False)
        self.advance(FOUND)

    def restart(self) -> None:
        """Drop the controller object and start another on the same files."""
        self._rig.restart()

    def shown(self) -> Projection:
        """What the loop showed last."""
        return self.loop.shown

    def sent(self, screen: str) -> Mapping[str, Any]:
        """What the socket last sent."""
        return self._rig.dealer.raw if screen == "dealer" else self._rig.player.raw

    def record(self) -> Record:
        """The replay of the journal's file."""
        journal = self._rig.journal
        table, events = self.loop.table, 0
        for _, happened, after in replayed(journal.path):
            table, events = after, events + len(happened)
        return Record(table, events, journal.head)

    def close(self) -> None:
        """Take the table down and remove its folder."""
        self._rig.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _salts() -> Callable[[], str]:
    """Salts that are the same for every run, so that the same scenario has the same journal."""
    rng = random.Random(0)
    return lambda: rng.randbytes(8).hex()


def temporary_folder() -> Path:
    """A folder for one scenario; socket paths must stay short."""
    return Path(tempfile.mkdtemp(prefix="table-"))
