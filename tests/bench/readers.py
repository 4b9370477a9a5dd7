"""One look at an MFRC522: ours, the packages people use, and the least that the air takes; all emulated.

Ours is looked at where it knows what lies there, and where it has just come. The packages are given their
better poll: of a resting tag they see nothing in every second one, at the cost of no card.
"""

from __future__ import annotations

import importlib
import logging
import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from tests.drivers.airtime import bound
from tests.drivers.stock.antenna import CALL, Antenna

SITUATIONS = {
    "no card": (),
    "one of 4 bytes": ("0A1B2C3D",),
    "one NTAG": ("04A1B2C3D4E580",),
    "two NTAGs": ("04A1B2C3D4E580", "04A0B2C3D4E680"),
    "two of one roll": ("04A1B2C3D4E580", "04A1B2C3D4E680"),
}
COLUMNS = ("ours, known", "ours, just come", "mfrc522", "pi-rc522", "inventory, air alone")


@dataclass(frozen=True, slots=True)
class Look:
    """What one look took, and what it named."""

    transfers: int
    seconds: float
    named: frozenset[str] = field(repr=False)

    def text(self, uids: Collection[str]) -> str:
        """Transfers, ms, and how many were named where it was not just those that lie there."""
        right = len(self.named.intersection(uids))
        missed = f", {right} of {len(uids)}" if right < len(uids) else ""
        false = f", {len(self.named) - right} false" if right < len(self.named) else ""
        return f"{self.transfers:,} {self.seconds * 1e3:6.2f} ms{missed}{false}"


def measure() -> str:
    """A line for each situation: transfers and emulated ms."""
    rows: list[tuple[str, ...]] = [("", *COLUMNS)]
    for what, uids in SITUATIONS.items():
        looks = (_known(uids), _come(uids), _theirs(uids, _mfrc522), _theirs(uids, _pi_rc522))
        texts = [look.text(uids) for look in looks]
        rows.append((what, *texts, f"{bound(uids) * 1e3:.2f} ms"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        f"  {row[0]:<{widths[0]}}"
        + "".join(f"  {text:>{wide}}" for text, wide in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    note = f"{CALL * 1e6:.0f} us a call, each at its own clock rate; cards missed and numbers made up, if any"
    return "\n".join(["One look at an MFRC522: SPI transfers, emulated time", f"  {note}", *lines])


def _known(uids: Collection[str]) -> Look:
    antenna = Antenna(uids)
    transfers, seconds, found = antenna.steady()
    antenna.close()
    return Look(transfers, seconds, found.uids)


def _come(uids: Collection[str]) -> Look:
    antenna = Antenna()
    antenna.steady()
    antenna.uids = set(uids)
    began = antenna.clock.now()
    transfers, found = antenna.cost(antenna.ours.inventory)
    antenna.close()
    return Look(transfers, antenna.clock.now() - began, found.uids)


def _theirs(uids: Collection[str], opened: Callable[[], Callable[[], str | None]]) -> Look:
    antenna = Antenna(uids)
    poll = opened()
    began = antenna.clock.now()
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        transfers, uid = antenna.cost(poll)
    antenna.close()
    return Look(transfers, antenna.clock.now() - began, frozenset({uid} if uid else ()))


def _mfrc522() -> Callable[[], str | None]:
    package = importlib.import_module("mfrc522").SimpleMFRC522()
    package.READER.logger.handlers.clear()

    def poll() -> str | None:
        number = package.read_id_no_block()
        return None if number is None else f"{number >> 8:08X}"

    return poll


def _pi_rc522() -> Callable[[], str | None]:
    reader: Any = importlib.import_module("pirc522").RFID()
    logging.getLogger("pirc522.rfid").setLevel(logging.ERROR)

    def poll() -> str | None:
        octets = reader.read_id()
        return bytes(octets).hex().upper() if octets else None

    return poll
