"""Two floor people sign with their PINs for what one alone may not do."""

from __future__ import annotations

from controller.access import People
from controller.tools.decks.errand import Unsigned, Unsuitable
from controller.tools.decks.terminal import Terminal

_TRIES = 3


def two_names(people: People, terminal: Terminal) -> tuple[str, str]:
    """The names of two different people who have signed.

    Raises `Unsuitable` where the table has no two, `Unsigned` where one did not, `NobodyThere`.
    """
    if len(people.names) < 2:
        raise Unsuitable(
            f"two floor people must sign, and table.yaml names {len(people.names)} under floor:"
            " (tablectl pin NAME prints a line)"
        )
    first = _signed(people, terminal, "First floor person:", other="")
    return first, _signed(people, terminal, "Second floor person:", other=first)


def _signed(people: People, terminal: Terminal, question: str, *, other: str) -> str:
    name = terminal.ask(question)
    if name == other:
        raise Unsigned(f"{name} has signed already: another floor person must sign; nothing was changed")
    for left in reversed(range(_TRIES)):
        if people.signed(name, terminal.ask_secret(f"PIN of {name}:")):
            return name
        if left:
            terminal.say("That is not the PIN.")
    raise Unsigned(f"{name} has not signed; nothing was changed")
