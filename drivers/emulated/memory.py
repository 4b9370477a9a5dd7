"""What emulated tags keep for ever: the blocks of a MIFARE Classic 1K, the pages of an NTAG213.

A memory takes commands without their CRC and answers with data (the tag adds the CRC), ACK or a NAK. The
cipher of a Classic tag is a stand-in of the same shape: a nonce, a proof by the reader, a proof by the tag.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

ACK = 0x0A
_CLASSIC_NAK, _NTAG_NAK = 0x04, 0x00
_READ, _WRITE, _WRITE_PAGE, _GET_VERSION = 0x30, 0xA0, 0xA2, 0x60
_KEY_A, _KEY_B = 0x60, 0x61
_NTAG213 = bytes.fromhex("0004040201000F03")
_TRANSPORT_KEY = b"\xff" * 6
_ACCESS = bytes.fromhex("FF078069")
_LOCKED_PAGES = 4


class Memory(Protocol):
    """The application behind a selected tag."""

    def hear(self, command: bytes) -> bytes | int:
        """Take one command: data, or four bits that are ACK or a NAK."""

    def forget(self) -> None:
        """Drop what a command has begun; what was written stays."""


def reader_proof(key: bytes, uid: bytes, nonce: int) -> int:
    """The 64 bits with which a reader shows that it has the key."""
    return int.from_bytes(blake2b(key + uid + nonce.to_bytes(4, "little"), digest_size=8).digest(), "little")


def tag_proof(proof: int) -> int:
    """The 32 bits with which a tag answers a reader's proof."""
    return int.from_bytes(blake2b(proof.to_bytes(8, "little"), digest_size=4).digest(), "little")


class Classic:
    """A MIFARE Classic 1K as delivered: 16 sectors of 4 blocks, both keys FF.., read by key A."""

    def __init__(self, uid: bytes) -> None:
        a, b, c, d = uid
        trailer = _TRANSPORT_KEY + _ACCESS + _TRANSPORT_KEY
        self._uid = uid
        self._blocks = [trailer if number % 4 == 3 else bytes(16) for number in range(64)]
        self._blocks[0] = bytes((a, b, c, d, a ^ b ^ c ^ d, 0x08, 0x04, 0x00)) + bytes(8)
        self._writing: int | None = None
        self._challenges = 0
        self.sector: int | None = None

    def challenge(self) -> int:
        """The next nonce, 32 bits: never the same twice in a row."""
        self._challenges += 1
        return tag_proof(self._challenges)

    def proof(self, letter: int, block: int, nonce: int) -> int | None:
        """What a reader with the right key for `block` would send; None where there is no such block."""
        if block >= len(self._blocks) or letter not in (_KEY_A, _KEY_B):
            return None
        trailer = self._blocks[block | 3]
        return reader_proof(trailer[:6] if letter == _KEY_A else trailer[10:], self._uid, nonce)

    def hear(self, command: bytes) -> bytes | int:
        """READ gives 16 bytes, WRITE takes them in a second frame; only in the sector that was opened."""
        if self._writing is not None:
            return self._write(command)
        match tuple(command):
            case (_, block) if block // 4 != self.sector:
                return _CLASSIC_NAK
            case (code, block) if code == _READ:
                # Key A can never be read.
                return bytes(6) + self._blocks[block][6:] if block % 4 == 3 else self._blocks[block]
            case (code, block) if code == _WRITE and block:
                self._writing = block
                return ACK
        return _CLASSIC_NAK

    def forget(self) -> None:
        """Drop a write that was begun, and close the sector."""
        self._writing = self.sector = None

    def _write(self, octets: bytes) -> int:
        block, self._writing = self._writing, None
        if block is None or len(octets) != 16:
            return _CLASSIC_NAK
        self._blocks[block] = octets
        return ACK


class Ntag213:
    """An NTAG213 as delivered: 45 pages of 4 bytes, the first four of the maker."""

    def __init__(self, uid: bytes) -> None:
        bcc0 = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        bcc1 = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        head = uid[:3] + bytes((bcc0,)) + uid[3:] + bytes((bcc1, 0x48, 0, 0)) + b"\xe1\x10\x12\x00"
        self._octets = bytearray(head + bytes(41 * 4))
        self._writing: int | None = None

    def hear(self, command: bytes) -> bytes | int:
        """READ gives four pages from the one named, WRITE takes one page; GET_VERSION names the chip."""
        if self._writing is not None:
            page, self._writing = self._writing, None
            return self._write(page, command[:4]) if len(command) == 16 else _NTAG_NAK
        match tuple(command):
            case (code, page) if code == _READ and page < len(self._octets) // 4:
                # Beyond the last page it goes on with the first.
                return bytes((self._octets * 2)[4 * page : 4 * page + 16])
            case (code, page) if code == _WRITE and _LOCKED_PAGES <= page < len(self._octets) // 4:
                self._writing = page
                return ACK
            case (code, page, *octets) if code == _WRITE_PAGE and len(octets) == 4:
                return self._write(page, bytes(octets))
            case (code,) if code == _GET_VERSION:
                return _NTAG213
        return _NTAG_NAK

    def forget(self) -> None:
        """Drop a write that was begun."""
        self._writing = None

    def _write(self, page: int, octets: bytes) -> int:
        if not _LOCKED_PAGES <= page < len(self._octets) // 4:
            return _NTAG_NAK
        self._octets[4 * page : 4 * page + 4] = octets
        return ACK


class NoMemory:
    """A tag that has a number and nothing else."""

    def hear(self, command: bytes) -> bytes | int:  # noqa: ARG002 - a memory takes commands; here is none
        """Refuse everything."""
        return _NTAG_NAK

    def forget(self) -> None:
        """There is nothing to forget."""


def memory_of(uid: bytes) -> Memory:
    """What a tag with such a UID keeps, as delivered: Classic with 4 bytes, NTAG213 with 7."""
    match len(uid):
        case 4:
            return Classic(uid)
        case 7:
            return Ntag213(uid)
        case _:
            return NoMemory()
