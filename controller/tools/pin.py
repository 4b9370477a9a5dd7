"""`tablectl pin`: a PIN as the line of table.yaml that keeps its hash."""

from __future__ import annotations

import getpass
import os
import sys

from controller.access import SALT_BYTES, hashed

USAGE = 2


def pin_command(name: str) -> int:
    """Ask for a PIN, twice and unseen at a terminal, and print the line for `floor`; the exit code."""
    try:
        line = f'  {name}: {{pin: "{hashed(_asked(), os.urandom(SALT_BYTES))}"}}'
    except ValueError as error:
        print(error, file=sys.stderr)
        return USAGE
    print(line)
    return 0


def _asked() -> str:
    """The PIN; from a pipe it is the first line. Raises ValueError where the two differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin = getpass.getpass("PIN: ")
    if getpass.getpass("the same again: ") != pin:
        raise ValueError("the two PINs differ")
    return pin
