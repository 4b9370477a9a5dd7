from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from display import text
from display.fonts import Weight

_WEIGHTS = st.sampled_from(list(Weight))


def test_a_text_is_split_where_the_script_changes() -> None:
    assert text.runs("सीट 7 — Nguyễn") == (("Deva", "सीट 7 — "), ("Latn", "Nguyễn"))


def test_decomposed_letters_are_composed() -> None:
    assert text.runs("Nguye\u0302\u0303n") == (("Latn", "Nguyễn"),)


def test_control_characters_become_spaces() -> None:
    assert text.runs("A\x00B\nC") == (("Latn", "A B C"),)


def test_devanagari_is_shaped() -> None:
    """A conjunct is narrower than its letters side by side with a visible halant."""
    shaped = text.font(Weight.BOLD, 40, "Deva").size("क्ष")[0]
    unshaped = text.font(Weight.BOLD, 40, "Latn").size("क्ष")[0]
    assert shaped < unshaped


def test_weights_are_different_cuts() -> None:
    semi, bold, narrow = (
        text.width("Raise to 142,750", 40, weight)
        for weight in (Weight.SEMI_BOLD, Weight.BOLD, Weight.COND_BOLD)
    )
    assert narrow < semi < bold


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert text.fit("Fold", 38, 400, Weight.BOLD) == text.Line("Fold", 38, Weight.BOLD)


def test_a_long_line_is_made_smaller_then_narrow_then_cut() -> None:
    words = "Stop. A card went to seat 4"
    full = text.width(words, 50, Weight.BOLD)
    assert text.fit(words, 50, full * 9 // 10, Weight.BOLD).weight is Weight.BOLD
    assert text.fit(words, 50, full // 2, Weight.BOLD).weight is Weight.COND_BOLD
    cut = text.fit(words, 50, 40, Weight.BOLD)
    assert cut.text.endswith("…") and words.startswith(cut.text[:-1])


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.integers(8, 70), st.integers(1, 900), _WEIGHTS)
def test_no_line_is_wider_than_its_room(words: str, size: int, room: int, weight: Weight) -> None:
    line = text.fit(words, size, room, weight)
    assert text.width(line.text, line.size, line.weight) <= room
    assert line.size <= max(size, 8)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200), st.integers(20, 60), st.integers(60, 900), st.integers(30, 200))
def test_no_paragraph_leaves_its_box(words: str, size: int, room: int, height: int) -> None:
    lines = text.fit_lines(words, size, room, height, Weight.BOLD)
    assert all(text.width(line.text, line.size, line.weight) <= room for line in lines)
    assert len(lines) == 1 or len(lines) * text.line_height(lines[0].size) <= height


def test_a_paragraph_keeps_all_its_words() -> None:
    words = "Stop. The hand of seat 10 lies in the muck and was still in play."
    lines = text.fit_lines(words, 52, 700, 110, Weight.BOLD)
    assert " ".join(line.text for line in lines) == words
    assert len(lines) == 2
