"""The keys and lamps of a felt at the ends of emulated lines: pins, or the lines of an expander."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from drivers.emulated.felt import Felt
from drivers.emulated.gpio import Level
from drivers.lines import L, Lamp, PanelWiring

W_contra = TypeVar("W_contra", bound=int | str, contravariant=True)


class Wires(Protocol[W_contra]):
    """The outside of lines: the emulated RPi.GPIO, or an emulated chip."""

    def drive(self, line: W_contra, to: Level, /) -> None:
        """Let the world hold an input at a level, or ask for it at every reading."""

    def listen(self, line: W_contra, hear: Callable[[bool], None], let_go: Callable[[], None], /) -> None:
        """Tie an output to `hear(high)`, and to `let_go()` when it is no output any more."""


def connect(felt: Felt, wiring: PanelWiring[L], wires: Wires[L]) -> None:
    """Solder the keys of the felt to inputs (they close to ground), and its lamps to outputs.

    A lamp of the felt shows "on" or "off" as its line does: whoever looks sees it blink.
    """
    for line, key in wiring.keys.items():
        wires.drive(line, _contact(felt, key))
    for line, lamp in wiring.lamps.items():
        wires.listen(line, _glow(felt, lamp), _darken(felt, lamp))


def _contact(felt: Felt, key: str) -> Callable[[], int | None]:
    return lambda: 0 if felt.is_down(key) else None


def _glow(felt: Felt, lamp: Lamp) -> Callable[[bool], None]:
    return lambda high: felt.light(lamp.name, "on" if high != lamp.active_low else "off")


def _darken(felt: Felt, lamp: Lamp) -> Callable[[], None]:
    return lambda: felt.light(lamp.name, "off")
