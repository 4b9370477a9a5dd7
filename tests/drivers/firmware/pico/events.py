"""Plays one script of events to the hub's protocol, prints its lines; takes the folder above the firmware."""

import sys

sys.path.insert(0, sys.argv[1])

# Modules are found here as on the Pico, by their names alone.

from hub_firmware.protocol import Hub, seal

COMMANDS = ["HELLO", "SNAP", "LED 3 FF8000 blink=500", "LED 99 FF8000", "LED 3 orange", "DANCE", "LED"]


class Chance:
    """The same numbers in every interpreter."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, count: int) -> int:
        """A number from 0."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % count


def play(hub: Hub, chance: Chance) -> None:
    """Two minutes of a table."""
    lying: list[set[str]] = [set() for _ in range(4)]
    for now in range(0, 120_000, 20):
        uid = f"04{chance.below(30):012X}"
        if chance.below(10) == 0:
            lying[chance.below(4)] ^= {uid}
        for number, uids in enumerate(lying):
            trouble = ("unreadable", "dead")[chance.below(2)] if chance.below(50) == 0 else ""
            there = {uid for uid in sorted(uids) if chance.below(5)} if number == 3 else uids
            hub.swept(now, number + 1, there, trouble)
        hub.sampled(now, 1, chance.below(3) == 0)
        if chance.below(30) == 0:
            line = seal(f"> {chance.below(40)} {COMMANDS[chance.below(len(COMMANDS))]}")
            hub.hear(now, line[chance.below(8) == 0 :])
        hub.tick(now)
        for line in hub.lines():
            sys.stdout.write(line.decode())
    print(sorted(hub.lights.items()))


started = Hub("E6614C311B", 0x7F3A, 4, 1, 10)
for antenna in range(1, 5):
    started.swept(0, antenna, set())
started.start(0)
play(started, Chance())
