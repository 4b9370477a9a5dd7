"""A whole table as a process of its own, on the wall clock: tests kill it and move its cards.

`python -m tests.simulation.standalone FOLDER` first reads one JSON object, reader to tags: what lies on the
felt. Then each line, a JSON list, moves a card: its tag, and the readers to which it goes one after another.
"""

from __future__ import annotations

import json
import random
import sys
import threading
from pathlib import Path

from controller.buses import drivers_of
from controller.service import Service
from controller.systemd import Systemd
from controller.tools.emulated import emulated_deck
from controller.tools.farside import FarSide
from drivers.clock import WallClock
from drivers.emulated.felt import Felt
from tests.simulation.night import table_of

DECK = 1
PULL = 0.15


def move(felt: Felt, clock: WallClock) -> None:
    """Move cards as told, until the input ends."""
    for line in sys.stdin:
        tag, *readers = json.loads(line)
        for reader in readers:
            felt.place(tag, reader)
            clock.sleep(PULL)


def main(folder: Path) -> None:
    """Run the table until the process is killed."""
    clock = WallClock()
    settings = table_of(folder, seats=3)
    far = FarSide(settings, clock)
    for reader, tags in json.loads(sys.stdin.readline()).items():
        for tag in tags:
            far.felt.place(tag, reader)
    far.start(clock)
    service = Service(settings, emulated_deck(random.Random(DECK)), drivers_of(settings, clock))
    threading.Thread(target=move, args=(far.felt, clock), daemon=True).start()
    service.run(Systemd({}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
