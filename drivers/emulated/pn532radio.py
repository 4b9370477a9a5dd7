"""The radio half of an emulated PN532: it finds cards of type A in a `Field`, two at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from drivers.emulated.tags import Answer, Field
from drivers.iso14443a import CASCADE_BIT, SELECT_CODES, crc_a

_REQA = 0x26
_UID_BITS, _LEVEL_BITS = 32, 40
_NO_ANSWER, _COLLISION = b"\x01", b"\x06"
_TX_MODE, _RX_MODE, _BIT_FRAMING = 0x6302, 0x6303, 0x633D


@dataclass(frozen=True, slots=True)
class Found:
    """A selected card: its answers and its UID."""

    atqa: int
    sak: int
    uid: bytes = field(repr=False)

    @property
    def entry(self) -> bytes:
        """The card in the reply to a list, behind its number there."""
        return self.atqa.to_bytes(2, "big") + bytes((self.sak, len(self.uid))) + self.uid


class Radio:
    """Field, registers and the procedures of the firmware; `garbled` says that cards lie too close."""

    def __init__(self, tags: Field, garbled: Callable[[], bool]) -> None:
        self._tags = tags
        self._garbled = garbled
        self._registers: dict[int, int] = {}
        self._on = False

    def switch(self, on: bool) -> None:
        """Turn the field on or off."""
        if on != self._on:
            self._on = on
            if not on:
                self._tags.off()

    def write(self, pairs: bytes) -> None:
        """Take addresses of two bytes, each with a value."""
        for at in range(0, len(pairs), 3):
            self._registers[int.from_bytes(pairs[at : at + 2], "big")] = pairs[at + 2]

    def find(self, most: int, tries: int) -> tuple[Found, ...]:
        """Select up to `most` cards; all but the last are halted."""
        self.switch(True)
        self._registers.update({_TX_MODE: 0x80, _RX_MODE: 0x80, _BIT_FRAMING: 0})
        found: list[Found] = []
        while len(found) < most:
            chosen = next(filter(None, (self._select() for _ in range(tries))), None)
            if chosen is None:
                break
            found.append(chosen)
            if len(found) < most:
                self.halt()
        return tuple(found)

    def halt(self) -> None:
        """Send HLTA."""
        self._send(b"\x50\x00")

    def bare(self, octets: bytes) -> bytes:
        """Send octets as the registers say: the status, and what came back."""
        registers = self._registers
        if registers.get(_TX_MODE, 0) & 0x80 or registers.get(_RX_MODE, 0) & 0x80:
            answer = self._send(octets)
        else:
            bits = 8 * len(octets) - (-registers.get(_BIT_FRAMING, 0) & 0x07)
            answer = self._hear(int.from_bytes(octets, "little") & ((1 << bits) - 1), bits)
        if answer is None:
            return _NO_ANSWER
        if not self._clear(answer):
            return _COLLISION
        return b"\0" + answer.value.to_bytes((answer.bits + 7) // 8, "little")

    def _select(self) -> Found | None:
        atqa = self._hear(_REQA, 7)
        if atqa is None or atqa.flipped or self._garbled():
            return None
        uid = b""
        for code in SELECT_CODES:
            level = self._anticollide(code)
            sak = None if level is None else self._send(bytes((code, 0x70)) + level)
            if level is None or sak is None or not self._clear(sak) or sak.bits != 24:
                return None
            if not sak.value & CASCADE_BIT:
                return Found(atqa.value, sak.value & 0xFF, uid + level[:4])
            uid += level[1:4]
        return None

    def _anticollide(self, code: int) -> bytes | None:
        """Follow one card through its bits: of two that differ, the one with a 1."""
        value = known = 0
        while known < _LEVEL_BITS:
            nvb = 0x20 + (known // 8 << 4) + known % 8
            answer = self._hear(code | nvb << 8 | value << 16, 16 + known)
            if answer is None or answer.flipped or answer.bits != _LEVEL_BITS - known:
                return None
            value |= answer.value << known
            if answer.collision is None:
                break
            at = known + answer.collision
            if at >= _UID_BITS:
                return None
            value = value & (1 << at) - 1 | 1 << at
            known = at + 1
        level = value.to_bytes(5, "little")
        return level if not level[0] ^ level[1] ^ level[2] ^ level[3] ^ level[4] else None

    def _send(self, octets: bytes) -> Answer | None:
        """Send whole bytes with their CRC."""
        framed = octets + crc_a(octets).to_bytes(2, "little")
        return self._hear(int.from_bytes(framed, "little"), 8 * len(framed))

    def _hear(self, value: int, bits: int) -> Answer | None:
        return self._tags.hear(value, bits) if self._on else None

    def _clear(self, answer: Answer) -> bool:
        return answer.collision is None and not answer.flipped and not self._garbled()
