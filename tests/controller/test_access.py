from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import access
from controller.access import WRONG_PINS, Locks, People, badge_checked, checked, hashed

SALT = bytes(range(16))
LEE = hashed("4321", SALT)
BADGE_HASH = f"sha256${sha256(b'04A1B2C3D4E5F6').hexdigest()}"


def test_a_name_signs_in_with_its_own_pin_alone() -> None:
    people = People({"lee": LEE, "kim": hashed("8765", SALT)})
    assert people.signed("lee", "4321")
    assert people.signed("kim", "8765")
    assert not people.signed("lee", "8765")
    assert not people.signed("kim", "4321")
    assert not people.signed("Lee", "4321")
    assert not people.signed("", "")
    assert not People({}).signed("lee", "4321")


@settings(max_examples=10, deadline=None)
@given(st.text(max_size=6).filter(lambda pin: pin != "4321"))
def test_no_other_text_is_the_pin(pin: str) -> None:
    assert not People({"lee": LEE}).signed("lee", pin)


def test_a_name_that_nobody_has_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def again(pin: str, known: str) -> str:
        asked.append(known.rsplit("$", 2)[0])
        return known

    monkeypatch.setattr(access, "_again", again)
    people = People({"lee": LEE})
    assert people.signed("lee", "0000")
    assert not people.signed("kim", "0000")
    assert asked == ["scrypt$16384$8$1"] * 2


def test_a_pin_is_never_printed() -> None:
    assert "4321" not in LEE
    assert LEE not in repr(People({"lee": LEE}))


def test_one_pin_has_another_hash_with_another_salt() -> None:
    other = hashed("4321", bytes(16))
    assert other != LEE
    assert People({"lee": other}).signed("lee", "4321")


@pytest.mark.parametrize("pin", ["", "123", "1" * 13, "12 4", "abcd", "-123", "\u0661" * 4, "4321\n"])
def test_a_pin_is_four_to_twelve_digits(pin: str) -> None:
    with pytest.raises(ValueError, match="a PIN is 4 to 12 digits"):
        hashed(pin, SALT)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4321",
        "scrypt$16384$8$1$00$00",
        LEE[:-1],
        LEE + "0",
        LEE.upper(),
        LEE.replace("scrypt", "md5"),
        LEE + "\n",
    ],
)
def test_what_is_no_hash_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(ValueError, match="tablectl pin") as error:
        checked(text)
    assert len(text) < 4 or text not in str(error.value)


@pytest.mark.parametrize(
    "work", ["0$8$1", "1$8$1", "1000$8$1", "16384$0$1", "16384$8$0", "65536$8$1", "16384$8$9"]
)
def test_a_hash_of_too_much_work_or_none_is_refused(work: str) -> None:
    with pytest.raises(ValueError, match="more work"):
        checked(LEE.replace("16384$8$1", work))


def test_a_hash_with_other_work_still_signs_in() -> None:
    cheap = access._scrypt("4321", 16, 1, 1, SALT)
    assert checked(cheap) == cheap
    assert People({"lee": cheap}).signed("lee", "4321")


# --- locks


def test_five_wrong_pins_in_a_row_lock_a_name_for_five_minutes() -> None:
    locks = Locks()
    for _ in range(WRONG_PINS - 1):
        locks = locks.missed("lee", 10.0)
        assert locks.left("lee", 10.0) == 0
    locks = locks.missed("lee", 10.0)
    assert locks.left("lee", 10.0) == 300
    assert locks.left("lee", 309.5) == 1
    assert locks.left("lee", 310.0) == 0
    assert locks.left("kim", 10.0) == 0
    assert locks.opened(309.0) is locks
    assert locks.opened(310.0) == Locks()


def test_a_right_pin_begins_the_count_anew() -> None:
    locks = Locks()
    for _ in range(WRONG_PINS - 1):
        locks = locks.missed("lee", 0.0)
    locks = locks.signed("lee").missed("lee", 1.0)
    assert locks.left("lee", 1.0) == 0


def test_what_is_no_text_is_no_pin_either() -> None:
    assert not People({"lee": LEE}).signed("lee", "\ud800")


# --- badges


@pytest.mark.parametrize("badge", ["04A1B2C3D4E5F6", "04:a1:b2:c3:d4:e5:f6", BADGE_HASH])
def test_a_badge_is_that_of_who_wears_it(badge: str) -> None:
    people = People({"lee": LEE}, {"lee": badge_checked(badge)})
    assert people.wearer("04A1B2C3D4E5F6") == "lee"
    assert people.wearer("04A1B2C3D4E5F7") == ""
    assert "04A1" not in repr(people)


@pytest.mark.parametrize("text", ["", "04A1", "04A1B2C3D4E5F", "sha256$00", BADGE_HASH.upper(), "zz" * 7])
def test_what_is_no_badge_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(ValueError, match="UID of the badge") as error:
        badge_checked(text)
    assert len(text) < 4 or text not in str(error.value)
