"""The terminal of an owner's tool: it says something, and hears lines while readers are listened to."""

from __future__ import annotations

import getpass
import os
import select
import sys
from collections.abc import Callable
from typing import TextIO

_PIECE = 4096


class NobodyThere(Exception):
    """An answer is needed, and no more lines will come."""


class Terminal:
    """Lines in from the file descriptor `keys`, sentences out to `out`.

    `ask_unseen` asks for what must not be seen, where there is a keyboard; from a pipe it is a line.
    """

    def __init__(
        self,
        keys: int | None = None,
        out: TextIO | None = None,
        ask_unseen: Callable[[str], str] = getpass.getpass,
    ) -> None:
        self._keys = sys.stdin.fileno() if keys is None else keys
        self._out = out or sys.stdout
        self._ask_unseen = ask_unseen
        self._came = b""
        self._counting = False
        self.ended = False

    def say(self, sentence: str) -> None:
        """Print a line."""
        if self._counting:
            self._out.write("\n")
            self._counting = False
        print(sentence, file=self._out, flush=True)

    def count(self, text: str) -> None:
        """Show a count in place of the one before; on what is no screen nothing."""
        if self._out.isatty():
            self._counting = True
            self._out.write(f"\r{text}")
            self._out.flush()

    def lines(self) -> list[str]:
        """The lines that have been entered since the last call; never waits."""
        while not self.ended and select.select([self._keys], [], [], 0)[0]:
            self._read()
        *lines, self._came = self._came.split(b"\n")
        return [_text(line) for line in lines]

    def ask(self, question: str) -> str:
        """Ask, and wait for the answer; raises `NobodyThere` when none can come."""
        self.say(question)
        while b"\n" not in self._came:
            if self.ended:
                raise NobodyThere(f"nobody answers: {question}")
            self._read()
        line, _, self._came = self._came.partition(b"\n")
        return _text(line)

    def ask_secret(self, question: str) -> str:
        """Ask for what nobody may see on the screen; raises `NobodyThere` when no answer can come."""
        return self._ask_unseen(f"{question} ") if os.isatty(self._keys) else self.ask(question)

    def _read(self) -> None:
        piece = os.read(self._keys, _PIECE)
        self.ended = not piece
        self._came += piece


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
