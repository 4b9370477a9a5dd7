"""What was said at the table as a verb and an amount: words and numbers as players say them (T24-40)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 80
LONGEST_FIGURE = 40

_VERBS = {
    **dict.fromkeys(("fold", "folds", "folding"), "fold"),
    **dict.fromkeys(("check", "checks", "checking"), "check"),
    **dict.fromkeys(("call", "calls", "calling"), "call"),
    **dict.fromkeys(("bet", "bets", "betting"), "bet"),
    **dict.fromkeys(("raise", "raises", "raising", "reraise", "make", "complete", "completes"), "raise"),
    **dict.fromkeys(("all-in", "allin"), "all-in"),
    "pot": "pot",
}
_FILLERS = frozenset(
    ("i", "i'll", "i'm", "im", "to", "it", "the", "up", "please", "your", "my", "you", "chips", "total")
)
_OVER_THE_BET = frozenset(("by", "more", "another"))
_UNITS = {
    word: n
    for n, word in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        ),
        1,
    )
}
_TENS = {
    word: 10 * n
    for n, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}
_WHOLE_WORDS = frozenset(("hundred", "thousand"))
_SUFFIXES = {"k": 1000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A verb (fold, check, call, bet, raise, all-in, pot, empty for an amount alone) and the amount said.

    `more` is an amount over the bet, not a total ("raise by 40"). `short` is a number said so that hundreds
    or thousands may be meant ("five", T24-57), `broken` one that is no whole number. `then` says that another
    verb followed, which counts for nothing (T24-50).
    """

    verb: str = ""
    amount: int | None = None
    more: bool = False
    short: bool = False
    broken: bool = False
    then: bool = False


def understood(words: str) -> Spoken | None:
    """What the words say, None where they are not clear."""
    tokens = _tokens(words)
    verbs = [_VERBS[token] for token in tokens if token in _VERBS]
    first = verbs[0] if verbs else ""
    if first == "call":
        return Spoken("call", then=any(verb != "call" for verb in verbs))
    if verbs in (["bet", "pot"], ["raise", "pot"]):
        first, verbs = "pot", ["pot"]
    rest = [token for token in tokens if token not in _VERBS]
    more = any(token in _OVER_THE_BET for token in rest)
    rest = [token for token in rest if token not in _OVER_THE_BET]
    if len(verbs) > 1 or not (verbs or rest) or (more and not rest):
        return None
    if not rest:
        return Spoken(first)
    return _with_amount(first, rest, more=more) if first in ("bet", "raise", "") else None


def _tokens(words: str) -> list[str]:
    """Words in small letters without fillers; a hyphen joins all-in alone."""
    if len(words) > LONGEST:
        return []
    text = words.lower().replace("all in", "all-in").replace("re-raise", "reraise")
    tokens: list[str] = []
    for word in text.split():
        token = word.strip("!?;:'\"").rstrip(".,").lstrip("$€£")
        spelled = token.replace("-", "").isalpha() and token not in _VERBS
        tokens += token.split("-") if spelled else [token]
    return [token for token in tokens if token and token not in _FILLERS]


def _with_amount(verb: str, tokens: Sequence[str], *, more: bool) -> Spoken | None:
    if len(tokens) == 1 and any(sign in "0123456789" for sign in tokens[0]):
        return _with_figure(verb, tokens[0], more=more)
    amount = _number(tokens)
    if amount is None:
        return None
    return Spoken(verb, amount, more, short=not _WHOLE_WORDS & set(tokens))


def _with_figure(verb: str, token: str, *, more: bool) -> Spoken | None:
    """A number in figures: 850, 1,200, 2k; a sign and a fraction are understood to be refused."""
    sign, digits = (-1, token[1:]) if token.startswith("-") else (1, token)
    times = _SUFFIXES.get(digits[-1:], 1)
    whole, point, parts = (digits[:-1] if times > 1 else digits).replace(",", "").partition(".")
    figure = whole + parts
    if not (figure.isascii() and figure.isdecimal() and whole) or len(figure) > LONGEST_FIGURE:
        return None
    amount, rest = divmod(int(figure) * times, 10 ** len(parts))
    return Spoken(verb, sign * amount, more, broken=bool(point and rest))


def _number(tokens: Sequence[str]) -> int | None:
    return _joined(tokens, "thousand", 1000) if "thousand" in tokens else _hundreds(tokens)


def _hundreds(tokens: Sequence[str]) -> int | None:
    """Numbers below ten thousand, also said in two parts: eight-fifty, twelve fifty, one oh five."""
    if "hundred" in tokens:
        return _joined(tokens, "hundred", 100)
    if (small := _small(tokens)) is not None:
        return small
    for at in range(1, len(tokens)):
        left, right = _small(tokens[:at]), _pair(tokens[at:])
        if left is not None and right is not None:
            return 100 * left + right
    return None


def _joined(tokens: Sequence[str], word: str, size: int) -> int | None:
    """So many `word` and the rest that is less than one: "two thousand five hundred", "a hundred"."""
    at = tokens.index(word)
    before, after = tokens[:at], tokens[at + 1 :]
    if after[:1] == ["and"]:
        after = after[1:]
        if not after:
            return None
    below = _small if size == 100 else _hundreds
    many = 1 if list(before) in ([], ["a"]) else below(before)
    rest = below(after) if after else 0
    if many is None or rest is None or rest >= size:
        return None
    return many * size + rest


def _small(tokens: Sequence[str]) -> int | None:
    """One to ninety-nine."""
    match list(tokens):
        case [one]:
            return _UNITS.get(one) or _TENS.get(one)
        case [tens, unit] if tens in _TENS and 1 <= _UNITS.get(unit, 0) <= 9:
            return _TENS[tens] + _UNITS[unit]
    return None


def _pair(tokens: Sequence[str]) -> int | None:
    """The second part of a number said in two: fifty, twenty-five, oh five."""
    match list(tokens):
        case ["oh", unit] if 1 <= _UNITS.get(unit, 0) <= 9:
            return _UNITS[unit]
    small = _small(tokens)
    return small if small is not None and small >= 10 else None
