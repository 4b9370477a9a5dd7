"""An owner's errand at the emulated wire: a reader, a terminal, and a person who does what it says."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.__main__ import main
from controller.access import People, hashed
from controller.buses import drivers_of
from controller.settings import TableSettings
from controller.tools.decks.antenna import Antenna
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.terminal import Terminal
from controller.tools.emulated import emulated_settings, make_folders
from controller.tools.farside import FarSide
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.reports import Report

MOMENT = 0.1
LONGEST = 1500
NAMES = tuple(name(face) for face in IN_TURN)
PEOPLE = People({"lee": hashed("4321", bytes(16)), "kim": hashed("8765", bytes(16))})


def settings_in(folder: Path, **more: Any) -> TableSettings:
    """A table of two seats with nothing but its shoe reader."""
    stakes = {"small_blind": 5, "big_blind": 10, "unit": 5}
    settings = emulated_settings(
        folder, {1: 500, 2: 500}, seats=2, stakes=stakes, readers=("shoe",), more={"hub": None, **more}
    )
    make_folders(settings)
    return settings


def written(settings: TableSettings, path: Path) -> Path:
    """The table as a file, with its floor people."""
    people = "".join(f'  {who}: {{pin: "{pin}"}}\n' for who, pin in PEOPLE.pins.items())
    path.write_text(
        "name: Table 1\nseats: 2\nstakes: {small_blind: 5, big_blind: 10}\n"
        "readers:\n  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}\n"
        f"floor:\n{people}"
        f"journal: {settings.journal}\nsockets: {settings.sockets}\ndeck_map: {settings.deck_map}\n"
    )
    return path


def tablectl(config: Path, *words: str) -> int:
    """`tablectl deck` with these words; the exit code."""
    return main(["deck", *words, "--config", str(config)])


def tags(prefix: str = "04A1B2C3D4") -> Mapping[str, str]:
    """The tag of each card, by the name of the card."""
    return {card: f"{prefix}{at:04X}" for at, card in enumerate(NAMES)}


class Side:
    """Also a `Feed`: in each moment the person looks at what was said last, and the wire is stepped."""

    def __init__(self, settings: TableSettings, reader: str = "shoe") -> None:
        self.clock = SimulatedClock()
        self.far = FarSide(settings, self.clock)
        self.felt = self.far.felt
        self.drivers = drivers_of(settings, self.clock)
        self._reports: list[Report] = []
        self._stepper = Stepper(self.clock, self.far.emulators, self.drivers, self._reports.append, MOMENT)
        self._keys, self._typing = os.pipe()
        self.out = io.StringIO()
        self.terminal = Terminal(self._keys, self.out)
        self.antenna = Antenna(reader, self)
        self.person: Callable[[str], None] = lambda said: None
        self._moments = 0

    def now(self) -> float:
        return self.clock.now()

    def listen(self) -> Sequence[Report]:
        self._moments += 1
        assert self._moments < LONGEST, f"nothing ends after:\n{self.said}"
        self.person(self.lines[-1] if self.said else "")
        self._stepper.advance(MOMENT)
        reports, self._reports[:] = tuple(self._reports), ()
        return reports

    @property
    def said(self) -> str:
        """All that the terminal said."""
        return self.out.getvalue()

    @property
    def lines(self) -> list[str]:
        """What it said, line by line."""
        return self.said.splitlines()

    def type(self, *lines: str) -> None:
        """Enter lines at the keyboard."""
        os.write(self._typing, "".join(f"{line}\n" for line in lines).encode())

    def hang_up(self) -> None:
        """Leave the keyboard for good."""
        os.close(self._typing)
        self._typing = -1

    def close(self) -> None:
        for driver in self.drivers:
            driver.close()
        self.far.close()
        os.close(self._keys)
        if self._typing >= 0:
            os.close(self._typing)


@contextmanager
def at_table(settings: TableSettings, reader: str = "shoe") -> Iterator[Side]:
    """A side that is cleared away at the end."""
    side = Side(settings, reader)
    try:
        yield side
    finally:
        side.close()


class Owner:
    """Lays down the card that is asked for, once for each time it is asked; then what is in `more`.

    `instead` are tags to lay down first in place of a card, by its name. At the card `until` he does `then`
    instead of laying it down. `lying` is the tag that he lifts first.
    """

    def __init__(
        self,
        side: Side,
        cards: Mapping[str, str],
        *,
        more: Sequence[str] = (),
        instead: Mapping[str, Sequence[str]] | None = None,
        until: str = "",
        then: Callable[[], None] | None = None,
    ) -> None:
        self._side = side
        self._reader = side.antenna.name
        self._cards = cards
        self._more = list(more)
        self._instead = {card: list(uids) for card, uids in (instead or {}).items()}
        self._until = until
        self._then = then
        self._asked = 0
        self.lying = ""

    def __call__(self, said: str) -> None:
        if len(self._side.lines) == self._asked:
            return
        self._asked = len(self._side.lines)
        if said.startswith("Lay the "):
            card = (
                said.removeprefix("Lay the ")
                .removeprefix("new ")
                .removesuffix(f" on the {self._reader} reader.")
            )
            if card == self._until and self._then:
                self._then()
                return
            others = self._instead.get(card, [])
            self._lay(others.pop(0) if others else self._cards[card])
        elif "or press Enter." in said:
            wanted = self._more.pop(0) if self._more else ""
            if wanted:
                self._lay(wanted)
            else:
                self._side.type("")

    def _lay(self, uid: str) -> None:
        if self.lying:
            self._side.felt.lift(self.lying)
        self.lying = uid
        self._side.felt.place(uid, self._reader)
