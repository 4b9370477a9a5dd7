"""The hub's endless round: antennas one after the other, and between two cards keys, lamps and the host."""

from .antenna import Antenna
from .protocol import Hub

SHINE = 25
# What the host has not read for so long is told anew by the sets that it asks for when it reads again.
STUCK = 1000


class Board:
    """What the firmware needs of the hardware under it; must override all methods."""

    antennas: list[Antenna]
    keys: int
    lamps: int

    def is_down(self, key: int) -> bool:
        """Whether a key, from 1, is down at this moment."""
        raise NotImplementedError

    def shine(self, colours: list[int]) -> None:
        """Let the lamps show these, RRGGBB as numbers."""
        raise NotImplementedError

    def read(self) -> bytes:
        """What the host has sent, at once, possibly nothing."""
        raise NotImplementedError

    def write(self, octets: bytes) -> int:
        """Send what can be sent without waiting; return how many bytes that was."""
        raise NotImplementedError


class Loop:
    """One hub on its board, from power-up on; `step` without end. Times are milliseconds that never wrap."""

    def __init__(self, board: Board, uid: str, boot: int, now: int) -> None:
        self._board = board
        self._hub = Hub(uid, boot, len(board.antennas), board.keys, board.lamps)
        self._turn = 0
        self._colours: list[int] = []
        self._next_shine = now
        self._sending = b""
        self._moved = now
        for number, antenna in enumerate(board.antennas):
            antenna.begin()
            while antenna.more():
                pass
            self._hub.swept(now, number + 1, antenna.uids, antenna.trouble)
        self._sample(now)
        board.antennas[0].begin()
        self._hub.start(now)

    def step(self, now: int) -> None:
        """Look for one more card; attend to everything else."""
        self._hub.hear(now, self._board.read())
        self._sample(now)
        self._sweep(now)
        self._hub.tick(now)
        if now >= self._next_shine:
            self._next_shine = now + SHINE
            self._shine(now)
        self._send(now)

    def _sample(self, now: int) -> None:
        for key in range(1, self._board.keys + 1):
            self._hub.sampled(now, key, self._board.is_down(key))

    def _sweep(self, now: int) -> None:
        antenna = self._board.antennas[self._turn]
        if not antenna.more():
            self._hub.swept(now, self._turn + 1, antenna.uids, antenna.trouble)
            self._turn = (self._turn + 1) % len(self._board.antennas)
            self._board.antennas[self._turn].begin()

    def _shine(self, now: int) -> None:
        colours = [0] * self._board.lamps
        for number, (colour, blink) in self._hub.lights.items():
            if blink < 2 or now // (blink // 2) % 2 == 0:
                colours[number - 1] = colour
        if colours != self._colours:
            self._colours = colours
            self._board.shine(colours)

    def _send(self, now: int) -> None:
        if not self._sending:
            self._sending = b"".join(self._hub.lines())
            self._moved = now
        if not self._sending:
            return
        count = self._board.write(self._sending)
        self._sending = self._sending[count:]
        if count:
            self._moved = now
        elif now - self._moved >= STUCK:
            self._hub.lines()
            self._sending = b"\n"
            self._moved = now
