"""From raw sweeps and key levels to what has settled: cards at rest, antennas at fault, keys down."""

APPEAR, LEAVE = 2, 3
# A weak card drops out of many sweeps in a row without being taken away.
LEAVE_WEAK = 12
PATIENCE = 3
RECOVERED = 2
DEBOUNCE = 15
# An antenna is weak when more than a quarter of its sweeps miss a card that has not left.
COST, WEAK, WORST = 3, 30, 60


class Spot:
    """What rests on one antenna: `known`, and `fault` ("", "weak", or "unreadable" and "dead": frozen).

    `hits` and `misses` count, for each clear sweep, the cards at rest that it read and that it did not.
    """

    def __init__(self, uids: set[str], trouble: str) -> None:
        self.hits = self.misses = 0
        self.fault = trouble
        self.known = set() if trouble else set(uids)
        self._doubted: dict[str, int] = {}
        self._troubled = 0
        self._clear = 0
        self._missed = 0

    @property
    def in_doubt(self) -> bool:
        """Whether the next sweep may change what is known."""
        troubled = self._troubled and self.fault in ("", "weak")
        return bool(self._doubted or self._missed or self._clear or troubled)

    def sweep(self, uids: set[str], trouble: str) -> list[tuple[str, bool]]:
        """Take one sweep; return the tags that have come (True) or left (False) for good."""
        if not self._is_clear(uids, trouble):
            return []
        doubted, self._doubted = self._doubted, {}
        read = len(self.known & uids)
        self.hits += read
        self.misses += len(self.known) - read
        self._score(uids, doubted)
        leave = LEAVE_WEAK if self.fault == "weak" else LEAVE
        edges = []
        for uid in sorted(uids ^ self.known):
            here = uid in uids
            sweeps = doubted.get(uid, 0) + 1
            if sweeps < (APPEAR if here else leave):
                self._doubted[uid] = sweeps
            else:
                self.known ^= {uid}
                edges.append((uid, here))
        return edges

    def _is_clear(self, uids: set[str], trouble: str) -> bool:
        """Whether edges can be told; after a fault the whole set of a clear sweep stands instead of them."""
        if trouble:
            self._clear = 0
            self._troubled += 1
            if trouble == "dead" or self._troubled >= PATIENCE:
                self.fault = trouble
            return False
        self._troubled = 0
        if self.fault in ("", "weak"):
            return True
        self._clear += 1
        if self._clear >= RECOVERED:
            self.fault = ""
            self.known = set(uids)
            self._doubted = {}
            self._clear = 0
            self._missed = 0
        return False

    def _score(self, uids: set[str], doubted: dict[str, int]) -> None:
        missed = sum([sweeps for uid, sweeps in doubted.items() if uid in self.known and uid in uids])
        if missed:
            self._missed = min(WORST, self._missed + COST * missed)
        elif self._missed and self.known <= uids:
            self._missed -= 1
        if not self.known:
            self._missed = 0
        if self._missed >= WEAK:
            self.fault = "weak"
        elif not self._missed:
            self.fault = ""


class Key:
    """One key: `down` once its level has kept for 15 ms."""

    def __init__(self, now: int, down: bool) -> None:
        self.down = down
        self.is_bouncing = False
        self._changed = now
        self._since = now

    def sample(self, now: int, down: bool) -> int:
        """Take its level; return how long the old one had lasted in ms when it has changed, else -1."""
        if down == self.down:
            self.is_bouncing = False
        elif not self.is_bouncing:
            self.is_bouncing = True
            self._since = now
        elif now - self._since >= DEBOUNCE:
            self.is_bouncing = False
            self.down = down
            lasted = now - self._changed
            self._changed = now
            return lasted
        return -1
