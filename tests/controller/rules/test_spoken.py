"""Words and numbers as players say them (rules.md 7.5; T24-40, T24-50, T24-57)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.spoken import Spoken, understood


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("fold", "fold"),
        ("I fold.", "fold"),
        ("CHECK", "check"),
        ("call", "call"),
        ("all in", "all-in"),
        ("I'm all-in!", "all-in"),
        ("ALLIN", "all-in"),
        ("raise", "raise"),
        ("re-raise", "raise"),
        ("bet", "bet"),
        ("pot", "pot"),
        ("I bet the pot", "pot"),
        ("raise pot", "pot"),
    ],
)
def test_a_word_alone_is_a_verb(words: str, verb: str) -> None:
    assert understood(words) == Spoken(verb)


@pytest.mark.parametrize(
    ("words", "verb", "amount"),
    [
        ("bet 40", "bet", 40),
        ("raise to 1,200", "raise", 1200),
        ("make it sixty", "raise", 60),
        ("850", "", 850),
        ("$25", "", 25),
        ("2k", "", 2000),
        ("2.5k", "", 2500),
        ("eight-fifty", "", 850),
        ("nine hundred", "", 900),
        ("a hundred", "", 100),
        ("twenty-five hundred", "", 2500),
        ("twelve fifty", "", 1250),
        ("one oh five", "", 105),
        ("one twenty-five", "", 125),
        ("Two Thousand Five Hundred", "", 2500),
        ("a thousand one hundred and five", "", 1105),
        ("one hundred fifty thousand", "", 150_000),
        ("raise, eight thousand", "raise", 8000),
        ("five", "", 5),
        ("raise -5", "raise", -5),
        ("0", "", 0),
        ("1" + "0" * 30, "", 10**30),
    ],
)
def test_an_amount_is_read(words: str, verb: str, amount: int) -> None:
    said = understood(words)
    assert said is not None
    assert (said.verb, said.amount, said.more, said.broken) == (verb, amount, False, False)


@pytest.mark.parametrize(
    ("words", "short"),
    [("five", True), ("eight-fifty", True), ("five hundred", False), ("5", False), ("a thousand", False)],
)
def test_a_number_word_without_its_hundreds_may_mean_more(words: str, short: bool) -> None:
    """T24-57: figures are exact, and so is a number that says hundred or thousand."""
    said = understood(words)
    assert said is not None
    assert said.short is short


@pytest.mark.parametrize("words", ["raise by 40", "raise 40 more", "another forty"])
def test_an_amount_may_be_said_to_be_over_the_bet(words: str) -> None:
    said = understood(words)
    assert said is not None
    assert (said.amount, said.more) == (40, True)


def test_a_fraction_is_understood_to_be_none() -> None:
    said = understood("bet 2.5")
    assert said is not None
    assert said.broken


def test_the_first_word_counts() -> None:
    """T24-50: "I call your 30 and raise 60" is a call."""
    assert understood("I call your 30 and raise 60") == Spoken("call", then=True)
    assert understood("call 30") == Spoken("call")


@pytest.mark.parametrize(
    "words",
    [
        *(
            "",
            "   ",
            "hmm",
            "check raise",
            "fold 5",
            "bet 40 fold",
            "raise 5 0",
            "five five",
            "two hundred and",
        ),
        *(
            "all in 50",
            "more",
            "the",
            "-",
            "²",
            "\u0665",
            "1e5",
            "9" * 41,
            "raise " * 30,
            "k",
            "one two three",
            ".",
        ),
    ],
)
def test_what_is_not_clear_is_nothing(words: str) -> None:
    assert understood(words) is None


TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen")
UNITS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", *TEENS, "nineteen")
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def spelled(n: int) -> str:
    """A number as it is written out: "two thousand five hundred and six"."""
    if n >= 1000:
        rest = f" {spelled(n % 1000)}" if n % 1000 else ""
        return f"{spelled(n // 1000)} thousand{rest}"
    if n >= 100:
        rest = f" and {spelled(n % 100)}" if n % 100 else ""
        return f"{UNITS[n // 100]} hundred{rest}"
    if n >= 20:
        return TENS[n // 10] + (f"-{UNITS[n % 10]}" if n % 10 else "")
    return UNITS[n]


@given(st.integers(1, 999_999))
def test_every_number_written_out_is_that_number(n: int) -> None:
    assert understood(spelled(n)) == Spoken("", n, short=n < 100)


@given(st.text(max_size=100))
def test_any_words_are_taken(words: str) -> None:
    said = understood(words)
    assert said is None or said.verb or said.amount is not None
