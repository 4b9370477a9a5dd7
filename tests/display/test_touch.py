from __future__ import annotations

from dataclasses import replace

import pytest

from display.deeds import HOLD, Digit, Key, Send
from display.touch import Press, key_at

_FOLD = Key("fold", 10, 10, 100, 80, "Fold", Send("fold", 7))
_UNDO = Key("undo", 120, 10, 100, 80, "Undo", Send("undo"), hold=HOLD)
_KEYS = (_FOLD, _UNDO)
_ON_FOLD, _ON_UNDO = (50, 50), (150, 50)


def test_a_key_is_found_by_its_box_while_it_is_live() -> None:
    assert key_at(_KEYS, _ON_FOLD) == _FOLD
    assert key_at(_KEYS, (115, 50)) is None
    assert key_at((replace(_FOLD, on=False),), _ON_FOLD) is None


def test_a_tap_acts_on_release_inside() -> None:
    press = Press(_FOLD, 1.0, 41)
    assert press.released(_KEYS, (15, 85))
    assert not press.released(_KEYS, _ON_UNDO)
    assert not press.released(_KEYS, (500, 500))


@pytest.mark.parametrize("changed", [replace(_FOLD, deed=Send("fold", 8)), replace(_FOLD, on=False)])
def test_a_key_that_changed_under_the_finger_does_nothing(changed: Key) -> None:
    assert not Press(_FOLD, 1.0, 41).released((changed, _UNDO), _ON_FOLD)


def test_a_hold_acts_after_its_time_and_not_on_release() -> None:
    press = Press(_UNDO, 1.0, 41)
    assert not press.held(_KEYS, _ON_UNDO, 1.0 + HOLD - 0.01)
    assert press.held(_KEYS, _ON_UNDO, 1.0 + HOLD)
    assert not press.held(_KEYS, _ON_FOLD, 1.0 + HOLD)
    assert not press.released(_KEYS, _ON_UNDO)
    assert (press.progress(1.0), press.progress(2.0), press.progress(9.0)) == (0.0, 0.5, 1.0)


def test_a_tap_key_has_no_progress() -> None:
    assert Press(replace(_FOLD, deed=Digit("1")), 1.0, 41).progress(5.0) == 0
