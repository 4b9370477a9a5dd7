"""Runs the firmware on MicroPython: arguments are the folder above it, this folder, and two pipes.

Each request is a letter (T: SPI frame, L: level, S: shine), a pin, a length and so many bytes; the answer
has the length that the request implies.
"""

# Modules are found here as on the Pico, by their names alone.

import sys

above, here, requests, answers = sys.argv[1:5]
sys.path.insert(0, above)
sys.path.insert(0, here)

import machine  # noqa: E402 - found only now


class Pipes(machine.FarSide):  # type: ignore[misc]
    """The far side in another process."""

    def __init__(self) -> None:
        self._requests = open(requests, "wb")  # noqa: PTH123, SIM115 - MicroPython has no pathlib
        self._answers = open(answers, "rb")  # noqa: PTH123, SIM115

    def _ask(self, what: bytes, pin: int, sent: bytes, count: int) -> bytes:
        self._requests.write(what + bytes((pin, len(sent))) + sent)
        return self._answers.read(count) if count else b""

    def transfer(self, pin: int, sent: bytes) -> bytes:
        return self._ask(b"T", pin, sent, len(sent))

    def level(self, pin: int) -> int:
        return self._ask(b"L", pin, b"", 1)[0]

    def shine(self, colours: bytes) -> None:
        self._ask(b"S", 0, colours, 0)

    def fed(self) -> None:
        pass


machine.far = Pipes()

from hub_firmware import main  # noqa: E402 - as on the Pico, once `machine` is there

main.run()
