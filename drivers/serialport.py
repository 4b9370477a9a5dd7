"""A serial port as plain bytes: what has arrived, and what to send; every failure is one `TransportLost`."""

from __future__ import annotations

import contextlib
import errno
import os
import termios

import serial

from drivers.base import TransportLost

# pyserial lets all of these through: a hang-up is a plain OSError in one call and a termios.error in the
# next, and a port that was closed meanwhile is a TypeError.
PORT_ERRORS = (OSError, termios.error, TypeError)

_WHY = {
    errno.ENOENT: "there is no such device; is it plugged in?",
    errno.EACCES: "no permission; is this user in the group of the device?",
    errno.EAGAIN: "another program has it open",
    errno.EBUSY: "another program has it open",
    errno.EIO: "the device was unplugged",
    errno.ENXIO: "the device was unplugged",
    errno.ENODEV: "the device was unplugged",
}
# A healthy port takes what a driver sends at once; a hung device must not hold up the driver's thread.
_PATIENCE = 0.05


class SerialPort:
    """One port, opened for this process alone, 8 data bits, no parity; reading never blocks."""

    def __init__(self, path: str, baudrate: int = 115200) -> None:
        """Open `path`; raises TransportLost with a sentence that names it."""
        self._path = path
        try:
            self._port = serial.Serial(path, baudrate, timeout=0, write_timeout=_PATIENCE, exclusive=True)
        except PORT_ERRORS as fault:
            raise TransportLost(
                f"cannot open the port {path}: {_why(fault, 'it does not work as a serial port')}"
            ) from None
        # An FTDI adapter otherwise keeps each answer back for 16 ms; other ports have no such setting.
        with contextlib.suppress(*PORT_ERRORS, ValueError):
            self._port.set_low_latency_mode(True)

    def read(self) -> bytes:
        """What has arrived since the last call, possibly nothing; raises TransportLost."""
        try:
            waiting = self._port.in_waiting
            return bytes(self._port.read(waiting)) if waiting else b""
        except PORT_ERRORS as fault:
            raise self._lost(fault) from None

    def write(self, line: bytes) -> None:
        """Send all of `line`, waiting at most 0.05 s; raises TransportLost."""
        try:
            self._port.write(line)
        except serial.SerialTimeoutException:
            raise TransportLost(f"lost the port {self._path}: the device takes nothing more") from None
        except PORT_ERRORS as fault:
            raise self._lost(fault) from None

    def close(self) -> None:
        """Give the port back; a port that is already gone is closed too."""
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()

    def _lost(self, fault: BaseException) -> TransportLost:
        why = _why(fault, "the device was unplugged, or another program reads from it")
        return TransportLost(f"lost the port {self._path}: {why}")


def _why(fault: BaseException, otherwise: str) -> str:
    """The sentence for an error with a number; pyserial gives some of its own without one."""
    code = fault.errno if isinstance(fault, OSError) else fault.args[0] if fault.args else None
    return _WHY.get(code, os.strerror(code)) if isinstance(code, int) else otherwise
